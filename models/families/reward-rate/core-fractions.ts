import type { TimeSlice } from '../../facility/core-share.js';
import type { ConstantAssignment, NodeAssignment } from './plan.js';
import type { RewardRateModel } from './model.js';

/**
 * The thesis' decision matrix DF(i,k), PS(i,k) as two typed arrays, one entry ("gene") per core and task type that the core's
 * node type can run. Task types a node type cannot run have no genes there.
 *
 * Gene of core c (0 .. cores-1) of node n and local task k (position in CompiledNodeType.tasks):
 *
 *   layout.nodeFirstGene[n] + c * tasks + k,   tasks = layout.tasksOfType[layout.nodeType[n]]
 *
 * so the genes of one core, of one node and of one zone are contiguous. Nodes run in zone order, then slot order.
 */
export interface CoreFractions {
  readonly layout: CoreLayout;
  /**
   * Fraction of its time that a core spends on the task type (DF), at least 0; the sum over a core is at most 1.
   * Length: number of genes.
   */
  readonly fraction: Float64Array;
  /**
   * PS: position in CompiledTask.pStates (admissible P-states only, ascending, so + 1 is slower). pStates.length means
   * deactivated: that share of time is idle, earns nothing and draws nothing. Length: number of genes.
   */
  readonly choice: Uint8Array;
}

/** Positions of everything in the arrays. Shared by all plans of one model. */
export interface CoreLayout {
  readonly zoneCount: number;
  readonly nodeCount: number;
  readonly coreCount: number;
  readonly geneCount: number;
  readonly coresOfType: Int32Array;
  readonly tasksOfType: Int32Array;
  /** Length nodes. */
  readonly nodeZone: Int32Array;
  readonly nodeType: Int32Array;
  /** Length nodes + 1: number of the first core of each node, counted over the facility. */
  readonly nodeFirstCore: Int32Array;
  /** Length nodes + 1: first gene of each node. */
  readonly nodeFirstGene: Int32Array;
  /** Length zones + 1. */
  readonly zoneFirstNode: Int32Array;
  /** Number of admissible P-states by node type and local task; as a choice, this number means deactivated. */
  readonly deactivated: readonly Uint8Array[];
}

export function coreLayout(model: RewardRateModel): CoreLayout {
  const { nodeTypes, zones } = model;
  const coresOfType = Int32Array.from(nodeTypes, (type) => type.cores);
  const tasksOfType = Int32Array.from(nodeTypes, (type) => type.tasks.length);
  const zoneFirstNode = new Int32Array(zones.length + 1);
  for (const [b, zone] of zones.entries()) zoneFirstNode[b + 1] = zoneFirstNode[b]! + zone.nodeCount;
  const nodeCount = zoneFirstNode[zones.length]!;
  const nodeZone = new Int32Array(nodeCount);
  const nodeType = new Int32Array(nodeCount);
  const nodeFirstCore = new Int32Array(nodeCount + 1);
  const nodeFirstGene = new Int32Array(nodeCount + 1);
  for (const [b, zone] of zones.entries()) {
    const cores = coresOfType[zone.type]!;
    for (let n = zoneFirstNode[b]!; n < zoneFirstNode[b + 1]!; n++) {
      nodeZone[n] = b;
      nodeType[n] = zone.type;
      nodeFirstCore[n + 1] = nodeFirstCore[n]! + cores;
      nodeFirstGene[n + 1] = nodeFirstGene[n]! + cores * tasksOfType[zone.type]!;
    }
  }
  return {
    zoneCount: zones.length,
    nodeCount,
    coreCount: nodeFirstCore[nodeCount]!,
    geneCount: nodeFirstGene[nodeCount]!,
    coresOfType,
    tasksOfType,
    nodeZone,
    nodeType,
    nodeFirstCore,
    nodeFirstGene,
    zoneFirstNode,
    deactivated: nodeTypes.map((type) => Uint8Array.from(type.tasks, (task) => task.pStates.length)),
  };
}

/** Returns the plan in which every core is idle (all fractions 0, every P-state the fastest). */
export function idleFractions(layout: CoreLayout): CoreFractions {
  return { layout, fraction: new Float64Array(layout.geneCount), choice: new Uint8Array(layout.geneCount) };
}

/** Copies `source` into `target`; both have the same layout. */
export function copyFractions(target: CoreFractions, source: CoreFractions): void {
  target.fraction.set(source.fraction);
  target.choice.set(source.choice);
}

/**
 * Scales a core's fractions to the sum 1, in place, if they sum to more (3.4.3.1).
 *
 * @param firstGene the core's first gene
 *
 * @param tasks number of its genes
 */
export function normaliseCore(fraction: Float64Array, firstGene: number, tasks: number): void {
  let sum = 0;
  for (let g = firstGene; g < firstGene + tasks; g++) sum += fraction[g]!;
  if (sum <= 1) return;
  for (let g = firstGene; g < firstGene + tasks; g++) fraction[g]! /= sum;
}

/**
 * Returns the plan in the form of a plan file: equal cores of a node and equal nodes of a zone are merged, idle ones
 * left out. Fractions up to `negligible` and deactivated ones become idle time.
 */
export function assignmentsFromFractions(
  model: RewardRateModel,
  cores: CoreFractions,
  negligible = 0,
): ConstantAssignment[] {
  const { layout } = cores;
  return model.zones.flatMap((zone, b) => {
    const alike = new Map<string, { nodes: number; cores: Map<string, number> }>();
    for (let n = layout.zoneFirstNode[b]!; n < layout.zoneFirstNode[b + 1]!; n++) {
      const counts = sharesOfNode(model, cores, n, negligible);
      if (counts.size === 0) continue;
      const key = [...counts].map(([slices, count]) => `${count}*${slices}`).join('+');
      const entry = alike.get(key);
      if (entry === undefined) alike.set(key, { nodes: 1, cores: counts });
      else entry.nodes++;
    }
    return [...alike.values()].map((entry) => ({
      zone: zone.name,
      nodes: entry.nodes,
      cores: [...entry.cores].map(([slices, count]) => ({ count, slices: JSON.parse(slices) as TimeSlice[] })),
    }));
  });
}

/** Returns the number of cores of a node that run each list of slices (key: the list as JSON), in a fixed order. */
function sharesOfNode(
  model: RewardRateModel,
  { layout, fraction, choice }: CoreFractions,
  node: number,
  negligible: number,
): Map<string, number> {
  const { tasks } = model.nodeTypes[layout.nodeType[node]!]!;
  const counts = new Map<string, number>();
  for (let g = layout.nodeFirstGene[node]!; g < layout.nodeFirstGene[node + 1]!; g += tasks.length) {
    const slices = tasks.flatMap((task, k): TimeSlice[] => {
      const pState = task.pStates[choice[g + k]!];
      return pState === undefined || !(fraction[g + k]! > negligible)
        ? []
        : [{ taskType: model.taskNames[task.task]!, pState, fraction: fraction[g + k]! }];
    });
    if (slices.length === 0) continue;
    const key = JSON.stringify(slices);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return new Map([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Returns the fractions of a plan's assignments (the reverse of `assignmentsFromFractions`): a zone's assignments take
 * its nodes in slot order, a node's shares take its cores. Zones and task types that this model does not have,
 * P-states that it does not admit, and surplus nodes or cores are left out. A gene has only one P-state: if a core's
 * slices repeat a task type in several, their fractions are added and run in the P-state of the greatest.
 */
export function fractionsFromAssignments(
  model: RewardRateModel,
  layout: CoreLayout,
  assignments: readonly NodeAssignment[],
): CoreFractions {
  const plan = idleFractions(layout);
  const zoneIndex = new Map(model.zones.map((zone, b) => [zone.name, b]));
  const next = layout.zoneFirstNode.slice();
  for (const { zone, nodes, cores = [] } of assignments) {
    const b = zoneIndex.get(zone);
    if (b === undefined) continue;
    for (let node = 0; node < nodes && next[b]! < layout.zoneFirstNode[b + 1]!; node++) {
      let gene = layout.nodeFirstGene[next[b]!]!;
      const end = layout.nodeFirstGene[++next[b]!]!;
      const tasks = layout.tasksOfType[model.zones[b]!.type]!;
      for (const { count, slices } of cores) {
        for (let core = 0; core < count && gene < end; core++, gene += tasks) {
          setCore(model, model.zones[b]!.type, plan, gene, slices);
        }
      }
    }
  }
  return plan;
}

function setCore(
  model: RewardRateModel,
  type: number,
  { fraction, choice }: CoreFractions,
  firstGene: number,
  slices: readonly TimeSlice[],
): void {
  for (const [k, task] of model.nodeTypes[type]!.tasks.entries()) {
    const name = model.taskNames[task.task]!;
    let greatest = 0;
    for (const slice of slices) {
      const position = slice.taskType === name ? task.pStates.indexOf(slice.pState) : -1;
      if (position < 0) continue;
      fraction[firstGene + k]! += slice.fraction;
      if (slice.fraction > greatest) {
        greatest = slice.fraction;
        choice[firstGene + k] = position;
      }
    }
  }
}
