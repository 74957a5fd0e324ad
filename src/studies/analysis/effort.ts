import type { GapStep } from '../../experiments/profiles.js';
import type { Budget } from '../plan/study.js';
import type { CaseRun } from './cases.js';

/** Measure of effort. */
export type Axis = 'seconds' | 'steps';

/** Returns the axis of the runs of a budget: seconds unless work alone is limited or times are left out. */
export function axisOf({ timeLimitS, workLimit }: Budget, withTimes: boolean): Axis {
  return withTimes && (timeLimitS !== null || workLimit === null) ? 'seconds' : 'steps';
}

/**
 * Returns the time of a run, s, to its checked plan: without the proof of a bound that follows, which methods that
 * prove their own do not have. Of a run that was ended at the study's limit that limit, which it would have passed.
 * Null where it broke down otherwise, which is no time of the method's.
 */
export function timeOf({ record }: Pick<CaseRun, 'record'>): number | null {
  const { failure } = record.outcome;
  const { total, bound = 0 } = record.machine.timeS;
  return total !== undefined && (failure === null || failure.reason === 'time') ? Math.max(0, total - bound) : null;
}

/** Returns the steps of a run; null if it broke down or its method counts none. */
export function stepsOf({ record: { outcome } }: CaseRun): number | null {
  if (outcome.failure !== null) return null;
  return outcome.work['steps'] ?? outcome.trajectory.at(-1)?.[0] ?? null;
}

/** Returns the effort at which a run ended. */
export function endOf(run: CaseRun, axis: Axis): number | null {
  return axis === 'seconds' ? timeOf(run) : stepsOf(run);
}

/**
 * Effort up to which the runs of a budget are looked at: its limit, or the longest run; null if that is 0 or not known.
 */
export function horizonOf(runs: readonly CaseRun[], budget: Budget, axis: Axis): number | null {
  const limit = axis === 'seconds' ? budget.timeLimitS : budget.workLimit;
  const end = limit ?? runs.reduce((most, run) => Math.max(most, endOf(run, axis) ?? 0), 0);
  return end > 0 ? end : null;
}

/**
 * Returns the shortfall of a run's best plan so far by effort, as a share of the case's scale, against the bound or,
 * where there is none, the best plan known. Values on the way are the method's own: none counts for more than the
 * checker found in the end. Empty for a run without a plan.
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

/** Returns the shortfall of a run's plan in the end, as `pathOf` has it; infinite without a plan. */
export function shortfallOf({ plan, of }: CaseRun, sign: 1 | -1): number {
  const reference = of.bound ?? of.best;
  return plan === null || reference === null ? Infinity : Math.max(0, sign * (reference - plan)) / of.scale;
}
