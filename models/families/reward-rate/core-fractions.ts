import type { TimeSlice } from '../../facility/core-share.js';
import type { ConstantAssignment, NodeAssignment } from './plan.js';
import type { RewardRateModel } from './model.js';

/**
 * A plan as two arrays with the thesis' decision variables: time fractions DF(i,k) and P-states PS(i,k). Each array has
 * one entry, called gene, for each core and each task type that the core can run.
 *
 * Core c of node n (c counts from 0 in the node) and local task type k have the gene with this index:
 *
 * layout.nodeFirstGene[n] + c * tasks + k,   tasks = layout.tasksOfType[layout.nodeType[n]]
 *
 * So the genes of a core, of a node and of a zone are contiguous. Nodes are in the order of zones, then slots.
 */
export interface CoreFractions {
  readonly layout: CoreLayout;
  /**
   * Fraction DF of time in which the gene's core runs the task type, >= 0. The fractions of a core sum to at most 1.
   */
  readonly fraction: Float64Array;
  /**
   * P-state PS of each gene, as index in CompiledTask.pStates; a higher index is slower. The index pStates.length means
   * deactivated: during its time fraction the core is idle and draws no core power.
   */
  readonly choice: Uint8Array;
}

/**
 * Positions of nodes, cores and genes in CoreFractions, which are the same for all plans. A gene belongs to one core
 * and one task type.
 */
export interface CoreLayout {
  readonly zoneCount: number;
  readonly nodeCount: number;
  readonly coreCount: number;
  readonly geneCount: number;
  readonly coresOfType: Int32Array;
  readonly tasksOfType: Int32Array;
  /** Index of the zone of each node. */
  readonly nodeZone: Int32Array;
  /** Index of the type of each node. */
  readonly nodeType: Int32Array;
  /** For each node, number of its first core. One more entry at the end is the number of cores of the facility. */
  readonly nodeFirstCore: Int32Array;
  /** For each node, index of its first gene. One more entry at the end is the number of genes. */
  readonly nodeFirstGene: Int32Array;
  /** For each zone, index of its first node. One more entry at the end is the number of nodes. */
  readonly zoneFirstNode: Int32Array;
  /**
   * Number of admissible P-states, as [node type][local task type]. Used as index of a P-state, it stands for idle
   * time.
   */
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

/** Returns a plan in which every core is idle: all time fractions are 0, and every P-state is the fastest. */
export function idleFractions(layout: CoreLayout): CoreFractions {
  return { layout, fraction: new Float64Array(layout.geneCount), choice: new Uint8Array(layout.geneCount) };
}

/** Overwrites plan `target` with plan `source`, which must have the same layout. */
export function copyFractions(target: CoreFractions, source: CoreFractions): void {
  target.fraction.set(source.fraction);
  target.choice.set(source.choice);
}

/**
 * Scales the time fractions of one core in place so that they sum to 1, if their sum is larger (thesis 3.4.3.1).
 *
 * @param fraction time fractions of all genes of the plan
 * @param firstGene index of the core's first gene
 * @param tasks number of the core's genes
 */
export function normaliseCore(fraction: Float64Array, firstGene: number, tasks: number): void {
  let sum = 0;
  for (let g = firstGene; g < firstGene + tasks; g++) sum += fraction[g]!;
  if (sum <= 1) return;
  for (let g = firstGene; g < firstGene + tasks; g++) fraction[g]! /= sum;
}

/**
 * Converts a plan to node assignments for a plan file. Equal cores of a node and equal nodes of a zone become one entry
 * with a count. Idle cores and nodes are left out.
 *
 * @param negligible time fractions up to this value become idle time
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

/**
 * Returns the number of cores of a node that run the same time slices. The keys of the map are the slices as JSON, in a
 * fixed order.
 */
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
 * Converts node assignments of a plan file to time fractions, the reverse of `assignmentsFromFractions`. Assignments
 * fill a zone's nodes in slot order, and shares fill a node's cores. Unknown zones and task types, inadmissible
 * P-states, and surplus nodes or cores are left out.
 *
 * A core has only one P-state for each task type. If several of its slices have the same task type, their fractions are
 * added, and the P-state of the largest one is used.
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
