import type { Reserve } from '../../../../models/families/reward-rate/instance.js';
import { REWARD_TOLERANCE } from '../runs/least-power.js';
import type { Objectives } from '../runs/objectives.js';
import type { OpenedModel } from '../runs/open.js';
import type { RunRequest } from '../runs/request.js';
import type { Prices } from '../runs/result.js';
import type { SharingRule } from '../runs/sharing-rules.js';

/** Choices that all runs of a study share, besides method, form and seed. */
export interface Choices {
  readonly objective: Objectives;
  /** Share of the reward that may be lost to save power; absent if power does not count. */
  readonly toleranceReward?: number;
  readonly sharing: SharingRule;
  /** True if idle nodes were put on standby after a method that keeps all nodes on. */
  readonly standby: boolean;
  /**
   * Prices with which money was maximised, without those that all epochs of a day have themselves; absent if money was
   * not maximised.
   */
  readonly prices?: Partial<Prices>;
  /** Reserve that the user chose instead of the instance's; absent if none was chosen. */
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
