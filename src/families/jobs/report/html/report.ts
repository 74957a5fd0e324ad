import { J_PER_MJ } from '../../../../../models/units.js';
import { countOf, oneLine, significant } from '../../../../reports/format.js';
import { markup } from '../../../../reports/html/markup.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { runPage } from '../../../../reports/html/run-page.js';

import { profilesSection } from './profiles-section.js';
import { ganttBody } from './gantt-section.js';
import { GRAPH_STYLE, graphsSection } from './graphs-section.js';
import { type JobsReportRequest, lengthText } from './page-input.js';
import { rejectedSection } from './rejected-section.js';
import { provenanceSection, type Row } from '../../../../reports/html/provenance-section.js';
import { toldRun } from '../told.js';
import { meaning } from './meaning.js';
import { roomSections } from './room-section.js';
import { frontierSection, priceSection, timeSection } from './time-section.js';

/** Returns the report of a month of jobs as a self-contained HTML file. */
export function renderJobsReport(input: JobsReportRequest): string {
  const { instance, record, figures } = input;
  const { result, trajectory } = record;
  return runPage({
    run: toldRun(record),
    kind: 'month of jobs',
    lead: markup`Jobs of dependent tasks whose value decays, run by <span data-field="method">${oneLine(result.method)}</span>${instance.description === undefined ? '' : `. ${oneLine(instance.description)}`}`,
    apply: ganttBody(input),
    worth: [meaning(result)],
    rest: [
      timeSection(input),
      priceSection(input),
      frontierSection(input),
      ...roomSections(input),
      rejectedSection(input),
      profilesSection(input),
      graphsSection(input),
      jobsProvenance(input),
    ],
    record: { result, trajectory, figures },
    style: GRAPH_STYLE,
  });
}

/** Returns the section on how the figures were obtained, with all data needed to reproduce them. */
function jobsProvenance({ instance, month, sha256, record: { result, profiles } }: JobsReportRequest): SectionOptions {
  const { period, jobTypes, arrivals } = instance;
  const { checkS, moveInNodeS, moveToNodeS, changeLevelS } = month.overheads;
  const { order, cores, valueAt, adaptation, prices } = result.policy;
  const own: readonly Row[] = [
    ['Seed of the instance', String(instance.seed)],
    ['Period', `${lengthText(period.durationS)} from a ${period.startsOn ?? 'monday'}`],
    [
      'Nodes',
      month.nodeTypes.map((one) => `${one.nodes} x ${oneLine(one.name)} of ${one.coresPerNode} cores`).join(', '),
    ],
    ['Job types', `${jobTypes.source}: ${month.types.length}`],
    ['Arrivals', `${arrivals.source}: ${countOf(month.typeOf.length, 'job')}`],
    ['Jobs are started by', `${order}, cores by ${cores}, value at ${valueAt}`],
    [
      'Adaptation',
      adaptation === null
        ? 'none'
        : `every ${lengthText(adaptation.intervalS)}, ${adaptation.times}, remaining time ${adaptation.remaining}, directions ${adaptation.directions}, choice ${adaptation.choice}`,
    ],
    [
      'Overheads',
      `check ${significant(checkS)} s, move in a node ${significant(moveInNodeS)} s, to another node ${significant(moveToNodeS)} s, further to other levels ${significant(changeLevelS)} s`,
    ],
    ...(prices === null
      ? []
      : [
          [
            'Prices',
            `energy ${significant(prices.perJ * J_PER_MJ)} value/MJ, cores ${prices.cores} over ${prices.horizonS === null ? 'a quarter of the mean least response time of jobs so far' : lengthText(prices.horizonS)}`,
          ] as const,
        ]),
    [
      'Profiles',
      profiles === null
        ? 'none: the method schedules every job itself'
        : `levels of a ${month.levelsOf}, at most ${profiles.effort.nodeLimit} nodes of the exact search per front, seed ${profiles.effort.seed}`,
    ],
  ];
  return provenanceSection(result, oneLine(result.method), sha256, own);
}
