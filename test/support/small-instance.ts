import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';
import type { Facility, MatrixAirflow, NodeType } from '../../models/facility/facility.js';
import type { Limits, RewardRateInstance, TaskType } from '../../models/families/reward-rate/instance.js';

/** Path of a directory that is gone when the test ends. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'plenum-test-'));
  onTestFinished(() => {
    rmSync(directory, { recursive: true, force: true });
  });
  return directory;
}

/** Path of a directory that is gone after all tests of the file or group that asks for it, outside of any test. */
export function lastingDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'plenum-test-'));
  afterAll(() => {
    rmSync(directory, { recursive: true, force: true });
  });
  return directory;
}

export interface Changes {
  readonly name?: string;
  readonly facility?: Partial<Facility>;
  readonly limits?: Partial<Limits>;
  readonly taskTypes?: readonly TaskType[];
}

/** Air flow of the small instance: a matrix file of perfectly mixed air. */
export const MIXED: MatrixAirflow = {
  source: 'matrix',
  file: 'mixed.csv',
  kind: 'influence',
  rowsPer: 'nodeGroup',
  nodeAirflowFactor: 1,
  provenance: 'Perfectly mixed air, by hand',
};

/** Node types of the small instance. */
export const NODE_TYPES: readonly NodeType[] = [
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

/** Task types of the small instance. */
export const TASK_TYPES: readonly TaskType[] = [
  { name: 'a', memoryClass: 'M', rewardPerTask: 4, arrivalRatePerS: 1, deadlineS: 60 },
  { name: 'b', memoryClass: 'M', rewardPerTask: 3, arrivalRatePerS: 0.3, deadlineS: 30 },
];

/** CRAC of the small instance. */
export const CRAC = { name: 'CRAC1', airFlowM3PerS: 0.08, setPointMinC: 10, setPointMaxC: 30 };

/** Idle power with its cooling, W: the nodes' 70 W and 70 / 5 W of the CRAC. */
export const IDLE_TOTAL_W = 84;

/**
 * Instance of two zones of two node types in one perfectly mixed room with a CoP of 5: cheap to solve, checked by hand
 * where it matters.
 */
export function smallInstance(changes: Changes = {}): RewardRateInstance {
  return {
    format: 'plenum.reward-rate',
    formatVersion: 1,
    name: changes.name ?? 'small',
    facility: {
      nodeTypes: NODE_TYPES,
      nodeGroups: [
        { nodeType: 'E', count: 2, rack: 'R1' },
        { nodeType: 'F', count: 1, rack: 'R2' },
      ],
      cracs: [CRAC],
      airflow: MIXED,
      coolingPerformance: { quadraticPerC2: 0, linearPerC: 0, constant: 5 },
      colocation: { model: 'none' },
      ...changes.facility,
    },
    workload: { taskTypes: changes.taskTypes ?? TASK_TYPES },
    limits: { powerCapW: 160, redLineC: 40, ...changes.limits },
  };
}

/**
 * Matrix of perfectly mixed air: every sink breathes the mixture of all sources, CRACs, then one row per node group.
 */
export function mixedMatrix({ facility }: RewardRateInstance): number[][] {
  const flowOf = new Map(facility.nodeTypes.map((type) => [type.name, type.airFlowM3PerS]));
  const flows = [
    ...facility.cracs.map((crac) => crac.airFlowM3PerS),
    ...facility.nodeGroups.map((group) => group.count * (flowOf.get(group.nodeType) ?? 0)),
  ];
  const total = flows.reduce((sum, flow) => sum + flow, 0);
  return flows.map(() => flows.map((flow) => flow / total));
}

export interface Written {
  readonly directory: string;
  readonly file: string;
  readonly out: string;
}

/** Folder with an instance and its matrix, newly written. */
export function writeInstance(instance: RewardRateInstance, matrix = mixedMatrix(instance)): Written {
  const directory = temporaryDirectory();
  const file = join(directory, 'instance.json');
  writeFileSync(file, JSON.stringify(instance));
  writeFileSync(join(directory, 'mixed.csv'), matrix.map((row) => row.join(',')).join('\n'));
  return { directory, file, out: join(directory, 'out') };
}

/** The small instance with changes, on disk. */
export function writeSmall(changes: Changes = {}): Written {
  return writeInstance(smallInstance(changes));
}

/** The small instance with one value replaced by anything, on disk; `path` as faults print it. undefined removes it. */
export function writeWith(path: string, value: unknown): Written {
  const draft: unknown = JSON.parse(JSON.stringify(smallInstance()));
  replaceAt(draft, path, value);
  return writeInstance(draft as RewardRateInstance, mixedMatrix(smallInstance()));
}

export function replaceAt(root: unknown, path: string, value: unknown): void {
  const keys = path.split(/[.[\]]+/).filter((key) => key !== '');
  const last = keys.pop()!;
  let parent = root as Record<string, unknown>;
  for (const key of keys) parent = parent[key] as Record<string, unknown>;
  parent[last] = value;
}
