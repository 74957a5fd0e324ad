import type { PlanConstraint } from '../../../../models/families/reward-rate/plan-constraint.js';
import type { Population } from '../methods/genetic/populations.js';
import type { Method } from '../methods/registry.js';
import type { LimitCheck } from '../check/limits.js';
import type { WarmStart } from '../methods/outcome.js';
import type { LpEngine } from '../../../solvers/linear/engine.js';
import type { LpEngineName } from '../../../solvers/linear/load.js';
import type { Limits } from '../../../runs/control.js';
import type { TrajectoryPoint } from '../../../runs/result.js';
import type { Prices } from './result.js';
import type { SharingRule } from './sharing-rules.js';

/** How an instance is to be solved: method, limits of the run and options. */
export interface RunRequest {
  readonly method: Method;
  /** True to solve without co-location (NERR, Eq. 23). The checker still evaluates the plan with co-location. */
  readonly naive: boolean;
  /** Rule for the population of the genetic algorithm; absent: `printed`. */
  readonly population?: Population;
  readonly seed: number;
  readonly limits: Limits;
  readonly engine: LpEngineName;
  /** True to compute the configuration LP's bound as well if the method proves no bound. */
  readonly withBound: boolean;
  /**
   * Whether to search for the least power among plans of the same reward. 'asked': the user asked for it and is told if
   * it is impossible. 'usual': the search is made by default. If absent, there is no such search.
   */
  readonly leastPower?: 'asked' | 'usual';
  /**
   * Fraction of the reward that may be given up for less power. If absent, REWARD_TOLERANCE of `runs/least-power.ts`
   * applies.
   */
  readonly rewardTolerance?: number;
  /** Prices, if money is to be maximised; otherwise absent. */
  readonly prices?: Prices;
  readonly start?: WarmStart;
  /** Running LP engine that is shared by many runs. If absent, the run starts its own. */
  readonly started?: LpEngine;
  /** The user's own limits. Every plan is checked against them; methods that support them also search under them. */
  readonly constraints?: readonly PlanConstraint[];
  /** Checks of limits on the operation of plans; absent: the checker's own. */
  readonly limitChecks?: readonly LimitCheck[];
  /**
   * Whether nodes or cores may divide their time; `auto` if absent. `never` also excludes methods that make such plans.
   */
  readonly sharing?: SharingRule;
  /**
   * True if, after planning, the nodes that the plan never uses are put on standby. This concerns methods that keep all
   * nodes on.
   */
  readonly idleOnStandby?: boolean;
  /** True to say which nodes could be switched off to make a plan possible if the instance has none. */
  readonly withNodeFixes?: boolean;
  readonly nowS: () => number;
  readonly interrupted: () => boolean;
  /** Returns true once the user has interrupted twice. Then no cheaper method is started or continued. */
  readonly interruptedTwice?: () => boolean;
  readonly onProgress: (point: TrajectoryPoint) => void;
}
