import type { GeoCentre } from '../../../../../../models/families/geo/model.js';
import { configurationFrom } from '../../../../../../models/facility/configuration-from.js';
import { SERVED_SHARE } from '../../../../../../src/families/geo/methods/gald/centre-greedy.js';
import type { GreedyTables } from '../../../../../../src/families/geo/methods/gald/greedy-tables.js';

export interface PlainNode {
  readonly type: number;
  /** By local task. */
  readonly cores: number[];
  closed: boolean;
}

/**
 * Steps 8-15 of Algorithm 5 as one would do them by hand: every node by itself, one core at a time, all rates from all nodes anew
 * after each core.
 */
export function plainGreedy(tables: GreedyTables, centre: GeoCentre, wishedPerS: ArrayLike<number>): PlainNode[] {
  const { model, pairs } = tables;
  const nodes: PlainNode[] = [];
  for (;;) {
    const served = servedBy(tables, nodes);
    const pair = pairs.find(
      ({ task, type }) => served[task]! < wishedPerS[task]! * SERVED_SHARE && hasCore(centre, nodes, type),
    );
    if (pair === undefined) return nodes;
    let node = nodes.find(({ type, closed }) => type === pair.type && !closed);
    if (node === undefined) {
      node = { type: pair.type, cores: model.nodeTypes[pair.type]!.tasks.map(() => 0), closed: false };
      nodes.push(node);
    }
    const before = servedBy(tables, [node])[pair.task]!;
    node.cores[pair.local]!++;
    const after = ratesOf(tables, node);
    if (after === null || !(after[pair.task]! > before)) {
      node.cores[pair.local]!--;
      node.closed = true;
    } else if (coresOf(node) === model.nodeTypes[pair.type]!.cores) node.closed = true;
  }
}

function hasCore(centre: GeoCentre, nodes: readonly PlainNode[], type: number): boolean {
  const ofType = nodes.filter((node) => node.type === type);
  return ofType.length < centre.nodeCount[type]! || ofType.some(({ closed }) => !closed);
}

function coresOf({ cores }: PlainNode): number {
  return cores.reduce((sum, count) => sum + count, 0);
}

function ratesOf({ model, choiceOf }: GreedyTables, { type, cores }: PlainNode): Float64Array | null {
  const tasks = model.taskNames.length;
  const counts = Uint16Array.from(cores);
  return configurationFrom(type, model.nodeTypes[type]!, tasks, counts, choiceOf[type]!)?.ratePerS ?? null;
}

export function servedBy(tables: GreedyTables, nodes: readonly PlainNode[]): Float64Array {
  const served = new Float64Array(tables.model.taskNames.length);
  for (const node of nodes) for (const [i, rate] of ratesOf(tables, node)!.entries()) served[i]! += rate;
  return served;
}

/** Node power by type, W, asleep nodes included. */
export function powerOf(tables: GreedyTables, centre: GeoCentre, nodes: readonly PlainNode[]): Float64Array {
  return Float64Array.from(tables.model.nodeTypes, ({ staticW, sleepW, tasks }, j) => {
    const awake = nodes.filter(({ type }) => type === j);
    const awakeW = awake.reduce(
      (sum, { cores }) =>
        sum + staticW + cores.reduce((w, count, k) => w + count * tasks[k]!.powerW[tables.choiceOf[j]![k]!]!, 0),
      0,
    );
    return awakeW + (centre.nodeCount[j]! - awake.length) * sleepW;
  });
}

/** The nodes as sorted texts: type and cores. */
export function textOf(nodes: readonly { readonly type: number; readonly cores: ArrayLike<number> }[]): string[] {
  return nodes.map(({ type, cores }) => `${type}: ${Array.from(cores).join()}`).sort();
}
