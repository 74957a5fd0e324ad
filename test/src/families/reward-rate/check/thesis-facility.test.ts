import { describe, expect, it } from 'vitest';
import type { InfluenceMatrix } from '../../../../../models/physics/thermal/influence-matrix.js';
import type { NodeType } from '../../../../../models/facility/facility.js';
import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import type { PlanEvaluation } from '../../../../../models/families/reward-rate/outcome.js';
import { checkPlan } from '../../../../../src/families/reward-rate/check/check-plan.js';
import { ends, planOf, whole } from './two-zones.js';
import { sparseRows } from '../../../../../models/physics/thermal/sparse-rows.js';

/**
 * The 1,080 nodes of the thesis (Tables 3.2 and F.1, F.8-F.11): 270 TS140, 540 Z600, 270 Z820 in fully mixed air of one
 * CRAC. Only the two task types with the highest core power of some node type are needed.
 */
const NODE_TYPES: readonly (NodeType & { readonly nodes: number })[] = [
  nodeType(
    'TS140',
    270,
    4,
    30,
    0.0284,
    [3.2, 0.8],
    [ends(276, 942), ends(5.1, 2.1)],
    [ends(359, 1403), ends(8.6, 1.2)],
  ),
  nodeType(
    'Z600',
    540,
    6,
    142.4,
    0.0519,
    [2.53, 1.6],
    [ends(368, 624), ends(11.6, 6.5)],
    [ends(559, 977), ends(9.9, 4.9)],
  ),
  nodeType('Z820', 270, 12, 156, 0.0566, [2.7, 1.2], [ends(229, 636), ends(9.5, 5.5)], [ends(365, 1005), ends(6, 2.4)]),
];

type Ends = ReturnType<typeof ends>;

function nodeType(
  name: string,
  nodes: number,
  cores: number,
  idlePowerW: number,
  airFlowM3PerS: number,
  pStateFrequenciesGHz: number[],
  lu: [Ends, Ends],
  fluidanimate: [Ends, Ends],
): NodeType & { readonly nodes: number } {
  const tasks = Object.entries({ lu, fluidanimate }).map(([taskType, [timeS, corePowerW]]) => {
    return { taskType, timeS, corePowerW, memoryIntensity: 0.005 };
  });
  return { name, nodes, cores, idlePowerW, airFlowM3PerS, pStateFrequenciesGHz, tasks };
}

function thesisFacility(): { instance: RewardRateInstance; matrix: InfluenceMatrix } {
  const crac = { name: 'C1', airFlowM3PerS: 26.1, setPointMinC: 10, setPointMaxC: 30 };
  const instance: RewardRateInstance = {
    format: 'plenum.reward-rate',
    formatVersion: 1,
    name: 'thesis',
    facility: {
      nodeTypes: NODE_TYPES,
      nodeGroups: NODE_TYPES.map(({ name, nodes }) => ({ nodeType: name, count: nodes, rack: name })),
      cracs: [crac],
      airflow: {
        source: 'matrix',
        file: '',
        kind: 'influence',
        rowsPer: 'nodeGroup',
        nodeAirflowFactor: 1,
        provenance: '',
      },
      coolingPerformance: { quadraticPerC2: 0.0068, linearPerC: 0.0008, constant: 0.458 },
      colocation: { model: 'none' },
    },
    workload: {
      taskTypes: ['lu', 'fluidanimate'].map((name) => {
        return { name, memoryClass: 'II', rewardPerTask: 1, arrivalRatePerS: 100, deadlineS: 5000 };
      }),
    },
    limits: { powerCapW: 1e6, redLineC: 60 },
  };
  const airFlow = [26.1, ...NODE_TYPES.map(({ nodes, airFlowM3PerS }) => nodes * airFlowM3PerS)];
  const total = airFlow.reduce((sum, flow) => sum + flow, 0);
  const matrix: InfluenceMatrix = {
    cracNames: ['C1'],
    zones: NODE_TYPES.map(({ name, nodes }) => {
      return { name, rack: name, level: 1, nodeType: name, nodeCount: nodes, firstSlot: 1 };
    }),
    airFlowM3PerS: Float64Array.from(airFlow),
    weights: sparseRows(airFlow.flatMap(() => airFlow.map((flow) => flow / total))),
    provenance: { kind: 'imported', summary: 'fully mixed', rowSumError: 0, conservationError: 0 },
  };
  return { instance, matrix };
}

/** Every core of each node type on one task type at P0, CRAC at 22 C. */
function evaluate(taskOf: (nodeType: string) => string | null): PlanEvaluation {
  const { instance, matrix } = thesisFacility();
  const assignments = NODE_TYPES.map(({ name, nodes, cores }) => {
    const taskType = taskOf(name);
    return { zone: name, nodes, cores: taskType === null ? [] : [whole(cores, taskType)] };
  });
  return checkPlan(instance, matrix, { ...planOf({}, { C1: 22 }), assignments });
}

const nodesW = ({ power }: PlanEvaluation): number => power.idleW + power.coresW;
const gigajoulesPerDay = ({ power }: PlanEvaluation): number => (power.totalW * 86_400) / 1e9;

describe('the thesis facility of 7,560 cores', () => {
  it('draws 127,116 W idle', () => {
    const evaluation = evaluate(() => null);
    expect(evaluation.violations).toEqual([]);
    expect(nodesW(evaluation)).toBeCloseTo(127_116, 6);
    expect(evaluation.naiveRewardPerS).toBe(0);
  });

  it('draws 200,988 W of node power with lu at P0 everywhere, 21.98 GJ a day with the CRAC at 22 C', () => {
    const evaluation = evaluate(() => 'lu');
    expect(evaluation.violations).toEqual([]);
    expect(nodesW(evaluation)).toBeCloseTo(200_988, 6);
    // CoP(22) = 0.0068 x 484 + 0.0008 x 22 + 0.458 = 3.7668
    expect(nodesW(evaluation) / evaluation.power.coolingW).toBeCloseTo(3.7668, 6);
    expect(gigajoulesPerDay(evaluation)).toBeCloseTo(21.98, 2);
    expect(evaluation.ratePerS[0]).toBeCloseTo(1080 / 276 + 3240 / 368 + 3240 / 229, 9);
  });

  it('draws 204.8 kW with the highest-power task of each node type at P0, 22.4 GJ a day', () => {
    const evaluation = evaluate((name) => (name === 'TS140' ? 'fluidanimate' : 'lu'));
    expect(nodesW(evaluation)).toBeCloseTo(204_768, 6);
    expect(gigajoulesPerDay(evaluation)).toBeCloseTo(22.4, 1);
  });
});
