import { heldBound } from '../../models/families/bound.js';
import type { StopReason } from './control.js';
import { relativeGap } from './relative-gap.js';

/** A plan's value held against what is proven. */
export interface Standing {
  /** Bound to report: as proven, or brought to the objective where rounding alone carries it past; null where nothing is proven. */
  readonly bound: number | null;
  /** Gap |bound - objective| / |bound|; null without a feasible plan or a bound. */
  readonly gap: number | null;
  /** Whether the plan is beyond the bound by more than rounding, so that one of the two is wrong. */
  readonly isRefuted: boolean;
}

/**
 * Returns how a plan stands against a proven bound.
 * @param objective - The value of a feasible plan that the bound covers; null without one.
 * @param isUpper - Whether no plan has more than the bound; else none has less.
 * @param scale - Size of the numbers that both are differences of.
 */
export function standing(proven: number | null, objective: number | null, isUpper: boolean, scale = 1): Standing {
  if (proven === null || objective === null) return { bound: proven, gap: null, isRefuted: false };
  const { bound, isRefuted } = heldBound(proven, objective, isUpper, scale);
  return { bound, gap: relativeGap(bound, objective), isRefuted };
}

/** What is known at the end of a run that has no gap. */
export interface Ungapped {
  /** Whether it is proven that no plan keeps the limits. */
  readonly isInfeasible?: boolean;
  /** Reason why there is no plan; null where there is one. */
  readonly withoutPlan: string | null;
  /** What a plan is called. */
  readonly what?: 'plan' | 'schedule';
  readonly feasible: boolean;
  /** Reason why the bound does not cover the plan; null where it does. */
  readonly uncovered?: string | null;
  /** Whether there is a bound. */
  readonly isProven: boolean;
  /** Reason why a bound gives no gap. */
  readonly provenYet?: string;
  /** Whether a bound was looked for to the end, and none found. */
  readonly isTried?: boolean;
  /** Whether the run was stopped before it could prove a bound. */
  readonly wasStopped: boolean;
}

/** Returns the reason why there is no gap. */
export function gapReason(end: Ungapped): string {
  const { what = 'plan', uncovered = null, provenYet = 'the bound is 0 and the objective is not' } = end;
  if (end.isInfeasible === true) return 'there is no feasible plan';
  if (end.withoutPlan !== null) return end.withoutPlan;
  if (!end.feasible) return `the ${what} does not pass the checker`;
  if (uncovered !== null) return uncovered;
  if (end.isProven) return provenYet;
  if (end.wasStopped) return 'the run was stopped before a bound was proven';
  return end.isTried === true ? 'no bound was proven' : 'no bound was computed';
}

/** Returns whether the user ended a run. */
export function isInterrupted({ stopReason }: { readonly stopReason: StopReason | null }): boolean {
  return stopReason === 'interrupted';
}

/** Returns the warning on a plan beyond its bound: one of the two is wrong, and that is never hidden in an absolute value. */
export function beyondBound(own: string, proof: string): string {
  return `The ${own} against ${proof}: one of them is wrong. Please report this instance.`;
}

/** Returns the warning on a plan that breaks limits although a feasible one may exist. */
export function notProvenInfeasible(limits: 'the limit' | 'limits'): string {
  const them = limits === 'limits' ? 'them' : 'it';
  return `This plan breaks ${limits} and must not be applied. Nothing proves that no plan keeps ${them}: try another method, more time or another seed.`;
}
