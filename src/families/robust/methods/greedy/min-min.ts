import type { Mapping } from '../../../../../models/families/robust/mapping.js';
import { createMapping } from '../../../../../models/families/robust/mapping.js';
import type { RobustNode, RobustModel } from '../../../../../models/families/robust/model.js';
import { ascending } from './ascending.js';
import { type LikeNodes, likeNodes } from './like-nodes.js';
import { ReadyCores } from './ready-cores.js';

/**
 * P-state in which Min-Min runs every task: the fastest of the task's node ('pmin', P-state 0) or the slowest ('pmax').
 */
export type PStatePolicy = 'pmin' | 'pmax';

/**
 * Min-Min Completion Time (thesis 2.5.3), which repeatedly assigns the task and core with the least completion time. In
 * a group of equivalent nodes, these are the shortest remaining task and the core that is free first. A sorted list and
 * a heap find them. Time O(T (G + log C)) after sorting in O(T G), with T tasks, G groups and C cores.
 */
export class MinMin {
  private readonly groups: readonly LikeNodes[];
  /** For each group of nodes, all tasks in ascending order of time. Groups with equal times share one list. */
  private readonly byTime: readonly Int32Array[];
  private readonly pState: Uint8Array;

  constructor(
    private readonly model: RobustModel,
    policy: PStatePolicy,
  ) {
    this.groups = likeNodes(model);
    this.pState = Uint8Array.from(this.groups, ({ node }) => (policy === 'pmin' ? 0 : node.pStateCount - 1));
    const kinds = this.groups.map(({ node }, g) => ({
      column: node.column,
      scales: scalesOf(model, node, this.pState[g]!),
    }));
    const nameOf = ({ column, scales }: TimeKind): string => `${column} ${scales.join(' ')}`;
    const distinct = [...new Map(kinds.map((kind) => [nameOf(kind), kind])).values()];
    const listed = new Map(tasksByTime(model, distinct).map((list, k) => [nameOf(distinct[k]!), list]));
    this.byTime = kinds.map((kind) => listed.get(nameOf(kind))!);
  }

  /**
   * Assigns the tasks marked in `unmapped` (indexed by task) and clears the marks. On a tie the group listed first is
   * chosen, then the shorter task, then the task and core listed first.
   *
   * @param readyS for each core, the time at which its other tasks end, s; it is updated
   * @throws RangeError if a marked task runs on no node
   */
  assign(mapping: Mapping, readyS: Float64Array, unmapped: Uint8Array): void {
    const { groups, byTime, pState } = this;
    const ready = new ReadyCores(groups, readyS);
    const place = new Int32Array(groups.length);
    /** For each group, the shortest remaining task; -1 if none is left. */
    const task = new Int32Array(groups.length);
    /** For each group, the time of the shortest remaining task, s; Infinity if none is left. */
    const timeS = new Float64Array(groups.length);
    const endS = new Float64Array(groups.length);
    const advance = (g: number): void => {
      const list = byTime[g]!;
      let next = place[g]!;
      while (next < list.length && unmapped[list[next]!] === 0) next++;
      place[g] = next;
      task[g] = next < list.length ? list[next]! : -1;
      timeS[g] = next < list.length ? this.timeS(g, list[next]!) : Infinity;
      endS[g] = readyS[ready.first(g)]! + timeS[g];
    };
    for (let g = 0; g < groups.length; g++) advance(g);
    for (;;) {
      let best = -1;
      let bestS = Infinity;
      for (let g = 0; g < groups.length; g++) {
        if (endS[g]! < bestS) {
          bestS = endS[g]!;
          best = g;
        }
      }
      if (best < 0) break;
      const mapped = task[best]!;
      const core = ready.first(best);
      mapping.core[mapped] = core;
      mapping.pState[mapped] = pState[best]!;
      unmapped[mapped] = 0;
      readyS[core] = bestS;
      ready.delayed(best);
      endS[best] = readyS[ready.first(best)]! + timeS[best]!;
      for (let g = 0; g < groups.length; g++) if (task[g] === mapped) advance(g);
    }
    const left = unmapped.indexOf(1);
    if (left >= 0) throw new RangeError(`task ${this.model.taskName(left)} cannot run on any node`);
  }

  private timeS(group: number, task: number): number {
    const { model } = this;
    const { node } = this.groups[group]!;
    const scale = node.timeScale[model.taskType[task]! * node.pStateCount + this.pState[group]!]!;
    return model.meanS[task * model.columnCount + node.column]! * scale;
  }
}

/**
 * Times of all tasks on a node in one P-state: the column of times in P-state 0, and for each task type the factor by
 * which the P-state multiplies the time.
 */
interface TimeKind {
  readonly column: number;
  readonly scales: Float64Array;
}

export function minMinMapping(model: RobustModel, policy: PStatePolicy): Mapping {
  const mapping = createMapping(model.taskCount);
  const unmapped = new Uint8Array(model.taskCount).fill(1);
  new MinMin(model, policy).assign(mapping, new Float64Array(model.coreCount), unmapped);
  return mapping;
}

/** Returns, for each task type, the time in a P-state of a node divided by the time in P-state 0. */
function scalesOf(model: RobustModel, node: RobustNode, pState: number): Float64Array {
  return Float64Array.from(
    { length: model.taskTypeCount },
    (_, type) => node.timeScale[type * node.pStateCount + pState]!,
  );
}

/** Number of sorted lists built at once. Our choice: enough for a row of the table of times to be read as a whole. */
const TILE = 16;

/** Returns one list for each kind, with all tasks in ascending order of time. Tasks that cannot run come last. */
function tasksByTime(model: RobustModel, kinds: readonly TimeKind[]): Int32Array[] {
  const { taskCount, taskType, columnCount, meanS } = model;
  const lists: Int32Array[] = [];
  for (let from = 0; from < kinds.length; from += TILE) {
    const tile = kinds.slice(from, from + TILE);
    const timeS = tile.map(() => new Float64Array(taskCount));
    for (let task = 0; task < taskCount; task++) {
      const type = taskType[task]!;
      for (let k = 0; k < tile.length; k++) {
        const { column, scales } = tile[k]!;
        timeS[k]![task] = meanS[task * columnCount + column]! * scales[type]!;
      }
    }
    lists.push(...timeS.map(ascending));
  }
  return lists;
}
