import { meterPowerW } from '../../../../../models/facility/meter.js';
import { type Configuration, idleConfiguration } from '../../../../../models/facility/configuration.js';
import { mustShareSetPoint } from '../../../../../models/families/reward-rate/common-set-point.js';
import { keepsMinimumOn, withMinimumOn } from '../../../../../models/families/reward-rate/minimum-on.js';
import { mustSurvive } from '../../../../../models/families/reward-rate/failed-rooms.js';
import { failedRoomsOf, inFailedRoom } from '../../../../../models/families/reward-rate/in-failed-room.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import {
  clampedSetPoints,
  outletsByCrac,
  type ZoneState,
  zoneState,
} from '../../../../../models/families/reward-rate/set-points.js';
import { keepsRedLine, warmestCommon } from '../best-set-points.js';
import { coolingOf } from '../set-point-merit.js';
import { cheapestSurviving } from '../set-points-in-failures.js';
import { setPointWindow } from '../master/coupling.js';
import { commonSetPoint, setPointToApply } from '../outcome.js';

/** A plan of one configuration per node: nodes[zone][n]. */
export type NodeConfigurations = readonly (readonly Configuration[])[];

/** Returns nodes without work, with no more of them on than required. */
export function idleNodes(model: RewardRateModel): Configuration[][] {
  return withMinimumOn(model, emptyNodes(model));
}

/**
 * Returns nodes without work, all on standby that individually may be, even if minimums of running nodes are then
 * missed.
 */
export function emptyNodes(model: RewardRateModel): Configuration[][] {
  const idle = model.nodeTypes.map(({ tasks }, type) => idleConfiguration(type, tasks.length, model.taskNames.length));
  return model.zones.map(({ nodeCount, type }) => new Array<Configuration>(nodeCount).fill(idle[type]!));
}

export interface PlanMeasures {
  readonly rewardPerS: number;
  /** Completion rates by task type, tasks/s, not yet limited by arrivals. */
  readonly taskRatePerS: Float64Array;
  readonly nodePowerW: number;
  /** Inlet rise above the common set-point by zone, K. */
  readonly riseC: Float64Array;
  readonly hottestZone: number;
  /** Range of common set-points that keep cap, red line and range, C; empty if coldestC > warmestC. */
  readonly coldestC: number;
  readonly warmestC: number;
  /** First rack, PDU or cooling limit that is exceeded, with the amount; null if all hold. */
  readonly brokenLimit: { readonly constraint: string; readonly where: string; readonly overW: number } | null;
  readonly feasible: boolean;
}

/** Returns the idle and core power of each zone's nodes, W. */
export function zonePowersW(model: RewardRateModel, nodes: NodeConfigurations): Float64Array {
  return Float64Array.from(model.zones, (zone, b) =>
    nodes[b]!.reduce((sum, configuration) => sum + configuration.coreW, zone.idleW),
  );
}

/** Returns the measures of a plan at a common set-point. */
export function measure(model: RewardRateModel, nodes: NodeConfigurations): PlanMeasures {
  const zonePowerW = zonePowersW(model, nodes);
  const taskRatePerS = new Float64Array(model.taskNames.length);
  for (const zone of nodes) {
    for (const { ratePerS } of zone) for (let i = 0; i < taskRatePerS.length; i++) taskRatePerS[i]! += ratePerS[i]!;
  }
  const nodePowerW = zonePowerW.reduce((sum, powerW) => sum + powerW, 0);
  const riseC = model.thermal.inletRiseC(zonePowerW);
  let hottestZone = 0;
  for (let b = 1; b < riseC.length; b++) if (riseC[b]! > riseC[hottestZone]!) hottestZone = b;
  const window =
    model.setPointMinC <= model.setPointMaxC
      ? commonWindow(model, zonePowerW, riseC[hottestZone] ?? 0)
      : clampedWindow(model, zonePowerW, riseC);
  const common = model.setPointMinC <= model.setPointMaxC;
  const brokenLimit = common ? firstBrokenLimit(model, zonePowerW) : firstBrokenPowerLimit(model, zonePowerW);
  return {
    rewardPerS: rewardOf(model, taskRatePerS),
    taskRatePerS,
    nodePowerW,
    riseC,
    hottestZone,
    ...window,
    brokenLimit,
    feasible: window.coldestC <= window.warmestC && brokenLimit === null && keepsMinimumOn(model, nodes),
  };
}

/**
 * Returns the range of common set-points that keep cap, ranges and red line, also in failed rooms. There the remaining
 * CRACs remove the same heat at the same set-point, so the cap needs no test of its own.
 */
export function commonWindow(
  model: RewardRateModel,
  zonePowerW: Float64Array,
  hottestRiseC: number,
): { readonly coldestC: number; readonly warmestC: number } {
  const nodePowerW = zonePowerW.reduce((sum, powerW) => sum + powerW, 0);
  const window = setPointWindow(model, nodePowerW, hottestRiseC);
  return failedRoomsOf(model).reduce(({ coldestC, warmestC }, { thermal, redLineC }) => {
    const riseC = thermal.inletRiseC(zonePowerW).reduce((most, rise) => Math.max(most, rise), 0);
    return { coldestC, warmestC: Math.min(warmestC, redLineC - riseC) };
  }, window);
}

/**
 * Returns the temperatures for which all limits hold if every CRAC gets as close to them as its range allows; used when
 * the ranges have no common value.
 */
function clampedWindow(
  model: RewardRateModel,
  zonePowerW: Float64Array,
  riseC: Float64Array,
): { readonly coldestC: number; readonly warmestC: number } {
  const state = zoneState(model, zonePowerW, riseC);
  const clamped = warmestCommon(model, state);
  if (clamped === null) return { coldestC: Infinity, warmestC: -Infinity };
  const holds = keepsCap(model, zonePowerW, state, clamped.setPointsC);
  return { coldestC: holds ? clamped.commonC : Infinity, warmestC: clamped.commonC };
}

/** Returns true if cap and cooling capacities hold with every CRAC as close to `commonC` as its range allows. */
export function keepsCapClamped(model: RewardRateModel, nodes: NodeConfigurations, commonC: number): boolean {
  const zonePowerW = zonePowersW(model, nodes);
  const state = zoneState(model, zonePowerW);
  const setPointsC = clampedSetPoints(model, commonC);
  return keepsRedLine(model, state, setPointsC, -1e-9) && keepsCap(model, zonePowerW, state, setPointsC);
}

function keepsCap(
  model: RewardRateModel,
  zonePowerW: Float64Array,
  state: ZoneState,
  setPointsC: readonly number[],
): boolean {
  const { overW, coolingW } = coolingOf(model, state, setPointsC);
  const nodePowerW = zonePowerW.reduce((sum, powerW) => sum + powerW, 0);
  return overW === 0 && meterPowerW(model.budget, nodePowerW, coolingW) <= model.budget.powerCapW;
}

/** Returns sum_i r_i min(x_i, lambda_i) (Eq. 22). */
export function rewardOf(model: RewardRateModel, taskRatePerS: Float64Array): number {
  let reward = 0;
  for (let i = 0; i < taskRatePerS.length; i++) {
    reward += model.rewardPerTask[i]! * Math.min(taskRatePerS[i]!, model.arrivalRatePerS[i]!);
  }
  return reward;
}

/**
 * Returns separate set-points by CRAC of the matrix with little cooling power, and the meter power with them; null if
 * none were found that keep red line, ranges and cooling capacities. @param known set-points to start from
 */
export function independentSetPoints(
  model: RewardRateModel,
  nodes: NodeConfigurations,
  known: readonly ArrayLike<number>[] = [],
): { readonly setPointsC: number[]; readonly totalW: number } | null {
  return independentSetPointsAt(model, zonePowersW(model, nodes), known);
}

/** Does the same as `independentSetPoints` for given zone powers, W. */
export function independentSetPointsAt(
  model: RewardRateModel,
  powersW: Float64Array,
  known: readonly ArrayLike<number>[] = [],
): { readonly setPointsC: number[]; readonly totalW: number } | null {
  const state = zoneState(model, powersW);
  const choice = cheapestSurviving(model, state, known);
  if (choice === null) return null;
  const nodePowerW = powersW.reduce((sum, powerW) => sum + powerW, 0);
  const supplied = model.thermal.inletFromSetPointsC(choice.setPointsC);
  const zoneOutletC = supplied.map((value, b) => value + state.riseC[b]! + powersW[b]! * model.thermal.risePerW[b]!);
  return {
    setPointsC: outletsByCrac(model, choice.setPointsC, zoneOutletC),
    totalW: meterPowerW(model.budget, nodePowerW, choice.coolingW),
  };
}

/**
 * Maximum number of CRACs with separate set-points if each cools mostly inlets of its own: 48 are measured
 * (docs/facility/several-cracs.md).
 */
export const MAX_OWN_SET_POINTS = 64;
/**
 * Maximum number of CRACs with separate set-points if their air mixes or plans must survive every failure: beyond it
 * bounds are loose and slow.
 */
const MAX_MIXED = 12;
/** Mean number of CRACs per inlet up to which their air counts as separate: 1.1 in generated halls of 12 and of 48. */
const MAX_SHARING = 2;

/**
 * Returns the maximum number of CRACs with separate set-points in a facility like this. Facilities with more use one
 * common set-point if possible.
 */
export function mostOwnSetPoints(model: RewardRateModel): number {
  if (mustSurvive(model.instance) || model.cracs.length <= MAX_MIXED) return MAX_MIXED;
  return meanSharing(model) <= MAX_SHARING ? MAX_OWN_SET_POINTS : MAX_MIXED;
}

/**
 * Returns the mean over inlets of the effective number of CRACs that supply them, 1 / sum of squared shares: N for N
 * equal shares.
 */
function meanSharing({ zones, cracs, thermal }: RewardRateModel): number {
  const sum = new Float64Array(zones.length);
  const squares = new Float64Array(zones.length);
  for (const c of cracs.keys()) {
    for (const [b, share] of thermal.inletShareOfCrac(c).entries()) {
      sum[b]! += share;
      squares[b]! += share * share;
    }
  }
  return zones.reduce((total, _, b) => total + sum[b]! ** 2 / squares[b]!, 0) / zones.length;
}

/**
 * Returns true if plans and bounds use one set-point for all CRACs: because they must, or because there are too many
 * CRACs and idling is possible with one. False if the ranges have no common temperature.
 */
export function keepsCommonSetPoint(model: RewardRateModel): boolean {
  return mustShareSetPoint(model) || (manyThatCanShare(model) && measure(model, idleNodes(model)).feasible);
}

function manyThatCanShare(model: RewardRateModel): boolean {
  return model.cracs.length > mostOwnSetPoints(model) && model.setPointMinC <= model.setPointMaxC;
}

/**
 * Returns the set-points to apply to a plan, by CRAC of the matrix: separate ones, unless there are many CRACs or only
 * a common one keeps the cap.
 */
export function setPointsFor(
  model: RewardRateModel,
  nodes: NodeConfigurations,
  known: readonly ArrayLike<number>[] = [],
): number[] {
  const { coldestC, warmestC, feasible } = measure(model, nodes);
  if (mustShareSetPoint(model) || (feasible && manyThatCanShare(model))) {
    return commonSetPoint(model, setPointToApply(coldestC, warmestC));
  }
  const own = model.cracs.length > 1 ? independentSetPoints(model, nodes, known) : null;
  const useOwn = own !== null && (own.totalW <= model.budget.powerCapW || coldestC > warmestC);
  return useOwn ? own.setPointsC : commonSetPoint(model, setPointToApply(coldestC, warmestC));
}

/**
 * Returns the cheapest common set-point, by CRAC of the matrix; if it does not keep the limits, separate ones if they
 * do.
 */
export function commonSetPointsFor(model: RewardRateModel, nodes: NodeConfigurations): number[] {
  const { coldestC, warmestC, feasible } = measure(model, nodes);
  return feasible ? commonSetPoint(model, setPointToApply(coldestC, warmestC)) : setPointsFor(model, nodes);
}

/** Relative excess over a limit that is rounding of sums of decimal numbers (the checker allows 1e-3 W). */
const ROUNDING = 1e-12;

/** Returns the first rack, PDU or cooling limit that these zone powers exceed. */
export function firstBrokenLimit(model: RewardRateModel, zonePowerW: Float64Array): PlanMeasures['brokenLimit'] {
  return firstBrokenPowerLimit(model, zonePowerW) ?? firstBrokenCoolingLimit(model, zonePowerW);
}

/** Returns the first rack or PDU limit that these zone powers exceed; set-points do not matter for these. */
export function firstBrokenPowerLimit(model: RewardRateModel, zonePowerW: Float64Array): PlanMeasures['brokenLimit'] {
  for (const { constraint, where, zones, limitW } of model.powerLimits) {
    const overW = [...new Set(zones)].reduce((sum, b) => sum + zonePowerW[b]!, 0) - limitW;
    if (overW > ROUNDING * limitW) return { constraint, where, overW };
  }
  return null;
}

/** Returns the first cooling limit broken at a common set-point, also in failed rooms. */
function firstBrokenCoolingLimit(model: RewardRateModel, zonePowerW: Float64Array): PlanMeasures['brokenLimit'] {
  for (const room of failedRoomsOf(model)) {
    const broken = firstBrokenCoolingLimit(inFailedRoom(model, room), zonePowerW);
    if (broken !== null) return broken;
  }
  for (const { where, crac, capacityW } of model.coolingLimits) {
    const overW =
      model.thermal.cracHeatRow(crac).reduce((sum, share, b) => sum + share * zonePowerW[b]!, 0) - capacityW;
    if (overW > ROUNDING * capacityW) return { constraint: 'coolingCapacity', where, overW };
  }
  return null;
}
