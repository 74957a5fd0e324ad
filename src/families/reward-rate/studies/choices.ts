import type { Reserve } from '../../../../models/families/reward-rate/instance.js';
import { REWARD_TOLERANCE } from '../runs/least-power.js';
import type { OpenedModel } from '../runs/open.js';
import type { REWARD_RATE_OPTIONS } from '../options.js';
import type { RunRequest } from '../runs/request.js';
import type { Prices } from '../runs/result.js';
import type { SharingRule } from '../runs/sharing-rules.js';

/** The user's options for all runs of a study, except method and seed, which are recorded elsewhere. */
export interface Choices {
  /** What a run optimises: money, the reward alone, or the reward and then, among plans of equal reward, the power. */
  readonly objective: (typeof REWARD_RATE_OPTIONS.objective.kind.of)[number];
  /** Fraction of the reward that a plan may give up for less power; absent if power is not minimized. */
  readonly toleranceReward?: number;
  readonly sharing: SharingRule;
  /** True if idle nodes are put on standby after planning, for a method that keeps all nodes on. */
  readonly standby: boolean;
  /** Prices if money is the objective, otherwise absent. A price is missing if every epoch of the day has its own. */
  readonly prices?: Partial<Prices>;
  /** Reserve set by the user, which replaces that of the instance; absent if the user set none. */
  readonly reserve?: Reserve;
}

/** Returns the user's choices in a request, for the record. */
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
