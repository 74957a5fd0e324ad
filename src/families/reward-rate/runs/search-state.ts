import type { RewardRateModel } from '../../../../models/families/reward-rate/model.js';
import type { RunControl } from '../../../methods/control.js';
import type { LpEngine } from '../../../solvers/linear/engine.js';
import type { IdleConflict } from '../methods/infeasibility.js';
import type { Certificate, MethodOutcome, MethodRequest } from '../methods/outcome.js';
import type { Method } from '../methods/registry.js';
import type { Judge, Tried } from './judged.js';
import type { OpenedModel } from './open.js';
import type { RunRequest } from './request.js';
import type { AllOn } from './all-on.js';
import type { AirRounds, LeastPower, Money, SetPointSteps, SettingsKept } from './result.js';
import type { Robustness } from './robustness.js';
import type { Siblings } from './siblings.js';
import type { Begun } from './stage.js';

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
export interface Search extends Room, Begun {
  readonly request: RunRequest;
  readonly judge: Judge;
  readonly engine: LpEngine;
  /** Returns true once the time limit of the run has passed. */
  readonly isLate: () => boolean;
  readonly solve: SolveModel;
  /** Cheaper methods; null if the run has none. */
  readonly siblings: Siblings | null;
  readonly end: SearchEnd;
  readonly ownAir?: OwnAir;
}

/** What a search has found so far: its best plan, with evaluation and proofs. */
export interface SearchEnd extends Tried {
  /** Outcome of the method, with the plan of a cheaper method or of a search for less power or more money if better. */
  readonly outcome: MethodOutcome;
  readonly certificate: Certificate | null;
  readonly proofs: Proofs;
  /** True if a second Ctrl-C ended work on which the plan depends. */
  readonly wasHurried: boolean;
  /** Steps of the CRACs' set-points and the reward lost because of them; absent if there are no such steps. */
  readonly steps?: SetPointSteps;
  /** Limits on the number of different node settings, and the reward lost; absent without such limits. */
  readonly settings?: SettingsKept;
  /** Limit that idling violates at all set-points that the CRACs accept; absent if there is none. */
  readonly conflict?: IdleConflict;
  /** Uncertainty under which the plan holds; absent or null if plans need not be robust. */
  readonly robust?: Robustness | null;
  /** Why there is no gap although there may be a bound; absent if the record can say so by itself. */
  readonly whyNoGap?: string;
}

/** Proven power or money of a search's plan, with the warnings of its stages. */
export interface Proofs {
  readonly leastPower?: LeastPower;
  readonly money?: Money;
  readonly warnings?: readonly string[];
  /** Present if plan and proof contradict each other, so that one of them is wrong. */
  readonly isRefuted?: true;
}

/** A room in which even the idle facility violates a limit, so that no plan is searched. */
export interface BrokenRoom extends Pick<Room, 'opened' | 'model'> {
  readonly conflict: IdleConflict;
}

/** End of a run: a search, or a room in which no plan is searched. */
export type Ended = Search | BrokenSearch;

/** A run that found its room broken. */
export interface BrokenSearch extends BrokenRoom, Pick<Search, 'request' | 'timeS' | 'ownAir'> {}

/** Searches for a plan that fits the air flow caused by its nodes on standby, of which the best is the run's. */
export interface OwnAir {
  readonly rounds: AirRounds;
  /** What is proven about plans with all nodes on; null if nothing is. */
  readonly allOn: AllOn | null;
  readonly warnings: readonly string[];
  /** Times of the run before and beside the best search, s. */
  readonly timeS: Begun['timeS'];
}
