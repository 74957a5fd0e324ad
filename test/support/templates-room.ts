import type { InfluenceMatrix } from '../../models/physics/thermal/influence-matrix.js';
import { sparseRows } from '../../models/physics/thermal/sparse-rows.js';
import type { NodeType } from '../../models/facility/facility.js';
import { templatesModel } from '../../models/families/templates/compile.js';
import { TEMPLATES_FORMAT, TEMPLATES_FORMAT_VERSION } from '../../models/families/templates/format.js';
import type { TemplatesInstance } from '../../models/families/templates/instance.js';
import { hasStandby } from '../../models/families/templates/standby.js';
import type { TemplatesModel } from '../../models/families/templates/model.js';
import { randomStream } from '../../src/random/stream.js';
import { conservingWeights } from '../oracle/conserving-weights.js';

export interface RandomTemplatesRoom {
  readonly instance: TemplatesInstance;
  readonly matrices: readonly InfluenceMatrix[];
  readonly model: TemplatesModel;
}

/**
 * Instance with one to three CRACs, air drawn at random by vent combination, and a small grid near what the room can
 * do.
 */
export function randomTemplatesRoom(seed: number): RandomTemplatesRoom {
  const { uniform, integer } = randomStream(seed, 'templates room with air');
  const taskTypes = Array.from({ length: integer(1, 3) }, (_, i) => ({ name: `task ${i}` }));
  const nodeTypes = Array.from({ length: integer(1, 3) }, (_, j): NodeType => {
    const pStates = integer(1, 5);
    return {
      name: `type ${j}`,
      cores: integer(1, 12),
      idlePowerW: uniform(20, 150),
      airFlowM3PerS: uniform(0.01, 0.06),
      ...(uniform() < 0.5 ? { psuEfficiency: uniform(0.7, 1) } : {}),
      pStateFrequenciesGHz: Array.from({ length: pStates }, (_, p) => 3 - 0.4 * p),
      tasks: taskTypes.map(({ name }) => {
        const listed = pStates === 1 || uniform() < 0.5;
        const ascending = Array.from({ length: pStates }, () => uniform(50, 400)).sort((a, b) => a - b);
        const [low, high] = [uniform(2, 6), uniform(7, 20)];
        return {
          taskType: name,
          memoryIntensity: 0,
          timeS: listed ? ascending : { atHighestFrequency: ascending[0]!, atLowestFrequency: ascending.at(-1)! },
          corePowerW: listed
            ? Array.from({ length: pStates }, (_, p) => high - p)
            : { atHighestFrequency: high, atLowestFrequency: low },
        };
      }),
    };
  });
  const nodeGroups = Array.from({ length: integer(2, 7) }, (_, g) => ({
    nodeType: nodeTypes[g % nodeTypes.length]!.name,
    count: integer(1, 6),
    rack: `R${g}`,
  }));
  const quadrantCount = integer(1, Math.min(3, nodeGroups.length));
  const quadrants = Array.from({ length: quadrantCount }, (_, q) => ({
    name: `Q${q + 1}`,
    tiles: [],
    members: nodeGroups.filter((_, g) => g % quadrantCount === q).map(({ rack }) => ({ rack })),
  }));
  const ventOpenings = [0, 1].slice(0, integer(1, 2));
  const nodeAirflowFactor = uniform(0.5, 1.2);
  const typeOf = (name: string): NodeType => nodeTypes.find((type) => type.name === name)!;
  const zoneFlow = nodeGroups.map(({ nodeType, count }) => count * typeOf(nodeType).airFlowM3PerS * nodeAirflowFactor);
  const totalFlow = zoneFlow.reduce((sum, flow) => sum + flow, 0);
  const cracCount = integer(1, 3);
  const cracs = Array.from({ length: cracCount }, (_, c) => ({
    name: `CRAC${c + 1}`,
    airFlowM3PerS: (totalFlow * uniform(0.7, 1.5)) / cracCount,
    setPointMinC: uniform(9, 14),
    setPointMaxC: uniform(22, 30),
  }));
  const flows = [...cracs.map(({ airFlowM3PerS }) => airFlowM3PerS), ...zoneFlow];
  const matrices = Array.from({ length: ventOpenings.length ** quadrantCount }, (): InfluenceMatrix => ({
    cracNames: cracs.map(({ name }) => name),
    zones: nodeGroups.map(({ nodeType, count, rack }) => ({
      name: `${rack}/L1`,
      rack,
      level: 1,
      nodeType,
      nodeCount: count,
      firstSlot: 1,
    })),
    airFlowM3PerS: Float64Array.from(flows),
    weights: sparseRows(conservingWeights(flows, cracCount, uniform)),
    provenance: { kind: 'imported', summary: 'drawn', rowSumError: 0, conservationError: 0 },
  }));
  const draft: TemplatesInstance = {
    format: TEMPLATES_FORMAT,
    formatVersion: TEMPLATES_FORMAT_VERSION,
    name: `random ${seed}`,
    facility: {
      nodeTypes,
      nodeGroups,
      cracs,
      airflow: { source: 'vent-matrices', file: 'drawn.csv', nodeAirflowFactor, provenance: 'drawn' },
      coolingPerformance: { quadraticPerC2: 0.0068, linearPerC: 0.0008, constant: 0.458 },
    },
    taskTypes,
    quadrants,
    ventOpenings,
    outletLimitC: uniform(31, 45),
    middlePState: uniform() < 0.5 ? 'slower' : 'faster',
    grid: { arrivingWorkPerS: [0], runningCores: quadrants.map(() => [0]), powerLimitW: [1] },
    transient: {},
  };
  const { blocks, quadrants: compiled } = templatesModel(draft, matrices);
  const workPerS = compiled.reduce((sum, quadrant) => sum + quadrant.workPerS, 0);
  const fullW = blocks.reduce((sum, { idleW, busyW }) => sum + idleW + busyW, 0);
  const grid = {
    arrivingWorkPerS: [0.1, 0.5, 1.5].map((share) => share * workPerS),
    runningCores: compiled.map(({ cores }) => [0, Math.floor(0.3 * cores), Math.floor(0.7 * cores)]),
    powerLimitW: [0.9, 1.1, 1.6].map((share) => share * fullW),
  };
  const ascending = (axis: readonly number[]): number[] => [...new Set(axis)];
  const instance = { ...draft, grid: { ...grid, runningCores: grid.runningCores.map(ascending) } };
  return { instance, matrices, model: templatesModel(instance, matrices) };
}

/** The room with nodes of most groups that may be on standby, drawn; null where none may be. */
export function withRandomStandby(
  { instance, matrices }: RandomTemplatesRoom,
  seed: number,
): RandomTemplatesRoom | null {
  const { uniform, integer } = randomStream(seed, 'standby');
  const { facility } = instance;
  const standby: TemplatesInstance = {
    ...instance,
    facility: {
      ...facility,
      nodeTypes: facility.nodeTypes.map((type) =>
        uniform() < 0.5
          ? { ...type, sleepPowerW: type.idlePowerW * uniform(0, 0.5) }
          : { ...type, offPowerW: type.idlePowerW * uniform(0, 0.2), sleepPowerW: type.idlePowerW * uniform(0.1, 0.9) },
      ),
      nodeGroups: facility.nodeGroups.map((group) => {
        if (uniform() < 0.2) return group;
        const least = uniform() < 0.3 ? { minimumOn: integer(0, group.count) } : {};
        return { ...group, mayBeOff: true, ...least };
      }),
    },
  };
  const model = templatesModel(standby, matrices);
  return hasStandby(model) ? { instance: standby, matrices, model } : null;
}
