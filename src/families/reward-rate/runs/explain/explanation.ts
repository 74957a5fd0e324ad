import type { BrokenLimit } from '../../methods/broken-limits.js';
import type { Conflict } from './conflict.js';
import type { DemandExplanation } from './demand.js';
import type { InletExplanation } from './inlet.js';
import type { NextKilowatt } from './next-kw.js';
import type { PricedFix } from './prices.js';
import type { ServiceExplanation } from './service.js';
import type { WantedReward } from './wanted.js';
import type { LimitsWorth } from './worth-record.js';

/** Details in an explanation's record. */
export interface Explanation {
  readonly brokenLimits: readonly BrokenLimit[];
  /** Number of broken limits that are not listed. */
  readonly omitted: number;
  /** First of `conflicts`; null if a plan exists. */
  readonly conflict: Conflict | null;
  readonly conflicts: readonly Conflict[];
  readonly fixes: readonly PricedFix[];
  /** What a wanted reward needs; absent if none was given. */
  readonly wanted?: WantedReward;
  /** Explanation of demanded service; absent if none was demanded. */
  readonly demand?: DemandExplanation;
  /** Explanation of a plan; absent if none was given, or it cannot be run. */
  readonly plan?: PlanExplanation;
}

/** Explanation of a plan. */
export interface PlanExplanation {
  /** Reward by the checker, reward/s. */
  readonly objective: number;
  /** True if the plan keeps all limits. */
  readonly feasible: boolean;
  readonly inlet: InletExplanation;
  /** Explanation of each task type that is hardly served, and of the one named by the user. */
  readonly services: readonly ServiceExplanation[];
  readonly nextKilowatt: NextKilowatt & { readonly message: string };
  /** Worth of the next unit of each limit, at fixed set-points. */
  readonly limits: LimitsWorth;
}
