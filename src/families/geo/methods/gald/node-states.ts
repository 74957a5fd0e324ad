import { colocatedTimeS } from '../../../../../models/physics/colocation/interference.js';
import type { CompiledGeoNodeType } from '../../../../../models/families/geo/model.js';

/** Maximum size of the states of one node type, bytes. Our choice: some 1,000 states of the thesis' nodes take 0.4 MB. */
const MAX_BYTES = 64 * 2 ** 20;
/** Size of a number, bytes. */
const BYTES_OF_NUMBER = 8;
/** Marks a change that was not asked for yet. */
const UNKNOWN = -2;
/** Marks a change that would not raise the rate of the task type. */
const REFUSED = -1;

/**
 * Ways in which the cores of one node can be occupied, as far as a greedy filling has met them. State 0 is an empty
 * node. Each state, with its power and what a further core changes, is computed once.
 *
 * Rates include co-location (Eqs. 35 and 36). Task types are those of the node type's list (local indices).
 */
export class NodeStates {
  /** Index of each local task type in the model's list. */
  readonly task: Int32Array;
  /** Number of busy cores, by state. */
  active = new Int32Array(0);
  /** Power of a node (Eq. 29), W, by state. */
  powerW = new Float64Array(0);
  private changes: Float64Array[] = [];
  private bytes = 0;
  private next = new Int32Array(0);
  private coresOf: Uint16Array[] = [];
  private ratesOf: Float64Array[] = [];
  private known = new Map<string, number>();

  /** @param choices index of the P-state in use, by local task type */
  constructor(
    private readonly nodeType: CompiledGeoNodeType,
    private readonly choices: Uint8Array,
  ) {
    this.task = Int32Array.from(nodeType.tasks, ({ task }) => task);
    this.empty();
  }

  /** Forgets all states if they have become too many. No state met before may be used after that. */
  limit(): void {
    if (this.bytes > MAX_BYTES) this.empty();
  }

  /** Returns the number of cores on each local task type in a state. The array must not be changed. */
  cores(state: number): Uint16Array {
    return this.coresOf[state]!;
  }

  /** Returns the state after a further core on a local task type; below 0 if the rate of the task type would not rise. */
  after(state: number, local: number): number {
    const known = this.next[state * this.task.length + local]!;
    return known === UNKNOWN ? this.expanded(state, local) : known;
  }

  /** Returns by how much each local task type's rate changes, tasks/s, if a core is added that `after` has not refused. */
  changePerS(state: number, local: number): Float64Array {
    return this.changes[state * this.task.length + local]!;
  }

  private empty(): void {
    const { length: n } = this.task;
    [this.coresOf, this.ratesOf, this.changes, this.bytes] = [[], [], [], 0];
    this.known = new Map();
    this.active = new Int32Array(0);
    this.add(new Uint16Array(n), new Float64Array(n));
  }

  private add(cores: Uint16Array, rates: Float64Array): number {
    const { nodeType, choices, coresOf } = this;
    const state = coresOf.length;
    if (state >= this.active.length) this.grow(Math.max(64, 2 * state));
    coresOf.push(cores);
    this.ratesOf.push(rates);
    this.known.set(cores.join(), state);
    let { staticW: powerW } = nodeType;
    let active = 0;
    for (const [k, count] of cores.entries()) {
      active += count;
      if (count > 0) powerW += count * nodeType.tasks[k]!.powerW[choices[k]!]!;
    }
    this.active[state] = active;
    this.powerW[state] = powerW;
    return state;
  }

  private grow(count: number): void {
    const { length: n } = this.task;
    const kept = this.coresOf.length;
    const [active, powerW, next] = [this.active, this.powerW, this.next];
    this.active = new Int32Array(count);
    this.powerW = new Float64Array(count);
    this.next = new Int32Array(count * n).fill(UNKNOWN);
    this.active.set(active.subarray(0, kept));
    this.powerW.set(powerW.subarray(0, kept));
    this.next.set(next.subarray(0, kept * n));
  }

  private expanded(state: number, local: number): number {
    const { length: n } = this.task;
    const cores = this.coresOf[state]!.slice();
    const before = this.ratesOf[state]!;
    cores[local]!++;
    const rates = this.ratesPerS(cores);
    let to = REFUSED;
    if (rates !== null && rates[local]! > before[local]!) {
      to = this.known.get(cores.join()) ?? this.add(cores, rates);
      this.changes[state * n + local] = rates.map((rate, k) => rate - before[k]!);
      this.bytes += BYTES_OF_NUMBER * n;
    }
    this.next[state * n + local] = to;
    return to;
  }

  /** Returns the rates with co-location by local task type, tasks/s; null if some execution time is not positive. */
  private ratesPerS(cores: Uint16Array): Float64Array | null {
    const { colocation, tasks } = this.nodeType;
    const rates = new Float64Array(cores.length);
    let [active, intensity] = [0, 0];
    for (const [k, count] of cores.entries()) {
      active += count;
      intensity += count * tasks[k]!.memoryIntensity;
    }
    for (const [k, count] of cores.entries()) {
      if (count === 0) continue;
      const { coefficients, timeS, frequencyGHz, memoryIntensity } = tasks[k]!;
      const choice = this.choices[k]!;
      const coTimeS = colocatedTimeS(colocation, coefficients, {
        neighbours: active - 1,
        baseTimeS: timeS[choice]!,
        frequencyGHz: frequencyGHz[choice]!,
        averageIntensity: intensity / active,
        ownIntensity: memoryIntensity,
      });
      if (!(coTimeS > 0)) return null;
      rates[k] = count / coTimeS;
    }
    return rates;
  }
}
