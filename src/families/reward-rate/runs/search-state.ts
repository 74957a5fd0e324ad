import type { RewardRateModel } from '../../../../models/families/reward-rate/model.js';
import type { RewardRatePlan } from '../../../../models/families/reward-rate/plan.js';
import type { PlanEvaluation } from '../../../../models/families/reward-rate/outcome.js';
import type { RunControl } from '../../../methods/control.js';
import type { Driver } from '../../../runs/control.js';
import type { LpEngine } from '../../../solvers/linear/engine.js';
import type { IdleConflict } from '../methods/infeasibility.js';
import type { Certificate, MethodOutcome, MethodRequest } from '../methods/outcome.js';
import type { Method } from '../methods/registry.js';
import type { Judge } from './judged.js';
import type { OpenedModel } from './open.js';
import type { RunRequest } from './request.js';
import type { LeastPower, Money, SetPointSteps, SettingsKept } from './result.js';
import type { Siblings } from './siblings.js';
import type { Watch } from './stage.js';

/** Solves a model with a method, for the run's seed and its own limits. */
export type SolveModel = (
  method: Method,
  model: RewardRateModel,
  control: RunControl,
  wish: Pick<MethodRequest, 'start' | 'shares' | 'effort' | 'wholeStandby' | 'oneConfiguration'>,
) => Promise<MethodOutcome>;

/** An opened room in which idling, or all nodes on standby that may be, keeps the limits. */
export interface Room {
  readonly opened: OpenedModel;
  /** Model of the room, with nodes on standby. */
  readonly model: RewardRateModel;
  /** The model for which bounds are proven. Its limits are loosened so that idling is feasible. */
  readonly roomy: RewardRateModel;
}

/** A search for the best plan in a room: what its stages may use, and what they have found so far. */
export interface Search extends Room {
  readonly request: RunRequest;
  readonly judge: Judge;
  readonly engine: LpEngine;
  /** Counts steps and checks the limits of the run. */
  readonly driver: Driver;
  /** Returns true once the time limit of the run has passed. */
  readonly isLate: () => boolean;
  readonly solve: SolveModel;
  /** Cheaper methods; null if the run has none. */
  readonly siblings: Siblings | null;
  readonly end: SearchEnd;
  readonly watch: Watch;
  /** Times of the stages so far, s. */
  readonly timeS: Readonly<Record<string, number>>;
}

/** What a search has found. */
export interface SearchEnd {
  /** Outcome before the search for less power or more money, with a cheaper method's plan if that is better. */
  readonly outcome: MethodOutcome;
  /** Plan after the search for less power or more money, with its evaluation and proofs. */
  readonly found: Found;
  /** Why the checker could not evaluate the plan; null if it did or there is no plan. */
  readonly notJudged: string | null;
  /** True if a second Ctrl-C ended work on which the plan depends. */
  readonly wasHurried: boolean;
  /** Steps of the CRACs' set-points and the reward lost because of them; absent if there are no such steps. */
  readonly steps?: SetPointSteps;
  /** Limits on the number of different node settings, and the reward lost; absent without such limits. */
  readonly settings?: SettingsKept;
  /** Limit that idling violates at all set-points that the CRACs accept; absent if there is none. */
  readonly conflict?: IdleConflict;
}

/** Best plan of a run after a stage (search for reward, less power, or more money), with evaluation and proofs. */
export interface Found {
  readonly outcome: MethodOutcome;
  readonly plan: RewardRatePlan | null;
  readonly evaluation: PlanEvaluation | null;
  readonly certificate: Certificate | null;
  readonly leastPower?: LeastPower;
  readonly money?: Money;
  readonly warnings?: readonly string[];
  /** Present if plan and proof contradict each other, so that one of them is wrong. */
  readonly isRefuted?: true;
}

/** A plan's proven power or money; a warning and `isRefuted` if plan and proof contradict each other. */
export type Proofs = Pick<Found, 'leastPower' | 'money' | 'warnings' | 'isRefuted'>;

/** A room in which even the idle facility violates a limit, so that no plan is searched. */
export interface BrokenRoom extends Pick<Room, 'opened' | 'model'> {
  readonly conflict: IdleConflict;
}
