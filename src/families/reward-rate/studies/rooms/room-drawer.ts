import { meterPowerW } from '../../../../../models/facility/meter.js';
import { coefficientOfPerformance, DEFAULT_AIR } from '../../../../../models/physics/cooling/crac.js';
import type { InfluenceMatrix, SparseRows } from '../../../../../models/physics/thermal/influence-matrix.js';
import { entryAt } from '../../../../../models/physics/thermal/sparse-rows.js';
import { inletRowSets } from '../../../../../models/physics/thermal/inlet-row-sets.js';
import { steadyAir, type SteadyAir } from '../../../../../models/physics/thermal/steady-air.js';
import type { FactorRange } from '../../../../../models/families/reward-rate/instance.js';
import { rewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { exceeded } from '../../../../../models/facility/limits.js';
import { placesOf } from '../../../../../models/facility/room-limits.js';
import { cracHeatW as removedW } from '../../../../../models/facility/room-state.js';
import { zoneState } from '../../../../../models/families/reward-rate/set-points.js';
import type { UncertaintyRanges } from '../../../../../models/families/reward-rate/uncertainty.js';
import { type RandomStream, randomStream } from '../../../../random/stream.js';
import { drawnRows } from './drawn-rows.js';
import { weightDrawer } from './drawn-weights.js';
import { type PlannedRoom, plannedWork } from './planned-room.js';

/** Random room, as deviations from the nominal one. */
export interface DrawnRoom {
  /** [node type]: factor on all powers. */
  readonly powerFactor: Float64Array;
  /** [task type][node type], row-major: factor on all execution times. */
  readonly timeFactor: Float64Array;
  /** [inlet zone][heat source zone], row-major: inlet rises per watt, K/W. Present if they are uncertain. */
  readonly inletRows?: Float64Array;
  /** Weights of the influence matrix without failed CRACs; present if they are uncertain. */
  readonly weights?: SparseRows;
}

export interface RoomOutcome {
  readonly rewardPerS: number;
  readonly totalW: number;
  readonly hottestInletC: number;
  /** Index of the zone with the hottest inlet. */
  readonly hottestZone: number;
  /** Heat removed by each working CRAC, W. */
  readonly heatW: Float64Array;
  /** Names of the broken limits. */
  readonly broken: readonly string[];
}

export interface RoomDrawer {
  /** Draws room number `n`, which depends only on `n` and the seed. */
  draw(n: number): DrawnRoom;
  judge(room: DrawnRoom): RoomOutcome;
}

/**
 * Returns an object that draws random rooms and evaluates a plan in each, with the equations of the model.
 *
 * @throws CheckerLimitError if the checker cannot give an exact answer
 */
export function roomDrawer(planned: PlannedRoom, ranges: UncertaintyRanges, seed: number): RoomDrawer {
  const { instance, matrix, plan, evaluation } = planned;
  const { facility, workload } = instance;
  const model = rewardRateModel(instance, matrix);
  const { thermal, cracs, workingAir: air } = model;
  // Reserves are meant for deviations from the nominal room: use of them breaks no limit.
  const kept = model.limits
    .flatMap((limit) => placesOf(limit, instance, matrix))
    .map((place) => ({ ...place, limit: place.value }));
  const work = plannedWork(planned);
  const setPointsC = cracs.map(({ name }) => plan.setPointsC[name]!);
  const { densityKgPerM3, heatCapacityJPerKgK } = facility.air ?? DEFAULT_AIR;
  const heatPerM3K = densityKgPerM3 * heatCapacityJPerKgK;
  const suppliedC = thermal.inletFromSetPointsC(setPointsC);
  const coldestC = Math.min(...setPointsC);
  // Kelvins above the coldest set-point that the air a zone draws straight from CRACs has on average.
  const directK = Float64Array.from(air.zones, (_, b) =>
    setPointsC.reduce((sum, valueC, c) => sum + shareOf(air, b, c) * (valueC - coldestC), 0),
  );
  const statedInletC = Float64Array.from(evaluation.zoneInletC);
  const nodeTypes = facility.nodeTypes.length;
  const random = randomStream(seed, 'rooms');
  const sets = ranges.inletRise === null ? null : inletRowSets(air, thermal, ranges.inletRise);
  const drawWeights = ranges.influence === null ? null : weightDrawer(air, ranges.influence);
  const cop = setPointsC.map((supplyC) => coefficientOfPerformance(model.budget.cooling, supplyC));

  function airOf({ inletRows, weights }: DrawnRoom, zonePowerW: Float64Array): SteadyAir {
    if (weights !== undefined) return steadyAir(air, weights, setPointsC, zonePowerW, heatPerM3K, statedInletC);
    const state = zoneState(model, zonePowerW);
    // All heat is removed, whatever the rows; with one set-point it is no matter where.
    const heatW = removedW(model, state, setPointsC);
    if (inletRows === undefined) return { inletC: suppliedC.map((value, b) => value + state.riseC[b]!), heatW };
    // Air straight from the CRACs warms on its way through zones as a power there does.
    const warming = zonePowerW.map((powerW, b) => powerW + (directK[b] === 0 ? 0 : directK[b]! / thermal.risePerW[b]!));
    return { inletC: product(inletRows, warming).map((riseK, b) => coldestC + directK[b]! + riseK), heatW };
  }

  return {
    draw(n) {
      const own = random.fork(String(n));
      return {
        powerFactor: factors(nodeTypes, ranges.nodePower, own.fork('power')),
        timeFactor: factors(workload.taskTypes.length * nodeTypes, ranges.taskTime, own.fork('time')),
        ...(sets === null ? {} : { inletRows: drawnRows(sets, air.zones.length, own.fork('air')) }),
        ...(drawWeights === null ? {} : { weights: drawWeights(own.fork('air')) }),
      };
    },
    judge(room) {
      const zonePowerW = Float64Array.from(
        model.zones,
        ({ type }, b) => evaluation.zoneNodePowerW[b]! * room.powerFactor[type]!,
      );
      const { inletC, heatW } = airOf(room, zonePowerW);
      const coolingW = heatW.reduce((sum, heat, c) => sum + Math.max(0, heat) / cop[c]!, 0);
      const nodesW = zonePowerW.reduce((sum, powerW) => sum + powerW, 0);
      const totalW = meterPowerW(model.budget, nodesW, coolingW);
      const hottestZone = inletC.reduce((most, value, b) => (value > inletC[most]! ? b : most), 0);
      const ratePerS = new Float64Array(workload.taskTypes.length);
      let late = false;
      for (const { taskType, nodeType, ratePerS: stated, longestS } of work) {
        const factor = room.timeFactor[taskType * nodeTypes + nodeType]!;
        ratePerS[taskType]! += stated / factor;
        late ||= longestS * factor >= workload.taskTypes[taskType]!.deadlineS;
      }
      const rewardPerS = workload.taskTypes.reduce(
        (sum, { rewardPerTask, arrivalRatePerS }, i) => sum + rewardPerTask * Math.min(ratePerS[i]!, arrivalRatePerS),
        0,
      );
      const hottestInletC = inletC[hottestZone]!;
      const cracHeatW = new Float64Array(matrix.cracNames.length);
      for (const [c, { index }] of cracs.entries()) cracHeatW[index] = heatW[c]!;
      const operation = { zoneNodePowerW: zonePowerW, zoneInletC: inletC, cracHeatW, power: { totalW } };
      const names = exceeded(kept, operation).map(({ constraint }) => constraint);
      const broken = [...new Set(late ? [...names, 'deadline'] : names)];
      return { rewardPerS, totalW, hottestInletC, hottestZone, heatW, broken };
    },
  };
}

/**
 * Returns the fraction of a zone's air that comes directly from a working CRAC. Returns 0 for a heat-recirculation
 * matrix, which does not contain this fraction. Such a matrix has a single CRAC, so the fraction has no effect.
 */
function shareOf({ recirculationKPerW, weights, cracNames }: InfluenceMatrix, zone: number, crac: number): number {
  return recirculationKPerW === undefined ? entryAt(weights, cracNames.length + zone, crac) : 0;
}

function factors(count: number, { least, most }: FactorRange, random: RandomStream): Float64Array {
  return Float64Array.from({ length: count }, () => random.uniform(least, most));
}

function product(rows: Float64Array, x: Float64Array): Float64Array {
  return x.map((_, k) => {
    let sum = 0;
    for (let b = 0, n = k * x.length; b < x.length; b++, n++) sum += rows[n]! * x[b]!;
    return sum;
  });
}
