import { colocatedTimeS } from '../../../../../models/physics/colocation/interference.js';
import type { GeoCentre } from '../../../../../models/families/geo/model.js';
import type { GreedyPair, GreedyTables } from './greedy-tables.js';

/**
 * Called for each group of identical nodes. `cores` is the number of cores of one node on each task type, by local task
 * index.
 */
export type RecordNodes = (type: number, cores: Uint16Array, nodes: number) => void;

/** Share of the requested rate that counts as all of it; well within the checker's tolerance. */
export const SERVED_SHARE = 1 - 1e-10;

/**
 * Greedy assignment of cores in one data centre (steps 8 to 15 of Algorithm 5; docs/decisions/geo-gald-reading.md).
 *
 * Pairs of task type and node type are tried in order of efficiency. Each core takes the first pair whose task type
 * still needs a higher rate and whose node type has a free core.
 *
 * Because of co-location, a further core can lower the rates of the cores already assigned on its node. Their task
 * types then need further cores. A started node is filled before another one wakes, unless a further core would not
 * raise its rate. Nodes that are filled alike are filled in one step.
 */
export class CentreGreedy {
  /** Served rate by task type, tasks/s. */
  readonly servedPerS: Float64Array;
  /** Number of awake nodes by node type. */
  readonly awake: Int32Array;
  /** Power of all nodes by node type, W; sleeping nodes are included. */
  readonly nodePowerW: Float64Array;
  private readonly begun: readonly BegunNode[];
  private onNodes: RecordNodes | null = null;

  constructor(readonly tables: GreedyTables) {
    const { nodeTypes, taskNames } = tables.model;
    this.servedPerS = new Float64Array(taskNames.length);
    this.awake = new Int32Array(nodeTypes.length);
    this.nodePowerW = new Float64Array(nodeTypes.length);
    this.begun = nodeTypes.map((_, j) => new BegunNode(tables, j));
  }

  /** Fills the nodes to serve the rates `wishedPerS` by task type, tasks/s. Returns true if the nodes suffice. */
  fill(centre: GeoCentre, wishedPerS: Float64Array, onNodes: RecordNodes | null = null): boolean {
    const { pairs, model } = this.tables;
    const { servedPerS, awake, nodePowerW } = this;
    this.onNodes = onNodes;
    servedPerS.fill(0);
    awake.fill(0);
    nodePowerW.fill(0);
    for (const node of this.begun) node.clear();
    for (let p = 0; p < pairs.length; p++) {
      const pair = pairs[p]!;
      const missing = wishedPerS[pair.task]! * SERVED_SHARE - servedPerS[pair.task]!;
      if (!(missing > 0) || !this.hasCore(centre, pair.type)) continue;
      this.serve(centre, pair, missing);
      // A task type earlier in the order may have become short.
      p = -1;
    }
    for (const [j, node] of this.begun.entries()) {
      if (node.active > 0) this.finish(j);
      nodePowerW[j]! += (centre.nodeCount[j]! - awake[j]!) * model.nodeTypes[j]!.sleepW;
    }
    for (let i = 0; i < servedPerS.length; i++) if (servedPerS[i]! < wishedPerS[i]! * SERVED_SHARE) return false;
    return true;
  }

  private hasCore(centre: GeoCentre, type: number): boolean {
    return this.begun[type]!.active > 0 || this.awake[type]! < centre.nodeCount[type]!;
  }

  /** Adds one core for the pair, or at once all full nodes that would result from adding cores one by one. */
  private serve(centre: GeoCentre, pair: GreedyPair, missing: number): void {
    const { type, local, fill, fullRatePerS, fillAbovePerS } = pair;
    const node = this.begun[type]!;
    if (node.active === 0 && missing > fillAbovePerS) {
      const left = centre.nodeCount[type]! - this.awake[type]!;
      const nodes = Math.min(left, Math.max(1, Math.ceil((missing - fillAbovePerS) / fullRatePerS)));
      node.cores[local] = fill;
      this.awake[type]! += nodes;
      this.put(type, nodes);
      this.servedPerS[pair.task]! += nodes * fullRatePerS;
      node.clear();
      return;
    }
    if (node.active === 0) this.awake[type]!++;
    if (!node.add(local, this.servedPerS) || node.active === node.size) this.finish(type);
  }

  private finish(type: number): void {
    this.put(type, 1);
    this.begun[type]!.clear();
  }

  private put(type: number, nodes: number): void {
    const node = this.begun[type]!;
    this.nodePowerW[type]! += nodes * node.powerW();
    this.onNodes?.(type, node.cores, nodes);
  }
}

/** A started node: some of its cores may still be free. */
class BegunNode {
  /** Number of cores on each task type, by the node type's local task index. */
  readonly cores: Uint16Array;
  /** Number of busy cores. */
  active = 0;
  readonly size: number;
  private readonly ratePerS: Float64Array;
  private readonly changedPerS: Float64Array;

  constructor(
    private readonly tables: GreedyTables,
    private readonly type: number,
  ) {
    const { tasks, cores } = tables.model.nodeTypes[type]!;
    this.size = cores;
    this.cores = new Uint16Array(tasks.length);
    this.ratePerS = new Float64Array(tasks.length);
    this.changedPerS = new Float64Array(tasks.length);
  }

  clear(): void {
    this.cores.fill(0);
    this.ratePerS.fill(0);
    this.active = 0;
  }

  /**
   * Adds a core for a task type (local index) and updates `servedPerS`. Returns false, without a change, if the task
   * type's rate would not rise.
   */
  add(local: number, servedPerS: Float64Array): boolean {
    const { cores, ratePerS, changedPerS } = this;
    const { tasks } = this.tables.model.nodeTypes[this.type]!;
    cores[local]!++;
    if (!this.rateInto(changedPerS) || !(changedPerS[local]! > ratePerS[local]!)) {
      cores[local]!--;
      return false;
    }
    this.active++;
    for (let k = 0; k < cores.length; k++) {
      if (cores[k] === 0) continue;
      servedPerS[tasks[k]!.task]! += changedPerS[k]! - ratePerS[k]!;
      ratePerS[k] = changedPerS[k]!;
    }
    return true;
  }

  /** Returns the power of the node, W (Eq. 29). */
  powerW(): number {
    const { tasks, staticW } = this.tables.model.nodeTypes[this.type]!;
    const choices = this.tables.choiceOf[this.type]!;
    let powerW = staticW;
    for (let k = 0; k < this.cores.length; k++) {
      if (this.cores[k]! > 0) powerW += this.cores[k]! * tasks[k]!.powerW[choices[k]!]!;
    }
    return powerW;
  }

  /** Writes the rates with co-location, by local task index; returns false if some execution time is not positive. */
  private rateInto(rates: Float64Array): boolean {
    const { colocation, tasks } = this.tables.model.nodeTypes[this.type]!;
    const choices = this.tables.choiceOf[this.type]!;
    const { cores } = this;
    let active = 0;
    let intensity = 0;
    for (let k = 0; k < cores.length; k++) {
      active += cores[k]!;
      intensity += cores[k]! * tasks[k]!.memoryIntensity;
    }
    for (let k = 0; k < cores.length; k++) {
      if (cores[k] === 0) continue;
      const { coefficients, timeS, frequencyGHz, memoryIntensity } = tasks[k]!;
      const coTimeS = colocatedTimeS(colocation, coefficients, {
        neighbours: active - 1,
        baseTimeS: timeS[choices[k]!]!,
        frequencyGHz: frequencyGHz[choices[k]!]!,
        averageIntensity: intensity / active,
        ownIntensity: memoryIntensity,
      });
      if (!(coTimeS > 0)) return false;
      rates[k] = cores[k]! / coTimeS;
    }
    return true;
  }
}
