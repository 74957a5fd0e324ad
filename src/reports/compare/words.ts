import type { ComparisonRecord, MethodSummary, SummaryFrame } from '../../studies/compare/record.js';
import { type Measured, oneLine, type Shown, significant } from '../format.js';
import type { TextColumn } from './report.js';

/** Note on means over fewer trials; none where it makes no difference. */
export function meansNote(summary: readonly SummaryFrame[]): string[] {
  return summary.some(({ withoutPlan }) => withoutPlan > 0)
    ? ['Means are over the trials in which a method has a feasible plan.']
    : [];
}

export function trialsText({
  variants,
  trials,
  trialsAsked,
  seed,
  termination,
}: Pick<ComparisonRecord, 'variants' | 'trials' | 'trialsAsked' | 'seed' | 'termination'>): string {
  const what = variants ? 'variants of the workload' : 'seeds on the instance itself';
  const cut = termination === 'interrupted' ? `, interrupted: ${trials} of ${trialsAsked} trials are whole` : '';
  return `${trialsAsked} ${trialsAsked === 1 ? 'trial' : 'trials'} (${what}, from seed ${seed})${cut}`;
}

export function limitsText({
  timeLimitS,
  workLimit,
  workers,
}: Pick<ComparisonRecord, 'timeLimitS' | 'workLimit' | 'workers'>): string {
  const limits = [
    ...(timeLimitS === null ? [] : [`${timeLimitS} s`]),
    ...(workLimit === null ? [] : [`${workLimit} steps`]),
  ];
  return `${limits.join(' and ') || 'none'} per run, ${workers === 1 ? 'one run' : `${workers} runs`} at a time`;
}

/** Text of an interval, " low..high"; empty for none. */
export function intervalText(interval: { low: number; high: number } | null, write: (value: number) => string): string {
  return interval === null ? '' : ` ${write(interval.low)}..${write(interval.high)}`;
}

/** The column of 95 % intervals of mean objectives, empty where there is none. */
export function intervalColumn(
  width: number,
  write: (value: number) => string,
): TextColumn<
  SummaryFrame & { readonly objective?: Pick<NonNullable<MethodSummary['objective']>, 'interval'> | null | undefined }
> {
  const head = '95 % interval';
  return { head, width, of: ({ objective }) => intervalText(objective?.interval ?? null, write).trim() };
}

/** Text of the number of trials with a plan: "3", or "3 of 5" where some have none. */
export function plansText({ plans, withoutPlan }: Pick<SummaryFrame, 'plans' | 'withoutPlan'>): string {
  return withoutPlan > 0 ? `${plans} of ${plans + withoutPlan}` : String(plans);
}

/** Row of a table: the first cell stands at the left of its column, the others at the right. */
export function row(widths: readonly number[], cells: readonly string[]): string {
  return cells.map((cell, n) => (n === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[n]!))).join(' ');
}

/** A line with a label before it. */
export function labelled(label: string, text: string): string {
  return `${label.padEnd(12)}  ${text}`;
}

/** Line on the plans for which the bounds hold; none where that is not known. */
export function scopeLine(boundScope: string): string[] {
  return boundScope === '' ? [] : [`bounds cover  ${oneLine(boundScope)}`];
}

/** Steps of a method, or their mean. */
export function stepCount(value: Measured): Shown | null {
  if (value === null || value === undefined) return null;
  return { digits: Number.isInteger(value) ? String(value) : significant(value, 4), unit: '' };
}
