import type { LpEngine } from '../../../../solvers/linear/engine.js';
import type { OpenedModel } from '../open.js';
import { OBJECTIVE_UNIT } from '../result-of.js';
import { solveOpened } from '../solve.js';
import { type Asking, changesTo, type GoalChanges } from './goal.js';
import type { LimitWords } from './option-words.js';

/** Changes of limits with which a plan earns a wanted reward. */
export interface WantedReward extends GoalChanges {
  readonly rewardPerS: number;
  /** Reward of the plan found under the present limits, reward/s; null without a plan. */
  readonly objective: number | null;
  /** Proven upper bound on reward under the present limits, reward/s; null if there is none. */
  readonly bound: number | null;
  readonly boundScope: string;
  readonly message: string;
}

/** Searches for changes of limits with which a plan earns a wanted reward, reward/s. */
export async function wantedReward(
  opened: OpenedModel,
  rewardPerS: number,
  words: LimitWords,
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
  const text = (earned: number): string => `earns ${shown(earned)}`;
  const goal = { opened, worth: rewardPerS, base, does: 'earns it', text };
  const movables = (await asking.ended()) ? [] : words.movables.filter(({ kind }) => kind !== 'arrivals');
  const changes = await changesTo(goal, { ...words, movables }, asking, engine);
  const found = objective === null ? 'no plan was found' : `the plan found earns ${shown(objective)} ${OBJECTIVE_UNIT}`;
  const proven = bound === null ? 'no bound was proven' : `no plan earns more than ${shown(bound)}`;
  const none = changes.brackets.length === 0 ? ' No limit that may move has a price at this bound.' : '';
  const message = `Wanted ${shown(rewardPerS)}: under the limits as they are ${found}, and ${proven}.${none}`;
  return { ...told, ...changes, message };
}

/** Returns a reward as text with seven digits, because plans and bounds may miss the wanted reward by little. */
function shown(value: number): string {
  return String(Number(value.toPrecision(7)));
}
