import type { PlanConstraint } from '../../../../models/families/reward-rate/plan-constraint.js';
import type { Method } from '../methods/registry.js';
import type { WarmStart } from '../methods/outcome.js';
import type { LpEngine } from '../../../solvers/linear/engine.js';
import type { LpEngineName } from '../../../solvers/linear/load.js';
import type { Limits } from '../../../runs/control.js';
import type { TrajectoryPoint } from '../../../runs/result.js';
import type { Prices } from './result.js';
import type { SharingRule } from './sharing-rules.js';

/** Choices of how to solve; the instance comes beside it. */
export interface RunRequest {
  readonly method: Method;
  /** Flag, true to solve without co-location (NERR, Eq. 23); the plan is judged with it all the same. */
  readonly naive: boolean;
  readonly seed: number;
  readonly limits: Limits;
  readonly engine: LpEngineName;
  /** True if a method without a bound of its own is followed by the bound of the configuration LP. */
  readonly withBound: boolean;
  /**
   * Wish for the least power at the meter among plans of the same reward, with its proof: `asked` by the user, who is told where it cannot
   * be, or as `usual`; none if absent.
   */
  readonly leastPower?: 'asked' | 'usual';
  /** Share of the reward that may be given up for less power; that of `runs/least-power.ts` if absent. */
  readonly rewardTolerance?: number;
  /** Prices, where money is to be made best instead; none if absent. */
  readonly prices?: Prices;
  /** Start from the end of a neighbouring model's run. */
  readonly start?: WarmStart;
  /** LP engine `engine`, started already: for many runs in a row. */
  readonly started?: LpEngine;
  /** Limits of the user's own: every plan is checked against them, and methods that can search under them. */
  readonly constraints?: readonly PlanConstraint[];
  /** Rule on plans whose nodes share time; `auto` where absent. Under `never` methods of such plans are not asked. */
  readonly sharing?: SharingRule;
  /** True if whole numbers of nodes on standby are not searched; false where absent. */
  readonly isNarrowed?: true;
  /** True if nodes that never work go on standby after a method that keeps all on; false where absent. */
  readonly idleOnStandby?: boolean;
  /** True if the answer of a room without a plan says which nodes to switch off, too; false where absent. */
  readonly withNodeFixes?: boolean;
  readonly nowS: () => number;
  readonly interrupted: () => boolean;
  /** Test, true once the user has asked twice to end: then no cheaper method is asked, nor let go on. */
  readonly interruptedTwice?: () => boolean;
  readonly onProgress: (point: TrajectoryPoint) => void;
}
