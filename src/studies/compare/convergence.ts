import type { GapStep } from '../../experiments/profiles.js';
import { effortsTo, gapsOver } from '../analysis/curves.js';
import { TIE } from '../analysis/cases.js';
import type { Comparison } from './comparison.js';
import type { Convergence, ConvergenceLine, Profile, RunFrame } from './record.js';

/**
 * Returns the gap of the best plan so far of each method over time or steps: median, least and greatest over its runs.
 * Before its first plan, a run has a gap of 1. If no run has a bound, the gap is that to the best plan of the trial.
 * Methods that report no intermediate plans are left out.
 */
export function convergenceOf(
  { better }: Pick<Comparison, 'better'>,
  methods: readonly string[],
  runs: readonly RunFrame[],
  axis: Convergence['axis'],
): Convergence {
  const drawn = runs.filter(({ method }) => runs.some((one) => one.method === method && one.trajectory.length > 0));
  const to = drawn.some(({ bound }) => bound !== null && bound !== 0) ? 'bound' : 'best plan';
  const best = bestPlans(runs, better);
  const rated = drawn.flatMap((run) => {
    const reference = to === 'bound' ? run.bound : (best.get(run.trial) ?? null);
    if (reference === null || reference === 0) return [];
    const path = run.trajectory.map(([steps, timeS, value]): GapStep => ({
      at: axis === 'seconds' ? timeS : steps,
      gap: Math.min(1, Math.max(0, lossTo(reference, value, better))),
    }));
    return [{ ...run, path, end: Math.max(axis === 'seconds' ? run.timeS : run.steps, path.at(-1)?.at ?? 0) }];
  });
  const end = Math.max(0, ...rated.map((run) => run.end));
  const at = end === 0 || rated.every(({ path }) => path.length === 0) ? [] : effortsTo(end, axis);
  const lines = methods.flatMap((method): ConvergenceLine[] => {
    const paths = rated.flatMap((run) => (run.method === method ? [run.path] : []));
    if (paths.length === 0 || at.length === 0) return [];
    const [least, median, greatest] = gapsOver(at, paths, [0, 0.5, 1], 1);
    const plans = paths.filter((path) => path.length > 0).length;
    return [{ method, trials: paths.length, plans, median: median!, least: least!, greatest: greatest! }];
  });
  return { to, axis, at, methods: lines };
}

/**
 * Returns the performance profile of each method: how much it loses to the best method of each trial. Trials in which
 * no run was made, or whose best objective is 0, are left out. Plans that keep different rules are not compared, so the
 * profiles are then without losses.
 *
 * @param repeated the runs with those that stand for all trials repeated in each trial
 */
export function profilesOf(
  { better }: Pick<Comparison, 'better'>,
  methods: readonly string[],
  runs: readonly RunFrame[],
  repeated: readonly RunFrame[] = runs,
): Profile[] {
  const made = new Set(runs.map(({ trial }) => trial));
  const rated = repeated.filter(({ trial }) => made.has(trial));
  const best = bestPlans(rated, better);
  const isMixed = new Set(runs.flatMap(({ rules }) => rules ?? [])).size > 1;
  const lossOf = ({ objective, trial }: RunFrame): number[] => {
    const most = best.get(trial) ?? 0;
    if (objective === null || most === 0 || isMixed) return [];
    const loss = lossTo(most, objective, better);
    return [loss > TIE ? loss : 0];
  };
  return methods.map((method) => ({
    method,
    losses: rated.flatMap((run) => (run.method === method ? lossOf(run) : [])).sort((one, other) => one - other),
    trials: [...best.values()].filter((one) => one !== 0).length,
  }));
}

/** Returns the best objective of each trial. */
function bestPlans(runs: readonly RunFrame[], better: Comparison['better']): ReadonlyMap<number, number> {
  const best = new Map<number, number>();
  for (const { trial, objective } of runs) {
    if (objective === null) continue;
    best.set(trial, Math[better === 'more' ? 'max' : 'min'](best.get(trial) ?? objective, objective));
  }
  return best;
}

/** Returns by how much a value is worse than a reference other than 0, as a fraction of the reference. */
function lossTo(reference: number, value: number, better: Comparison['better']): number {
  return (better === 'less' ? value - reference : reference - value) / Math.abs(reference);
}
