import type { PlanConstraint } from '../../../../models/families/reward-rate/plan-constraint.js';
import type { Method } from '../methods/registry.js';
import type { WarmStart } from '../methods/outcome.js';
import type { LpEngine } from '../../../solvers/linear/engine.js';
import type { LpEngineName } from '../../../solvers/linear/load.js';
import type { Limits } from '../../../runs/control.js';
import type { TrajectoryPoint } from '../../../runs/result.js';
import type { Prices } from './result.js';
import type { SharingRule } from './sharing-rules.js';

/** How to solve; the instance is passed separately. */
export interface RunRequest {
  readonly method: Method;
  /** True to solve without co-location (NERR, Eq. 23); the plan is still judged with it. */
  readonly naive: boolean;
  readonly seed: number;
  readonly limits: Limits;
  readonly engine: LpEngineName;
  /** True to add the configuration LP's bound if the method proves none. */
  readonly withBound: boolean;
  /**
   * Whether to search for the least power among plans of the same reward: 'asked' by the user, who is told if it is
   * impossible, or 'usual'; not if absent.
   */
  readonly leastPower?: 'asked' | 'usual';
  /** Share of the reward that may be given up for less power; default in `runs/least-power.ts`. */
  readonly rewardTolerance?: number;
  /** Prices, if money is to be maximised; absent otherwise. */
  readonly prices?: Prices;
  /** Outcome of a neighbouring model's run to start from. */
  readonly start?: WarmStart;
  /** LP engine that is already running, for many runs in a row. */
  readonly started?: LpEngine;
  /** The user's own limits; every plan is checked against them, and methods that can search under them. */
  readonly constraints?: readonly PlanConstraint[];
  /** Rule on plans whose nodes share time; `auto` if absent. `never` excludes methods that make such plans. */
  readonly sharing?: SharingRule;
  /** True to skip the search over whole numbers of nodes on standby. */
  readonly isNarrowed?: true;
  /** True to put nodes that never work on standby after a method that keeps all on. */
  readonly idleOnStandby?: boolean;
  /** True to say which nodes to switch off if a room has no plan. */
  readonly withNodeFixes?: boolean;
  readonly nowS: () => number;
  readonly interrupted: () => boolean;
  /** Returns true once the user has interrupted twice; then no cheaper method is started or continued. */
  readonly interruptedTwice?: () => boolean;
  readonly onProgress: (point: TrajectoryPoint) => void;
}
