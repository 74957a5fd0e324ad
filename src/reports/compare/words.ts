import type { RunFrame, ComparisonRecord, SummaryFrame } from '../../studies/compare/record.js';
import { type Measured, oneLine, plain, type Shown, significant } from '../format.js';
import { constraintName } from '../wording.js';
import { brokenOf, type Notation, type Interval } from './report.js';

/**
 * Returns a sentence on which methods are best in most trials, separately for plans that keep different rules; ties are
 * named. Null if fewer than two methods are compared, or if no method has a plan in a complete trial.
 */
export function verdictText({
  summary,
  trials,
  runs,
}: Pick<ComparisonRecord, 'summary' | 'trials' | 'runs'>): string | null {
  const rules = new Set(runs.flatMap((run) => (run.objective === null ? [] : [run.rules ?? ''])));
  const of = (most: number): string => `in ${most} of ${trials} ${trials === 1 ? 'trial' : 'trials'}`;
  const said = [...rules].flatMap((kind) => {
    const own = summary.filter(({ method }) =>
      runs.some((run) => run.method === method && run.objective !== null && (run.rules ?? '') === kind),
    );
    const most = Math.max(0, ...own.map(({ best }) => best));
    if (most === 0) return [];
    const names = own.flatMap(({ method, best }) => (best === most ? [oneLine(method)] : []));
    const among = rules.size > 1 ? ` of ${kind}` : '';
    if (names.length === 1) return [`${names[0]!} has the best plan${among} ${of(most)}`];
    const listed = `${names.slice(0, -1).join(', ')} and ${names.at(-1)!}`;
    return [`${listed} are level: no plan${among} is better than theirs ${of(most)}${most === trials ? '' : ' each'}`];
  });
  return said.length === 0 || summary.length < 2 ? null : said.join('; ');
}

/** Maximum number of warnings printed; compare.json has all of them. */
const MAX_WARNINGS = 8;

/** Returns the warnings to print: the first ones, and how many more there are. */
export function shownWarnings({ warnings }: Pick<ComparisonRecord, 'warnings'>): string[] {
  const left = warnings.length - MAX_WARNINGS;
  const shown = warnings.slice(0, MAX_WARNINGS).map(oneLine);
  return left > 0 ? [...shown, `${left} more warnings are in the record.`] : shown;
}

/** Returns a note that means cover only the trials with a plan; empty if all have one. */
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

/** Returns the text of an interval, " low..high", with the unit of its ends; empty if there is no interval. */
export function intervalText(interval: Interval | null, write: Notation): string {
  if (interval === null) return '';
  const [low, high] = [write(interval.low), write(interval.high)];
  return ` ${low?.digits ?? ''}..${plain(high)}`;
}

/**
 * Returns a text on how many trials have a feasible plan: "3", "3 of 5" if some have none, "0 of 2: red line" if none
 * has one.
 */
export function plansText({ method, plans, withoutPlan }: SummaryFrame, runs: readonly RunFrame[] = []): string {
  const count = withoutPlan > 0 ? `${plans} of ${plans + withoutPlan}` : String(plans);
  const broken = new Set(runs.flatMap((run) => (plans === 0 && run.method === method ? brokenOf(run) : [])));
  return broken.size === 0 ? count : `${count}: ${[...broken].map((name) => oneLine(constraintName(name))).join(', ')}`;
}

/** Returns the name of the run that proved a bound, for people. */
export function sourceText(source: string | null): string {
  if (source === null) return 'nobody';
  return source === 'bound' ? 'its own run' : `the run of ${oneLine(source)}`;
}

/** Returns a sentence on how well run times compare if `workers` runs are made at the same time. */
export function workersText(workers: number): string {
  return workers === 1
    ? 'Runs are made one after another, since two at a time would slow each other down.'
    : `Runs were made ${workers} at a time and slowed each other down: their times are not those of a run by itself.`;
}

/** Returns a line of a text table: the first cell is aligned left, the others right. */
export function row(widths: readonly number[], cells: readonly string[]): string {
  return cells.map((cell, n) => (n === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[n]!))).join(' ');
}

/** Returns a line of text with a label before it. */
export function labelled(label: string, text: string): string {
  return `${label.padEnd(12)}  ${text}`;
}

/** Returns a line on the plans for which the bounds hold; empty if that is unknown. */
export function scopeLine(boundScope: string): string[] {
  return boundScope === '' ? [] : [`bounds cover  ${oneLine(boundScope)}`];
}

/** Returns the number of steps of a method, or their mean, as it is shown; null if unknown. */
export function stepCount(value: Measured): Shown | null {
  if (value === null || value === undefined) return null;
  return { digits: Number.isInteger(value) ? String(value) : significant(value, 4), unit: '' };
}
