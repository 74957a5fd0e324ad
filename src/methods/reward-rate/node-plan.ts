import { type Configuration, idleConfiguration } from '../../../models/problems/reward-rate/configuration.js';
import type { RewardRateProblem } from '../../../models/problems/reward-rate/problem.js';
import { setPointWindow } from './coupling.js';

/** A plan of one configuration per node: nodes[zone][n]. */
export type NodeConfigurations = readonly (readonly Configuration[])[];

export function idleNodes(problem: RewardRateProblem): Configuration[][] {
  return problem.zones.map((zone) =>
    new Array<Configuration>(zone.nodeCount).fill(
      idleConfiguration(zone.type, problem.nodeTypes[zone.type]!.tasks.length, problem.taskNames.length),
    ),
  );
}

export interface PlanMeasures {
  readonly rewardPerS: number;
  /** By task type, before the minimum with the arrivals. */
  readonly taskRatePerS: Float64Array;
  readonly nodePowerW: number;
  /** Inlet rise above the common set-point, by zone. */
  readonly riseC: Float64Array;
  readonly hottestZone: number;
  /** Common set-points that suit cap, red line and range: empty when coldestC > warmestC. */
  readonly coldestC: number;
  readonly warmestC: number;
  /** The first rack, PDU or cooling limit that is passed, and by how much; null when all hold. */
  readonly brokenLimit: { readonly constraint: string; readonly where: string; readonly overW: number } | null;
  readonly feasible: boolean;
}

/** Everything about a plan from scratch. */
export function measure(problem: RewardRateProblem, nodes: NodeConfigurations): PlanMeasures {
  const zonePowerW = Float64Array.from(problem.zones, (zone, b) =>
    nodes[b]!.reduce((sum, configuration) => sum + configuration.coreW, zone.idleW),
  );
  const taskRatePerS = new Float64Array(problem.taskNames.length);
  for (const zone of nodes) {
    for (const { ratePerS } of zone) for (let i = 0; i < taskRatePerS.length; i++) taskRatePerS[i]! += ratePerS[i]!;
  }
  const nodePowerW = zonePowerW.reduce((sum, powerW) => sum + powerW, 0);
  const riseC = problem.thermal.inletRiseC(zonePowerW);
  let hottestZone = 0;
  for (let b = 1; b < riseC.length; b++) if (riseC[b]! > riseC[hottestZone]!) hottestZone = b;
  const window = setPointWindow(problem, nodePowerW, riseC[hottestZone] ?? 0);
  const brokenLimit = firstBrokenLimit(problem, zonePowerW);
  return {
    rewardPerS: rewardOf(problem, taskRatePerS),
    taskRatePerS,
    nodePowerW,
    riseC,
    hottestZone,
    ...window,
    brokenLimit,
    feasible: window.coldestC <= window.warmestC && brokenLimit === null,
  };
}

/** sum_i r_i min(x_i, lambda_i) (Eq. 22) */
export function rewardOf(problem: RewardRateProblem, taskRatePerS: Float64Array): number {
  let reward = 0;
  for (let i = 0; i < taskRatePerS.length; i++) {
    reward += problem.rewardPerTask[i]! * Math.min(taskRatePerS[i]!, problem.arrivalRatePerS[i]!);
  }
  return reward;
}

/** Limits are sums of decimal numbers: met but for rounding is met (the checker allows 1e-3 W). */
const ROUNDING = 1e-12;

/** The first rack, PDU or cooling limit that these zone powers pass. */
export function firstBrokenLimit(problem: RewardRateProblem, zonePowerW: Float64Array): PlanMeasures['brokenLimit'] {
  for (const { constraint, where, zones, limitW } of problem.powerLimits) {
    const overW = [...new Set(zones)].reduce((sum, b) => sum + zonePowerW[b]!, 0) - limitW;
    if (overW > ROUNDING * limitW) return { constraint, where, overW };
  }
  for (const { where, crac, capacityW } of problem.coolingLimits) {
    const overW =
      problem.thermal.cracHeatRow(crac).reduce((sum, share, b) => sum + share * zonePowerW[b]!, 0) - capacityW;
    if (overW > ROUNDING * capacityW) return { constraint: 'coolingCapacity', where, overW };
  }
  return null;
}
