import type { GapStep } from '../../experiments/profiles.js';
import type { Budget } from '../plan/study.js';
import type { CaseRun } from './cases.js';

/** Unit of the effort that a run spends. */
export type Axis = 'seconds' | 'steps';

/**
 * Returns the unit of effort of runs under a budget. It is steps if the budget limits only steps, or if times are left
 * out. Otherwise it is seconds.
 */
export function axisOf({ timeLimitS, workLimit }: Budget, withTimes: boolean): Axis {
  return withTimes && (timeLimitS !== null || workLimit === null) ? 'seconds' : 'steps';
}

/**
 * Returns the time until a run had its checked plan, s. The time for a separate bound afterwards is left out. If the
 * study's time limit ended the run, it is the time until then. Null for runs that failed otherwise.
 */
export function timeOf({ record }: Pick<CaseRun, 'record'>): number | null {
  const { failure } = record.outcome;
  const { total, bound = 0 } = record.machine.timeS;
  return total !== undefined && (failure === null || failure.reason === 'time') ? Math.max(0, total - bound) : null;
}

/** Returns the number of steps of a run; null if the run failed or its method counts no steps. */
export function stepsOf({ record: { outcome } }: CaseRun): number | null {
  if (outcome.failure !== null) return null;
  return outcome.work['steps'] ?? outcome.trajectory.at(-1)?.[0] ?? null;
}

/** Returns the total effort of a run in the unit `axis`; null if it is unknown. */
export function endOf(run: CaseRun, axis: Axis): number | null {
  return axis === 'seconds' ? timeOf(run) : stepsOf(run);
}

/**
 * Returns the effort at which curves of runs under a budget end: its limit or, without one, the effort of the longest
 * run. Null if it is 0 or unknown.
 */
export function horizonOf(runs: readonly CaseRun[], budget: Budget, axis: Axis): number | null {
  const limit = axis === 'seconds' ? budget.timeLimitS : budget.workLimit;
  const end = limit ?? runs.reduce((most, run) => Math.max(most, endOf(run, axis) ?? 0), 0);
  return end > 0 ? end : null;
}

/**
 * Returns the gap of a run's best plan so far as a step function of effort; empty for a run without a plan. The gap is
 * the relative distance to the bound or, without a bound, to the best known plan. The plans' values are the method's
 * own, but none is better than the checker's value of the final plan.
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

/**
 * Returns the relative distance of a run's final plan to the bound (without one, to the best known plan); Infinity
 * without a plan.
 */
export function shortfallOf({ plan, of }: CaseRun, sign: 1 | -1): number {
  const reference = of.bound ?? of.best;
  return plan === null || reference === null ? Infinity : Math.max(0, sign * (reference - plan)) / of.scale;
}
