import { overCapW } from '../../../../../models/facility/meter.js';
import {
  defaultRanges,
  rangesOf,
  type UncertaintyRanges,
} from '../../../../../models/families/reward-rate/uncertainty.js';
import { asStated, isRobust } from '../../../../../models/families/reward-rate/worst-case.js';
import { evaluatedIn } from '../../check/check-plan.js';
import { quantileOfSorted } from '../../../../experiments/quantiles.js';
import type { DrawnRooms } from '../../runs/drawn-rooms.js';
import { wilson } from '../uncertainty/statistics.js';
import type { PlannedRoom } from './planned-room.js';
import { roomDrawer, type RoomOutcome } from './room-drawer.js';

/**
 * Default number of random rooms for an instance with given uncertainty. Ours: the fraction of rooms that meet all
 * limits is then accurate to 3 % or better.
 */
export const DEFAULT_ROOMS = 1000;

/**
 * Returns the plan with an evaluation for nominal data. The given evaluation of a robust plan is for the worst case, so
 * such a plan is evaluated again.
 */
function inStatedRoom(room: PlannedRoom): PlannedRoom {
  if (!isRobust(room.instance)) return room;
  const stated = { ...room, instance: asStated(room.instance) };
  return { ...stated, evaluation: evaluatedIn(stated, room.plan) };
}

/** Outcomes of a plan in random rooms (the facility with other values of its uncertain data), one for each room. */
export interface OutcomesInRooms {
  readonly planned: PlannedRoom;
  readonly seed: number;
  readonly ranges: UncertaintyRanges;
  /** True if the uncertainty ranges are from the instance; false for default ranges. */
  readonly stated: boolean;
  readonly outcomes: readonly RoomOutcome[];
}

/**
 * Returns the outcomes of a plan in `rooms` rooms drawn from the uncertainty of the instance, or from default ranges if
 * it states none. The same seed gives the same rooms; a larger number only adds rooms.
 *
 * @throws CheckerLimitError if the checker cannot give an exact answer
 */
export function outcomesInRooms(given: PlannedRoom, rooms: number, seed: number): OutcomesInRooms {
  const planned = inStatedRoom(given);
  const stated = rangesOf(planned.instance);
  const ranges = stated ?? defaultRanges(planned.matrix.recirculationKPerW === undefined);
  const drawer = roomDrawer(planned, ranges, seed);
  const outcomes = Array.from({ length: rooms }, (_, n) => drawer.judge(drawer.draw(n)));
  return { planned, seed, ranges, stated: stated !== null, outcomes };
}

/** Returns the fraction of random rooms in which the plan meets all limits, with Wilson's 95 % interval. */
export function shareWithin({ outcomes }: OutcomesInRooms): DrawnRooms['within'] {
  return wilson(outcomes.filter(({ broken }) => broken.length === 0).length, outcomes.length);
}

/** Summarizes a plan's outcomes in random rooms as a record. */
export function drawnRooms(drawn: OutcomesInRooms): DrawnRooms {
  const { planned, seed, ranges, stated, outcomes } = drawn;
  const { limits } = planned.instance;
  const broken: Record<string, number> = {};
  for (const room of outcomes) for (const one of room.broken) broken[one] = (broken[one] ?? 0) + 1;
  const worst = outcomes.reduce((most, one) => (one.hottestInletC > most.hottestInletC ? one : most));
  const sorted = Float64Array.from(outcomes, ({ rewardPerS }) => rewardPerS).sort();
  return {
    rooms: outcomes.length,
    seed,
    ranges,
    stated,
    within: shareWithin(drawn),
    worstOverRedLineK: worst.hottestInletC - limits.redLineC,
    worstZone: planned.matrix.zones[worst.hottestZone]!.name,
    worstOverCapW: overCapW(
      limits,
      outcomes.reduce((most, { totalW }) => Math.max(most, totalW), -Infinity),
    ),
    broken: Object.fromEntries(Object.entries(broken).sort(([a], [b]) => (a < b ? -1 : 1))),
    rewardPerS: {
      mean: sorted.reduce((sum, value) => sum + value, 0) / sorted.length,
      least: sorted[0]!,
      p5: quantileOfSorted(sorted, 0.05),
      p50: quantileOfSorted(sorted, 0.5),
      p95: quantileOfSorted(sorted, 0.95),
    },
  };
}

/**
 * Draws a number of rooms from a seed and returns the record of the plan's outcomes in them.
 *
 * @throws CheckerLimitError if the checker cannot give an exact answer
 */
export function drawRooms(given: PlannedRoom, rooms: number, seed: number): DrawnRooms {
  return drawnRooms(outcomesInRooms(given, rooms, seed));
}
