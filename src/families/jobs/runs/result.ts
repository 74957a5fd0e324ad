import type { JobOutcome, MonthSchedule } from '../../../../models/families/jobs/month-schedule.js';
import type { BindingConstraint } from '../../../../models/families/binding-constraint.js';
import type { RoomOverMonth } from '../../../../models/families/jobs/room.js';
import type { PlanFigures } from '../../../runs/plan-figures.js';
import type { FamilyRunResult, TrajectoryPoint } from '../../../runs/result.js';
import type { MonthVerdict } from '../check/check-month.js';
import type { MonthBound, ValueFrontier } from '../methods/bound/month-bound.js';
import type { MonthPolicy } from '../methods/month/policy.js';
import type { ProfileSet } from '../methods/profiles/build-profiles.js';

/** Result of `plenum solve` on a jobs instance. Objective and bound (an upper one) are the total value earned. */
export interface JobsRunResult extends FamilyRunResult, PlanFigures {
  readonly family: 'jobs';
  readonly policy: MonthPolicy;
  /** Energy of all pieces, J; null without a schedule. */
  readonly energyJ: number | null;
  /** Value over energy, value/MJ; null without a schedule or if no energy was drawn. */
  readonly valuePerMJ: number | null;
  /** Room of the facility over the month (docs/jobs/room.md); null if not asked for or without a valid schedule. */
  readonly room: RoomOverMonth | null;
  /** Number of jobs. Next: numbers by outcome. */
  readonly jobs: number;
  readonly outcomes: Readonly<Record<JobOutcome, number>> | null;
  /** Share of jobs that were dropped or ended worthless, "rejected" in the paper. */
  readonly rejectedShare: number | null;
  readonly moves: number | null;
  /** Always empty: no limit of a month is a budget. */
  readonly binding: readonly BindingConstraint[];
  /** Sum of the values that the jobs have at age 0. */
  readonly startingValue: number;
  /** Bound for jobs that stay at their point. Next: for jobs that may move. Null if not proven. */
  readonly rigidBound: number | null;
  readonly malleableBound: number | null;
  /**
   * Upper bound on the value of any schedule with this energy. Next: lower bound on the energy of one with this value,
   * J. Null without a frontier.
   */
  readonly valueBoundAtEnergy: number | null;
  readonly energyBoundForValueJ: number | null;
  /** Number of fronts used, and of those proven exact. */
  readonly fronts: number;
  readonly exactFronts: number;
  /** Fronts whose least product of time and energy is proven, the exact ones among them. */
  readonly provenProducts: number;
  /**
   * Bounds on value by price of energy: no schedule has more value than `bound` and `pricePerMJ` for each MJ; null
   * without a frontier.
   */
  readonly frontier: readonly { readonly pricePerMJ: number; readonly bound: number }[] | null;
}

/** Everything that a report needs besides the instance. */
export interface JobsRunRecord {
  readonly result: JobsRunResult;
  /** The checker's verdict; null without a schedule. */
  readonly verdict: MonthVerdict | null;
  readonly schedule: MonthSchedule | null;
  /** Profiles used; null if neither the method nor a bound needs any. */
  readonly profiles: ProfileSet | null;
  /** Bounds without a price of energy. */
  readonly rigid: MonthBound | null;
  readonly malleable: MonthBound | null;
  readonly frontier: ValueFrontier | null;
  readonly trajectory: readonly TrajectoryPoint[];
}
