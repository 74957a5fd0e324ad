import type { RobustNode, RobustModel } from '../../../../../models/families/robust/model.js';
import type { RandomStream } from '../../../../random/stream.js';

/**
 * Lookup tables for crossover and mutation: P-states of closest frequency, time ratios and powers. They must not be
 * changed.
 */
export interface GeneTables {
  readonly model: RobustModel;
  /** For each core, index of its node's list of frequencies ("ladder"). Equal lists have the same index. */
  readonly ladderOfCore: Int32Array;
  readonly ladderCount: number;
  /** Number of P-states in the longest list of frequencies. */
  readonly width: number;
  /**
   * For each P-state of each ladder, the P-state of any other ladder with the closest frequency; on a tie, the faster
   * one. The index is (ladder * width + P-state) * ladderCount + other ladder.
   */
  readonly closest: Uint8Array;
  /** For each core, the column (node or node type) from which task times are taken. */
  readonly columnOfCore: Int32Array;
  /**
   * For each core, the index at which its node's values begin in `timeScale`, `powerW` and `powerSquareW2`. Counted
   * from there, the value of a task type and P-state has index task type * width + P-state.
   */
  readonly rateOfCore: Int32Array;
  /** Mean time in a P-state divided by the mean time in P-state 0, indexed as described at `rateOfCore`. */
  readonly timeScale: Float64Array;
  /** Power of a busy core (P_dyn + P_stat), W, indexed as described at `rateOfCore`. */
  readonly powerW: Float64Array;
  /**
   * Factor that multiplies a task's time variance in the energy variance (Eq. 10), W^2, indexed as described at
   * `rateOfCore`.
   */
  readonly powerSquareW2: Float64Array;
  /** True if some task cannot run on some node. */
  readonly someCannot: boolean;
}

export function geneTables(model: RobustModel): GeneTables {
  const ladders = new Map<string, { readonly index: number; readonly frequencyGHz: readonly number[] }>();
  const ladderOfNode = model.nodes.map(({ frequencyGHz }) => {
    const key = frequencyGHz.join();
    const known = ladders.get(key) ?? { index: ladders.size, frequencyGHz };
    ladders.set(key, known);
    return known.index;
  });
  const lists = [...ladders.values()].map(({ frequencyGHz }) => frequencyGHz);
  const width = Math.max(...lists.map(({ length }) => length));
  const closest = new Uint8Array(lists.length * width * lists.length);
  for (const [from, frequencies] of lists.entries()) {
    for (const [pState, frequencyGHz] of frequencies.entries()) {
      for (const [to, others] of lists.entries()) {
        closest[(from * width + pState) * lists.length + to] = closestTo(frequencyGHz, others);
      }
    }
  }
  return {
    model,
    ladderOfCore: model.nodeOfCore.map((node) => ladderOfNode[node]!),
    ladderCount: lists.length,
    width,
    closest,
    ...ratesOf(model, width),
    someCannot: !model.meanS.every(Number.isFinite),
  };
}

/** Returns the time ratios and powers by node, task type and P-state. Nodes with equal data share their values. */
function ratesOf(
  { nodes, nodeOfCore, taskTypeCount }: RobustModel,
  width: number,
): Pick<GeneTables, 'columnOfCore' | 'rateOfCore' | 'timeScale' | 'powerW' | 'powerSquareW2'> {
  const kinds = new Map<Float64Array, { readonly index: number; readonly node: RobustNode }>();
  for (const node of nodes) if (!kinds.has(node.timeScale)) kinds.set(node.timeScale, { index: kinds.size, node });
  const size = taskTypeCount * width;
  const table = (value: (node: RobustNode, type: number, pState: number) => number): Float64Array => {
    const values = new Float64Array(kinds.size * size);
    for (const { index, node } of kinds.values()) {
      for (let type = 0; type < taskTypeCount; type++) {
        for (let p = 0; p < node.pStateCount; p++) values[index * size + type * width + p] = value(node, type, p);
      }
    }
    return values;
  };
  return {
    columnOfCore: nodeOfCore.map((n) => nodes[n]!.column),
    rateOfCore: nodeOfCore.map((n) => kinds.get(nodes[n]!.timeScale)!.index * size),
    timeScale: table((node, type, p) => node.timeScale[type * node.pStateCount + p]!),
    powerW: table((node, _, p) => node.powerW[p]!),
    powerSquareW2: table((node, _, p) => node.powerSquareW2[p]!),
  };
}

function closestTo(frequencyGHz: number, others: readonly number[]): number {
  let best = 0;
  for (const [pState, other] of others.entries()) {
    if (Math.abs(other - frequencyGHz) < Math.abs(others[best]! - frequencyGHz)) best = pState;
  }
  return best;
}

/** Returns the P-state of core `to` whose frequency is closest to the frequency of P-state `pState` on core `from`. */
export function sameSpeed(
  { ladderOfCore, width, ladderCount, closest }: GeneTables,
  from: number,
  pState: number,
  to: number,
): number {
  return closest[(ladderOfCore[from]! * width + pState) * ladderCount + ladderOfCore[to]!]!;
}

/**
 * Maximum number of random cores tried for a task. If none can run the task, all cores that can run it are listed and
 * one of them is drawn.
 */
const MAX_DRAWS = 32;

/** Returns a random core among those that can run the task. There must be such a core (see `homelessTask`). */
export function drawCore({ model, someCannot }: GeneTables, task: number, random: RandomStream): number {
  const { coreCount, columnCount, meanS, nodes, nodeOfCore } = model;
  const canRun = (core: number): boolean =>
    Number.isFinite(meanS[task * columnCount + nodes[nodeOfCore[core]!]!.column]!);
  for (let draw = 0; draw < MAX_DRAWS; draw++) {
    const core = random.integer(0, coreCount - 1);
    if (!someCannot || canRun(core)) return core;
  }
  const able: number[] = [];
  for (let core = 0; core < coreCount; core++) if (canRun(core)) able.push(core);
  return able[random.integer(0, able.length - 1)]!;
}

export function drawPState({ model }: GeneTables, core: number, random: RandomStream): number {
  return random.integer(0, model.nodes[model.nodeOfCore[core]!]!.pStateCount - 1);
}

/** Returns the first task that no node can run; -1 if every task can run somewhere. */
export function homelessTask({ model, someCannot }: GeneTables): number {
  const { taskCount, columnCount, meanS, nodes } = model;
  if (!someCannot) return -1;
  for (let task = 0; task < taskCount; task++) {
    if (!nodes.some(({ column }) => Number.isFinite(meanS[task * columnCount + column]!))) return task;
  }
  return -1;
}
