import type { BrokenLimit } from '../../methods/infeasibility.js';
import type { Conflict } from './conflict.js';
import type { PricedFix } from './prices.js';
import type { WantedReward } from './wanted.js';

/** Details of an explanation's record. */
export interface Explanation {
  readonly brokenLimits: readonly BrokenLimit[];
  /** Number of broken limits that are not listed. */
  readonly omitted: number;
  readonly conflict: Conflict | null;
  readonly fixes: readonly PricedFix[];
  /** Needs of a wanted reward; absent where none was wanted. */
  readonly wanted?: WantedReward;
}
