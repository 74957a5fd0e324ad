import type { BrokenLimit } from '../../methods/broken-limits.js';
import type { Conflict } from './conflict.js';
import type { DemandExplanation } from './demand.js';
import type { InletExplanation } from './inlet.js';
import type { NextKilowatt } from './next-kw.js';
import type { PricedFix } from './prices.js';
import type { ServiceExplanation } from './service.js';
import type { WantedReward } from './wanted.js';
import type { LimitsWorth } from './worth-record.js';

/** Details of an explanation's record. */
export interface Explanation {
  readonly brokenLimits: readonly BrokenLimit[];
  /** Number of broken limits that are not listed. */
  readonly omitted: number;
  /** First of `conflicts`; null if a plan exists. */
  readonly conflict: Conflict | null;
  readonly conflicts: readonly Conflict[];
  readonly fixes: readonly PricedFix[];
  /** Needs of a wanted reward; absent where none was wanted. */
  readonly wanted?: WantedReward;
  /** Answer on demanded service; absent where none was demanded. */
  readonly demand?: DemandExplanation;
  /** Explanation of a plan; absent where none was given, or it cannot be run. */
  readonly plan?: PlanExplanation;
}

/** Explanation of a plan. */
export interface PlanExplanation {
  /** Reward by the checker, reward/s, and whether the plan keeps all limits. */
  readonly objective: number;
  readonly feasible: boolean;
  readonly inlet: InletExplanation;
  /** The task types of which nothing to speak of is served, and the one asked about. */
  readonly services: readonly ServiceExplanation[];
  readonly nextKilowatt: NextKilowatt & { readonly message: string };
  /** Worth of the next unit of each limit, at fixed set-points. */
  readonly limits: LimitsWorth;
}
