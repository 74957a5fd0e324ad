import type { GeoLoad } from '../../../../../models/families/geo/allocation.js';
import { jointStates, MAX_STATES } from '../../../../../models/families/geo/core-company.js';
import { nodeLoad } from '../../../../../models/families/geo/node-load.js';
import type { GeoModel } from '../../../../../models/families/geo/model.js';
import type { CoreShare } from '../../../../../models/facility/core-share.js';

/** Number that stands for the empty task set, which a sleeping node has. */
export const ASLEEP = -1;
/**
 * Value that stands for the number of a smaller set that has not been looked up yet. Numbers of sets are at least -1.
 */
const UNKNOWN = -2;

/** Task set W of Eq. 39 for a node type: the task types to each of which every core gives an equal part of its time. */
export interface NodeSet {
  readonly id: number;
  readonly type: number;
  /** Task types, ascending; at least one. */
  readonly tasks: Int32Array;
}

/** Numbered task sets found so far, with a node's load for each. All runs on one model share them. */
export class NodeSets {
  private readonly sets: NodeSet[] = [];
  private readonly byKey = new Map<string, number>();
  private readonly smaller: Int32Array[] = [];
  private readonly loads: (GeoLoad | null | undefined)[] = [];

  constructor(readonly model: GeoModel) {}

  get(id: number): NodeSet {
    return this.sets[id]!;
  }

  /** Returns the number of the initial set: all task types that arrive and that the centre and node type can run. */
  first(epoch: number, centre: number, type: number): number {
    const { centres, nodeTypes, taskNames, arrivalRatePerS } = this.model;
    const { allowed } = centres[centre]!;
    const tasks = nodeTypes[type]!.tasks.map(({ task }) => task).filter(
      (task) => allowed[task] === 1 && arrivalRatePerS[epoch * taskNames.length + task]! > 0,
    );
    return this.idOf(
      type,
      tasks.sort((a, b) => a - b),
    );
  }

  /** Returns the number of the set that is left when the task type at `position` is removed from set `id`. */
  without(id: number, position: number): number {
    const known = this.smaller[id]![position]!;
    if (known !== UNKNOWN) return known;
    const { type, tasks } = this.get(id);
    const left = this.idOf(
      type,
      [...tasks].filter((_, n) => n !== position),
    );
    this.smaller[id]![position] = left;
    return left;
  }

  /** Returns the exact load of a node with set `id`; null if Eq. 21 gives it no positive execution time. */
  load(id: number): GeoLoad | null {
    let load = this.loads[id];
    if (load === undefined) {
      const { type, tasks } = this.get(id);
      load = nodeLoad(this.model, type, evenShares(this.model, type, tasks));
      this.loads[id] = load;
    }
    return load;
  }

  private idOf(type: number, tasks: readonly number[]): number {
    if (tasks.length === 0) return ASLEEP;
    const key = `${type}:${tasks.join(',')}`;
    const known = this.byKey.get(key);
    if (known !== undefined) return known;
    const id = this.sets.length;
    this.sets.push({ id, type, tasks: Int32Array.from(tasks) });
    this.smaller.push(new Int32Array(tasks.length).fill(UNKNOWN));
    this.byKey.set(key, id);
    return id;
  }
}

/**
 * Returns the time shares of cores that all divide their time equally among the given task types. Of each task type,
 * the fraction phi^E runs in P-state 0 and the rest in the slowest P-state (docs/decisions/geo-fdld-reading.md).
 */
export function evenShares(model: GeoModel, type: number, tasks: ArrayLike<number>): CoreShare[] {
  const { cores, tasks: known } = model.nodeTypes[type]!;
  const busy = model.instance.rules.utilisation;
  const slices = Array.from(tasks).flatMap((task) => {
    const { pStates } = known.find((one) => one.task === task)!;
    const taskType = model.taskNames[task]!;
    const [fastest, slowest] = [pStates[0]!, pStates.at(-1)!];
    const share = 1 / tasks.length;
    if (fastest === slowest) return [{ taskType, pState: fastest, fraction: share }];
    return [
      { taskType, pState: fastest, fraction: busy * share },
      { taskType, pState: slowest, fraction: (1 - busy) * share },
    ].filter(({ fraction }) => fraction > 0);
  });
  return [{ count: cores, slices }];
}

/** Returns R_ji of Eq. 38: the rate of one core of node type j for task type i without co-location, tasks/s. */
export function aloneRatePerS(model: GeoModel, type: number, task: number): number {
  const { timeS } = model.nodeTypes[type]!.tasks.find((one) => one.task === task)!;
  const slowest = 1 / timeS.at(-1)!;
  return slowest + (1 / timeS[0]! - slowest) * model.instance.rules.utilisation;
}

/** A node type whose cores have too many joint states to compute its exact rates with `tasks` task types at once. */
export interface Unratable {
  readonly nodeType: string;
  readonly cores: number;
  readonly tasks: number;
  readonly states: number;
  /** Maximum number of task types for which the rates of this node type can be computed. */
  readonly mostTasks: number;
}

/**
 * Returns the first node type whose exact rates cannot be computed in the initial state of FDLD, in which a node runs
 * all task types: its cores have too many joint states. Returns null if there is none.
 */
export function unratable(model: GeoModel): Unratable | null {
  const sets = new NodeSets(model);
  for (let t = 0; t < model.epochCount; t++) {
    for (const [d, { nodeCount }] of model.centres.entries()) {
      for (const [j, { name, cores }] of model.nodeTypes.entries()) {
        const id = nodeCount[j]! > 0 ? sets.first(t, d, j) : ASLEEP;
        if (id === ASLEEP) continue;
        const tasks = sets.get(id).tasks.length;
        const states = jointStates(cores - 1, tasks);
        if (states <= MAX_STATES) continue;
        let mostTasks = 1;
        while (jointStates(cores - 1, mostTasks + 1) <= MAX_STATES) mostTasks++;
        return { nodeType: name, cores, tasks, states, mostTasks };
      }
    }
  }
  return null;
}
