import type { JobOutcome, MonthSchedule } from '../../../../models/families/jobs/month-schedule.js';
import type { BindingConstraint } from '../../../../models/families/binding-constraint.js';
import type { RoomOverMonth } from '../../../../models/families/jobs/room.js';
import type { PlanFigures } from '../../../runs/plan-figures.js';
import type { FamilyRunResult, TrajectoryPoint } from '../../../runs/result.js';
import type { MonthVerdict } from '../check/check-month.js';
import type { Service } from '../check/service.js';
import type { MonthBound, ValueFrontier } from '../methods/bound/month-bound.js';
import type { MonthPolicy } from '../methods/month/policy.js';
import type { ProfileSet } from '../methods/profiles/build-profiles.js';

/** Result of `plenum solve` on a jobs instance. The objective is the total value earned. */
export interface JobsRunResult extends FamilyRunResult, PlanFigures {
  readonly family: 'jobs';
  readonly policy: MonthPolicy;
  /** Energy of all pieces of all runs, J; null without a schedule. */
  readonly energyJ: number | null;
  /** Value earned / energy, value/MJ; null without a schedule or with energy 0. */
  readonly valuePerMJ: number | null;
  /**
   * Energy and temperatures of the machine room over the month (docs/jobs/room.md); null without a room in the instance
   * or a valid schedule.
   */
  readonly room: RoomOverMonth | null;
  readonly jobs: number;
  /** Number of jobs by outcome; null without a schedule. */
  readonly outcomes: Readonly<Record<JobOutcome, number>> | null;
  /**
   * Fraction of jobs that were dropped or ended worthless ("rejected" in the paper); null without a schedule or jobs.
   */
  readonly rejectedShare: number | null;
  readonly moves: number | null;
  /** Waiting times, slowdowns and utilisation; null without a schedule that can be rated. */
  readonly service: Service | null;
  /** Always empty: a month has no budget that a plan could exhaust. */
  readonly binding: readonly BindingConstraint[];
  /** Sum of the values that the jobs have at age 0. */
  readonly startingValue: number;
  /** Upper bound on value if jobs stay at their design point; null if not proven. */
  readonly rigidBound: number | null;
  /** Upper bound on value if jobs may move; null if not proven. */
  readonly malleableBound: number | null;
  /** Upper bound on the value of any schedule that uses as much energy as this one; null without a frontier. */
  readonly valueBoundAtEnergy: number | null;
  /** Lower bound on the energy of any schedule that earns as much value as this one, J; null without a frontier. */
  readonly energyBoundForValueJ: number | null;
  /** Number of fronts in the profiles that the run used. */
  readonly fronts: number;
  /** Number of fronts that are proven exact, in the profiles that the run used. */
  readonly exactFronts: number;
  /**
   * Number of fronts whose least product of time and energy is proven, in the profiles that the run used; exact fronts
   * included.
   */
  readonly provenProducts: number;
  /**
   * Bounds on value by price of energy: the value of any schedule is at most bound + pricePerMJ x energy (MJ). Null
   * without a frontier.
   */
  readonly frontier: readonly { readonly pricePerMJ: number; readonly bound: number }[] | null;
}

/**
 * A finished run: result, checker's verdict, schedule, profiles, bounds, and trajectory (incumbent and bound over
 * time).
 */
export interface JobsRunRecord {
  readonly result: JobsRunResult;
  /** Verdict of the independent checker; null without a schedule. */
  readonly verdict: MonthVerdict | null;
  readonly schedule: MonthSchedule | null;
  /** Profiles used; null if neither the method nor a bound needs profiles. */
  readonly profiles: ProfileSet | null;
  /** Bound on value for jobs that stay at their design point; null if not proven. */
  readonly rigid: MonthBound | null;
  /** Bound on value for jobs that may move; null if not proven. */
  readonly malleable: MonthBound | null;
  /** Bound on value as a function of energy; null if no bound was computed or the run was stopped before. */
  readonly frontier: ValueFrontier | null;
  readonly trajectory: readonly TrajectoryPoint[];
}
