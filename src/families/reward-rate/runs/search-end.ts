import type { RewardRateModel } from '../../../../models/families/reward-rate/model.js';
import type { IdleConflict } from '../methods/infeasibility.js';
import type { MethodOutcome } from '../methods/outcome.js';
import type { LpEngine } from '../../../solvers/linear/engine.js';
import type { Driver } from '../../../runs/control.js';
import type { OpenedModel } from './open.js';
import type { RunRequest } from './request.js';
import type { Found } from './least-power.js';
import type { SetPointSteps, SettingsKept } from './result.js';

/** Search that came to its end, before its record is made. */
export interface SearchEnd {
  /** Model whose bound was proven. */
  readonly model: RewardRateModel;
  readonly engine: LpEngine;
  /** Outcome of the method with the plan of a sibling where that is better; before later stages. */
  readonly outcome: MethodOutcome;
  /** True if the plan of that outcome is a sibling's. */
  readonly isAdopted: boolean;
  /** Plan and proof after the last stage. */
  readonly found: Found;
  /** Reason why there is a plan but no evaluation. */
  readonly notJudged: string | null;
  /** True if a second Ctrl-C came before all was done that the plan depends on. */
  readonly wasHurried: boolean;
  /** Time since the start of the run at which the method ended, s. */
  readonly methodEndS: number;
  /** Cost of the steps of set-points; absent where there are none. */
  readonly steps?: SetPointSteps;
  /** Cost of the limits on different settings; absent where there are none. */
  readonly settings?: SettingsKept;
}

/** Search that did not begin, because even an idle facility breaks a limit. */
export interface NoSearch {
  readonly model: RewardRateModel;
  readonly conflict: IdleConflict;
}

/** Search in a room as it is opened, with any set-point of the ranges. */
export type Find = (
  request: RunRequest,
  opened: OpenedModel,
  driver: Driver,
  clock: (phase: string) => void,
) => Promise<SearchEnd | NoSearch>;
