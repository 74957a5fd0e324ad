import type { BrokenLimit } from '../../methods/broken-limits.js';
import type { Conflict } from './conflict.js';
import type { DemandExplanation } from './demand.js';
import type { InletExplanation } from './inlet.js';
import type { NextKilowatt } from './next-kw.js';
import type { PricedFix } from './fix.js';
import type { ServiceExplanation } from './service.js';
import type { WantedReward } from './wanted.js';
import type { LimitsWorth } from './limit-worth.js';

/** Explanation, as `plenum explain` prints and stores it. */
export interface Explanation {
  readonly brokenLimits: readonly BrokenLimit[];
  /** Number of violated limits that the explanation does not list. */
  readonly omitted: number;
  /** First set of limits found that no plan can keep together; null if a plan exists. */
  readonly conflict: Conflict | null;
  readonly conflicts: readonly Conflict[];
  readonly fixes: readonly PricedFix[];
  /** Least changes of limits with which a plan earns the wanted reward; absent if the user wanted none. */
  readonly wanted?: WantedReward;
  /** Explanation of whether the demanded arrivals can be served; absent if none were demanded. */
  readonly demand?: DemandExplanation;
  /** Explanation of a plan; absent if none was given or the plan cannot be evaluated. */
  readonly plan?: PlanExplanation;
}

/**
 * Explanation of a plan. It covers the hottest or a named inlet, task types hardly served, and marginal values of
 * limits.
 */
export interface PlanExplanation {
  /** Reward rate computed by the checker, reward/s. */
  readonly objective: number;
  readonly feasible: boolean;
  readonly inlet: InletExplanation;
  /** Explanation for each task type that is hardly served, and for the one named by the user. */
  readonly services: readonly ServiceExplanation[];
  readonly nextKilowatt: NextKilowatt & { readonly message: string };
  /** Marginal values of the limits at fixed set-points. */
  readonly limits: LimitsWorth;
}
