import type { SimulationRecord } from '../studies/uncertainty/record.js';
import { oneLine, percent, plain, shorten, significant } from '../../../reports/format.js';

/** Returns the text of a simulation for a terminal; ends with a newline. */
export function simulationText(record: SimulationRecord): string {
  const lines = [
    `${oneLine(record.instance)}: ${record.samples} epochs of ${significant(record.horizonS, 4)} s simulated${record.termination === 'interrupted' ? ' (interrupted)' : ''}, seed ${record.seed}`,
    `${'uncertain'.padEnd(12)}  ${uncertaintyText(record)}`,
    '',
    row(['plan', 'nominal', 'mean', '95 % interval', '5 %', 'median', '95 %', 'P(reach)']),
    ...record.plans.map(({ name, feasible, nominalRewardPerS, rewardPerS, reaches }) =>
      row([
        `${shorten(name, 30)}${feasible ? '' : ' !'}`,
        digits(nominalRewardPerS),
        digits(rewardPerS.mean),
        `${digits(rewardPerS.low)}..${digits(rewardPerS.high)}`,
        digits(rewardPerS.p5),
        digits(rewardPerS.p50),
        digits(rewardPerS.p95),
        plain(percent(reaches.probability)),
      ]),
    ),
    `Rewards in reward/s; P(reach): an epoch earns at least ${plain(percent(record.plans[0]?.reaches.share))} of the nominal reward.`,
    ...(record.plans.some(({ feasible }) => !feasible) ? ['! breaks a limit: must not be applied.'] : []),
    ...record.differences.map(
      ({ name, reference, rewardPerS, wins, varianceRatio }) =>
        `${oneLine(name)} less ${oneLine(reference)}: ${digits(rewardPerS.mean)} reward/s, 95 % interval ${digits(rewardPerS.low)}..${digits(rewardPerS.high)}; earns more in ${plain(percent(wins / record.samples))} of the epochs; common draws leave ${plain(percent(varianceRatio), 'neither varies')} of the variance`,
    ),
  ];
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

/**
 * Returns the words for what is uncertain: "times 10.00 % per type, 30.00 % per task; arrivals 10.00 % and Poisson;
 * ..."
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

function digits(value: number): string {
  return significant(value);
}

function row(cells: readonly string[]): string {
  const widths = [34, 9, 9, 17, 9, 9, 9, 10];
  return cells.map((cell, n) => (n === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[n]!))).join(' ');
}
