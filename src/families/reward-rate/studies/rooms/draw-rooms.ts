import { defaultRanges, rangesOf } from '../../../../../models/problems/reward-rate/uncertainty.js';
import { asStated, isRobust } from '../../../../../models/problems/reward-rate/worst-case.js';
import { checkPlan } from '../../check/check-plan.js';
import { quantileOfSorted } from '../../../../experiments/quantiles.js';
import type { DrawnRooms } from '../../runs/drawn-rooms.js';
import { wilson } from '../uncertainty/statistics.js';
import type { PlannedRoom } from './planned-room.js';
import { roomDrawer } from './room-drawer.js';

/** Number of rooms drawn where an instance states its uncertainty and nobody says how many. Ours: shares are then good to 3 % at worst. */
export const DEFAULT_ROOMS = 1000;

/** The plan with the checker's word on it in the stated room: that on a robust plan is of the worst one. */
function inStatedRoom({ instance, matrix, plan, evaluation }: PlannedRoom): PlannedRoom {
  if (!isRobust(instance)) return { instance, matrix, plan, evaluation };
  const stated = asStated(instance);
  return { instance: stated, matrix, plan, evaluation: checkPlan(stated, matrix, plan) };
}

/**
 * A plan in `rooms` rooms drawn from the instance's uncertainty, or from the default ranges where it states none. The same seed gives the
 * same record. @throws CheckerLimitError as the checker does.
 */
export function drawRooms(given: PlannedRoom, rooms: number, seed: number): DrawnRooms {
  const planned = inStatedRoom(given);
  const { instance, matrix } = planned;
  const stated = rangesOf(instance);
  const ranges = stated ?? defaultRanges(matrix.recirculationKPerW === undefined);
  const drawer = roomDrawer(planned, ranges, seed);
  const rewardPerS = new Float64Array(rooms);
  const broken: Record<string, number> = {};
  let within = 0;
  let hottestC = -Infinity;
  let worstZone = 0;
  let mostW = -Infinity;
  for (let n = 0; n < rooms; n++) {
    const outcome = drawer.judge(drawer.draw(n));
    rewardPerS[n] = outcome.rewardPerS;
    if (outcome.broken.length === 0) within++;
    for (const constraint of outcome.broken) broken[constraint] = (broken[constraint] ?? 0) + 1;
    if (outcome.hottestInletC > hottestC) [hottestC, worstZone] = [outcome.hottestInletC, outcome.hottestZone];
    mostW = Math.max(mostW, outcome.totalW);
  }
  const sorted = rewardPerS.slice().sort();
  return {
    ...{ rooms, seed, ranges, stated: stated !== null },
    within: wilson(within, rooms),
    worstOverRedLineK: hottestC - instance.limits.redLineC,
    worstZone: matrix.zones[worstZone]!.name,
    worstOverCapW: mostW - instance.limits.powerCapW,
    broken: Object.fromEntries(Object.entries(broken).sort(([a], [b]) => (a < b ? -1 : 1))),
    rewardPerS: {
      mean: sorted.reduce((sum, value) => sum + value, 0) / rooms,
      least: sorted[0]!,
      p5: quantileOfSorted(sorted, 0.05),
      p50: quantileOfSorted(sorted, 0.5),
      p95: quantileOfSorted(sorted, 0.95),
    },
  };
}
