import {
  allowedBeside,
  type SteppedCrac,
  withSetPointRanges,
} from '../../../../models/families/reward-rate/set-point-steps.js';
import type { RewardRatePlan } from '../../../../models/families/reward-rate/plan.js';
import { withStandby } from '../../../../models/families/reward-rate/standby.js';
import type { Driver } from '../../../runs/control.js';
import { configurationBound } from '../methods/config-lp.js';
import { withIdleRoom } from '../methods/idle-room.js';
import { idleConflict } from '../methods/infeasibility.js';
import { keepsCommonSetPoint } from '../methods/rounding/node-plan.js';
import type { OpenedModel } from './open.js';
import type { SearchEnd } from './search-end.js';

/** One multiple of the set-point step for each CRAC that has a step, in the order of these CRACs, C. */
export type SetPoints = readonly number[];

export interface ChoiceRequest {
  readonly opened: OpenedModel;
  readonly stepped: readonly SteppedCrac[];
  readonly free: SearchEnd;
  readonly plan: RewardRatePlan;
  readonly driver: Driver;
}

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
 */
export async function choicesOf(input: ChoiceRequest): Promise<SetPoints[]> {
  const { opened, stepped, free, plan } = input;
  const planC = stepped.map(({ name }) => plan.setPointsC[name]!);
  if (stepped.length === 1) {
    const [only] = stepped;
    const relaxedC = free.found.certificate?.setPointsC ?? [];
    const ownC = relaxedC.length === opened.model.cracs.length ? [relaxedC[only!.crac]!] : [];
    const both = [...planC, ...ownC].flatMap((valueC) => allBeside(stepped, [valueC]));
    return distinct(both);
  }
  const first = distinct(allBeside(stepped, planC));
  if (keepsCommonSetPoint(opened.model) || first.length === 0) return first;
  return search(input, planC, first);
}

/**
 * Returns two combinations of allowed set-points: each CRAC's multiples of its step just below and just above the given
 * temperature. At the end of a range both use the only multiple there is.
 */
function allBeside(stepped: readonly SteppedCrac[], temperaturesC: readonly number[]): SetPoints[] {
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
async function search(
  input: ChoiceRequest,
  planC: readonly number[],
  first: readonly SetPoints[],
): Promise<SetPoints[]> {
  const { stepped } = input;
  const values = new Map<string, { readonly setPoints: SetPoints; readonly value: number }>();
  let ended = false;
  const isOver = (): boolean => ended;
  const valueOf = async (setPoints: SetPoints): Promise<number> => {
    const known = values.get(keyOf(setPoints));
    if (known !== undefined) return known.value;
    ended ||= values.size >= MAX_VALUED || input.driver.stopReason !== null;
    if (ended) return -Infinity;
    const value = await relaxedReward(input, setPoints);
    values.set(keyOf(setPoints), { setPoints, value });
    return value;
  };
  const nearest = stepped.map((crac, n) => {
    const { belowC, aboveC } = allowedBeside(crac, crac.stepK, planC[n]!);
    if (belowC === null || aboveC === null) return (belowC ?? aboveC)!;
    return planC[n]! - belowC <= aboveC - planC[n]! ? belowC : aboveC;
  });
  let best = { setPoints: first[0]!, value: await valueOf(first[0]!) };
  const better = async (setPoints: SetPoints): Promise<boolean> => {
    const value = await valueOf(setPoints);
    if (!(value > best.value + MIN_GAIN * Math.abs(best.value)) && best.value !== -Infinity) return false;
    if (value === -Infinity) return false;
    best = { setPoints, value };
    return true;
  };
  for (const setPoints of [nearest, ...first.slice(1)]) await better(setPoints);
  for (let moved = true; moved && !isOver();) {
    moved = false;
    for (const next of moves(stepped, best.setPoints)) {
      if (isOver()) break;
      if (!(await better(next))) continue;
      moved = true;
      break;
    }
  }
  const valued = [...values.values()].filter(({ value }) => value > -Infinity);
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
 * Returns the relaxation's bound on reward at these set-points, reward/s; -Infinity if not even the idle facility keeps
 * the limits or nothing was proven.
 */
async function relaxedReward({ opened, stepped, free, driver }: ChoiceRequest, setPoints: SetPoints): Promise<number> {
  const fixed = stepped.map(({ crac }, n) => ({ crac, leastC: setPoints[n]!, mostC: setPoints[n]! }));
  const model = withStandby(withSetPointRanges(opened.model, fixed));
  if (idleConflict(model) !== null) return -Infinity;
  const start = free.outcome.next ?? null;
  const input = { model: withIdleRoom(model), engine: free.engine, control: driver, start };
  const certificate = await configurationBound(input, null);
  return certificate?.boundRewardPerS ?? -Infinity;
}
