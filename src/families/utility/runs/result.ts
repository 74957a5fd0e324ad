import type { UtilityEnvironment } from '../../../../models/families/utility/instance.js';
import type { BindingConstraint } from '../../../../models/families/binding-constraint.js';
import type { PlanFigures } from '../../../runs/plan-figures.js';
import type { FamilyRunResult, TrajectoryPoint } from '../../../runs/result.js';
import type { UtilityBound } from '../methods/bound/utility-bound.js';
import type { CompanyError } from './company-error.js';
import type { EventSeries } from '../methods/outcome.js';
import type { FilterBranches } from '../methods/policy.js';
import type { ScheduleVerdict } from '../check/check-schedule.js';

/** Result of `plenum solve` on a utility instance: objective and bound (an upper one) are utility earned in the measured time. */
export interface UtilityRunResult extends FamilyRunResult, PlanFigures {
  readonly family: 'utility';
  readonly environment: UtilityEnvironment;
  readonly filter: string;
  /** Factor on what the filter allows, or "online" where it was learnt; null without a filter. */
  readonly leniency: number | 'online' | null;
  /** Number of events in which each term of the filter's limit was the least one; null for a filter of one term, and without an end. */
  readonly filterBranches: FilterBranches | null;
  readonly preemption: string;
  /** Energy drawn and budget by day, J, the part of a day before the first midnight included; a budget of null is none. */
  readonly energyJ: readonly number[] | null;
  readonly energyBudgetJ: readonly (number | null)[];
  /** Cost of that energy by day, USD; null if energy has no price. */
  readonly costUsd: readonly number[] | null;
  /** Budgets of money by day, USD; null is none. */
  readonly costBudgetUsd: readonly (number | null)[];
  /**
   * Utility earned in the measured time over what its energy costs, utility/USD; null if energy has no price or costs
   * nothing.
   */
  readonly earnedPerUsd: number | null;
  readonly tasks: number;
  readonly completed: number | null;
  readonly dropped: number | null;
  readonly preemptions: number | null;
  /** Sum of the starting utilities of the tasks that arrive in the measured time. */
  readonly startingUtility: number;
  /** Utility of the measured time if every task started at the first mapping event from its arrival on, on the option on which it ends first of those it may run alone. */
  readonly immediateUtility: number;
  /** Worth of one more MJ in the measured time by the bound's prices; null without a budget or a bound. */
  readonly utilityPerMJ: number | null;
  /** The same of one more USD, where the budget is one of money. */
  readonly utilityPerUsd: number | null;
  readonly binding: readonly BindingConstraint[];
  /** Power of the idle room at the meter, W, which budgets are free of; null without a facility. */
  readonly idleW: number | null;
  /** Error of the times in estimated company; null without a facility, or where nothing ran. */
  readonly companyError: CompanyError | null;
}

/** Data of a report beside the instance. */
export interface UtilityRunRecord {
  readonly result: UtilityRunResult;
  readonly verdict: ScheduleVerdict | null;
  readonly series: EventSeries | null;
  readonly bound: UtilityBound | null;
  readonly trajectory: readonly TrajectoryPoint[];
}
