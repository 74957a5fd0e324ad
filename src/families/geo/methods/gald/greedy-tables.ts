import type { GeoModel, CompiledGeoNodeType } from '../../../../../models/families/geo/model.js';
import { configurationFrom } from '../../../../../models/facility/configuration-from.js';

/** Meaning of "efficiency", which the thesis leaves open (docs/decisions/geo-gald-reading.md). */
export interface EfficiencyReading {
  /** Power of a full node above its sleep power, or of its cores alone (Eq. 25 of chapter 3). */
  readonly power: 'node' | 'cores';
  /** How task types are compared: by tasks/J, or by tasks/J relative to the task type's mean over node types. */
  readonly order: 'absolute' | 'relative';
}

/** A task type on a node type, in the P-state that serves most tasks per joule there. I task types, J node types. */
export interface GreedyPair {
  readonly task: number;
  readonly type: number;
  /** Index in the node type's list of tasks. `choice`: index in that task's list of P-states. */
  readonly local: number;
  readonly choice: number;
  /** Tasks/J of a full node. */
  readonly efficiency: number;
  /**
   * Number of cores of an empty node that the pair fills one by one, while each raises the rate. `fillPerS`: that rate,
   * tasks/s.
   */
  readonly fill: number;
  readonly fullRatePerS: number;
  /** Missing rate above which the pair takes all these cores, tasks/s. */
  readonly fillAbovePerS: number;
}

export interface GreedyTables {
  readonly model: GeoModel;
  /** Number of steps by which P-states are faster than the most efficient ones, where possible. */
  readonly haste: number;
  /** Pairs in the order in which they are tried. */
  readonly pairs: readonly GreedyPair[];
  /** P-state used, by node type and local task. */
  readonly choiceOf: readonly Uint8Array[];
  /** Rate of a node that runs the pair alone, tasks/s: entry task * J + type, 0 if there is no pair. */
  readonly fullRatePerS: Float64Array;
  /** Rate of the pairs over all nodes of a centre that may serve the task type, tasks/s: entry task * D + centre. */
  readonly capacityPerS: Float64Array;
}

/**
 * Returns the tables of steps 6 and 7 of Algorithm 5, shared by all centres, because efficiency does not depend on the
 * centre.
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
  return { model, haste, pairs: inOrder(found, reading), choiceOf, fullRatePerS, capacityPerS };
}

/** Returns the largest haste that changes anything: a larger one gives the same tables. */
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
 * Returns the P-state with most tasks/J (the fastest on ties), then `haste` P-states faster; null if Eq. 21 allows
 * none.
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
    // A node that has cores left is only given up for the next one when it leaves something missing.
    fillAbovePerS: fill < nodeType.cores ? fullRatePerS : (rates[fill - 2] ?? 0),
  };
}

/** Least power above sleep power for the efficiency of a node, W; nodes that draw less are taken to draw this. */
const MIN_W = 1e-6;

/**
 * Returns the rates of 1, 2, ... cores of a node that are all on one task type, as long as each more raises the rate
 * (Eqs. 35-36), tasks/s.
 */
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
