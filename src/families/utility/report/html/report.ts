import { currencyOf } from '../../../../../models/units.js';
import type { AnnualEnergyBudget } from '../../../../../models/families/utility/instance.js';
import { countOf, inUnit, joules, oneLine, plain } from '../../../../reports/format.js';
import { markup } from '../../../../reports/html/markup.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { runPage } from '../../../../reports/html/run-page.js';

import { besideSections } from './beside-section.js';
import type { UtilityReportRequest } from './page-input.js';
import { ganttBody } from './gantt-section.js';
import { chargedSection } from './charged-section.js';
import { notRunSection } from './not-run-section.js';
import { occupancySection, priceSection } from './pool-sections.js';
import { provenanceSection, type Row } from '../../../../reports/html/provenance-section.js';
import { choicesText, toldRun } from '../told.js';
import { roomSections } from './room-section.js';
import { earnedSection, energySection, queueSection } from './time-sections.js';

/** Words for each environment in the sentences of the report. */
const ENVIRONMENTS = {
  serial: 'serial tasks on machines with queues',
  parallel: 'parallel tasks on clusters of nodes',
  preemptive: 'preemptible tasks on clusters of cores',
} as const;

/** Returns the report of a utility run as a self-contained HTML file. */
export function renderUtilityReport(input: UtilityReportRequest): string {
  const { instance, record, figures, beside } = input;
  const { result, trajectory } = record;
  return runPage({
    run: toldRun(instance, record),
    kind: 'utility schedule',
    lead: markup`Utility of ${ENVIRONMENTS[result.environment]}, scheduled by <span data-field="method">${oneLine(result.method)}</span>${choicesText(result)}${instance.description === undefined ? '' : `. ${oneLine(instance.description)}`}`,
    apply: ganttBody(input),
    rest: [
      earnedSection(input),
      energySection(input),
      chargedSection(input),
      notRunSection(input),
      ...roomSections(input),
      ...besideSections(input),
      queueSection(input),
      occupancySection(input),
      priceSection(input),
      utilityProvenance(input),
    ],
    record: { result, trajectory, figures, gantt: input.gantt, ...(beside === null ? {} : { beside }) },
  });
}

/** Returns the section that says how the run was made and how to reproduce it. */
function utilityProvenance({ instance, model, sha256, record: { result } }: UtilityReportRequest): SectionOptions {
  const { period, energyBudgetJPerDay, annualEnergyBudget, costBudgetUsdPerDay, energyPrice, arrivals, taskTypes } =
    instance;
  const currency = currencyOf(instance);
  const budget = energyBudgetJPerDay === undefined ? 'none' : `${plain(joules(energyBudgetJPerDay))} a day`;
  const ofMoney = plain(inUnit(costBudgetUsdPerDay, 'USD', { currency }));
  const source = energyPrice?.provenance === undefined ? '' : `: ${oneLine(energyPrice.provenance)}`;
  const own: readonly Row[] = [
    ['Environment', result.environment],
    ['Seed of the instance', String(instance.seed)],
    ['Simulated time', `${period.durationS} s, measured from ${period.measuredFromS} s`],
    ['Mapping event', `every ${instance.eventIntervalS} s`],
    ['Dropping threshold', String(instance.droppingThreshold)],
    ['Energy budget', budget],
    ...(annualEnergyBudget === undefined ? [] : [['Of the year', annualText(annualEnergyBudget)] as const]),
    ...(costBudgetUsdPerDay === undefined ? [] : [['Budget of money', `${ofMoney} a day`] as const]),
    ...(energyPrice === undefined ? [] : [['Price of energy', `by hour of the day${source}`] as const]),
    ['Task types', taskTypes.source],
    ['Arrivals', `${arrivals.source}: ${countOf(model.tasks.count, 'task')}`],
    ['Filter', result.leniency === null ? result.filter : `${result.filter}, leniency ${result.leniency}`],
    ['Preemption', result.preemption],
  ];
  return provenanceSection(result, oneLine(result.method), sha256, own);
}

function annualText({ budgetJ, usedJ = 0, daysLeft }: AnnualEnergyBudget): string {
  return `${plain(joules(budgetJ))} less ${plain(joules(usedJ))} drawn before, over ${countOf(daysLeft, 'day')}`;
}
