import type { RewardRateModel } from '../../../../models/families/reward-rate/model.js';
import type { IdleConflict } from '../methods/infeasibility.js';
import type { MethodOutcome } from '../methods/outcome.js';
import type { LpEngine } from '../../../solvers/linear/engine.js';
import type { Driver } from '../../../runs/control.js';
import type { OpenedModel } from './open.js';
import type { RunRequest } from './request.js';
import type { Found } from './least-power.js';
import type { SetPointSteps, SettingsKept } from './result.js';

/** Completed search from which the record of the run is made: the method's outcome, and the plan with its proofs. */
export interface SearchEnd {
  /** Model whose bound was proven. */
  readonly model: RewardRateModel;
  readonly engine: LpEngine;
  /** Outcome of the method, before later stages. If the plan of a cheaper method is better, it has that plan. */
  readonly outcome: MethodOutcome;
  /** True if the plan comes from a cheaper method. */
  readonly isAdopted: boolean;
  /** Plan of the run with its evaluation and proofs, after the last stage. */
  readonly found: Found;
  /** Reason why there is a plan but no evaluation; null otherwise. */
  readonly notJudged: string | null;
  /** True if a second Ctrl-C ended work on which the plan depends. */
  readonly wasHurried: boolean;
  /** Time since the start of the run at which the method ended, s. */
  readonly methodEndS: number;
  /** Steps of the CRACs' set-points and the reward lost because of them; absent if there are no such steps. */
  readonly steps?: SetPointSteps;
  /**
   * Limits on the number of different node settings, and the reward lost because of them; absent without such limits.
   */
  readonly settings?: SettingsKept;
}

/** Search that did not start, because even the idle facility violates a limit. */
export interface NoSearch {
  readonly model: RewardRateModel;
  readonly conflict: IdleConflict;
}

/** Searches plans of an opened instance with arbitrary set-points within the ranges. */
export type Find = (
  request: RunRequest,
  opened: OpenedModel,
  driver: Driver,
  clock: (phase: string) => void,
) => Promise<SearchEnd | NoSearch>;
