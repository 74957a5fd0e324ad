import { isNarrow, lookAt, lookLevel, looksOf } from '../../experiments/sequential.js';
import { LEVEL, type MeanInterval } from '../../experiments/statistics.js';
import type { RunRecord } from '../plan/record.js';
import type { StudyRun } from '../plan/run.js';
import type { StopRule, Study } from '../plan/study.js';
import { budgetKey, inOrder, methodOf, planOf, instanceKeyOf } from './cases.js';
import { groupedBy } from './grouped-by.js';

/** State of a study with sequential stopping: seeds are added until confidence intervals are narrow enough. */
export interface Stopping {
  /** Seeds needed so far: the first ones of the study. */
  readonly seeds: readonly number[];
  /** True if all runs with these `seeds` are done and no more are needed. */
  readonly ended: boolean;
  /** Looks made so far: interim analyses that decide whether to stop. */
  readonly looks: readonly Look[];
  /** Maximum number of looks (interim analyses), known in advance; confidence intervals are widened for it. */
  readonly declaredLooks: number;
  /** Confidence level of the intervals at each look. */
  readonly level: number;
}

export interface Look {
  readonly seeds: number;
  /** Number of means with confidence intervals in the look: one for each instance, method and budget. */
  readonly watched: number;
  /** Means whose confidence interval is still too wide. */
  readonly wide: readonly WideMean[];
}

export interface WideMean {
  readonly method: string;
  readonly instance: string;
  /** Mean with its widened confidence interval; null if some run has no value. */
  readonly mean: MeanInterval | null;
}

/**
 * Returns the state of sequential stopping. The first look (interim analysis) is at `least` seeds, each further look at
 * `step` more seeds, the last look at all seeds. Stopping needs a narrow interval of the mean over seeds for every
 * instance, method and budget. A look uses only records of its seeds, so that a resumed study decides like an
 * uninterrupted one. Intervals are widened for the maximum number of looks (docs/studies/statistics.md).
 *
 * @throws RangeError for a rule that does not fit the number of seeds, as `looksOf` does
 */
export function stoppingOf(
  rule: StopRule,
  seeds: readonly number[],
  runs: readonly StudyRun[],
  records: readonly RunRecord[],
  confidence = LEVEL,
): Stopping {
  const sizes = looksOf(rule, seeds.length);
  const known = new Map(inOrder(records, runs).map((record) => [record.key, record]));
  const looks: Look[] = [];
  const state = (n: number, ended: boolean): Stopping => ({
    seeds: seeds.slice(0, n),
    ended,
    looks,
    declaredLooks: sizes.length,
    level: lookLevel(sizes.length, confidence),
  });
  for (const n of sizes) {
    const seen = new Set(seeds.slice(0, n));
    const wanted = runs.filter(({ identity }) => seen.has(identity.seed));
    const found = wanted.flatMap(({ key }) => known.get(key) ?? []);
    if (found.length < wanted.length) return state(n, false);
    const look = lookOf(rule, found, sizes.length, confidence);
    looks.push({ seeds: n, ...look });
    if (look.wide.length === 0) return state(n, true);
  }
  return state(seeds.length, true);
}

/**
 * Returns the runs that a study needs, given its records: all or, with a stopping rule, those of the seeds up to the
 * next look (interim analysis).
 */
export function runsWanted(
  { stop, seeds }: Pick<Study, 'stop' | 'seeds'>,
  runs: readonly StudyRun[],
  records: readonly RunRecord[],
): readonly StudyRun[] {
  if (stop === null) return runs;
  const wanted = new Set(stoppingOf(stop, seeds, runs, records).seeds);
  return runs.filter(({ identity }) => wanted.has(identity.seed));
}

/**
 * Returns the confidence level of a study's intervals and tests. With a stopping rule it is the higher level of a
 * single look (interim analysis), so that all findings together hold at the usual one.
 */
export function confidenceOf({ stop, seeds }: Pick<Study, 'stop' | 'seeds'>): number {
  if (stop === null) return LEVEL;
  const missed = 1 - lookLevel(looksOf(stop, seeds.length).length);
  // Three digits of what may be missed, rounded down: never less sure than the look was.
  const unit = 10 ** (Math.floor(Math.log10(missed)) - 2);
  return Number((1 - Math.floor(missed / unit + 1e-9) * unit).toPrecision(12));
}

/**
 * Returns the sentence on how a study with a stopping rule ended.
 *
 * @param all number of the study's seeds
 */
export function stoppingText({ seeds, looks, level }: Stopping, all: number): string {
  const { watched, wide } = looks.at(-1)!;
  const intervals = `intervals at ${Number((100 * level).toPrecision(5))} % each`;
  return wide.length === 0
    ? `${seeds.length} of ${all} seeds were enough: the ${intervals} of all ${watched} means are as narrow as the rule demands.`
    : `All ${all} seeds are run, and ${wide.length} of ${watched} means are known less well than the rule demands (${intervals}).`;
}

function lookOf(rule: StopRule, records: readonly RunRecord[], looks: number, confidence: number): Omit<Look, 'seeds'> {
  const watched = groupedBy(records, (record) =>
    [methodOf(record), budgetKey(record.run.budget), JSON.stringify(record.run.options), instanceKeyOf(record)].join(
      ' ',
    ),
  );
  const wide: WideMean[] = [];
  for (const own of watched.values()) {
    const values = own.flatMap((record) => (rule.of === 'objective' ? planOf(record) : record.outcome.gap) ?? []);
    const mean = values.length < own.length ? null : lookAt(values, looks, confidence);
    if (mean === null || !isNarrow(mean.mean, mean.interval, rule)) {
      wide.push({ method: methodOf(own[0]!), instance: own[0]!.run.instance.name, mean });
    }
  }
  return { watched: watched.size, wide };
}
