import { TIE } from '../analysis/cases.js';
import { binomialShare } from '../../experiments/binomial.js';
import { pairsOf } from '../../experiments/select.js';
import { cutInterval, type MeanInterval, meanInterval, pairedDifference } from '../../experiments/statistics.js';
import { meantFigure, rankOf } from './certificates.js';
import type { Comparison, RunFigure } from './comparison.js';
import type { MethodDifference, MethodSummary, RunFrame } from './record.js';

/** The fields of a run by which statistics find it: its trial and its method. */
type TrialRun = Pick<RunFrame, 'trial' | 'method'>;

/**
 * Returns the values of a method's runs, by the trial's number. Runs without a value are left out.
 *
 * @param pick returns the value of a run; null if it has none
 */
export function byTrial<R extends TrialRun>(
  runs: readonly R[],
  method: string,
  pick: (run: R) => number | null,
): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (const run of runs) {
    const value = run.method === method ? pick(run) : null;
    if (value !== null) found.set(run.trial, value);
  }
  return found;
}

export function meanOrNull(values: readonly number[]): MeanInterval | null {
  return values.length === 0 ? null : meanInterval(values);
}

/**
 * Returns the numbers of the trials in which every method was run. Their bound is complete too, because it is computed
 * first.
 */
export function wholeTrials(methods: readonly string[], runs: readonly TrialRun[]): ReadonlySet<number> {
  const ended = new Map<number, number>();
  for (const { trial } of runs) ended.set(trial, (ended.get(trial) ?? 0) + 1);
  return new Set([...ended].flatMap(([trial, count]) => (count === methods.length ? [trial] : [])));
}

/** Returns runs for every trial. A method without random numbers runs only once, so its run is copied to all trials. */
export function inEveryTrial<R extends RunFrame>(
  runs: readonly R[],
  trials: number,
  isRunOnce: (method: string) => boolean = () => false,
): readonly R[] {
  return runs.flatMap((run) =>
    isRunOnce(run.method)
      ? Array.from({ length: trials }, (_, trial) => ({ ...run, trial, seed: run.seed - run.trial + trial }))
      : [run],
  );
}

/**
 * Keys of values of every family (`CommonKey`), by the runs over which means are taken: those with a feasible plan, or
 * all that did not fail.
 */
const COMMON = { plans: ['objective', 'gap'], runs: ['timeS', 'cpuS', 'steps'] } as const;

/** The part of a comparison that says how runs are averaged and ranked. */
type Rules = Pick<Comparison, 'figures' | 'certificates' | 'better'>;

/**
 * Returns the summary of each method: the means of all its values, and the number of trials in which it was best.
 *
 * @param repeated `runs`, in which a run that stands for all trials is repeated for each trial; "best" is counted in
 * them
 */
export function methodSummaries(
  rules: Rules & Partial<Pick<Comparison, 'asked'>>,
  methods: readonly string[],
  runs: readonly RunFrame[],
  repeated: readonly RunFrame[] = runs,
): MethodSummary[] {
  const { figures, certificates, asked } = rules;
  const best = bestCounts(methods, repeated, rules);
  return methods.map((method) => {
    const made = runs.filter((run) => run.method === method);
    const rated = made.filter(({ objective }) => objective !== null);
    // A run that broke down took no time of the method's.
    const unbroken = made.filter(({ failure }) => failure === undefined);
    const mean = (of: readonly RunFrame[], key: string): MeanInterval | null =>
      meanOrNull(of.map((run) => meantFigure(run, key, certificates)).filter((value) => value !== null));
    const all = [...COMMON.plans.map((key) => ({ key })), ...figures];
    return {
      method,
      ...(asked === undefined ? {} : { asked: asked(method) }),
      plans: rated.length,
      withoutPlan: made.length - rated.length,
      feasibleShare: made.length === 0 ? null : binomialShare(rated.length, made.length),
      ...Object.fromEntries(
        all.map(({ key, within }: Omit<RunFigure, 'in'>) => [key, cutInterval(mean(rated, key), within)]),
      ),
      ...Object.fromEntries(COMMON.runs.map((key) => [key, mean(unbroken, key)])),
      best: best.get(method)!,
    } as MethodSummary;
  });
}

/**
 * Returns, for each method, the number of complete trials in which no other method has a better plan of the same rules,
 * apart from rounding.
 */
function bestCounts(methods: readonly string[], runs: readonly RunFrame[], rules: Rules): ReadonlyMap<string, number> {
  const scale = rules.certificates.main.tie ?? 0;
  const of = (run: RunFrame): number | null => rankOf(run, rules);
  const whole = wholeTrials(methods, runs);
  const best = new Map<string, number>();
  const placeOf = ({ trial, rules = '' }: RunFrame): string => `${trial} ${rules}`;
  for (const run of runs) {
    const value = of(run);
    const place = placeOf(run);
    if (value !== null && whole.has(run.trial)) best.set(place, Math.max(best.get(place) ?? -Infinity, value));
  }
  const isBest = (run: RunFrame): boolean => {
    const value = of(run);
    const most = best.get(placeOf(run));
    return value !== null && most !== undefined && value >= most - TIE * Math.max(scale, Math.abs(most));
  };
  return new Map(methods.map((method) => [method, runs.filter((run) => run.method === method && isBest(run)).length]));
}

/** Key of the difference between a method's and the reference's objective, divided by the reference's objective. */
const OF_REFERENCE = 'ofReference';

/**
 * Returns the difference between a run's and the reference's objective in the same trial, divided by the latter. Null
 * if that is not above 0.
 */
function shareOfReference({ objective }: RunFrame, reference: RunFrame | undefined): number | null {
  const other = reference?.objective ?? null;
  return objective === null || other === null || other <= 0 ? null : (objective - other) / other;
}

/**
 * Returns the differences of every other method to the reference, over the trials in which both have a plan of the same
 * rules.
 */
export function methodDifferences(
  { figures, certificates }: Pick<Rules, 'figures' | 'certificates'>,
  methods: readonly string[],
  reference: string,
  repeated: readonly RunFrame[],
  isRunOnce: (method: string) => boolean = () => false,
): MethodDifference[] {
  const references = new Map(repeated.flatMap((run) => (run.method === reference ? [[run.trial, run] as const] : [])));
  const all = [
    'objective',
    OF_REFERENCE,
    ...figures.flatMap((one) => (one.in.includes('difference') ? [one.key] : [])),
  ];
  return methods
    .filter((method) => method !== reference)
    .map((method) => {
      // Of two that draw nothing there is one pair, and nothing to say of its spread.
      const isOnePair = isRunOnce(method) && isRunOnce(reference);
      const runs = isOnePair ? repeated.filter(({ trial }) => trial === 0) : repeated;
      const paired = all.map((key) => {
        const pick = (run: RunFrame): number | null => {
          const other = references.get(run.trial);
          if (other !== undefined && run.rules !== other.rules) return null;
          return key === OF_REFERENCE ? shareOfReference(run, other) : meantFigure(run, key, certificates);
        };
        return { key, ...pairsOf(byTrial(runs, method, pick), byTrial(runs, reference, pick)) };
      });
      const found = paired.map(({ key, first, second }) => [
        key,
        first.length === 0 ? null : pairedDifference(first, second),
      ]);
      return {
        method,
        reference,
        unpaired: paired[0]!.unpaired,
        ...(Object.fromEntries(found) as object),
      } as MethodDifference;
    });
}
