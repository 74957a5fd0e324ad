import type { SimulationRecord } from '../studies/uncertainty/record.js';
import { countOf, oneLine, percent, plain, significant } from '../../../reports/format.js';
import { plainText } from '../../../reports/html/markup.js';
import { textTable } from '../../../reports/html/table.js';
import { differenceColumns, planColumns, shareText } from './simulation-figures.js';

/** Returns the results of a simulation as text for a terminal. It ends with a newline. */
export function simulationText(record: SimulationRecord): string {
  const lines = [
    `${oneLine(record.instance)}: ${countOf(record.samples, 'epoch')} of ${significant(record.horizonS)} s simulated${record.termination === 'interrupted' ? ' (interrupted)' : ''}, seed ${record.seed}`,
    `${'uncertain'.padEnd(12)}  ${uncertaintyText(record)}`,
    '',
    ...textTable(record.plans, planColumns(record.plans)),
    `At least ${plainText(shareText(record.plans))}: how likely an epoch is to earn that much of the nominal reward.`,
    ...(record.plans.some(({ feasible }) => !feasible) ? ['! breaks a limit: must not be applied.'] : []),
    ...(record.differences.length === 0 ? [] : ['', ...textTable(record.differences, differenceColumns(record))]),
  ];
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

/**
 * Returns text on the simulated uncertainty: "execution times 10.00 % per task and node type, 30.00 % from task to
 * task; arrivals Poisson, rates 10.00 %; ..."
 */
export function uncertaintyText(record: SimulationRecord): string {
  const deadlines = record.deadlines ? 'late tasks earn nothing' : 'deadlines not counted';
  const idle = record.idleCores === 'keep' ? 'cores without work keep drawing power' : 'cores without work draw none';
  return [
    `execution times ${plain(percent(record.timeFactorCov))} per task and node type, ${plain(percent(record.taskTimeCov))} from task to task`,
    `arrivals Poisson, rates ${plain(percent(record.arrivalFactorCov))}`,
    deadlines,
    idle,
  ].join('; ');
}
