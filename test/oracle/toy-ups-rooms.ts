import { rewardRateModel } from '../../models/families/reward-rate/model.js';
import type { RewardRateModel } from '../../models/families/reward-rate/model.js';
import type { MethodOutcome } from '../../src/families/reward-rate/methods/outcome.js';
import { configLp } from '../../src/families/reward-rate/methods/config-lp.js';
import { idleConflict } from '../../src/families/reward-rate/methods/infeasibility.js';
import { nlp } from '../../src/families/reward-rate/methods/nlp/nlp.js';
import { UNLIMITED } from '../../src/methods/control.js';
import { loadHighs } from '../../src/solvers/linear/highs.js';
import { toyInputW } from '../support/toy-ups.js';
import { UNSEEDED } from '../support/unseeded.js';
import { bruteForce, oracle } from './brute-force.js';
import { checked } from './checked.js';
import { bestOnGrid } from './set-point-grid.js';
import { bestSurviving, survivingRoom } from './surviving-rooms.js';
import { type TinyFacility, tinyRandom, type TinyOptions } from './tiny-random.js';

/** A room whose UPS has losses that depend on the load, what brute force finds in it, and what a method finds. */
export interface ToyRoom {
  readonly seed: number;
  /** Greatest reward of a plan of one configuration per node; null where there is none. */
  readonly best: number | null;
  /** Null where the room is said to have no plan. */
  readonly found: {
    /** Null for a method without a bound. */
    readonly bound: number | null;
    readonly rewardPerS: number;
    readonly claim: number;
    readonly broken: readonly string[];
    /** Excess of the power at the meter over the checker's figures of nodes, CRACs and other load, W. */
    readonly lossW: number;
    /** The same as the toy UPS has it. */
    readonly ownLossW: number;
  } | null;
}

/** The methods that the tests try. */
const METHODS = { configLp, nlp } as const;

/** Limits of a room with a wider cap: rooms are drawn for a UPS that loses less. */
function widened({ instance, matrix }: TinyFacility): TinyFacility {
  const { limits, facility } = instance;
  const upsEfficiency = facility.upsEfficiency ?? 0.9;
  const changed = { ...facility, upsEfficiency };
  return {
    matrix,
    instance: { ...instance, facility: changed, limits: { ...limits, powerCapW: 1.1 * limits.powerCapW } },
  };
}

async function foundIn(
  { instance, matrix }: TinyFacility,
  model: RewardRateModel,
  method: keyof typeof METHODS,
): Promise<ToyRoom['found']> {
  if (idleConflict(model) !== null) return null;
  const engine = await loadHighs();
  const input = { model, engine, control: UNLIMITED, ...UNSEEDED };
  const { plan, certificate, claimedRewardPerS }: MethodOutcome = await METHODS[method](input);
  const { rewardPerS, violations, power } = checked({ instance, matrix }, plan!.setPointsC, plan!.assignments);
  const nodesW = power.idleW + power.coresW;
  return {
    bound: certificate?.boundRewardPerS ?? null,
    rewardPerS,
    claim: claimedRewardPerS!,
    broken: violations.map(({ constraint }) => constraint),
    lossW: power.totalW - nodesW - power.coolingW - power.otherW,
    ownLossW: toyInputW(instance.facility, nodesW) - nodesW,
  };
}

/** A drawn room whose CRACs have one set-point in brute force, solved by a method. */
export async function toyRoom(seed: number, options: TinyOptions, method: keyof typeof METHODS): Promise<ToyRoom> {
  const facility = widened(tinyRandom(seed, options));
  const { instance, matrix } = facility;
  const best = bruteForce(oracle(instance, matrix)).best?.rewardPerS ?? null;
  return { seed, best, found: await foundIn(facility, rewardRateModel(instance, matrix), method) };
}

/** A drawn room whose CRACs have set-points on a grid in brute force. */
export async function toyRoomOnGrid(seed: number, cracs: number, steps: number): Promise<ToyRoom> {
  const facility = widened(tinyRandom(seed, { cracs, mostPlans: 150 }));
  const { instance, matrix } = facility;
  const best = bestOnGrid(facility, oracle(instance, matrix), steps)?.rewardPerS ?? null;
  return { seed, best, found: await foundIn(facility, rewardRateModel(instance, matrix), 'configLp') };
}

/** A drawn room of two or three CRACs, any of which may fail, each with a set-point on a grid in brute force. */
export async function toyRoomThatSurvives(seed: number, steps: number): Promise<ToyRoom> {
  const room = survivingRoom(2 * seed + 1, 60);
  const { instance, matrix } = room.facility;
  const best = bestSurviving(room, steps)?.rewardPerS ?? null;
  return { seed, best, found: await foundIn(room.facility, rewardRateModel(instance, matrix), 'configLp') };
}
