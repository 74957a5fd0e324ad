import type { RobustGoal } from '../../../../../models/families/robust/plan.js';
import { meanTimeS, type RobustModel } from '../../../../../models/families/robust/model.js';
import type { RandomStream } from '../../../../random/stream.js';
import { rankColumns } from './ranks.js';

/**
 * Preferences of tasks for nodes, used by short hops. They depend only on the model. For MO-EC (limited energy) they
 * are ranks of nodes by mean time (2.5.5.3 and 2.5.5.5), for EO-MC (limited makespan) expected energies (2.5.5.6).
 */
export interface NodePreference {
  /**
   * Returns the priority with which an operator tries a task; the largest comes first. For MO-EC (limited energy) it is
   * the rank of the task's node. For EO-MC (limited makespan) it is the task's expected energy on the node in its
   * P-state, J.
   */
  urgency(task: number, node: number, pState: number): number;
  /**
   * Returns a measure of how badly a node suits a task; smaller is better. For MO-EC (limited energy) it is the node's
   * rank. For EO-MC (limited makespan) it is the task's least expected energy on the node, J. It is Infinity if the
   * task cannot run there.
   */
  unfitness(task: number, node: number): number;
  /** Returns the node that suits a task best. Of equally good nodes, a random one is returned. */
  bestNode(task: number, random: RandomStream): number;
}

export function nodePreference(model: RobustModel, goal: RobustGoal): NodePreference {
  return goal === 'mo-ec' ? byRank(model) : byEnergy(model);
}

function byRank(model: RobustModel): NodePreference {
  const { columnCount, meanS } = model;
  const { rank, best } = rankColumns(model);
  const column = Int32Array.from(model.nodes, (node) => node.column);
  const draw = drawerOfNodes(model);
  return {
    urgency: (task, node) => rank[task * columnCount + column[node]!]!,
    unfitness: (task, node) => {
      const place = task * columnCount + column[node]!;
      return meanS[place] === Infinity ? Infinity : rank[place]!;
    },
    bestNode: (task, random) => draw(best[task]!, random),
  };
}

function byEnergy(model: RobustModel): NodePreference {
  const { nodes, taskCount, taskTypeCount, taskType, columnCount, meanS } = model;
  const column = Int32Array.from(nodes, (node) => node.column);
  // [task type * N + node]: least energy per second of mean time in P-state 0, W.
  const leastW = new Float64Array(taskTypeCount * nodes.length).fill(Infinity);
  for (const [n, { pStateCount, powerW, timeScale }] of nodes.entries()) {
    for (let type = 0; type < taskTypeCount; type++) {
      const place = type * nodes.length + n;
      for (let pState = 0; pState < pStateCount; pState++) {
        leastW[place] = Math.min(leastW[place]!, powerW[pState]! * timeScale[type * pStateCount + pState]!);
      }
    }
  }
  const unfitness = (task: number, node: number): number => {
    const mean = meanS[task * columnCount + column[node]!]!;
    return mean === Infinity ? Infinity : mean * leastW[taskType[task]! * nodes.length + node]!;
  };
  const firstOfColumn = firstNodes(model);
  const best = new Uint16Array(taskCount);
  for (let task = 0; task < taskCount; task++) {
    let least = Infinity;
    for (const node of firstOfColumn) {
      const energyJ = unfitness(task, node);
      if (energyJ < least) {
        least = energyJ;
        best[task] = column[node]!;
      }
    }
  }
  const draw = drawerOfNodes(model);
  return {
    urgency: (task, node, pState) => {
      const there = nodes[node]!;
      return there.powerW[pState]! * meanTimeS(model, there, task, pState);
    },
    unfitness,
    bestNode: (task, random) => draw(best[task]!, random),
  };
}

/**
 * Returns the first node of each set of nodes with the same column of task times. The operators treat the nodes of a
 * set alike.
 */
function firstNodes({ nodes }: RobustModel): readonly number[] {
  const seen = new Set<number>();
  return nodes.flatMap(({ column }, n) => {
    if (seen.has(column)) return [];
    seen.add(column);
    return [n];
  });
}

function drawerOfNodes({ nodes, columnCount }: RobustModel): (column: number, random: RandomStream) => number {
  const nodesOfColumn: number[][] = Array.from({ length: columnCount }, () => []);
  for (const [n, { column }] of nodes.entries()) nodesOfColumn[column]!.push(n);
  return (column, random) => {
    const alike = nodesOfColumn[column]!;
    return alike.length === 1 ? alike[0]! : alike[random.integer(0, alike.length - 1)]!;
  };
}
