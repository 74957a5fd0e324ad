import type { RunFrame, ComparisonRecord, SummaryFrame } from '../../studies/compare/record.js';
import { type Measured, oneLine, plain, type Shown, significant } from '../format.js';
import { constraintName } from '../wording.js';
import { brokenOf, type Notation, type Interval } from './report.js';

/**
 * Returns the sentence on the methods that are best in most trials, of plans of each kind of rules; ties are told as ties. Null where no method has a
 * plan in a whole trial.
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

/** Greatest number of warnings printed; compare.json has all of them. */
const MAX_WARNINGS = 8;

/** Warnings as people read them, the first ones alone where they are many. */
export function shownWarnings({ warnings }: Pick<ComparisonRecord, 'warnings'>): string[] {
  const left = warnings.length - MAX_WARNINGS;
  const shown = warnings.slice(0, MAX_WARNINGS).map(oneLine);
  return left > 0 ? [...shown, `${left} more warnings are in the record.`] : shown;
}

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

/** Text of an interval, " low..high" with the unit of its ends; empty for none. */
export function intervalText(interval: Interval | null, write: Notation): string {
  if (interval === null) return '';
  const [low, high] = [write(interval.low), write(interval.high)];
  return ` ${low?.digits ?? ''}..${plain(high)}`;
}

/** Text of a method's feasible plans: "3", "3 of 5" where some trials have none, "0 of 2: red line" where none has one. */
export function plansText({ method, plans, withoutPlan }: SummaryFrame, runs: readonly RunFrame[] = []): string {
  const count = withoutPlan > 0 ? `${plans} of ${plans + withoutPlan}` : String(plans);
  const broken = new Set(runs.flatMap((run) => (plans === 0 && run.method === method ? brokenOf(run) : [])));
  return broken.size === 0 ? count : `${count}: ${[...broken].map((name) => oneLine(constraintName(name))).join(', ')}`;
}

/** Words for the run whose certificate a bound is. */
export function sourceText(source: string | null): string {
  if (source === null) return 'nobody';
  return source === 'bound' ? 'its own run' : `the run of ${oneLine(source)}`;
}

/** Sentence on what the times of runs are worth if `workers` runs are made at a time. */
export function workersText(workers: number): string {
  return workers === 1
    ? 'Runs are made one after another, since two at a time would slow each other down.'
    : `Runs were made ${workers} at a time and slowed each other down: their times are not those of a run by itself.`;
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
