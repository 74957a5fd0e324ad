import type { RewardRateModel } from '../../../../models/families/reward-rate/model.js';
import {
  allowedBeside,
  type SteppedCrac,
  withSetPointRanges,
} from '../../../../models/families/reward-rate/set-point-steps.js';
import { configurationBound } from '../methods/config-lp.js';
import { keepsCommonSetPoint } from '../methods/rounding/node-plan.js';
import { roomOf } from './search.js';
import type { Search } from './search-state.js';

/** One multiple of the set-point step for each CRAC that has a step, in the order of these CRACs, C. */
export type SetPoints = readonly number[];

/** Maximum number of combinations of set-points that are valued by an LP, if several CRACs have a step. */
const MAX_VALUED = 24;
/** Maximum number of combinations of set-points for which plans are made, if several CRACs have a step. */
const MAX_PLANNED = 2;
/**
 * Maximum number of CRACs with steps up to which a move may also change two CRACs in opposite directions. With more
 * CRACs there are too many pairs.
 */
const MAX_PAIRED = 4;
/** Set-points count as better if the relaxation's reward at them is larger by more than this fraction. */
const MIN_GAIN = 1e-7;

/**
 * Returns the combinations of allowed set-points (multiples of their steps) for which plans are to be made.
 *
 * With one CRAC that has a step, they are the set-points around those of plan and relaxation. With several, a pattern
 * search starts around the plan's set-points and maximises the relaxation's reward. If all CRACs share one set-point,
 * they are the multiples just below it and those just above.
 *
 * @param free search without steps that found a plan
 */
export async function choicesOf(free: Search, stepped: readonly SteppedCrac[]): Promise<SetPoints[]> {
  const { opened, end } = free;
  const planC = stepped.map(({ name }) => end.plan!.setPointsC[name]!);
  if (stepped.length === 1) {
    const relaxedC = end.certificate?.setPointsC ?? [];
    const ownC = relaxedC.length === opened.model.cracs.length ? [relaxedC[stepped[0]!.crac]!] : [];
    return distinct([...planC, ...ownC].flatMap((valueC) => allBeside(stepped, [valueC])));
  }
  const first = distinct(allBeside(stepped, planC));
  if (keepsCommonSetPoint(opened.model) || first.length === 0) return first;
  return climbed(free, stepped, planC, first);
}

/** Returns the model in which each CRAC with a step has exactly this set-point. */
export function atSetPoints(
  model: RewardRateModel,
  stepped: readonly SteppedCrac[],
  setPoints: SetPoints,
): RewardRateModel {
  const ranges = stepped.map(({ crac }, n) => ({ crac, leastC: setPoints[n]!, mostC: setPoints[n]! }));
  return withSetPointRanges(model, ranges);
}

/**
 * Returns two combinations of allowed set-points: each CRAC's multiples of its step just below and just above the given
 * temperature. At the end of a range both use the only multiple there is.
 */
function allBeside(stepped: readonly SteppedCrac[], temperaturesC: readonly number[]): [SetPoints, SetPoints] {
  const beside = stepped.map((crac, n) => allowedBeside(crac, crac.stepK, temperaturesC[n]!));
  return [
    beside.map(({ belowC, aboveC }) => (belowC ?? aboveC)!),
    beside.map(({ belowC, aboveC }) => (aboveC ?? belowC)!),
  ];
}

function distinct(choices: readonly SetPoints[]): SetPoints[] {
  return [...new Map(choices.map((setPoints) => [keyOf(setPoints), setPoints])).values()];
}

function keyOf(setPoints: SetPoints): string {
  return setPoints.join(' ');
}

/**
 * Returns the best set-points that a pattern search finds, in descending order of the relaxation's reward. A move
 * changes one CRAC by a step, or two in opposite directions, as long as this reward rises.
 */
async function climbed(
  free: Search,
  stepped: readonly SteppedCrac[],
  planC: readonly number[],
  first: readonly SetPoints[],
): Promise<SetPoints[]> {
  const tried = new Map<string, { readonly setPoints: SetPoints; readonly value: number }>();
  const isOver = (): boolean => tried.size >= MAX_VALUED || free.driver.stopReason !== null;
  let best = { setPoints: first[0]!, value: -Infinity };
  /** Values set-points that were not tried before; returns true if they are the best so far. */
  const isBetter = async (setPoints: SetPoints): Promise<boolean> => {
    if (tried.has(keyOf(setPoints)) || isOver()) return false;
    const value = await relaxedReward(free, atSetPoints(free.opened.model, stepped, setPoints));
    tried.set(keyOf(setPoints), { setPoints, value });
    const isFirst = best.value === -Infinity && value > -Infinity;
    if (!isFirst && !(value > best.value + MIN_GAIN * Math.abs(best.value))) return false;
    best = { setPoints, value };
    return true;
  };
  const [below, above] = allBeside(stepped, planC);
  const nearest = planC.map((valueC, n) => (valueC - below[n]! <= above[n]! - valueC ? below[n]! : above[n]!));
  for (const setPoints of [first[0]!, nearest, ...first.slice(1)]) await isBetter(setPoints);
  for (let moved = true; moved && !isOver();) {
    moved = false;
    for (const next of moves(stepped, best.setPoints)) {
      moved = await isBetter(next);
      if (moved || isOver()) break;
    }
  }
  const valued = [...tried.values()].filter(({ value }) => value > -Infinity);
  const ranked = valued.sort((a, b) => b.value - a.value).map(({ setPoints }) => setPoints);
  return ranked.length === 0 ? [...first] : ranked.slice(0, MAX_PLANNED);
}

/**
 * Yields neighbouring set-points: one CRAC warmer or colder by its step, or one warmer and another colder (if at most
 * MAX_PAIRED CRACs have steps).
 */
function* moves(stepped: readonly SteppedCrac[], from: SetPoints): Generator<SetPoints> {
  const moved = (setPoints: SetPoints, n: number, direction: number): SetPoints | null => {
    const { stepK } = stepped[n]!;
    const { belowC, aboveC } = allowedBeside(stepped[n]!, stepK, setPoints[n]! + direction * stepK);
    const next = direction > 0 ? belowC : aboveC;
    return next === null || next === setPoints[n] ? null : setPoints.map((valueC, m) => (m === n ? next : valueC));
  };
  for (const n of stepped.keys()) {
    for (const direction of [1, -1]) {
      const next = moved(from, n, direction);
      if (next !== null) yield next;
    }
  }
  if (stepped.length > MAX_PAIRED) return;
  for (const n of stepped.keys()) {
    const warmer = moved(from, n, 1);
    if (warmer === null) continue;
    for (const m of stepped.keys()) {
      const both = m === n ? null : moved(warmer, m, -1);
      if (both !== null) yield both;
    }
  }
}

/**
 * Returns the relaxation's bound on reward in a room with fixed set-points, reward/s; -Infinity if not even the idle
 * facility keeps the limits or nothing was proven.
 */
async function relaxedReward({ opened, engine, driver, end }: Search, model: RewardRateModel): Promise<number> {
  const room = roomOf({ ...opened, model });
  if ('conflict' in room) return -Infinity;
  const input = { model: room.roomy, engine, control: driver, start: end.outcome.next ?? null };
  const certificate = await configurationBound(input, null);
  return certificate?.boundRewardPerS ?? -Infinity;
}
