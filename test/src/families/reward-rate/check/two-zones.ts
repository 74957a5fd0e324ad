import type { InfluenceMatrix } from '../../../../../models/physics/thermal/influence-matrix.js';
import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import type { CoreShare } from '../../../../../models/facility/core-share.js';
import type { RewardRatePlan } from '../../../../../models/families/reward-rate/plan.js';
import { sparseRows } from '../../../../../models/physics/thermal/sparse-rows.js';

/**
 * The hand case. Two racks of one node each, one CRAC, rho c = 1,000 J/(m3 K), CoP = 3 everywhere.
 * Air, m3/s: CRAC 2 -> 0.9 zone 1, 0.6 zone 2, 0.5 itself; zone 1: 1 -> 0.3 zone 2, 0.7 CRAC;
 * zone 2: 1 -> 0.1 zone 1, 0.1 itself, 0.8 CRAC.
 * A node draws 1,000 W idle; "a" adds 500 W per core at P0 (2 GHz) and 62.5 W at P1 (1 GHz), "b" 100 W at either.
 */
export function twoZones(): { instance: RewardRateInstance; matrix: InfluenceMatrix; plan: RewardRatePlan } {
  const instance: RewardRateInstance = {
    format: 'plenum.reward-rate',
    formatVersion: 1,
    name: 'two-zones',
    facility: {
      nodeTypes: [
        {
          name: 'N',
          cores: 2,
          idlePowerW: 1000,
          airFlowM3PerS: 2,
          pStateFrequenciesGHz: [2, 1],
          tasks: [
            { taskType: 'a', timeS: ends(10, 20), corePowerW: ends(500, 62.5), memoryIntensity: 0.02 },
            { taskType: 'b', timeS: [5, 8], corePowerW: [100, 100], memoryIntensity: 0.01 },
          ],
          interference: {
            I: { perNeighbourS: 3, perAverageIntensityS: 100 },
            II: { perNeighbourS: 1, perAverageIntensityS: 50 },
          },
        },
      ],
      nodeGroups: [
        { nodeType: 'N', count: 1, rack: 'R1' },
        { nodeType: 'N', count: 1, rack: 'R2' },
      ],
      cracs: [{ name: 'C1', airFlowM3PerS: 2, setPointMinC: 10, setPointMaxC: 30 }],
      airflow: {
        source: 'matrix',
        file: 'two-zones.csv',
        kind: 'influence',
        rowsPer: 'nodeGroup',
        nodeAirflowFactor: 0.5,
        provenance: 'by hand',
      },
      coolingPerformance: { quadraticPerC2: 0, linearPerC: 0, constant: 3 },
      colocation: { model: 'anchored' },
      air: { densityKgPerM3: 1, heatCapacityJPerKgK: 1000 },
    },
    workload: {
      taskTypes: [
        { name: 'a', memoryClass: 'I', rewardPerTask: 2, arrivalRatePerS: 10, deadlineS: 100 },
        { name: 'b', memoryClass: 'II', rewardPerTask: 3, arrivalRatePerS: 10, deadlineS: 100 },
      ],
    },
    limits: { powerCapW: 20_000, redLineC: 30 },
  };
  const zone = (rack: string): InfluenceMatrix['zones'][number] => ({
    name: `${rack}/L1`,
    rack,
    level: 1,
    nodeType: 'N',
    nodeCount: 1,
    firstSlot: 1,
  });
  const matrix: InfluenceMatrix = {
    cracNames: ['C1'],
    zones: [zone('R1'), zone('R2')],
    airFlowM3PerS: Float64Array.of(2, 1, 1),
    weights: sparseRows([0.25, 0.35, 0.4, 0.9, 0, 0.1, 0.6, 0.3, 0.1]),
    provenance: { kind: 'imported', summary: 'by hand', rowSumError: 0, conservationError: 0 },
  };
  // Zone 1 idle, zone 2 with "a" at P0 on both cores: 1,000 W and 2,000 W.
  return { instance, matrix, plan: planOf({ 'R2/L1': [whole(2, 'a')] }) };
}

export function ends(atHighestFrequency: number, atLowestFrequency: number) {
  return { atHighestFrequency, atLowestFrequency };
}

/** `count` cores that run one task type all the time. */
export function whole(count: number, taskType: string, pState = 0): CoreShare {
  return { count, slices: [{ taskType, pState, fraction: 1 }] };
}

export function planOf(cores: Record<string, CoreShare[]>, setPointsC = { C1: 20 }, nodes = 1): RewardRatePlan {
  return {
    format: 'plenum.reward-rate-plan',
    formatVersion: 1,
    instance: { name: 'two-zones', sha256: '0'.repeat(64) },
    method: 'by hand',
    claimedRewardPerS: 0,
    setPointsC,
    assignments: Object.entries(cores).map(([zone, shares]) => ({ zone, nodes, cores: shares })),
  };
}
