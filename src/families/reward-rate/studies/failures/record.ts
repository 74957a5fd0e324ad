import type { Violation } from '../../../../../models/problems/violation.js';

/** Effect of failing CRACs on a plan, case by case (docs/reward-rate/failures.md). */
export interface FailuresRecord {
  readonly assumptions: {
    readonly nodeThermalMassJPerK: number;
    readonly plenumTimeConstantS: number;
    /** Time simulated at most, s. */
    readonly horizonS: number;
  };
  readonly cases: readonly FailureCase[];
}

/** A set of CRACs gone at once, the plan's placement kept. */
export interface FailureCase {
  /** Names of the CRACs that fail. */
  readonly gone: readonly string[];
  /**
   * holds: all limits are kept at the plan's set-points; holdsReset: at those of `reset`; broken: no set-points were found that keep
   * them; noSteadyState: some air meets no CRAC at work, and warms without end.
   */
  readonly verdict: 'holds' | 'holdsReset' | 'broken' | 'noSteadyState';
  /** The checker's word on the steady state at the plan's own set-points; null where there is no steady state. */
  readonly atPlan: SteadyState | null;
  /** The same at set-points chosen for the failed room; null where the plan's hold or there is no steady state. */
  readonly reset: (SteadyState & { readonly setPointsC: Readonly<Record<string, number>> }) | null;
  /** Course of the inlets from the failure on at the plan's set-points. */
  readonly redLine: 'kept' | 'passed' | 'notWithinHorizon' | 'unknown';
  /** Time until the red line is passed, s; null unless `redLine` is passed. */
  readonly timeToRedLineS: number | null;
}

export interface SteadyState {
  readonly hottestInletC: number;
  readonly totalPowerW: number;
  /** Limits that are passed. */
  readonly violations: readonly Violation[];
  /** Reserves that are used where the limits above them are kept; no violations in a failure. */
  readonly reservesUsed: readonly Violation[];
}
