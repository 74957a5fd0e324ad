import type { UtilityEnvironment } from '../../../../models/families/utility/instance.js';
import type { BindingConstraint } from '../../../../models/families/binding-constraint.js';
import type { PlanFigures } from '../../../runs/plan-figures.js';
import type { FamilyRunResult, TrajectoryPoint } from '../../../runs/result.js';
import type { UtilityBound } from '../methods/bound/utility-bound.js';
import type { CompanyError } from './company-error.js';
import type { EventSeries } from '../methods/outcome.js';
import type { FilterBranches } from '../methods/policy.js';
import type { ScheduleVerdict } from '../check/check-schedule.js';

/**
 * Result of `plenum solve` on a utility instance. Objective and bound (an upper one) are utility earned in the measured
 * time.
 */
export interface UtilityRunResult extends FamilyRunResult, PlanFigures {
  readonly family: 'utility';
  readonly environment: UtilityEnvironment;
  readonly filter: string;
  /** Factor on the filter's limit, 'online' if learnt during the run; null without a filter. */
  readonly leniency: number | 'online' | null;
  /**
   * Number of events in which each term of the filter set its limit; null if the filter has one term or the run was
   * stopped.
   */
  readonly filterBranches: FilterBranches | null;
  readonly preemption: string;
  /**
   * Energy drawn by day, J, including the part of a day before the first midnight. Next: budget by day; null means
   * none.
   */
  readonly energyJ: readonly number[] | null;
  readonly energyBudgetJ: readonly (number | null)[];
  /** Cost of the energy by day, USD; null if energy has no price. */
  readonly costUsd: readonly number[] | null;
  /** Budget of money by day, USD; null means none. */
  readonly costBudgetUsd: readonly (number | null)[];
  /** Utility per cost of energy in the measured time, utility/USD; null if energy has no price or costs nothing. */
  readonly earnedPerUsd: number | null;
  readonly tasks: number;
  readonly completed: number | null;
  readonly dropped: number | null;
  readonly preemptions: number | null;
  /** Sum of the starting utilities of the tasks that arrive in the measured time. */
  readonly startingUtility: number;
  /**
   * Utility of the measured time if every task started at the first mapping event after its arrival, on the option on
   * which it ends first.
   */
  readonly immediateUtility: number;
  /** The same utility if every task could start on arrival, whatever its option draws; no schedule may do that. */
  readonly onArrivalUtility: number;
  /**
   * Moments at which 98 % and 99 % of the budget of the measured time were used, s from its start; null if never or
   * without a budget.
   */
  readonly used98S: number | null;
  readonly used99S: number | null;
  /** Worth of one more MJ in the measured time at the bound's prices; null without a budget or bound. */
  readonly utilityPerMJ: number | null;
  /** Worth of one more USD in the measured time at the bound's prices; null unless the budget is in money. */
  readonly utilityPerUsd: number | null;
  readonly binding: readonly BindingConstraint[];
  /** Power of the idle room at the meter, W, which budgets do not include; null without a facility. */
  readonly idleW: number | null;
  /** Error of execution times due to co-location; null without a facility or if nothing ran. */
  readonly companyError: CompanyError | null;
}

/** Everything that a report needs besides the instance. */
export interface UtilityRunRecord {
  readonly result: UtilityRunResult;
  readonly verdict: ScheduleVerdict | null;
  readonly series: EventSeries | null;
  readonly bound: UtilityBound | null;
  readonly trajectory: readonly TrajectoryPoint[];
}
