import type { Reserve } from '../../../../../models/families/reward-rate/instance.js';
import { reserveWords } from '../../../../../models/families/reward-rate/reserve.js';
import type { RoomsReserve } from '../../runs/drawn-rooms.js';
import { type OutcomesInRooms, outcomesInRooms, shareWithin } from './draw-rooms.js';
import type { PlannedRoom } from './planned-room.js';

/** Fraction of random rooms in which a plan with the reserve should meet all limits. */
export const WANTED_SHARE = 0.95;
/** Fraction of random rooms that a reserve must cover: WANTED_SHARE plus about the sampling error for 1,000 rooms. */
const COVERED_SHARE = 0.965;
/**
 * Number of new random rooms for the test of a plan with a reserve. A fraction of 95 % is then accurate to 3 %. The
 * test takes a fifth of the time of 1,000 rooms.
 */
const ROOMS_TRIED = 200;
/** Maximum number of reserves tried. The first usually suffices, because deviations hardly depend on the reserve. */
const MAX_TRIES = 3;
/** Minimum factor by which a reserve grows after it covered too few rooms. */
const GROWTH = 1.1;

/** Limit to which each field of a reserve belongs. */
const LIMIT_OF = { powerW: 'powerCap', inletK: 'redLine', coolingShare: 'coolingCapacity' } as const;
/** Names of the fields of a reserve. */
const FIELDS = ['powerW', 'inletK', 'coolingShare'] as const;

/**
 * Computes a reserve with which a plan meets its limits in 95 % of random rooms:
 * - Every limit that some room breaks gets a reserve: a quantile of the plan's deviations over the rooms. All limits
 * use the same quantile.
 * - A new plan is made with this reserve and tested in newly drawn rooms.
 * - If it fails in too many rooms, larger reserves are tried.
 *
 * @param solveWith returns a plan with a given reserve; null if no feasible one is found
 */
export async function reserveForRooms(
  drawn: OutcomesInRooms,
  solveWith: (reserve: Reserve) => Promise<PlannedRoom | null>,
): Promise<RoomsReserve> {
  const none = (reason: string): RoomsReserve => ({ share: WANTED_SHARE, reserve: null, reason, tried: null });
  const seed = drawn.seed + 1;
  let least: Reserve = {};
  let last: Reserve = {};
  let from = drawn;
  const words = (reserve: Reserve): string => {
    const { instance } = drawn.planned;
    return reserveWords({ ...instance, limits: { ...instance.limits, reserve } });
  };
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const needed = neededReserve(from);
    if (needed === null)
      return none('limits that no reserve is kept of (racks, PDUs, deadlines) are broken in too many rooms');
    const reserve = roundedUp(greaterOf(needed, least));
    last = reserve;
    const planned = await solveWith(reserve);
    if (planned === null) return none(`no plan was found with ${words(reserve)}`);
    from = outcomesInRooms(planned, ROOMS_TRIED, seed);
    const within = shareWithin(from);
    if (within.probability >= WANTED_SHARE) {
      const tried = { rooms: ROOMS_TRIED, seed, within, rewardPerS: planned.evaluation.rewardPerS };
      return { share: WANTED_SHARE, reserve, reason: null, tried };
    }
    least = Object.fromEntries(Object.entries(reserve).map(([field, value]) => [field, GROWTH * (value as number)]));
  }
  return none(`a plan with ${words(last)} keeps all limits in fewer rooms`);
}

/**
 * Returns the smallest reserve with which limits hold in enough of the random rooms. All its fields are the same
 * quantile of the deviations over the rooms. Null if limits without a reserve are violated in too many rooms.
 */
function neededReserve({ planned, outcomes }: OutcomesInRooms): Reserve | null {
  const { evaluation, instance, matrix } = planned;
  const { totalW } = evaluation.power;
  const hottestC = Math.max(...evaluation.zoneInletC);
  const capacities = matrix.cracNames.flatMap((name, c) => {
    const { coolingCapacityW: capacityW = Infinity } = instance.facility.cracs.find((crac) => crac.name === name)!;
    return capacityW === 0 ? [] : [{ capacityW, heatW: evaluation.cracHeatW[c]! }];
  });
  const deviationOf = {
    powerW: (one: OutcomesInRooms['outcomes'][number]) => one.totalW - totalW,
    inletK: (one: OutcomesInRooms['outcomes'][number]) => one.hottestInletC - hottestC,
    coolingShare: (one: OutcomesInRooms['outcomes'][number]) =>
      Math.max(...capacities.map(({ capacityW, heatW }, c) => (one.heatW[c]! - heatW) / capacityW)),
  };
  const reserved = FIELDS.filter((field) => outcomes.some(({ broken }) => broken.includes(LIMIT_OF[field])));
  const others = outcomes.map(
    ({ broken }) => !broken.some((one) => !reserved.some((field) => LIMIT_OF[field] === one)),
  );
  const sorted = reserved.map((field) => Float64Array.from(outcomes, deviationOf[field]).sort());
  const at = (n: number): Reserve =>
    Object.fromEntries(reserved.map((field, f) => [field, Math.max(0, sorted[f]![n]!)]));
  const covers = (reserve: Reserve): boolean =>
    outcomes.filter((one, n) => others[n]! && reserved.every((field) => deviationOf[field](one) <= reserve[field]!))
      .length >=
    COVERED_SHARE * outcomes.length;
  let [low, high] = [-1, outcomes.length - 1];
  if (!covers(at(high))) return null;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (covers(at(middle))) high = middle;
    else low = middle;
  }
  return at(high);
}

function greaterOf(one: Reserve, other: Reserve): Reserve {
  return Object.fromEntries(
    FIELDS.flatMap((field) => {
      const value = Math.max(one[field] ?? 0, other[field] ?? 0);
      return value > 0 ? [[field, value]] : [];
    }),
  );
}

/** Returns the reserve rounded up to two significant digits, which are easy to type. */
function roundedUp(reserve: Reserve): Reserve {
  return Object.fromEntries(
    Object.entries(reserve).map(([field, value]) => {
      const digit = 10 ** (Math.floor(Math.log10(value as number)) - 1);
      return [field, Number((Math.ceil((value as number) / digit - 1e-9) * digit).toPrecision(2))];
    }),
  );
}
