import type { ComparisonFrame, SummaryFrame } from '../studies/compare/record.js';
import type { ComparisonRecord } from '../studies/compare/reward-rate/record.js';
import { gapPercent, oneLine, percent, plain, seconds, significant } from './format.js';
import { planOrigins } from './plan-origins.js';

/** What a comparison found, for a terminal. Ends with a newline. */
export function compareText(record: ComparisonRecord): string {
  const lines = [
    `${oneLine(record.instance)}: ${trialsText(record)}`,
    `${'limits'.padEnd(12)}  ${limitsText(record)}`,
    '',
    row(WIDTHS, ['method', 'plans', 'reward/s', '95 % interval', 'gap', '95 % interval', 'time', 'best']),
    ...record.summary.map((summary) => methodRow(summary)),
    ...meansNote(record.summary),
    ...planOrigins(record.runs),
    '',
    ...record.differences.map(
      ({ method, reference, objective, ofBound, unpaired }) =>
        `${method} less ${reference}: ${
          objective === null
            ? 'no common trial'
            : `${significant(objective.mean, 5)} reward/s${intervalText(objective.interval, (value) => significant(value, 4))}, ${plain(percent(ofBound?.mean))} of the bound; earns more in ${objective.wins}, less in ${objective.losses}, the same in ${objective.ties}`
        }${unpaired > 0 ? `; ${unpaired} trials without a pair` : ''}`,
    ),
    ...record.naive.map(
      ({ method, claimed, actual, kept, awareLessNaive }) =>
        `${method}: claims ${number(claimed?.mean)}, earns ${number(actual?.mean)}, co-location takes ${plain(percent(kept === null ? null : 1 - kept.ratio))}` +
        (awareLessNaive === null ? '' : `; aware earns ${significant(awareLessNaive.mean, 5)} more`),
    ),
    ...(record.boundScope === '' ? [] : [`bounds cover  ${oneLine(record.boundScope)}`]),
    ...record.warnings.map((warning) => `warning       ${oneLine(warning)}`),
  ];
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

/** Said where it makes a difference. */
export function meansNote(summary: readonly SummaryFrame[]): string[] {
  return summary.some(({ withoutPlan }) => withoutPlan > 0)
    ? ['Means are over the trials in which a method has a feasible plan.']
    : [];
}

export function trialsText({ variants, trials, trialsAsked, seed, termination }: ComparisonFrame): string {
  const what = variants ? 'variants of the workload' : 'seeds on the instance itself';
  const cut = termination === 'interrupted' ? `, interrupted: ${trials} of ${trialsAsked} trials are whole` : '';
  return `${trialsAsked} ${trialsAsked === 1 ? 'trial' : 'trials'} (${what}, from seed ${seed})${cut}`;
}

export function limitsText(
  { timeLimitS, workLimit }: Pick<ComparisonFrame, 'timeLimitS' | 'workLimit'>,
  workers = 1,
): string {
  const limits = [
    ...(timeLimitS === null ? [] : [`${timeLimitS} s`]),
    ...(workLimit === null ? [] : [`${workLimit} steps`]),
  ];
  return `${limits.join(' and ') || 'none'} per run, ${workers === 1 ? 'one run' : `${workers} runs`} at a time`;
}

function methodRow({ method, plans, withoutPlan, objective, gap, timeS, best }: SummaryFrame): string {
  return row(WIDTHS, [
    method,
    plansText({ plans, withoutPlan }),
    number(objective?.mean),
    intervalText(objective?.interval ?? null, (value) => significant(value, 5)).trim(),
    plain(gapPercent(gap?.mean)),
    gap?.interval ? `${digitsOf(gap.interval.low)}..${digitsOf(gap.interval.high)} %` : '',
    plain(seconds(timeS?.mean)),
    String(best),
  ]);
}

function digitsOf(share: number): string {
  return significant(100 * share, 3);
}

/** " low..high", or nothing. */
export function intervalText(interval: { low: number; high: number } | null, write: (value: number) => string): string {
  return interval === null ? '' : ` ${write(interval.low)}..${write(interval.high)}`;
}

function number(value: number | undefined): string {
  return value === undefined ? 'none' : significant(value, 6);
}

/** "3", or "3 of 5" where some have none. */
export function plansText({ plans, withoutPlan }: Pick<SummaryFrame, 'plans' | 'withoutPlan'>): string {
  return withoutPlan > 0 ? `${plans} of ${plans + withoutPlan}` : String(plans);
}

const WIDTHS = [22, 7, 10, 19, 12, 19, 9, 5];

/** Cells one beside the other: the first one to the left of its column, the others to the right. */
export function row(widths: readonly number[], cells: readonly string[]): string {
  return cells.map((cell, n) => (n === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[n]!))).join(' ');
}
