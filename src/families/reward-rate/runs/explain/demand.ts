import type { LpEngine } from '../../../../solvers/linear/engine.js';
import { type OpenedModel, modelInMemory } from '../open.js';
import { type Solved, solveOpened } from '../solve.js';
import { demandConflict, type DemandConflict } from './demand-conflict.js';
import { demandInstance, demandLimit, movableDemands, worthOf } from './demand-room.js';
import { goalFix, type GoalFix } from './goal-fix.js';
import { type Asking, bracketIn, type Goal, goalLimit, type LimitBracket } from './limit-bracket.js';
import { KINDS_WANTED } from './limit-slopes.js';
import type { LimitWords } from './limit-words.js';
import type { Demand } from './serve-words.js';
import { worthMoving } from './wanted.js';

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
  /**
   * Cheapest changes found with which a plan serves the demands: limits loosened and demands lowered. Null if none were
   * found or no prices were given.
   */
  readonly fix: GoalFix | null;
  readonly message: string;
}

/** A demand, with the rate at which the plan found serves it. */
export interface DemandServed extends Demand {
  /** Rate at which the task type must be completed, tasks/s. */
  readonly demandedPerS: number;
  /** Rate at which the plan found completes the task type, tasks/s; null without a plan. */
  readonly servedPerS: number | null;
}

/** Maximum number of limits for which the range of the least sufficient change is searched. */
const MAX_LIMITS = 3;
/** Maximum number of demands for which the range of the least sufficient reduction is searched. */
const MAX_DEMANDS = 6;
/** Relative rounding error of a bound. Demands count as unservable only if the bound is too low by more than this. */
const ROUNDING = 1e-9;

/**
 * Explains whether a plan can serve the demands under the limits. If none can, it states which limits and demands
 * conflict, and by how much a single one must change. If prices were given, it also states the cheapest changes.
 */
export async function demandExplanation(
  opened: OpenedModel,
  demands: readonly Demand[],
  { movables, priceOf, isPriced }: LimitWords,
  asking: Asking,
  engine: LpEngine,
): Promise<DemandExplanation> {
  const instance = demandInstance(opened.instance, demands);
  const room = modelInMemory(instance, opened.matrix, opened.model);
  const sharing: Asking = { ...asking, request: () => ({ ...asking.request(), sharing: 'always' }) };
  const base = await solveOpened(sharing.request(), room);
  const worth = worthOf(demands);
  const { feasible, objective, bound, boundScope } = base.record.result;
  const isFound = feasible && objective !== null && objective >= worth;
  const isExcluded = bound !== null && bound < worth * (1 - ROUNDING);
  const told = {
    demands: demands.map((one) => servedOf(one, room, base)),
    isServed: isFound ? true : isExcluded ? false : null,
    boundScope,
  };
  if (isFound || (await asking.ended())) {
    return { ...told, conflict: null, brackets: [], fix: null, message: sentence(told) };
  }
  const goal: Goal = { opened: room, worth, base, does: 'serves the demand' };
  const ofLimits = movables.filter(({ kind }) => KINDS_WANTED.includes(kind));
  const ofDemands = movables.filter(({ kind }) => kind === 'arrivals');
  const limits = [
    ...worthMoving(ofLimits, base).slice(0, MAX_LIMITS).map(goalLimit),
    ...worthGivingUp(
      ofDemands.map((one) => demandLimit(one, instance)),
      base,
    ).slice(0, MAX_DEMANDS),
  ];
  const brackets: Omit<LimitBracket, 'objectiveAt'>[] = [];
  for (const limit of limits) {
    const { objectiveAt: _, ...bracket } = await bracketIn(goal, limit, sharing, () => 'does');
    brackets.push(bracket);
  }
  const all = [...ofLimits.map(goalLimit), ...ofDemands.map((one) => demandLimit(one, instance))];
  const fix = isPriced ? await goalFix(goal, all, priceOf, sharing, engine) : null;
  const conflict = isExcluded ? await demandConflict(goal, movableDemands(demands), sharing) : null;
  return { ...told, conflict, brackets, fix, message: sentence(told) };
}

function servedOf({ taskType, share }: Demand, { instance }: OpenedModel, { record }: Solved): DemandServed {
  const index = instance.workload.taskTypes.findIndex(({ name }) => name === taskType);
  const demandedPerS = instance.workload.taskTypes[index]!.arrivalRatePerS;
  const { evaluation } = record;
  return {
    taskType,
    share,
    demandedPerS,
    servedPerS: evaluation === null ? null : Math.min(demandedPerS, evaluation.ratePerS[index]!),
  };
}

/**
 * Returns the demands that raise the bound if they are lowered, the steepest rise first. The lowered part of a demand
 * counts as served.
 */
function worthGivingUp<Limit extends ReturnType<typeof demandLimit>>(
  limits: readonly Limit[],
  { certificate }: Solved,
): readonly Limit[] {
  if (certificate === null) return [];
  const slopes = limits.map((limit) => ({ limit, slope: limit.slope(certificate) })).filter(({ slope }) => slope > 0);
  return slopes.sort((a, b) => b.slope - a.slope).map(({ limit }) => limit);
}

function sentence({ demands, isServed }: Pick<DemandExplanation, 'demands' | 'isServed'>): string {
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

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)!}`;
}

function shown(value: number): string {
  return String(Number(value.toPrecision(4)));
}
