import { oneLine, significant } from '../../../../reports/format.js';
import { type Content, markup } from '../../../../reports/html/markup.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { studyPage } from '../../../../reports/html/study-page.js';
import { table } from '../../../../reports/html/table.js';
import { besideSections } from './beside-section.js';
import type { UtilityReportInput } from './page-input.js';
import { ganttSection } from './gantt-section.js';
import { dropsSection, occupancySection, priceSection } from './pool-sections.js';
import { resultSection } from './result-section.js';
import { roomSections } from './room-section.js';
import { earnedSection, energySection, queueSection } from './time-sections.js';

/** Words for the environments. */
const ENVIRONMENTS = {
  serial: 'serial tasks on machines with queues',
  parallel: 'parallel tasks on clusters of nodes',
  preemptive: 'preemptible tasks on clusters of cores',
} as const;

/** Report of a utility run: one HTML file that needs nothing else. */
export function renderUtilityReport(input: UtilityReportInput): string {
  const { instance, record, figures, beside } = input;
  const { result, trajectory } = record;
  return studyPage({
    name: result.instance,
    kind: 'utility schedule',
    lead: markup`Utility of ${ENVIRONMENTS[result.environment]}, scheduled by <span data-field="method">${oneLine(result.method)}</span>${told(input)}${instance.description === undefined ? '' : `. ${oneLine(instance.description)}`}`,
    sections: [
      resultSection(input),
      earnedSection(input),
      energySection(input),
      ...roomSections(input),
      ...besideSections(input),
      queueSection(input),
      occupancySection(input),
      ganttSection(input),
      priceSection(input),
      dropsSection(input),
      provenanceSection(input),
    ],
    record: { result, trajectory, figures, gantt: input.gantt, ...(beside === null ? {} : { beside }) },
  });
}

/** Text, behind the name of the policy, on what it was told besides. */
function told({ record: { result } }: UtilityReportInput): string {
  const { filter, leniency, preemption } = result;
  const filtered = filter === 'none' ? '' : `, filter ${filter}${leniency === null ? '' : ` at leniency ${leniency}`}`;
  return `${filtered}${preemption === 'none' ? '' : `, preemption ${preemption}`}`;
}

/** Section on the origin of the figures, complete enough to make them again. */
function provenanceSection({ instance, problem, sha256, record: { result } }: UtilityReportInput): SectionOptions {
  const { period, energyBudgetJPerDay, costBudgetUsdPerDay, energyPrice, arrivals, taskTypes } = instance;
  const budget = energyBudgetJPerDay === undefined ? 'none' : `${significant(energyBudgetJPerDay / 1e6, 7)} MJ a day`;
  const rows: Content[][] = [
    ['Instance', oneLine(result.instance)],
    ['Instance file, SHA-256', markup`<code>${oneLine(sha256)}</code>`],
    ['Environment', result.environment],
    ['Seed of the instance', String(instance.seed)],
    ['Simulated time', `${period.durationS} s, measured from ${period.measuredFromS} s`],
    ['Mapping event', `every ${instance.eventIntervalS} s`],
    ['Dropping threshold', String(instance.droppingThreshold)],
    ['Energy budget', budget],
    ...(costBudgetUsdPerDay === undefined
      ? []
      : [['Budget of money', `${significant(costBudgetUsdPerDay, 7)} USD a day`]]),
    ...(energyPrice === undefined
      ? []
      : [
          [
            'Price of energy',
            `by hour of the day${energyPrice.provenance === undefined ? '' : `: ${oneLine(energyPrice.provenance)}`}`,
          ],
        ]),
    ['Task types', taskTypes.source],
    ['Arrivals', `${arrivals.source}: ${problem.tasks.count} tasks`],
    ['Policy', oneLine(result.method)],
    ['Filter', result.leniency === null ? result.filter : `${result.filter}, leniency ${result.leniency}`],
    ['Preemption', result.preemption],
    ['Seed of the run', String(result.seed)],
    ...Object.entries(result.files).map(([name, file]): Content[] => [oneLine(`File: ${name}`), oneLine(file)]),
    ...Object.entries(result.timeS).map(([name, value]): Content[] => [
      `Time: ${oneLine(name)}`,
      `${significant(value, 3)} s`,
    ]),
    ...Object.entries(result.work).map(([name, value]): Content[] => [`Work: ${oneLine(name)}`, String(value)]),
  ];
  return {
    id: 'provenance',
    title: 'How this was made',
    body: [
      table({ caption: 'What was solved, and how.', columns: [{ head: 'Item' }, { head: 'Value', wide: true }], rows }),
    ],
  };
}
