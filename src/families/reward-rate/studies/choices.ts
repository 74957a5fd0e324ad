import type { Reserve } from '../../../../models/families/reward-rate/instance.js';
import { REWARD_TOLERANCE } from '../runs/least-power.js';
import type { Objectives } from '../runs/objectives.js';
import type { OpenedModel } from '../runs/open.js';
import type { RunRequest } from '../runs/request.js';
import type { Prices } from '../runs/result.js';
import type { SharingRule } from '../runs/sharing-rules.js';

/** Choices that all runs of a study were made by, beside method, form and seed. */
export interface Choices {
  readonly objective: Objectives;
  /** Share of the reward that counts as none; absent where power does not count. */
  readonly toleranceReward?: number;
  readonly sharing: SharingRule;
  /** True if nodes that never work were put on standby after a method that keeps all on. */
  readonly standby: boolean;
  /** Prices of which money was made best, of a day without those that all its epochs have of their own; absent where it was not. */
  readonly prices?: Partial<Prices>;
  /** Reserve that was asked for in place of the instance's; absent where none was. */
  readonly reserve?: Reserve;
}

/** Returns the choices of a request, for the record. */
export function choicesOf(
  {
    leastPower,
    rewardTolerance = REWARD_TOLERANCE,
    prices,
    sharing = 'auto',
    idleOnStandby = false,
  }: Omit<RunRequest, 'start' | 'prices'> & Pick<Choices, 'prices'>,
  { reserve }: Pick<OpenedModel, 'reserve'>,
): Choices {
  const objective = prices !== undefined ? 'money' : leastPower !== undefined ? 'reward,power' : 'reward';
  return {
    objective,
    sharing,
    standby: idleOnStandby,
    ...(objective === 'reward,power' ? { toleranceReward: rewardTolerance } : {}),
    ...(prices === undefined ? {} : { prices }),
    ...(reserve === undefined ? {} : { reserve }),
  };
}
