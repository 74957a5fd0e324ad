import type { JobOutcome, MonthSchedule } from '../../../../models/families/jobs/month-schedule.js';
import type { BindingConstraint } from '../../../../models/families/binding-constraint.js';
import type { RoomOverMonth } from '../../../../models/families/jobs/room.js';
import type { PlanFigures } from '../../../runs/plan-figures.js';
import type { FamilyRunResult, TrajectoryPoint } from '../../../runs/result.js';
import type { MonthVerdict } from '../check/check-month.js';
import type { MonthBound, ValueFrontier } from '../methods/bound/month-bound.js';
import type { MonthPolicy } from '../methods/month/policy.js';
import type { ProfileSet } from '../methods/profiles/build-profiles.js';

/** Result of `plenum solve` on a jobs instance: objective and bound (an upper one) are the value that all jobs earn. */
export interface JobsRunResult extends FamilyRunResult, PlanFigures {
  readonly family: 'jobs';
  readonly policy: MonthPolicy;
  /** Energy of all pieces of run, J; null without a schedule. */
  readonly energyJ: number | null;
  /** Value over energy, value/MJ; null without a schedule and where no energy was drawn. */
  readonly valuePerMJ: number | null;
  /**
   * Room of the facility over the month (docs/jobs/room.md); null if the instance asks for none, and without a schedule
   * that passes the checker.
   */
  readonly room: RoomOverMonth | null;
  /** Number of jobs, and by what became of them. */
  readonly jobs: number;
  readonly outcomes: Readonly<Record<JobOutcome, number>> | null;
  /** Share of jobs that were dropped or ended worthless: the rejected ones of the paper. */
  readonly rejectedShare: number | null;
  readonly moves: number | null;
  /** No limit of a month is a budget: empty. */
  readonly binding: readonly BindingConstraint[];
  /** Sum of the values that the jobs have at age 0. */
  readonly startingValue: number;
  /** Bounds for jobs that stay at their point, and for jobs that may move; null if not proven. */
  readonly rigidBound: number | null;
  readonly malleableBound: number | null;
  /**
   * Largest value that any schedule of this energy may have, and least energy that one of this value needs, J; null
   * without a frontier.
   */
  readonly valueBoundAtEnergy: number | null;
  readonly energyBoundForValueJ: number | null;
  /** Fronts of the profiles in use, and how many of them are proven exact. */
  readonly fronts: number;
  readonly exactFronts: number;
}

/** Data of a report beside the instance. */
export interface JobsRunRecord {
  readonly result: JobsRunResult;
  /** Verdict of the checker; null without a schedule. */
  readonly verdict: MonthVerdict | null;
  readonly schedule: MonthSchedule | null;
  /** Profiles in use; null if neither the method nor a bound needs any. */
  readonly profiles: ProfileSet | null;
  /** Bounds without a price of energy. */
  readonly rigid: MonthBound | null;
  readonly malleable: MonthBound | null;
  readonly frontier: ValueFrontier | null;
  readonly trajectory: readonly TrajectoryPoint[];
}
