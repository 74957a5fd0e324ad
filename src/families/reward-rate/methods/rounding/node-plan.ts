import { type Configuration, idleConfiguration } from '../../../../../models/facility/configuration.js';
import { mustShareSetPoint } from '../../../../../models/problems/reward-rate/common-set-point.js';
import { keepsMinimumOn, withMinimumOn } from '../../../../../models/problems/reward-rate/minimum-on.js';
import { mustSurvive } from '../../../../../models/problems/reward-rate/failed-rooms.js';
import { failedRoomsOf, inFailedRoom } from '../../../../../models/problems/reward-rate/in-failed-room.js';
import type { RewardRateProblem } from '../../../../../models/problems/reward-rate/problem.js';
import {
  clampedSetPoints,
  outletsByCrac,
  type ZoneState,
  zoneState,
} from '../../../../../models/problems/reward-rate/set-points.js';
import { keepsRedLine, warmestCommon } from '../best-set-points.js';
import { coolingOf } from '../set-point-merit.js';
import { cheapestSurviving } from '../set-points-in-failures.js';
import { setPointWindow } from '../master/coupling.js';
import { commonSetPoint, setPointToApply } from '../outcome.js';

/** A plan of one configuration per node: nodes[zone][n]. */
export type NodeConfigurations = readonly (readonly Configuration[])[];

/** Returns nodes without work, no more of them on than necessary. */
export function idleNodes(problem: RewardRateProblem): Configuration[][] {
  return withMinimumOn(problem, emptyNodes(problem));
}

/** Returns nodes without work, on standby where they may be, even if more of them than may be at once. */
export function emptyNodes(problem: RewardRateProblem): Configuration[][] {
  const idle = problem.nodeTypes.map(({ tasks }, type) =>
    idleConfiguration(type, tasks.length, problem.taskNames.length),
  );
  return problem.zones.map(({ nodeCount, type }) => new Array<Configuration>(nodeCount).fill(idle[type]!));
}

export interface PlanMeasures {
  readonly rewardPerS: number;
  /** Rates by task type, tasks/s, before the minimum with the arrivals. */
  readonly taskRatePerS: Float64Array;
  readonly nodePowerW: number;
  /** Inlet rise above the common set-point, by zone. */
  readonly riseC: Float64Array;
  readonly hottestZone: number;
  /** Common set-points that suit cap, red line and range; empty if coldestC > warmestC. */
  readonly coldestC: number;
  readonly warmestC: number;
  /** The first rack, PDU or cooling limit that is exceeded, and by how much; null if all hold. */
  readonly brokenLimit: { readonly constraint: string; readonly where: string; readonly overW: number } | null;
  readonly feasible: boolean;
}

/** Returns the idle and core power of each zone's nodes, W. */
export function zonePowersW(problem: RewardRateProblem, nodes: NodeConfigurations): Float64Array {
  return Float64Array.from(problem.zones, (zone, b) =>
    nodes[b]!.reduce((sum, configuration) => sum + configuration.coreW, zone.idleW),
  );
}

/** Computes the measures of a plan at a common set-point. */
export function measure(problem: RewardRateProblem, nodes: NodeConfigurations): PlanMeasures {
  const zonePowerW = zonePowersW(problem, nodes);
  const taskRatePerS = new Float64Array(problem.taskNames.length);
  for (const zone of nodes) {
    for (const { ratePerS } of zone) for (let i = 0; i < taskRatePerS.length; i++) taskRatePerS[i]! += ratePerS[i]!;
  }
  const nodePowerW = zonePowerW.reduce((sum, powerW) => sum + powerW, 0);
  const riseC = problem.thermal.inletRiseC(zonePowerW);
  let hottestZone = 0;
  for (let b = 1; b < riseC.length; b++) if (riseC[b]! > riseC[hottestZone]!) hottestZone = b;
  const window =
    problem.setPointMinC <= problem.setPointMaxC
      ? commonWindow(problem, zonePowerW, riseC[hottestZone] ?? 0)
      : clampedWindow(problem, zonePowerW, riseC);
  const common = problem.setPointMinC <= problem.setPointMaxC;
  const brokenLimit = common ? firstBrokenLimit(problem, zonePowerW) : firstBrokenPowerLimit(problem, zonePowerW);
  return {
    rewardPerS: rewardOf(problem, taskRatePerS),
    taskRatePerS,
    nodePowerW,
    riseC,
    hottestZone,
    ...window,
    brokenLimit,
    feasible: window.coldestC <= window.warmestC && brokenLimit === null && keepsMinimumOn(problem, nodes),
  };
}

/**
 * Returns the common set-points that suit cap, ranges and red line, in failed rooms as well. There the remaining CRACs
 * remove the same heat at the same set-point, so the cap holds if it does with all at work.
 */
export function commonWindow(
  problem: RewardRateProblem,
  zonePowerW: Float64Array,
  hottestRiseC: number,
): { readonly coldestC: number; readonly warmestC: number } {
  const nodePowerW = zonePowerW.reduce((sum, powerW) => sum + powerW, 0);
  const window = setPointWindow(problem, nodePowerW, hottestRiseC);
  return failedRoomsOf(problem).reduce(({ coldestC, warmestC }, { thermal, redLineC }) => {
    const riseC = thermal.inletRiseC(zonePowerW).reduce((most, rise) => Math.max(most, rise), 0);
    return { coldestC, warmestC: Math.min(warmestC, redLineC - riseC) };
  }, window);
}

/**
 * Returns the window of common temperatures if the CRACs' ranges have none in common and each CRAC is as near to it as
 * its range allows: the warmest temperature that keeps the red line, or none.
 */
function clampedWindow(
  problem: RewardRateProblem,
  zonePowerW: Float64Array,
  riseC: Float64Array,
): { readonly coldestC: number; readonly warmestC: number } {
  const state = zoneState(problem, zonePowerW, riseC);
  const clamped = warmestCommon(problem, state);
  if (clamped === null) return { coldestC: Infinity, warmestC: -Infinity };
  const holds = keepsCap(problem, zonePowerW, state, clamped.setPointsC);
  return { coldestC: holds ? clamped.commonC : Infinity, warmestC: clamped.commonC };
}

/**
 * Returns true if cap and cooling capacities hold with every CRAC as near to a common set-point as its range allows.
 */
export function keepsCapClamped(problem: RewardRateProblem, nodes: NodeConfigurations, commonC: number): boolean {
  const zonePowerW = zonePowersW(problem, nodes);
  const state = zoneState(problem, zonePowerW);
  const setPointsC = clampedSetPoints(problem, commonC);
  return keepsRedLine(problem, state, setPointsC, -1e-9) && keepsCap(problem, zonePowerW, state, setPointsC);
}

function keepsCap(
  problem: RewardRateProblem,
  zonePowerW: Float64Array,
  state: ZoneState,
  setPointsC: readonly number[],
): boolean {
  const { overW, coolingW } = coolingOf(problem, state, setPointsC);
  const { upsEfficiency, otherLoadW, powerCapW } = problem.budget;
  const nodePowerW = zonePowerW.reduce((sum, powerW) => sum + powerW, 0);
  return overW === 0 && nodePowerW / upsEfficiency + coolingW + otherLoadW <= powerCapW;
}

/** Returns sum_i r_i min(x_i, lambda_i) (Eq. 22). */
export function rewardOf(problem: RewardRateProblem, taskRatePerS: Float64Array): number {
  let reward = 0;
  for (let i = 0; i < taskRatePerS.length; i++) {
    reward += problem.rewardPerTask[i]! * Math.min(taskRatePerS[i]!, problem.arrivalRatePerS[i]!);
  }
  return reward;
}

/**
 * Returns independent set-points by CRAC of the matrix with little cooling power for the plan, and the plan's meter
 * power with them. Null if none were found that keep red line, ranges and cooling capacities.
 * @param known set-points to start from.
 */
export function independentSetPoints(
  problem: RewardRateProblem,
  nodes: NodeConfigurations,
  known: readonly ArrayLike<number>[] = [],
): { readonly setPointsC: number[]; readonly totalW: number } | null {
  return independentSetPointsAt(problem, zonePowersW(problem, nodes), known);
}

/** Returns the set-points as `independentSetPoints` finds them, for given zone powers, W. */
export function independentSetPointsAt(
  problem: RewardRateProblem,
  powersW: Float64Array,
  known: readonly ArrayLike<number>[] = [],
): { readonly setPointsC: number[]; readonly totalW: number } | null {
  const state = zoneState(problem, powersW);
  const choice = cheapestSurviving(problem, state, known);
  if (choice === null) return null;
  const { upsEfficiency, otherLoadW } = problem.budget;
  const nodePowerW = powersW.reduce((sum, powerW) => sum + powerW, 0);
  const supplied = problem.thermal.inletFromSetPointsC(choice.setPointsC);
  const zoneOutletC = supplied.map((value, b) => value + state.riseC[b]! + powersW[b]! * problem.thermal.risePerW[b]!);
  return {
    setPointsC: outletsByCrac(problem, choice.setPointsC, zoneOutletC),
    totalW: nodePowerW / upsEfficiency + choice.coolingW + otherLoadW,
  };
}

/**
 * Maximum number of CRACs with independent set-points if each cools inlets of its own: 48 are measured
 * (docs/facility/several-cracs.md).
 */
export const MAX_OWN_SET_POINTS = 64;
/**
 * The same maximum if the air of CRACs mixes, or if plans survive the failure of every CRAC: with more of such the
 * bound over set-points is loose and slow, and each failed room has rows and set-points of its own.
 */
const MAX_MIXED = 12;
/**
 * Largest mean number of CRACs that share an inlet for their air to count as separate: 1.1 in generated halls of 12 and
 * of 48.
 */
const MAX_SHARING = 2;

/**
 * Returns the maximum number of CRACs of such a facility with independent set-points: with more, plans and bounds use
 * one set-point common to all, if there is one.
 */
export function mostOwnSetPoints(problem: RewardRateProblem): number {
  if (mustSurvive(problem.instance) || problem.cracs.length <= MAX_MIXED) return MAX_MIXED;
  return meanSharing(problem) <= MAX_SHARING ? MAX_OWN_SET_POINTS : MAX_MIXED;
}

/**
 * Returns the mean over inlets of the effective number of CRACs whose air they get: N if N CRACs have equal shares, 1
 * if one has all (1 / sum of squares of shares).
 */
function meanSharing({ zones, cracs, thermal }: RewardRateProblem): number {
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
 * Returns true if plans and bounds of this facility use one set-point common to all its CRACs: because they must, or
 * because there are too many CRACs and it can at least idle so. False if the ranges have no temperature in common.
 */
export function keepsCommonSetPoint(problem: RewardRateProblem): boolean {
  return mustShareSetPoint(problem) || (manyThatCanShare(problem) && measure(problem, idleNodes(problem)).feasible);
}

function manyThatCanShare(problem: RewardRateProblem): boolean {
  return problem.cracs.length > mostOwnSetPoints(problem) && problem.setPointMinC <= problem.setPointMaxC;
}

/**
 * Returns the set-points to apply to a plan, by CRAC of the matrix: independent ones, unless only a common one is found
 * to keep the cap or there are many CRACs.
 */
export function setPointsFor(
  problem: RewardRateProblem,
  nodes: NodeConfigurations,
  known: readonly ArrayLike<number>[] = [],
): number[] {
  const { coldestC, warmestC, feasible } = measure(problem, nodes);
  if (mustShareSetPoint(problem) || (feasible && manyThatCanShare(problem))) {
    return commonSetPoint(problem, setPointToApply(coldestC, warmestC));
  }
  const own = problem.cracs.length > 1 ? independentSetPoints(problem, nodes, known) : null;
  const useOwn = own !== null && (own.totalW <= problem.budget.powerCapW || coldestC > warmestC);
  return useOwn ? own.setPointsC : commonSetPoint(problem, setPointToApply(coldestC, warmestC));
}

/**
 * Returns the common set-point that costs least, by CRAC of the matrix; if none keeps the limits, independent ones if
 * these do.
 */
export function commonSetPointsFor(problem: RewardRateProblem, nodes: NodeConfigurations): number[] {
  const { coldestC, warmestC, feasible } = measure(problem, nodes);
  return feasible ? commonSetPoint(problem, setPointToApply(coldestC, warmestC)) : setPointsFor(problem, nodes);
}

/** Relative excess over a limit that is rounding of sums of decimal numbers (the checker allows 1e-3 W). */
const ROUNDING = 1e-12;

/** Returns the first rack, PDU or cooling limit that these zone powers exceed. */
export function firstBrokenLimit(problem: RewardRateProblem, zonePowerW: Float64Array): PlanMeasures['brokenLimit'] {
  return firstBrokenPowerLimit(problem, zonePowerW) ?? firstBrokenCoolingLimit(problem, zonePowerW);
}

/** Returns the first rack or PDU limit that these zone powers exceed: set-points do not affect them. */
export function firstBrokenPowerLimit(
  problem: RewardRateProblem,
  zonePowerW: Float64Array,
): PlanMeasures['brokenLimit'] {
  for (const { constraint, where, zones, limitW } of problem.powerLimits) {
    const overW = [...new Set(zones)].reduce((sum, b) => sum + zonePowerW[b]!, 0) - limitW;
    if (overW > ROUNDING * limitW) return { constraint, where, overW };
  }
  return null;
}

/** Returns the first cooling limit that is broken at a common set-point, with all CRACs at work or in a failed room. */
function firstBrokenCoolingLimit(problem: RewardRateProblem, zonePowerW: Float64Array): PlanMeasures['brokenLimit'] {
  for (const room of failedRoomsOf(problem)) {
    const broken = firstBrokenCoolingLimit(inFailedRoom(problem, room), zonePowerW);
    if (broken !== null) return broken;
  }
  for (const { where, crac, capacityW } of problem.coolingLimits) {
    const overW =
      problem.thermal.cracHeatRow(crac).reduce((sum, share, b) => sum + share * zonePowerW[b]!, 0) - capacityW;
    if (overW > ROUNDING * capacityW) return { constraint: 'coolingCapacity', where, overW };
  }
  return null;
}
