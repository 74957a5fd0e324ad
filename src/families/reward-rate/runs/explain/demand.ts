import { unitOf } from '../../../../../models/facility/limits.js';
import type { LpEngine } from '../../../../solvers/linear/engine.js';
import type { RewardRateInstance, TaskType } from '../../../../../models/families/reward-rate/instance.js';
import { type OpenedModel, modelInMemory } from '../open.js';
import { type Solved, solveOpened } from '../solve.js';
import type { Conflict } from './conflict.js';
import { type Asking, changesTo, type Goal, type GoalChanges, type LimitBracket, runsAfter } from './goal.js';
import { ROUNDING } from './goal-search.js';
import { isWanted, loosenedAllBut, type Movable, movablesOf } from './knobs.js';
import { slopesOf } from './limit-slopes.js';
import type { Demand, LimitWords } from './option-words.js';
import { capitalised, limitText, listed, togetherText } from './words.js';

/** Explanation of whether a plan can serve the demanded fractions of arrivals (`--serve`). */
export interface DemandExplanation {
  readonly demands: readonly DemandServed[];
  /**
   * True if a checked plan serves all demands. False if it is proven that no plan in `boundScope` serves them. Null if
   * neither is known.
   */
  readonly isServed: boolean | null;
  readonly boundScope: string;
  /** Limits and demands that cannot be kept together; null if that is not proven. */
  readonly conflict: DemandConflict | null;
  /**
   * Ranges of the least sufficient change, one for each limit that restricts the bound and for each demand. A change
   * suffices if a plan then serves all demands while no other limit or demand changes.
   */
  readonly brackets: readonly Omit<LimitBracket, 'objectiveAt'>[];
  /** Cheapest changes found with which a plan serves the demands: limits loosened and demands lowered. */
  readonly fix: GoalChanges['fix'];
  readonly message: string;
}

/** A demand, with the rate at which the plan found serves it. */
interface DemandServed extends Demand {
  /** Rate at which the task type must be completed, tasks/s. */
  readonly demandedPerS: number;
  /** Rate at which the plan found completes the task type, tasks/s; null without a plan. */
  readonly servedPerS: number | null;
}

/**
 * Limits and demands for which it is proven that no plan keeps all of them. A demand is a minimum fraction of a task
 * type's arrivals that must be served.
 */
type DemandConflict = Omit<Conflict, 'proven'>;

/**
 * Maximum number of limits and demands of a conflict that are tested. For each of them, a separate run tests whether
 * the conflict remains without it.
 */
const MAX_MEMBERS = 12;
/** All demands count as served if their unserved fractions add up to at most this. Ours: LP engines' rounding error. */
const MISSING_SHARES = 1e-6;

/** Returns the demands as changeable limits: demanded fractions of a task type's arrivals, which can fall to 0. */
export function movableDemands(demands: readonly Demand[]): Movable[] {
  return demands.map(({ taskType, share: from }): Movable => {
    const moved = (instance: RewardRateInstance, to: number): RewardRateInstance =>
      withTaskTypes(instance, (one) =>
        one.name === taskType ? { ...one, arrivalRatePerS: (one.arrivalRatePerS * to) / from } : one,
      );
    return { kind: 'arrivals', where: taskType, unit: unitOf('arrivals'), from, loosest: 0, moved };
  });
}

/**
 * Explains whether a plan can serve the demands under the limits. If none can, it states which limits and demands
 * conflict, and by how much a single one must change. If prices were given, it also states the cheapest changes.
 */
export async function demandExplanation(
  opened: OpenedModel,
  demands: readonly Demand[],
  words: LimitWords,
  asking: Asking,
  engine: LpEngine,
): Promise<DemandExplanation> {
  const room = modelInMemory(demandInstance(opened.instance, demands), opened.matrix, opened.model);
  const sharing: Asking = { ...asking, request: () => ({ ...asking.request(), sharing: 'always' }) };
  const base = await solveOpened(sharing.request(), room);
  const worth = demands.length - MISSING_SHARES;
  const { feasible, objective, bound, boundScope } = base.record.result;
  const isFound = feasible && objective !== null && objective >= worth;
  const isExcluded = bound !== null && bound < worth * (1 - ROUNDING);
  const served = demands.map((one) => servedOf(one, room, base));
  const isServed = isFound ? true : isExcluded ? false : null;
  const told = { demands: served, isServed, boundScope, message: sentence(served, isServed) };
  if (isFound || (await asking.ended())) return { ...told, conflict: null, brackets: [], fix: null };
  const goal: Goal = { opened: room, worth, base, does: 'serves the demand', text: () => 'does' };
  const { brackets: all, fix } = await changesTo(goal, words, sharing, engine);
  const brackets = all.map(({ objectiveAt: _, ...bracket }) => bracket);
  const conflict = isExcluded ? await demandConflict(goal, movableDemands(demands), sharing) : null;
  return { ...told, conflict, brackets, fix };
}

/**
 * Returns an instance in which a plan's reward, in reward/s, is the number of demands that it serves, with fractions
 * for those served in part. Arrival rates are the demanded rates. A task earns 1 / its demanded rate, and tasks without
 * a demand earn nothing. So a bound below the number of demands proves that no plan serves all.
 */
function demandInstance(instance: RewardRateInstance, demands: readonly Demand[]): RewardRateInstance {
  const { knownOptimum: _, ...own } = instance;
  return withTaskTypes(own, (one) => {
    const share = demands.find(({ taskType }) => taskType === one.name)?.share ?? 0;
    const arrivalRatePerS = share * one.arrivalRatePerS;
    return { ...one, arrivalRatePerS, rewardPerTask: arrivalRatePerS > 0 ? 1 / arrivalRatePerS : 0 };
  });
}

function withTaskTypes(instance: RewardRateInstance, changed: (one: TaskType) => TaskType): RewardRateInstance {
  return { ...instance, workload: { ...instance.workload, taskTypes: instance.workload.taskTypes.map(changed) } };
}

/**
 * Returns limits and demands that no plan can keep together; null if that is not proven.
 *
 * The search starts with all limits and demands that have a dual value in the bound. All others are relaxed as far as
 * an instance allows. If the bound is then still below the goal, the set is a conflict. Then its members are dropped
 * one by one, as long as the bound stays below the goal.
 */
async function demandConflict(
  { opened, worth, base }: Goal,
  demands: readonly Movable[],
  asking: Asking,
): Promise<DemandConflict | null> {
  const { instance } = opened;
  const all = [...movablesOf(instance, opened.model.limits).filter(isWanted), ...demands];
  const run = runsAfter(opened, base, asking);
  const wantedOf = (kept: readonly Movable[]): number => worth - demands.filter((one) => !kept.includes(one)).length;
  /** Returns true if a run proves that no plan keeps these limits, false if its plan does, and null if that is open. */
  const conflicts = async (some: readonly Movable[]): Promise<boolean | null> => {
    const result = (await run(loosenedAllBut(instance, all, some)))?.record.result;
    if (result === undefined) return null;
    if (result.bound !== null && result.bound < wantedOf(some) * (1 - ROUNDING)) return true;
    return result.feasible && result.objective !== null && result.objective >= wantedOf(some) ? false : null;
  };
  let kept = all.filter((one) => slopesOf(one, base.certificate, instance).estimate > 0);
  if (kept.length === 0 || kept.length > MAX_MEMBERS || (await conflicts(kept)) !== true) return null;
  let irreducible = true;
  for (const one of kept.toReversed()) {
    const rest = kept.filter((other) => other !== one);
    const isOne = await conflicts(rest);
    if (isOne === true) kept = rest;
    else irreducible &&= isOne === false;
  }
  const limits = kept.map(({ kind: constraint, where, unit, from: limit }) => ({ constraint, where, unit, limit }));
  const names = limits.map(limitText);
  const message =
    names.length === 1
      ? `${capitalised(names[0]!)} cannot be kept, whatever the limits are.`
      : `${capitalised(togetherText(names, irreducible))}.`;
  return { limits, irreducible, message };
}

function servedOf({ taskType, share }: Demand, { instance }: OpenedModel, { record }: Solved): DemandServed {
  const index = instance.workload.taskTypes.findIndex(({ name }) => name === taskType);
  const demandedPerS = instance.workload.taskTypes[index]!.arrivalRatePerS;
  const { evaluation } = record;
  const servedPerS = evaluation === null ? null : Math.min(demandedPerS, evaluation.ratePerS[index]!);
  return { taskType, share, demandedPerS, servedPerS };
}

function sentence(demands: readonly DemandServed[], isServed: boolean | null): string {
  const asked = demands.map(({ taskType, share }) => `${shown(100 * share)} % of ${taskType}`);
  const what = asked.length > 6 ? `${asked.slice(0, 6).join(', ')} and ${asked.length - 6} more` : listed(asked);
  if (isServed === true) return `A plan serves ${what} under the limits as they are.`;
  const short = demands.flatMap(({ taskType, demandedPerS, servedPerS }) =>
    servedPerS === null || servedPerS >= demandedPerS * (1 - 1e-6)
      ? []
      : [`${shown((100 * servedPerS) / demandedPerS)} % of what is demanded of ${taskType}`],
  );
  const found = short.length === 0 ? '' : `; the plan found serves ${listed(short)}`;
  return isServed === false
    ? `No plan serves ${what} under the limits as they are${found}.`
    : `No plan was found that serves ${what} under the limits as they are${found}; whether there is one is open.`;
}

function shown(value: number): string {
  return String(Number(value.toPrecision(4)));
}
