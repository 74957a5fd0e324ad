import { rewardRateModel } from '../../models/families/reward-rate/model.js';
import type { RewardRateModel } from '../../models/families/reward-rate/model.js';
import type { MethodOutcome } from '../../src/families/reward-rate/methods/outcome.js';
import { configLp, oraclesOf, solveLp } from '../../src/families/reward-rate/methods/config-lp.js';
import { idleConflict } from '../../src/families/reward-rate/methods/infeasibility.js';
import { powerRows } from '../../src/families/reward-rate/methods/nlp/power-rows.js';
import { nlp } from '../../src/families/reward-rate/methods/nlp/nlp.js';
import { expansionRows } from '../../src/families/reward-rate/methods/room-program/failure-rows.js';
import { zoneState } from '../../models/families/reward-rate/set-points.js';
import { steadyTemperatures } from '../../src/check/temperatures.js';
import { randomStream } from '../../src/random/stream.js';
import { coldestAffordableSetPointC, greatestNodePowerW } from '../../models/facility/power-budget.js';
import { cracHeatW } from '../../models/facility/room-state.js';
import { restrictingCapRow } from '../../src/families/reward-rate/methods/room-program/cap-rows.js';
import { lpRooms } from '../../src/families/reward-rate/methods/room-program/coupling.js';
import { limitsAt } from '../../src/families/reward-rate/methods/rounding/plan-limits.js';
import { UNLIMITED } from '../../src/methods/control.js';
import { loadHighs } from '../../src/solvers/linear/highs.js';
import { toyInputW } from '../support/toy-ups.js';
import { UNSEEDED } from '../support/unseeded.js';
import { bruteForce, oracle } from './brute-force.js';
import { checked } from './checked.js';
import { fixedSetPointsLp } from './fixed-set-points-lp.js';
import { bestOnGrid, RHO_C } from './set-point-grid.js';
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

/**
 * A drawn room of two CRACs at set-points of their own: the bound, and the most that mixtures earn at the set-points of
 * the LP's answer. Null where the room has no plan or limits that the LP of mixtures does not know.
 */
export async function toyMixture(seed: number): Promise<{ readonly bound: number; readonly mixture: number } | null> {
  const facility = widened(tinyRandom(seed, { cracs: 2, mostPlans: 150 }));
  const { rackPowerLimits: _racks, pdus: _pdus, ...limits } = facility.instance.limits;
  const room = { ...facility, instance: { ...facility.instance, limits } };
  const model = rewardRateModel(room.instance, room.matrix);
  if (idleConflict(model) !== null || room.instance.facility.cracs.some((crac) => crac.coolingCapacityW !== undefined))
    return null;
  const engine = await loadHighs();
  const lp = await solveLp({ model, oracles: oraclesOf(model), engine, control: UNLIMITED, incumbent: null });
  if (lp === null || 'failure' in lp || lp.at === undefined) return null;
  const mixture = fixedSetPointsLp(room, engine)([...lp.at.setPointsC]);
  return { bound: lp.bound.value, mixture: mixture ?? -Infinity };
}

/**
 * Differences, W, between what rows of the power cap after failures say at the point about which they are taken and the
 * true excess over the cap there, in a drawn room of two or three CRACs.
 */
export function toyFailureRowErrorsW(seed: number): number[] {
  const { facility, gone } = survivingRoom(2 * seed + 1, 60);
  const { instance, matrix } = { ...facility, ...widened(facility) };
  const model = rewardRateModel({ ...instance, limits: { ...instance.limits, survive: 'any-crac' } }, matrix);
  const draw = randomStream(seed, 'failure rows').uniform;
  const powersW = Float64Array.from(model.zones, ({ idleW, nodeCount }) => idleW + draw(0, 60) * nodeCount);
  const setPointsC = Float64Array.from(model.cracs, ({ setPointMinC, setPointMaxC }) =>
    draw(setPointMinC, setPointMaxC),
  );
  const state = zoneState(model, powersW);
  const heatKW = setPointsC.map(() => 0);
  const rows = expansionRows(lpRooms(model, 'own'), { setPointsC, heatKW, state });
  const all = matrix.cracNames.map((_, c) => setPointsC[model.cracs.findIndex(({ index }) => index === c)] ?? 0);
  const { cracs, coolingPerformance: cop, otherLoadW = 0 } = instance.facility;
  return gone.map((name) => {
    const row = rows.find(({ where }) => where === name && where !== '')!;
    const says = row.side.reduce((sum, { column, value }) => sum + value * (setPointsC[column] ?? 0), -row.rhs);
    const saysW =
      1000 * says + powersW.reduce((sum, w, b) => sum + row.zoneCoefficient[b]! * (w - model.zones[b]!.idleW), 0);
    const dead = new Set(
      cracs.flatMap((crac) =>
        crac.coolingCapacityW === 0 || crac.name === name ? [matrix.cracNames.indexOf(crac.name)] : [],
      ),
    );
    const { cracHeatW } = steadyTemperatures(matrix, all, powersW, RHO_C, dead)!;
    const coolingW = all.reduce(
      (sum, T, c) =>
        dead.has(c)
          ? sum
          : sum + Math.max(0, cracHeatW[c]!) / ((cop.quadraticPerC2 * T + cop.linearPerC) * T + cop.constant),
      0,
    );
    const nodesW = powersW.reduce((sum, w) => sum + w, 0);
    return saysW - (toyInputW(instance.facility, nodesW) + coolingW + otherLoadW - instance.limits.powerCapW);
  });
}

/**
 * Differences in a drawn room: between what the power cap's rows at fixed set-points and of method `nlp` say and the true
 * excess over the cap at the powers for which they are made, W; and between the slope of the row of restrictingCapRow and that of the coldest
 * set-point that the cap allows, as a fraction of it (0 where there is none).
 */
export function toyRowErrors(seed: number): { readonly fixedW: number; readonly nlpW: number; readonly slope: number } {
  const { instance, matrix } = widened(tinyRandom(seed, { cracs: 2 }));
  const model = rewardRateModel(instance, matrix);
  const draw = randomStream(seed, 'rows').uniform;
  const powersW = Float64Array.from(model.zones, ({ idleW, nodeCount }) => idleW + draw(0, 60) * nodeCount);
  const setPointsC = model.cracs.map(({ setPointMinC, setPointMaxC }) => draw(setPointMinC, setPointMaxC));
  const heatW = cracHeatW(model, zoneState(model, powersW), setPointsC);
  const [cap] = limitsAt(model, setPointsC, heatW, []).rows;
  const { coolingPerformance: cop, otherLoadW = 0 } = instance.facility;
  const coolingW = setPointsC.reduce(
    (sum, T, c) => sum + Math.max(0, heatW[c]!) / ((cop.quadraticPerC2 * T + cop.linearPerC) * T + cop.constant),
    0,
  );
  const nodesW = powersW.reduce((sum, w) => sum + w, 0);
  const overW = toyInputW(instance.facility, nodesW) + coolingW + otherLoadW - instance.limits.powerCapW;
  const saysW =
    powersW.reduce((sum, w, b) => sum + cap!.zoneCoefficient[b]! * (w - model.zones[b]!.idleW), 0) - 1000 * cap!.rhs;
  const [nlpCap] = powerRows(model, { redLined: [], points: [powersW.map((w) => w / 2), powersW] }, 1);
  const nlpSaysW = powersW.reduce((sum, w, b) => sum + nlpCap!.perW[b]! * (w - model.zones[b]!.idleW), -nlpCap!.limit);
  const middleC = (model.setPointMinC + model.setPointMaxC) / 2;
  const atW = greatestNodePowerW(model.budget, middleC);
  const row = restrictingCapRow(model, atW);
  const coldestC = (watts: number): number => coldestAffordableSetPointC(model.budget, watts);
  const stepW = 1e-4 * atW;
  const slope = (coldestC(atW + stepW) - coldestC(atW - stepW)) / (2 * stepW);
  return {
    fixedW: saysW - overW,
    nlpW: nlpSaysW + coolingW - overW,
    slope: row === null ? 0 : row.zoneCoefficient[0]! / 1000 / slope - 1,
  };
}
