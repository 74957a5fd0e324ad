import type { LimitName } from '../../../../../models/facility/limits.js';
import { powerUse } from '../../../../../models/facility/power-limits.js';
import { airLimitsOf, warmestCommonC } from '../../../../../models/facility/air-limits.js';
import { isWithinCap, meterPowerW } from '../../../../../models/facility/meter.js';
import {
  type Configuration,
  configurationKey,
  idleConfiguration,
} from '../../../../../models/facility/configuration.js';
import { mustShareSetPoint } from '../../../../../models/families/reward-rate/common-set-point.js';
import { rewardOfRates } from '../../../../../models/families/reward-rate/averaged-rates.js';
import { keepsMinimumOn, withMinimumOn } from '../../../../../models/families/reward-rate/minimum-on.js';
import { mustSurvive } from '../../../../../models/families/reward-rate/failed-rooms.js';
import { failedRoomsOf, inFailedRoom } from '../../../../../models/families/reward-rate/in-failed-room.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { hasEnvelope, wayLimits } from '../../../../../models/families/reward-rate/on-the-way.js';
import {
  clampedSetPoints,
  outletsByCrac,
  type RoomAtWork,
  roomsAtWork,
  type ZoneState,
  zoneState,
} from '../../../../../models/families/reward-rate/set-points.js';
import { keepsCap, keepsLimitsAt, warmestCommon } from '../best-set-points.js';
import { cheapestSurviving } from '../set-points-in-failures.js';
import { setPointWindow } from '../room-program/cap-rows.js';
import { commonSetPoint, setPointToApply } from '../outcome.js';

/** [zone][node]: a plan with one configuration per node. */
export type NodeConfigurations = readonly (readonly Configuration[])[];

/** Returns idle nodes, [zone][node]. Where standby is possible, only as many nodes are on as required. */
export function idleNodes(model: RewardRateModel): Configuration[][] {
  return withMinimumOn(model, emptyNodes(model));
}

/** Returns idle nodes, [zone][node], on standby where their type allows it, even if too few nodes then run. */
export function emptyNodes(model: RewardRateModel): Configuration[][] {
  const idle = model.nodeTypes.map(({ tasks }, type) => idleConfiguration(type, tasks.length, model.taskNames.length));
  return model.zones.map(({ nodeCount, type }) => new Array<Configuration>(nodeCount).fill(idle[type]!));
}

/** Returns the power of each zone's nodes, idle plus core power, W. */
export function zonePowersW(model: RewardRateModel, nodes: NodeConfigurations): Float64Array {
  return Float64Array.from(model.zones, (zone, b) =>
    nodes[b]!.reduce((sum, configuration) => sum + configuration.coreW, zone.idleW),
  );
}

/** Returns the rate of each task type that the nodes can complete, tasks/s; it may exceed the arrival rate. */
export function ratesOf({ taskNames }: RewardRateModel, nodes: NodeConfigurations): Float64Array {
  const rates = new Float64Array(taskNames.length);
  for (const zone of nodes)
    for (const { ratePerS } of zone) for (let i = 0; i < rates.length; i++) rates[i]! += ratePerS[i]!;
  return rates;
}

/** Returns the different configurations of some nodes and how many nodes have each, by configuration key. */
export function configurationsIn(
  nodes: Iterable<Configuration>,
): Map<string, { readonly one: Configuration; readonly count: number }> {
  // Most nodes share the object of their configuration: keys are made for different objects only.
  const counts = new Map<Configuration, number>();
  for (const one of nodes) counts.set(one, (counts.get(one) ?? 0) + 1);
  const found = new Map<string, { readonly one: Configuration; readonly count: number }>();
  for (const [one, count] of counts) {
    const key = configurationKey(one);
    const before = found.get(key);
    found.set(key, { one: before?.one ?? one, count: (before?.count ?? 0) + count });
  }
  return found;
}

/**
 * Returns rates, power, temperatures and violated limits of a plan, with its range of common set-points. Completion
 * rates, tasks/s by task type, may exceed the arrival rates.
 */
export function measure(model: RewardRateModel, nodes: NodeConfigurations) {
  const taskRatePerS = ratesOf(model, nodes);
  const room = measureRoom(model, zonePowersW(model, nodes));
  return {
    ...room,
    rewardPerS: rewardOfRates(model, taskRatePerS),
    taskRatePerS,
    feasible: room.coldestC <= room.warmestC && room.brokenLimit === null && keepsMinimumOn(model, nodes),
  };
}

/**
 * Returns power, temperatures and violated limits for the power of each zone's nodes, and the range of common
 * set-points that keep the limits, C. No common set-point does if `coldestC` is above `warmestC`. If the CRACs' ranges
 * have no common temperature, each CRAC's set-point is clamped to its range.
 */
export function measureRoom(model: RewardRateModel, zonePowerW: Float64Array) {
  /** [zone]: inlet temperature minus common set-point, K. */
  const riseC = model.thermal.inletRiseC(zonePowerW);
  let hottestZone = 0;
  for (let b = 1; b < riseC.length; b++) if (riseC[b]! > riseC[hottestZone]!) hottestZone = b;
  const common = model.setPointMinC <= model.setPointMaxC;
  return {
    nodePowerW: zonePowerW.reduce((sum, powerW) => sum + powerW, 0),
    riseC,
    hottestZone,
    ...(common ? commonWindow(model, zonePowerW, riseC[hottestZone] ?? 0) : clampedWindow(model, zonePowerW, riseC)),
    /** First rack, PDU or cooling limit that is exceeded; null if all hold. */
    brokenLimit:
      firstBrokenPowerLimit(model, zonePowerW) ?? (common ? firstBrokenCoolingLimit(model, zonePowerW) : null),
  };
}

/**
 * Returns the range of common set-points that keep cap, ranges and red line, also after CRAC failures. After a failure
 * the remaining CRACs remove the same heat at the same set-point, so the cap needs no further test.
 */
function commonWindow(
  model: RewardRateModel,
  zonePowerW: Float64Array,
  hottestRiseC: number,
): ReturnType<typeof setPointWindow> {
  const nodePowerW = zonePowerW.reduce((sum, powerW) => sum + powerW, 0);
  const window = setPointWindow(model, nodePowerW, hottestRiseC);
  const { coldestC, warmestC } = failedRoomsOf(model).reduce((range, { thermal, redLineC }) => {
    const riseC = thermal.inletRiseC(zonePowerW).reduce((most, rise) => Math.max(most, rise), 0);
    return { ...range, warmestC: Math.min(range.warmestC, redLineC - riseC) };
  }, window);
  if (model.airLimits.length === 0 && !failedRoomsOf(model).some(hasEnvelope)) return { coldestC, warmestC };
  const state = zoneState(model, zonePowerW);
  const others = roomsAtWork(model, state).flatMap((room) => [
    ...airLimitsOf(room.model).map((limit) => warmestCommonC(limit, room.state)),
    warmestOnTheWayC(model, state, room),
  ]);
  return { coldestC, warmestC: Math.min(warmestC, ...others) };
}

/** Returns the warmest common set-point at which inlets keep the red line on the way to a failed room's steady state, C. */
function warmestOnTheWayC(
  model: RewardRateModel,
  state: ZoneState,
  { failure, state: failedState }: RoomAtWork,
): number {
  if (failure === null || !hasEnvelope(failure)) return Infinity;
  // All temperatures on the way rise with the common set-point, kelvin by kelvin.
  const setPointC = model.setPointMinC;
  const way = wayLimits(model, failure, state, failedState, new Float64Array(model.cracs.length).fill(setPointC));
  if (way === null) return Infinity;
  return failure.redLineC - way.peakC.reduce((most, inletC) => Math.max(most, inletC - setPointC), -Infinity);
}

/**
 * Returns the range of common temperatures at which all limits hold, if each CRAC's set-point is clamped to its range.
 * It serves models whose CRACs' ranges have no common value.
 */
function clampedWindow(
  model: RewardRateModel,
  zonePowerW: Float64Array,
  riseC: Float64Array,
): { readonly coldestC: number; readonly warmestC: number } {
  const state = zoneState(model, zonePowerW, riseC);
  const clamped = warmestCommon(model, state);
  if (clamped === null) return { coldestC: Infinity, warmestC: -Infinity };
  const holds = keepsCap(model, state, clamped.setPointsC);
  return { coldestC: holds ? clamped.commonC : Infinity, warmestC: clamped.commonC };
}

/** Returns true if cap and cooling capacities hold when each CRAC's set-point is `commonC` clamped to its range. */
export function keepsCapClamped(model: RewardRateModel, nodes: NodeConfigurations, commonC: number): boolean {
  const state = zoneState(model, zonePowersW(model, nodes));
  return keepsLimitsAt(model, state, clampedSetPoints(model, commonC), -1e-9);
}

/**
 * Returns true if these nodes keep all limits, also after each failure that plans must survive.
 *
 * @param setPointsC set-point of each working CRAC, C
 */
export function keepsAllLimits(
  model: RewardRateModel,
  nodes: NodeConfigurations,
  setPointsC: readonly number[],
): boolean {
  return keepsNodeLimits(model, nodes) && keepsLimitsAt(model, zoneState(model, zonePowersW(model, nodes)), setPointsC);
}

/** Returns true if these nodes keep the limits that do not depend on set-points. */
export function keepsNodeLimits(model: RewardRateModel, nodes: NodeConfigurations): boolean {
  return firstBrokenPowerLimit(model, zonePowersW(model, nodes)) === null && keepsMinimumOn(model, nodes);
}

/**
 * Returns independent set-points with low cooling power, one for each CRAC, failed ones included, and the meter power.
 * Null if none were found that keep red line, ranges and cooling capacities.
 *
 * @param powersW power of each zone's nodes, W
 * @param known set-points to start from
 */
export function independentSetPoints(
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
 * Returns independent set-points at which these nodes keep all limits, C, one for each CRAC, failed ones included; null
 * if none were found.
 *
 * @param known set-points to start from
 */
export function independentSetPointsThatHold(
  model: RewardRateModel,
  nodes: NodeConfigurations,
  known: readonly ArrayLike<number>[] = [],
): number[] | null {
  const own = keepsNodeLimits(model, nodes) ? independentSetPoints(model, zonePowersW(model, nodes), known) : null;
  return own !== null && isWithinCap(model.budget, own.totalW) ? own.setPointsC : null;
}

/**
 * Largest number of CRACs that get independent set-points if each CRAC cools mostly its own inlets. 48 have been tested
 * (docs/facility/several-cracs.md).
 */
export const MAX_OWN_SET_POINTS = 64;
/**
 * Largest number of CRACs that get independent set-points if their air mixes or plans must survive every failure. With
 * more CRACs, bounds are loose and slow.
 */
const MAX_MIXED = 12;
/**
 * The air of CRACs counts as separate if on average at most this many supply an inlet. The mean is 1.1 in generated
 * halls of 12 and of 48 CRACs.
 */
const MAX_SHARING = 2;

/**
 * Returns the largest number of CRACs for which this model gets independent set-points. With more CRACs, all share one
 * set-point if possible.
 */
export function mostOwnSetPoints(model: RewardRateModel): number {
  if (mustSurvive(model.instance) || model.cracs.length <= MAX_MIXED) return MAX_MIXED;
  return meanSharing(model) <= MAX_SHARING ? MAX_OWN_SET_POINTS : MAX_MIXED;
}

/**
 * Returns how many CRACs supply an inlet, as a mean over inlets. For one inlet it is
 *
 * 1 / sum of the squared fractions of air
 *
 * which is N for N equal fractions.
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
 * Returns true if plans and bounds use one set-point for all CRACs. This is so if the instance demands it. It is also
 * so if there are too many CRACs, their ranges have a common temperature, and idling is feasible at a common set-point.
 */
export function keepsCommonSetPoint(model: RewardRateModel): boolean {
  return mustShareSetPoint(model) || (manyThatCanShare(model) && measure(model, idleNodes(model)).feasible);
}

function manyThatCanShare(model: RewardRateModel): boolean {
  return model.cracs.length > mostOwnSetPoints(model) && model.setPointMinC <= model.setPointMaxC;
}

/**
 * Returns the set-points to apply to a plan, C, one for each CRAC, failed ones included. They are independent unless
 * there are too many CRACs or only a common set-point keeps the cap.
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
  const own = model.cracs.length > 1 ? independentSetPoints(model, zonePowersW(model, nodes), known) : null;
  const useOwn = own !== null && (isWithinCap(model.budget, own.totalW) || coldestC > warmestC);
  return useOwn ? own.setPointsC : commonSetPoint(model, setPointToApply(coldestC, warmestC));
}

/**
 * Returns the common set-point with the least cooling power, C, once for each CRAC, failed ones included. If no common
 * set-point keeps all limits, the result of `setPointsFor` is returned.
 */
export function commonSetPointsFor(model: RewardRateModel, nodes: NodeConfigurations): number[] {
  const { coldestC, warmestC, feasible } = measure(model, nodes);
  return feasible ? commonSetPoint(model, setPointToApply(coldestC, warmestC)) : setPointsFor(model, nodes);
}

/** Relative excess over a limit that counts as rounding error. (The checker tolerates 1e-3 W.) */
const ROUNDING = 1e-12;

/** Limit that is exceeded, with the excess. */
interface BrokenLimit {
  readonly constraint: LimitName;
  readonly where: string;
  /** Excess in the unit of the limit, W for racks, PDUs and CRACs. */
  readonly overW: number;
}

/** Returns the first limit on node powers that these zone powers exceed; null if none. Set-points do not matter for it. */
export function firstBrokenPowerLimit(model: RewardRateModel, zonePowerW: Float64Array): BrokenLimit | null {
  for (const limit of model.powerLimits) {
    const over = powerUse(limit, zonePowerW) - limit.limit;
    if (over > ROUNDING * limit.limit) return { constraint: limit.constraint, where: limit.where, overW: over };
  }
  return null;
}

/** Returns the first cooling limit exceeded at a common set-point, also after CRAC failures; null if none. */
function firstBrokenCoolingLimit(model: RewardRateModel, zonePowerW: Float64Array): BrokenLimit | null {
  const rooms = [...failedRoomsOf(model).map((room) => inFailedRoom(model, room)), model];
  for (const { coolingLimits, thermal } of rooms) {
    for (const { where, crac, capacityW } of coolingLimits) {
      const heatW = thermal.cracHeatRow(crac).reduce((sum, share, b) => sum + share * zonePowerW[b]!, 0);
      const overW = heatW - capacityW;
      if (overW > ROUNDING * capacityW) return { constraint: 'coolingCapacity', where, overW };
    }
  }
  return null;
}
