import type { UtilityEnvironment } from '../../../../models/families/utility/instance.js';
import type { BindingConstraint } from '../../../../models/families/binding-constraint.js';
import type { PlanFigures } from '../../../runs/plan-figures.js';
import type { FamilyRunResult, TrajectoryPoint } from '../../../runs/result.js';
import type { UtilityBound } from '../methods/bound/utility-bound.js';
import type { ChargedMeans } from './charged.js';
import type { CompanyError } from './company-error.js';
import type { NotRun } from './not-run.js';
import type { EventSeries } from '../methods/outcome.js';
import type { FilterBranches } from '../methods/policy.js';
import type { AnnualAccount } from '../check/annual-account.js';
import type { ScheduleVerdict } from '../check/check-schedule.js';
import type { Service } from '../check/service.js';

/** Result of `plenum solve` on a utility instance. Its objective is the utility earned in the measured time. */
export interface UtilityRunResult extends FamilyRunResult, PlanFigures {
  readonly family: 'utility';
  readonly environment: UtilityEnvironment;
  readonly filter: string;
  /** Factor on the energy that the filter allows a task, 'online' if learnt during the run; null without a filter. */
  readonly leniency: number | 'online' | null;
  /**
   * Numbers of mapping events at which each term of the filter `per-task` set its limit: free resources, or energy
   * left. Null for other filters and if the run was stopped.
   */
  readonly filterBranches: FilterBranches | null;
  readonly preemption: string;
  /**
   * Energy of the schedule's runs by day, J; null without a schedule. The first day may be only the time before the
   * first midnight.
   */
  readonly energyJ: readonly number[] | null;
  /** Energy budget by day, J; null for a day without an energy budget. */
  readonly energyBudgetJ: readonly (number | null)[];
  /** Cost of the energy by day, USD; null if energy has no price or without a schedule. */
  readonly costUsd: readonly number[] | null;
  /** Budget of money by day, USD; null for a day without a budget of money. */
  readonly costBudgetUsd: readonly (number | null)[];
  /**
   * Utility per cost of energy in the measured time, utility/USD. Null if energy has no price or costs nothing, or
   * without a schedule.
   */
  readonly earnedPerUsd: number | null;
  /**
   * Account of the year's energy after the measured time; null without an annual budget or a schedule that can be
   * rated.
   */
  readonly annualBudget: AnnualAccount | null;
  readonly tasks: number;
  readonly completed: number | null;
  readonly dropped: number | null;
  readonly preemptions: number | null;
  /** Waiting times, slowdowns and utilisation of the measured time; null without a schedule that can be rated. */
  readonly service: Service | null;
  /** Tasks that arrive in the measured time and do not run to their end, by reason; null without a schedule. */
  readonly notRun: NotRun | null;
  /** Mean prices that the policy charged; null if it puts no price on energy and nodes, or without a schedule. */
  readonly charged: ChargedMeans | null;
  /** Energy budget of the measured time less the energy drawn in it, J; null without such a budget or a schedule. */
  readonly unspentJ: number | null;
  /** Budget of money of the measured time less its cost, USD; null without such a budget or a schedule. */
  readonly unspentUsd: number | null;
  /** Unspent part of the budget of the measured time, as a fraction; null without a budget above 0 or a schedule. */
  readonly unspentShare: number | null;
  /**
   * Sum of the starting utilities of the tasks that arrive in the measured time: what they would earn if completed at
   * arrival.
   */
  readonly startingUtility: number;
  /**
   * Utility in the measured time if every task started at the first mapping event after its arrival, in the pool and
   * P-state that end it first. Limits on nodes and energy are ignored.
   */
  readonly immediateUtility: number;
  /**
   * Utility in the measured time if every task started at its arrival, in the pool and P-state that end it first. No
   * schedule can earn more.
   */
  readonly onArrivalUtility: number;
  /**
   * Moment at which 98 % of the budget of the measured time were used, s from the start of the measured time. Null if
   * that never happened, or without a budget.
   */
  readonly used98S: number | null;
  /**
   * Moment at which 99 % of the budget of the measured time were used, s from the start of the measured time. Null if
   * that never happened, or without a budget.
   */
  readonly used99S: number | null;
  /**
   * Dual value of the energy budget in the bound: utility per additional MJ in the measured time. Null without an
   * energy budget or a bound.
   */
  readonly utilityPerMJ: number | null;
  /**
   * Dual value of the money budget in the bound: utility per additional USD in the measured time. Null without such a
   * budget or a bound.
   */
  readonly utilityPerUsd: number | null;
  readonly binding: readonly BindingConstraint[];
  /** Power at the meter with all nodes idle, which does not count against budgets, W; null without a facility. */
  readonly idleW: number | null;
  /** Error of the assumed execution times due to co-location; null without a facility or if nothing ran. */
  readonly companyError: CompanyError | null;
}

/** Everything that the report of a run needs besides the instance. */
export interface UtilityRunRecord {
  readonly result: UtilityRunResult;
  readonly verdict: ScheduleVerdict | null;
  readonly series: EventSeries | null;
  readonly bound: UtilityBound | null;
  readonly trajectory: readonly TrajectoryPoint[];
}
