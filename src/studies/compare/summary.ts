import { TIE } from '../analysis/cases.js';
import { gapsOverEffort } from '../analysis/curves.js';
import { groupedBy } from '../analysis/grouped-by.js';
import { binomialShare } from '../../experiments/binomial.js';
import {
  cutInterval,
  type MeanInterval,
  meanInterval,
  meanSeries,
  pairedDifference,
} from '../../experiments/statistics.js';
import { numberIn, rankOf, type RunFrame } from './certificates.js';
import type { Comparison, RunFigure } from './comparison.js';

/** Means of a method over its runs. Figures of the family are means, too, under their keys. */
export type MethodSummary = ReturnType<typeof methodSummaries>[number];

/** Differences of a method to the reference (method minus reference), over the trials in which both have a plan. */
export type MethodDifference = ReturnType<typeof methodDifferences>[number];

/** The rules by which runs are averaged and ranked. */
type Rules = Pick<Comparison, 'figures' | 'certificates' | 'better'>;

/** Returns the numbers of the trials in which every method was run. */
export function wholeTrials(methods: readonly string[], runs: readonly Pick<RunFrame, 'trial'>[]): ReadonlySet<number> {
  const trials = [...groupedBy(runs, ({ trial }) => trial)];
  return new Set(trials.flatMap(([trial, own]) => (own.length === methods.length ? [trial] : [])));
}

/** Returns a run's value under `key`, for means. The main bound's `farthest` limits how far its value may be from 0. */
function meantFigure(run: RunFrame, key: string, { certificates: [main] }: Pick<Rules, 'certificates'>): number | null {
  const { on, farthest = Infinity } = main;
  const value = numberIn(run, key);
  return value === null || key !== on ? value : Math.max(-farthest, Math.min(farthest, value));
}

/**
 * Returns the summary of each method: the means of all its values, and the number of trials in which it was best.
 *
 * @param repeated `runs`, in which a run that stands for all trials is repeated for each trial
 */
export function methodSummaries(
  rules: Rules & Partial<Pick<Comparison, 'asked' | 'series'>>,
  methods: readonly string[],
  runs: readonly RunFrame[],
  repeated: readonly RunFrame[] = runs,
) {
  const { figures, asked, series } = rules;
  const best = bestRuns(methods, repeated, rules);
  const isRuled = runs.some((run) => run.rules !== undefined);
  return methods.map((method) => {
    const made = runs.filter((run) => run.method === method);
    const rated = made.filter(({ objective }) => objective !== null);
    // A run that broke down took no time of the method's.
    const unbroken = made.filter(({ failure }) => failure === undefined);
    const mean = (of: readonly RunFrame[], key: string): MeanInterval | null => {
      const values = of.map((run) => meantFigure(run, key, rules)).filter((value) => value !== null);
      return values.length === 0 ? null : meanInterval(values);
    };
    const first = best.filter((run) => run.method === method);
    const ofRules = [...groupedBy(first, ({ rules = '' }) => rules)].map(
      ([kind, { length }]) => [kind, length] as const,
    );
    const own = figures.map(({ key, within }: RunFigure) => [key, cutInterval(mean(rated, key), within)]);
    return {
      method,
      ...(asked !== undefined && { asked: asked(method) }),
      plans: rated.length,
      withoutPlan: made.length - rated.length,
      feasibleShare: made.length === 0 ? null : binomialShare(rated.length, made.length),
      objective: mean(rated, 'objective'),
      gap: mean(rated, 'gap'),
      ...(Object.fromEntries(own) as object),
      ...(series !== undefined && {
        series: Object.fromEntries(
          series.map((key) => [key, meanSeries(rated.flatMap((run) => (run.series?.[key] ? [run.series[key]] : [])))]),
        ),
      }),
      timeS: mean(unbroken, 'timeS'),
      cpuS: mean(unbroken, 'cpuS'),
      steps: mean(unbroken, 'steps'),
      best: first.length,
      ...(isRuled && { bestByRules: Object.fromEntries(ofRules) as Readonly<Record<string, number>> }),
    };
  });
}

/** Returns the best runs of each complete trial, apart from rounding, separately for plans of different rules. */
function bestRuns(methods: readonly string[], runs: readonly RunFrame[], rules: Rules): readonly RunFrame[] {
  const { tie = 0 } = rules.certificates[0];
  const whole = wholeTrials(methods, runs);
  const ranked = runs.flatMap((run) => {
    const rank = whole.has(run.trial) ? rankOf(run, rules) : null;
    return rank === null ? [] : [{ run, rank }];
  });
  const places = groupedBy(ranked, ({ run: { trial, rules: kind = '' } }) => `${trial} ${kind}`);
  return [...places.values()].flatMap((own) => {
    const most = Math.max(...own.map(({ rank }) => rank));
    return own.flatMap(({ run, rank }) => (rank >= most - TIE * Math.max(tie, Math.abs(most)) ? [run] : []));
  });
}

/**
 * Returns the differences of every other method to the reference, over the trials in which both have a plan of the same
 * rules. `ofReference` is the difference of the objectives as a share of the reference's objective.
 */
export function methodDifferences(
  rules: Pick<Rules, 'figures' | 'certificates'>,
  methods: readonly string[],
  reference: string,
  repeated: readonly RunFrame[],
  isRunOnce: (method: string) => boolean = () => false,
) {
  const keys = rules.figures.flatMap((one) => (one.in.includes('difference') ? [one.key] : []));
  return methods.flatMap((method) => {
    if (method === reference) return [];
    // Of two that draw nothing there is one pair, and nothing to say of its spread.
    const isOnePair = isRunOnce(method) && isRunOnce(reference);
    const runsOf = (label: string): readonly RunFrame[] =>
      repeated.filter((run) => run.method === label && (!isOnePair || run.trial === 0));
    const references = new Map(runsOf(reference).map((run) => [run.trial, run]));
    const pairs = runsOf(method).flatMap((run) => {
      const other = references.get(run.trial);
      return other !== undefined && run.rules === other.rules ? [[run, other] as const] : [];
    });
    const paired = (pick: (run: RunFrame, other: RunFrame) => number | null) => {
      const known = pairs.flatMap(([run, other]) => {
        const [first, second] = [pick(run, other), pick(other, other)];
        return first === null || second === null ? [] : [[first, second] as const];
      });
      if (known.length === 0) return null;
      return pairedDifference(
        known.map(([first]) => first),
        known.map(([, second]) => second),
      );
    };
    const difference = (key: string) => paired((run) => meantFigure(run, key, rules));
    const objective = difference('objective');
    const planned = [method, reference].flatMap(runsOf).filter((run) => run.objective !== null);
    return {
      method,
      reference,
      /** Number of trials in which only one of the two methods has a plan, or their plans keep different rules. */
      unpaired: new Set(planned.map(({ trial }) => trial)).size - (objective?.n ?? 0),
      objective,
      ofReference: paired(shareOfReference),
      ...(Object.fromEntries(keys.map((key) => [key, difference(key)])) as object),
    };
  });
}

/** Returns the relative difference of two objectives; null if one is missing or the second is not above 0. */
function shareOfReference({ objective: one }: RunFrame, { objective: other }: RunFrame): number | null {
  return one === null || other === null || other <= 0 ? null : (one - other) / other;
}

/**
 * Returns the gap of each method's best plan so far over time or steps, and what all gaps refer to: the proven bound
 * or, if no run has one, the best plan of the trial. Methods that report no plans before their end are left out.
 */
export function convergenceOf(
  { better }: Pick<Comparison, 'better'>,
  runs: readonly RunFrame[],
  axis: 'seconds' | 'steps',
) {
  const byMethod = groupedBy(runs, ({ method }) => method);
  const drawn = runs.filter(({ method }) => byMethod.get(method)!.some(({ trajectory }) => trajectory.length > 0));
  const to = drawn.some(({ bound }) => bound !== null && bound !== 0) ? ('bound' as const) : ('best plan' as const);
  const best = bestPlans(runs, better);
  const rated = drawn.flatMap(({ method, trial, bound, trajectory, ...ended }) => {
    const reference = to === 'bound' ? bound : best.get(trial);
    if (!reference) return [];
    const path = trajectory.map(([steps, timeS, value]) => ({
      at: axis === 'seconds' ? timeS : steps,
      gap: Math.max(0, lossTo(reference, value, better)),
    }));
    return [{ method, path, end: Math.max(axis === 'seconds' ? ended.timeS : ended.steps, path.at(-1)?.at ?? 0) }];
  });
  const end = Math.max(0, ...rated.map((run) => run.end));
  const curves = [...groupedBy(rated, ({ method }) => method)].map(([method, own]) => {
    return { method, paths: own.map(({ path }) => path) };
  });
  return { to, ...gapsOverEffort(axis, end, curves) };
}

/**
 * Returns the performance profile of each method (Dolan and Moré 2002): by which fractions its plans are worse than the
 * best of their trial, ascending. Trials with a best objective of 0 are left out. If plans obey different rules, all
 * trials are left out.
 *
 * @param repeated `runs`, in which a run that stands for all trials is repeated for each trial
 */
export function profilesOf(
  { better }: Pick<Comparison, 'better'>,
  runs: readonly RunFrame[],
  repeated: readonly RunFrame[] = runs,
) {
  const made = new Set(runs.map(({ trial }) => trial));
  const rated = repeated.filter(({ trial }) => made.has(trial));
  const best = bestPlans(rated, better);
  const isMixed = new Set(runs.flatMap(({ rules }) => rules ?? [])).size > 1;
  const trials = [...best.values()].filter((one) => one !== 0).length;
  return [...groupedBy(rated, ({ method }) => method)].map(([method, own]) => {
    const losses = own.flatMap(({ objective, trial }) => {
      const most = best.get(trial);
      if (objective === null || !most || isMixed) return [];
      const loss = lossTo(most, objective, better);
      return [loss > TIE ? loss : 0];
    });
    return { method, losses: losses.sort((one, other) => one - other), trials };
  });
}

/** Returns the best objective of each trial, by the trial's number. */
function bestPlans(runs: readonly RunFrame[], better: Comparison['better']): ReadonlyMap<number, number> {
  const plans = runs.flatMap(({ trial, objective }) => (objective === null ? [] : [{ trial, objective }]));
  const best = Math[better === 'more' ? 'max' : 'min'];
  const trials = [...groupedBy(plans, ({ trial }) => trial)];
  return new Map(trials.map(([trial, own]) => [trial, best(...own.map(({ objective }) => objective))]));
}

/** Returns by how much a value is worse than `reference`, as a fraction of the reference's absolute value. */
function lossTo(reference: number, value: number, better: Comparison['better']): number {
  return (better === 'less' ? value - reference : reference - value) / Math.abs(reference);
}
