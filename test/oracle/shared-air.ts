import { sparseRows } from '../../models/physics/thermal/sparse-rows.js';
import type { NodeType } from '../../models/facility/facility.js';
import type { RewardRateInstance } from '../../models/families/reward-rate/instance.js';
import type { TinyFacility } from './tiny-random.js';

const NODE_TYPES: readonly NodeType[] = [
  {
    name: 'E',
    cores: 2,
    idlePowerW: 20,
    airFlowM3PerS: 0.02,
    pStateFrequenciesGHz: [2, 1.5, 1],
    tasks: [
      { taskType: 'a', timeS: [8, 10, 14], corePowerW: [16, 10, 6], memoryIntensity: 0.001 },
      { taskType: 'b', timeS: [5, 6, 9], corePowerW: [12, 8, 5], memoryIntensity: 0.002 },
    ],
  },
  {
    name: 'F',
    cores: 3,
    idlePowerW: 30,
    airFlowM3PerS: 0.03,
    pStateFrequenciesGHz: [3, 1],
    tasks: [{ taskType: 'a', timeS: [4, 9], corePowerW: [24, 7], memoryIntensity: 0.001 }],
  },
];

/** Two zones and any number of like CRACs in one well mixed room: everybody breathes the mixture of all exhausts. */
export function sharedAir(cracCount: number): TinyFacility {
  const cracs = Array.from({ length: cracCount }, (_, c) => ({
    name: `C${c}`,
    airFlowM3PerS: 0.08 / cracCount,
    setPointMinC: 10,
    setPointMaxC: 30,
  }));
  const nodeGroups = [
    { nodeType: 'E', count: 2, rack: 'R' },
    { nodeType: 'F', count: 1, rack: 'S' },
  ];
  const flows = [...cracs.map((crac) => crac.airFlowM3PerS), 0.04, 0.03];
  const total = flows.reduce((sum, flow) => sum + flow, 0);
  const instance: RewardRateInstance = {
    format: 'plenum.reward-rate',
    formatVersion: 1,
    name: `shared-air-${cracCount}`,
    facility: {
      nodeTypes: [...NODE_TYPES],
      nodeGroups,
      cracs,
      airflow: {
        source: 'matrix',
        file: 'none.csv',
        kind: 'influence',
        rowsPer: 'nodeGroup',
        nodeAirflowFactor: 1,
        provenance: 'well mixed',
      },
      coolingPerformance: { quadraticPerC2: 0.0068, linearPerC: 0.0008, constant: 0.458 },
      colocation: { model: 'none' },
    },
    workload: {
      taskTypes: [
        { name: 'a', memoryClass: 'M', rewardPerTask: 4, arrivalRatePerS: 1, deadlineS: 60 },
        { name: 'b', memoryClass: 'M', rewardPerTask: 3, arrivalRatePerS: 0.3, deadlineS: 30 },
      ],
    },
    limits: { powerCapW: 150, redLineC: 22 },
  };
  return {
    instance,
    matrix: {
      cracNames: cracs.map(({ name }) => name),
      zones: nodeGroups.map(({ nodeType, count, rack }) => ({
        name: rack,
        rack,
        level: 1,
        nodeType,
        nodeCount: count,
        firstSlot: 1,
      })),
      airFlowM3PerS: Float64Array.from(flows),
      weights: sparseRows(flows.flatMap(() => flows.map((flow) => flow / total))),
      provenance: { kind: 'imported', summary: 'well mixed', rowSumError: 0, conservationError: 0 },
    },
  };
}
