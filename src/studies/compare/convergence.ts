import { gapsOverEffort } from '../analysis/curves.js';
import { TIE } from '../analysis/cases.js';
import { groupedBy } from '../analysis/grouped-by.js';
import type { RunFrame } from './run-frame.js';
import type { Comparison } from './comparison.js';

/**
 * Returns the gap of each method's best plan so far over time or steps, with the reference of all gaps: the proven
 * bound or, if no run has one, the best plan of the trial. Methods that report no plans on the way are left out.
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
 * Returns the performance profile of each method (Dolan and Moré 2002): the fractions by which its plans are worse than
 * the best plan of their trial, ascending. Trials without a run, or with a best objective of 0, are left out; if plans
 * obey different rules, all are.
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
  const best = new Map<number, number>();
  for (const { trial, objective } of runs) {
    if (objective === null) continue;
    best.set(trial, Math[better === 'more' ? 'max' : 'min'](best.get(trial) ?? objective, objective));
  }
  return best;
}

/** Returns by how much a value is worse than `reference`, as a fraction of the reference's absolute value. */
function lossTo(reference: number, value: number, better: Comparison['better']): number {
  return (better === 'less' ? value - reference : reference - value) / Math.abs(reference);
}
