import type { GapStep } from '../../experiments/profiles.js';
import type { Budget } from '../plan/study.js';
import type { CaseRun } from './cases.js';

/** Unit in which effort is measured. */
export type Axis = 'seconds' | 'steps';

/**
 * Returns how the effort of a budget's runs is measured: in seconds, unless only work is limited or times are left out.
 */
export function axisOf({ timeLimitS, workLimit }: Budget, withTimes: boolean): Axis {
  return withTimes && (timeLimitS !== null || workLimit === null) ? 'seconds' : 'steps';
}

/**
 * Returns the time of a run until its checked plan, s. It excludes a separate proof of a bound afterwards, which not
 * all methods need. For a run that was ended at the study's limit, returns that limit. Null for a run that failed
 * otherwise, because that is no time of the method.
 */
export function timeOf({ record }: Pick<CaseRun, 'record'>): number | null {
  const { failure } = record.outcome;
  const { total, bound = 0 } = record.machine.timeS;
  return total !== undefined && (failure === null || failure.reason === 'time') ? Math.max(0, total - bound) : null;
}

/** Returns the number of steps of a run; null if it failed or its method counts none. */
export function stepsOf({ record: { outcome } }: CaseRun): number | null {
  if (outcome.failure !== null) return null;
  return outcome.work['steps'] ?? outcome.trajectory.at(-1)?.[0] ?? null;
}

/** Returns the effort at which a run ended. */
export function endOf(run: CaseRun, axis: Axis): number | null {
  return axis === 'seconds' ? timeOf(run) : stepsOf(run);
}

/**
 * Returns the effort up to which the runs of a budget are considered: its limit, or the longest run; null if that is 0
 * or not known.
 */
export function horizonOf(runs: readonly CaseRun[], budget: Budget, axis: Axis): number | null {
  const limit = axis === 'seconds' ? budget.timeLimitS : budget.workLimit;
  const end = limit ?? runs.reduce((most, run) => Math.max(most, endOf(run, axis) ?? 0), 0);
  return end > 0 ? end : null;
}

/**
 * Returns the shortfall of a run's best plan so far, by effort, as a share of the case's scale, compared with the bound
 * or else the best known plan. Values during the run are the method's own, and none counts for more than the checker's
 * value at the end. Empty for a run without a plan.
 */
export function pathOf(run: CaseRun, axis: Axis, sign: 1 | -1): GapStep[] {
  const { plan, of, record } = run;
  const reference = of.bound ?? of.best;
  if (plan === null || reference === null) return [];
  const { trajectory } = record.outcome;
  const path: GapStep[] = [];
  let [reached, best] = [0, -Infinity];
  const add = (at: number | null | undefined, value: number): void => {
    if (typeof at !== 'number' || value <= best) return;
    [reached, best] = [Math.max(reached, at), value];
    path.push({ at: reached, gap: Math.max(0, sign * reference - value) / of.scale });
  };
  for (const [n, [steps, incumbent]] of trajectory.entries()) {
    if (incumbent === null) continue;
    add(axis === 'seconds' ? record.machine.trajectoryTimeS[n] : steps, Math.min(sign * incumbent, sign * plan));
  }
  add(endOf(run, axis) ?? reached, sign * plan);
  return path;
}

/** Returns the shortfall of a run's final plan, measured as in `pathOf`; Infinity without a plan. */
export function shortfallOf({ plan, of }: CaseRun, sign: 1 | -1): number {
  const reference = of.bound ?? of.best;
  return plan === null || reference === null ? Infinity : Math.max(0, sign * (reference - plan)) / of.scale;
}
