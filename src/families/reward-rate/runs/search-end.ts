import type { RewardRateModel } from '../../../../models/families/reward-rate/model.js';
import type { IdleConflict } from '../methods/infeasibility.js';
import type { MethodOutcome } from '../methods/outcome.js';
import type { LpEngine } from '../../../solvers/linear/engine.js';
import type { Driver } from '../../../runs/control.js';
import type { OpenedModel } from './open.js';
import type { RunRequest } from './request.js';
import type { Found } from './least-power.js';
import type { SetPointSteps, SettingsKept } from './result.js';

/** Result of a completed search, from which the record of the run is made. */
export interface SearchEnd {
  /**
   * Model for which the outcome's bound was proven. Its limits may be slightly looser than the instance's, so that
   * idling is feasible.
   */
  readonly model: RewardRateModel;
  readonly engine: LpEngine;
  /** Outcome before the search for less power or more money, with a cheaper method's plan if that is better. */
  readonly outcome: MethodOutcome;
  /** True if the plan in `outcome` comes from a cheaper method than the one asked for. */
  readonly isAdopted: boolean;
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
}

/** Search that did not start, because even the idle facility violates a limit. */
export interface NoSearch {
  readonly model: RewardRateModel;
  readonly conflict: IdleConflict;
}

/** Searches for plans of an opened instance. Set-points may take any value in their ranges. */
export type Find = (request: RunRequest, opened: OpenedModel, driver: Driver) => Promise<SearchEnd | NoSearch>;

/** What the searches under further limits, steps of set-points and few settings, know of the run. */
export interface LimitedRun {
  readonly request: RunRequest;
  readonly opened: OpenedModel;
  /** Counts steps and checks the limits of the run. */
  readonly driver: Driver;
  /** Returns true once the time limit of the run has passed. */
  readonly isLate: () => boolean;
}
