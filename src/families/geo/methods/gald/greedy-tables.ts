import type { GeoModel, CompiledGeoNodeType } from '../../../../../models/families/geo/model.js';
import { configurationFrom } from '../../../../../models/facility/configuration-from.js';
import { NodeStates } from './node-states.js';

/** Interpretation of "efficiency", which the thesis does not define precisely (docs/decisions/geo-gald-reading.md). */
export interface EfficiencyReading {
  /**
   * Power by which a rate is divided to get the efficiency: that of a full node above its sleep power, or that of its
   * cores alone (Eq. 25).
   */
  readonly power: 'node' | 'cores';
  /**
   * Quantity by which pairs of task type and node type are ordered: tasks/J, or tasks/J divided by the mean over the
   * task type's pairs.
   */
  readonly order: 'absolute' | 'relative';
}

/** A pair of task type and node type, in the P-state that completes most tasks per joule. */
export interface GreedyPair {
  readonly task: number;
  readonly type: number;
  /** Index of the task type in the node type's list of tasks. */
  readonly local: number;
  /** Index of the P-state in the task's list of P-states. */
  readonly choice: number;
  /** Tasks completed per joule by a full node, tasks/J. */
  readonly efficiency: number;
  /**
   * Number of cores on the task type with which an otherwise empty node has its highest rate. A further core would not
   * raise the rate.
   */
  readonly fill: number;
  /** Rate of a node with `fill` cores on the task type, tasks/s. */
  readonly fullRatePerS: number;
  /** Power of a node with `fill` cores on the task type, W. */
  readonly fullPowerW: number;
  /** Threshold on the rate still to be served, tasks/s. Above it, an empty node gets all `fill` cores at once. */
  readonly fillAbovePerS: number;
}

export interface GreedyTables {
  readonly model: GeoModel;
  /**
   * Number of P-states by which tasks run faster than in their most efficient P-state, as far as faster P-states exist.
   */
  readonly haste: number;
  /** Pairs of task type and node type in the order in which the greedy heuristic tries them. */
  readonly pairs: readonly GreedyPair[];
  /** Index of the first pair of each task type; the number of pairs if no node type runs it. */
  readonly firstPair: Int32Array;
  /** Index of the P-state in use, indexed [node type][local task index]. */
  readonly choiceOf: readonly Uint8Array[];
  /** States of a node of each type, filled as fillings meet them. */
  readonly states: readonly NodeStates[];
  /**
   * Rate of a node that runs only one task type, tasks/s, at index task * J + node type; 0 if the node cannot run the
   * task type.
   */
  readonly fullRatePerS: Float64Array;
  /** Sum of `fullRatePerS` over a centre's nodes, tasks/s, at index task * D + centre, with D centres. */
  readonly capacityPerS: Float64Array;
}

/**
 * Returns the tables of steps 6 and 7 of Algorithm 5. `haste` is the number of P-states by which tasks run faster than
 * in the most efficient P-state.
 */
export function greedyTables(model: GeoModel, reading: EfficiencyReading, haste = 0): GreedyTables {
  const { nodeTypes, centres, taskNames } = model;
  const found: GreedyPair[] = [];
  const choiceOf = nodeTypes.map(({ tasks }) => new Uint8Array(tasks.length));
  for (const [j, nodeType] of nodeTypes.entries()) {
    for (const local of nodeType.tasks.keys()) {
      const pair = efficientPair(model, j, local, reading, haste);
      if (pair === null) continue;
      found.push(pair);
      choiceOf[j]![local] = pair.choice;
    }
  }
  const fullRatePerS = new Float64Array(taskNames.length * nodeTypes.length);
  for (const { task, type, fullRatePerS: rate } of found) fullRatePerS[task * nodeTypes.length + type] = rate;
  const capacityPerS = Float64Array.from({ length: taskNames.length * centres.length }, (_, n) => {
    const task = Math.floor(n / centres.length);
    const { allowed, nodeCount } = centres[n % centres.length]!;
    if (allowed[task] === 0) return 0;
    return nodeCount.reduce((sum, count, j) => sum + count * fullRatePerS[task * nodeTypes.length + j]!, 0);
  });
  const pairs = inOrder(found, reading);
  const firstPair = new Int32Array(taskNames.length).fill(pairs.length);
  for (const [p, { task }] of pairs.entries()) firstPair[task] = Math.min(firstPair[task]!, p);
  const states = nodeTypes.map((nodeType, j) => new NodeStates(nodeType, choiceOf[j]!));
  return { model, haste, pairs, firstPair, choiceOf, states, fullRatePerS, capacityPerS };
}

/** Returns the largest useful `haste` (P-states faster than the most efficient ones). */
export function mostHaste(model: GeoModel, reading: EfficiencyReading): number {
  return greedyTables(model, reading).pairs.reduce((most, { choice }) => Math.max(most, choice), 0);
}

function inOrder(pairs: readonly GreedyPair[], { order }: EfficiencyReading): GreedyPair[] {
  const worth = new Map(
    pairs.map((pair) => {
      const alike = pairs.filter(({ task }) => task === pair.task);
      const mean = alike.reduce((sum, { efficiency }) => sum + efficiency, 0) / alike.length;
      return [pair, order === 'relative' ? pair.efficiency / mean : pair.efficiency];
    }),
  );
  return pairs.toSorted((a, b) => worth.get(b)! - worth.get(a)! || a.task - b.task || a.type - b.type);
}

/**
 * Returns a pair of task type and node type with its P-state. It is the P-state that completes most tasks per joule or,
 * if `haste` is above 0, a P-state that is up to `haste` steps faster. Returns null if no P-state has a positive
 * execution time (Eq. 21).
 */
function efficientPair(
  model: GeoModel,
  type: number,
  local: number,
  reading: EfficiencyReading,
  haste: number,
): GreedyPair | null {
  const nodeType = model.nodeTypes[type]!;
  const pairs = Array.from(nodeType.tasks[local]!.pStates.keys(), (choice) =>
    pairAt(model, type, local, choice, reading),
  );
  const best = pairs.reduce((a, b) => (b !== null && (a === null || b.efficiency > a.efficiency) ? b : a), null);
  if (best === null) return null;
  // A faster P-state the literal Eq. 21 has no time for is passed over.
  for (let choice = Math.max(0, best.choice - haste); choice < best.choice; choice++) {
    const faster = pairs[choice];
    if (faster != null) return faster;
  }
  return best;
}

function pairAt(
  model: GeoModel,
  type: number,
  local: number,
  choice: number,
  reading: EfficiencyReading,
): GreedyPair | null {
  const nodeType = model.nodeTypes[type]!;
  const { task, powerW } = nodeType.tasks[local]!;
  const rates = ownRatesPerS(model, nodeType, type, local, choice);
  const fill = rates.length;
  if (fill === 0) return null;
  const fullRatePerS = rates.at(-1)!;
  const coresW = fill * powerW[choice]!;
  const nodeW = reading.power === 'cores' ? coresW : nodeType.staticW - nodeType.sleepW + coresW;
  return {
    task,
    type,
    local,
    choice,
    efficiency: fullRatePerS / Math.max(MIN_W, nodeW),
    fill,
    fullRatePerS,
    fullPowerW: nodeType.staticW + coresW,
    // A node that has cores left is only given up for the next one when it leaves something missing.
    fillAbovePerS: fill < nodeType.cores ? fullRatePerS : (rates[fill - 2] ?? 0),
  };
}

/** Smallest power, W, by which a rate is divided to get a node's efficiency. The minimum prevents division by 0. */
const MIN_W = 1e-6;

/** Returns a node's rates with 1, 2, ... cores on one task type, tasks/s (Eqs. 35-36), as long as they rise. */
function ownRatesPerS(
  model: GeoModel,
  nodeType: CompiledGeoNodeType,
  type: number,
  local: number,
  choice: number,
): number[] {
  const counts = new Uint16Array(nodeType.tasks.length);
  const choices = new Uint8Array(nodeType.tasks.length);
  choices[local] = choice;
  const rates: number[] = [];
  for (let cores = 1; cores <= nodeType.cores; cores++) {
    counts[local] = cores;
    const alone = configurationFrom(type, nodeType, model.taskNames.length, counts, choices);
    const rate = alone?.ratePerS[nodeType.tasks[local]!.task] ?? 0;
    if (!(rate > (rates.at(-1) ?? 0))) break;
    rates.push(rate);
  }
  return rates;
}
