import type { PlanConstraint } from '../../../../models/families/reward-rate/plan-constraint.js';
import type { Method } from '../methods/registry.js';
import type { WarmStart } from '../methods/outcome.js';
import type { LpEngine } from '../../../solvers/linear/engine.js';
import type { LpEngineName } from '../../../solvers/linear/load.js';
import type { Limits } from '../../../runs/control.js';
import type { TrajectoryPoint } from '../../../runs/result.js';
import type { Prices } from './result.js';
import type { SharingRule } from './sharing-rules.js';

/** How to solve an instance; the instance is passed separately. */
export interface RunRequest {
  readonly method: Method;
  /** True to solve without co-location (NERR, Eq. 23). The checker still evaluates the plan with co-location. */
  readonly naive: boolean;
  readonly seed: number;
  readonly limits: Limits;
  readonly engine: LpEngineName;
  /** True to add the configuration LP's bound if the method proves none. */
  readonly withBound: boolean;
  /**
   * Whether to search for the least power among plans of the same reward. 'asked': the user asked for it and is told if
   * it is impossible. 'usual': by default. Absent: no search.
   */
  readonly leastPower?: 'asked' | 'usual';
  /** Fraction of the reward that may be given up for less power; default in `runs/least-power.ts`. */
  readonly rewardTolerance?: number;
  /** Prices, if money is to be maximised; otherwise absent. */
  readonly prices?: Prices;
  /** Warm start from the run of a similar model. */
  readonly start?: WarmStart;
  /** LP engine that is already running, for many runs in a row. */
  readonly started?: LpEngine;
  /** The user's own limits. Every plan is checked against them; methods that support them also search under them. */
  readonly constraints?: readonly PlanConstraint[];
  /**
   * Whether plans whose nodes or cores divide their time are allowed; `auto` if absent. `never` also excludes methods
   * that make such plans.
   */
  readonly sharing?: SharingRule;
  /** True to skip the search over integer numbers of nodes on standby. */
  readonly isNarrowed?: true;
  /** True to put nodes that never work on standby, after a method that keeps all nodes on. */
  readonly idleOnStandby?: boolean;
  /** True to name nodes to switch off if the instance has no plan. */
  readonly withNodeFixes?: boolean;
  readonly nowS: () => number;
  readonly interrupted: () => boolean;
  /** Returns true once the user has interrupted twice. Then no cheaper method is started or continued. */
  readonly interruptedTwice?: () => boolean;
  readonly onProgress: (point: TrajectoryPoint) => void;
}
