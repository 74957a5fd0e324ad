import { isWanted } from './knobs.js';
import type { LpEngine } from '../../../../solvers/linear/engine.js';
import { OBJECTIVE_UNIT } from '../result-of.js';
import type { OpenedModel } from '../open.js';
import { solveOpened } from '../solve.js';
import { bracketIn, type LimitBracket } from './bracket.js';
import { goalFix, type GoalFix } from './combination.js';
import { type Asking, worthMoving } from './goal.js';
import type { LimitWords } from './option-words.js';

export interface WantedReward {
  readonly rewardPerS: number;
  /** Reward of the plan found under the present limits, reward/s; null without a plan. */
  readonly objective: number | null;
  /** Proven upper bound on reward under the present limits, reward/s; null if there is none. */
  readonly bound: number | null;
  readonly boundScope: string;
  readonly brackets: readonly LimitBracket[];
  /**
   * Cheapest changes found to priced limits with which a plan earns the reward. Null if none were found or no prices
   * were given.
   */
  readonly fix: GoalFix | null;
  readonly message: string;
}

/** Maximum number of limits for which the range of the least sufficient change is searched. */
const MAX_LIMITS = 3;

/**
 * Searches for changes of limits with which a plan earns a wanted reward. For each limit that restricts the bound, it
 * finds the range of the least change if only this limit changes; the most promising limit comes first. If prices were
 * given, it also finds the cheapest combination of changes.
 */
export async function wantedReward(
  opened: OpenedModel,
  rewardPerS: number,
  { movables, priceOf, isPriced }: LimitWords,
  asking: Asking,
  engine: LpEngine,
): Promise<WantedReward> {
  const base = await solveOpened(asking.request(), opened);
  const { feasible, bound, boundScope } = base.record.result;
  const objective = feasible ? base.record.result.objective : null;
  const told = { rewardPerS, objective, bound, boundScope };
  const { taskTypes } = opened.instance.workload;
  const most = taskTypes.reduce((sum, one) => sum + one.rewardPerTask * one.arrivalRatePerS, 0);
  if (rewardPerS > most) {
    const message = `All tasks that arrive are worth ${shown(most)} ${OBJECTIVE_UNIT} together: no limits let a plan earn ${shown(rewardPerS)}.`;
    return { ...told, brackets: [], fix: null, message };
  }
  if (objective !== null && objective >= rewardPerS) {
    const message = `A plan earns ${shown(objective)} ${OBJECTIVE_UNIT} under the limits as they are.`;
    return { ...told, brackets: [], fix: null, message };
  }
  const goal = { opened, worth: rewardPerS, base, does: 'earns it' };
  const limits = (await asking.ended()) ? [] : movables.filter(isWanted);
  const brackets: LimitBracket[] = [];
  for (const limit of worthMoving(limits, goal, MAX_LIMITS)) {
    brackets.push(await bracketIn(goal, limit, asking, (earned) => `earns ${shown(earned)}`));
  }
  const fix = isPriced ? await goalFix(goal, limits, priceOf, asking, engine) : null;
  const found = objective === null ? 'no plan was found' : `the plan found earns ${shown(objective)} ${OBJECTIVE_UNIT}`;
  const proven = bound === null ? 'no bound was proven' : `no plan earns more than ${shown(bound)}`;
  const none = brackets.length === 0 ? ' No limit that may move has a price at this bound.' : '';
  const message = `Wanted ${shown(rewardPerS)}: under the limits as they are ${found}, and ${proven}.${none}`;
  return { ...told, brackets, fix, message };
}

/** Returns a reward as text with seven digits, because plans and bounds may miss the wanted reward by little. */
function shown(value: number): string {
  return String(Number(value.toPrecision(7)));
}
