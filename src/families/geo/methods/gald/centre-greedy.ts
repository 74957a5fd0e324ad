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
 *
 * A pair that was passed over stays so: the cores left only become fewer, and a rate only falls by a core that is added,
 * after which the first pair of its task type comes next.
 */
export class CentreGreedy {
  /** Served rate by task type, tasks/s. */
  readonly servedPerS: Float64Array;
  /** Number of awake nodes by node type. */
  readonly awake: Int32Array;
  /** Power of all nodes by node type, W; sleeping nodes are included. */
  readonly nodePowerW: Float64Array;
  /** State of the started node of each type; 0 if there is none. */
  private readonly state: Int32Array;
  /** Rate that each task type must reach, tasks/s. */
  private readonly neededPerS: Float64Array;
  private onNodes: RecordNodes | null = null;

  constructor(readonly tables: GreedyTables) {
    const { nodeTypes, taskNames } = tables.model;
    this.servedPerS = new Float64Array(taskNames.length);
    this.neededPerS = new Float64Array(taskNames.length);
    this.awake = new Int32Array(nodeTypes.length);
    this.nodePowerW = new Float64Array(nodeTypes.length);
    this.state = new Int32Array(nodeTypes.length);
  }

  /** Fills the nodes to serve the rates `wishedPerS` by task type, tasks/s. Returns true if the nodes suffice. */
  fill({ nodeCount }: GeoCentre, wishedPerS: Float64Array, onNodes: RecordNodes | null = null): boolean {
    const { pairs, model, states } = this.tables;
    const { servedPerS, neededPerS, awake, nodePowerW, state } = this;
    this.onNodes = onNodes;
    servedPerS.fill(0);
    awake.fill(0);
    nodePowerW.fill(0);
    state.fill(0);
    for (const one of states) one.limit();
    for (let i = 0; i < neededPerS.length; i++) neededPerS[i] = wishedPerS[i]! * SERVED_SHARE;
    for (let p = 0; p < pairs.length;) {
      const pair = pairs[p]!;
      const { type } = pair;
      const missing = neededPerS[pair.task]! - servedPerS[pair.task]!;
      if (!(missing > 0) || (state[type] === 0 && awake[type]! >= nodeCount[type]!)) p++;
      else if (state[type] === 0 && missing > pair.fillAbovePerS) this.addNodes(pair, missing, nodeCount[type]!);
      else p = this.addCore(pair, p);
    }
    for (let j = 0; j < state.length; j++) {
      if (state[j] !== 0) this.finish(j);
      nodePowerW[j]! += (nodeCount[j]! - awake[j]!) * model.nodeTypes[j]!.sleepW;
    }
    for (let i = 0; i < neededPerS.length; i++) if (servedPerS[i]! < neededPerS[i]!) return false;
    return true;
  }

  /** Adds at once all full nodes that would result from adding cores for the pair one by one. */
  private addNodes(
    { task, type, local, fill, fullRatePerS, fillAbovePerS, fullPowerW }: GreedyPair,
    missing: number,
    of: number,
  ): void {
    const left = of - this.awake[type]!;
    const nodes = Math.min(left, Math.max(1, Math.ceil((missing - fillAbovePerS) / fullRatePerS)));
    this.awake[type]! += nodes;
    this.nodePowerW[type]! += nodes * fullPowerW;
    this.servedPerS[task]! += nodes * fullRatePerS;
    if (this.onNodes === null) return;
    const cores = new Uint16Array(this.tables.model.nodeTypes[type]!.tasks.length);
    cores[local] = fill;
    this.onNodes(type, cores, nodes);
  }

  /** Adds one core for the pair at index `p`. Returns the index of the next pair to try. */
  private addCore({ type, local, task }: GreedyPair, p: number): number {
    const { servedPerS, neededPerS, state } = this;
    const { firstPair } = this.tables;
    const states = this.tables.states[type]!;
    const from = state[type]!;
    if (from === 0) this.awake[type]!++;
    const to = states.after(from, local);
    if (to < 0) {
      this.finish(type);
      return p;
    }
    const taskOf = states.task;
    const changePerS = states.changePerS(from, local);
    let next = p;
    for (let k = 0; k < taskOf.length; k++) {
      const change = changePerS[k]!;
      if (change === 0) continue;
      const i = taskOf[k]!;
      servedPerS[i]! += change;
      if (i !== task && servedPerS[i]! < neededPerS[i]!) next = Math.min(next, firstPair[i]!);
    }
    state[type] = to;
    if (states.active[to] === this.tables.model.nodeTypes[type]!.cores) this.finish(type);
    return next;
  }

  private finish(type: number): void {
    const states = this.tables.states[type]!;
    const state = this.state[type]!;
    this.nodePowerW[type]! += states.powerW[state]!;
    this.onNodes?.(type, states.cores(state), 1);
    this.state[type] = 0;
  }
}
