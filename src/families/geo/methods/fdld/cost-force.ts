import {
  energyCostUsd,
  epochKwh,
  purchaseUsdPerKwh,
  readyKwh,
  transitionKwh,
  transitionUsd,
} from '../../../../../models/families/geo/cell-cost.js';
import type { GeoModel } from '../../../../../models/families/geo/model.js';
import { transitionsOf } from '../../../../../models/families/geo/transitions.js';
import type { FdldOptions } from './options.js';

/**
 * Cost force F_C of Eq. 46 by epoch and data centre, updated as nodes are put to sleep. A cell is centre d in epoch t,
 * with index t * D + d for D centres. For each cell
 *
 * C_actual / C_max = (b (E - R) + X) / (u T^e sum_j N_j (phi P^D + P^S)), b = 1 where E >= R, else s / p.
 *
 * E = Eff (1 + 1/CUP) S T^e is the energy, with S the sum of node powers by Eq. 44. R is the energy of sun and wind,
 * and X the energy of transitions (Eq. 34). u is 1 (Eq. 45 as printed) or Eff (1 + 1/CUP).
 *
 * The purchase price p is in every term and cancels, whatever its sign. s is the price earned for surplus.
 */
export class CostForce {
  /** Number of awake nodes of type j in centre d and epoch t, at index (d * J + j) * T + t. */
  readonly awake: Int32Array;
  /** Cost force of each cell (data centre in one epoch): exp(C_actual / C_max) of Eq. 46. */
  private readonly force: Float64Array;
  /**
   * Change of the sum of cost forces if one more node of type j sleeps in a cell, at cell * J + j; NaN if not known.
   */
  private readonly change: Float64Array;
  /** Sum S of the node powers of each cell, W. */
  private readonly nodesW: Float64Array;
  private readonly greatestKwh: Float64Array;
  /** Ratio of the price earned for surplus, s, to the purchase price, p, by cell (data centre in one epoch). */
  private readonly worth: Float64Array;
  /** Energy R of sun and wind available to each cell, kWh; 0 if it is not used. */
  private readonly ready: Float64Array;
  /** Energy of one start or stop of a node of type j in centre d, kWh, at index d * J + j, with J node types. */
  private readonly turnKwh: Float64Array;
  /** Power of one awake node by Eq. 44, by node type, W. */
  private readonly awakeW: Float64Array;
  private readonly types: number;
  private readonly centreCount: number;
  /** For each epoch t, the epochs whose cost force depends on the number of awake nodes in t; t is among them. */
  private readonly touched: readonly (readonly number[])[];
  /** For each epoch t, the epochs whose `change` must be recomputed when the awake nodes in t change. */
  private readonly stale: readonly (readonly number[])[];
  private readonly before: Int32Array;
  private readonly after: Int32Array;
  private readonly kwhPerW: Float64Array;

  /** Uses the array `awake` itself, without a copy, and modifies it. */
  constructor(
    private readonly model: GeoModel,
    awake: Int32Array,
    { greatestCost }: FdldOptions,
  ) {
    const { centres, nodeTypes, epochCount, cyclic } = model;
    this.awake = awake;
    this.types = nodeTypes.length;
    this.centreCount = centres.length;
    const cells = epochCount * centres.length;
    const busy = model.instance.rules.utilisation;
    this.awakeW = Float64Array.from(nodeTypes, ({ peakDynamicW, staticW }) => busy * peakDynamicW + staticW);
    this.turnKwh = new Float64Array(centres.length * this.types);
    this.kwhPerW = Float64Array.from(centres, ({ powerOverhead, coolingPerPower }) =>
      epochKwh(model, powerOverhead * (1 + 1 / coolingPerPower)),
    );
    this.greatestKwh = Float64Array.from(centres, ({ nodeCount }, d) => {
      const greatestW = this.awakeW.reduce((sum, powerW, j) => sum + nodeCount[j]! * powerW, 0);
      return greatestW * (greatestCost === 'printed' ? epochKwh(model, 1) : this.kwhPerW[d]!);
    });
    for (let d = 0; d < centres.length; d++) {
      for (let j = 0; j < this.types; j++) this.turnKwh[d * this.types + j] = transitionKwh(model, centres[d]!, j);
    }
    const epochs = Array.from({ length: epochCount }, (_, t) => t);
    this.before = Int32Array.from(epochs, (t) => (t > 0 ? t - 1 : cyclic ? epochCount - 1 : t));
    this.after = Int32Array.from(epochs, (t) => (t + 1 < epochCount ? t + 1 : cyclic ? 0 : t));
    this.touched = epochs.map((t) => [...new Set([t, this.before[t]!, this.after[t]!])]);
    this.stale = this.touched.map((near) => [...new Set(near.flatMap((t) => this.touched[t]!))]);
    this.force = new Float64Array(cells);
    this.change = new Float64Array(cells * this.types).fill(NaN);
    this.nodesW = new Float64Array(cells);
    this.worth = new Float64Array(cells);
    this.ready = new Float64Array(cells);
    for (let t = 0; t < epochCount; t++) {
      for (const [d, centre] of centres.entries()) {
        const price = purchaseUsdPerKwh(model, centre, t);
        this.worth[t * centres.length + d] = price === 0 ? 1 : centre.surplusUsdPerKwh[t]! / price;
        this.ready[t * centres.length + d] = readyKwh(model, centre, t);
        this.nodesW[t * centres.length + d] = this.powerW(t, d);
      }
    }
    for (const t of epochs)
      for (let d = 0; d < centres.length; d++) this.force[t * centres.length + d] = this.forceOf(t, d);
  }

  /** Returns the change of the sum of all cost forces F_C if one more node of type j in centre d sleeps in epoch t. */
  sleepChange(t: number, d: number, j: number): number {
    const entry = (t * this.centreCount + d) * this.types + j;
    const known = this.change[entry]!;
    if (known === known) return known;
    const cell = t * this.centreCount + d;
    const node = (d * this.types + j) * this.model.epochCount;
    const turnKwh = this.turnKwh[d * this.types + j]!;
    const nodesW = this.nodesW[cell]!;
    const asleepW = nodesW - this.awakeW[j]! + this.model.nodeTypes[j]!.sleepW;
    let kwh = this.netKwh(t, d, asleepW) - this.netKwh(t, d, nodesW) - this.turns(node, t) * turnKwh;
    this.awake[node + t]!--;
    kwh += this.turns(node, t) * turnKwh;
    let change = this.force[cell]! * Math.expm1(kwh / this.greatestKwh[d]!);
    for (const near of this.touched[t]!) {
      if (near === t) continue;
      const turns = this.turns(node, near);
      this.awake[node + t]!++;
      const more = turns - this.turns(node, near);
      this.awake[node + t]!--;
      if (more === 0) continue;
      change += this.force[near * this.centreCount + d]! * Math.expm1((more * turnKwh) / this.greatestKwh[d]!);
    }
    this.awake[node + t]!++;
    this.change[entry] = change;
    return change;
  }

  /** Puts `times` more nodes to sleep. Returns the epochs for which `sleepChange` may now differ. */
  sleep(t: number, d: number, j: number, times: number): readonly number[] {
    this.awake[(d * this.types + j) * this.model.epochCount + t]! -= times;
    this.nodesW[t * this.centreCount + d] = this.powerW(t, d);
    for (const near of this.touched[t]!) this.force[near * this.centreCount + d] = this.forceOf(near, d);
    const stale = this.stale[t]!;
    for (const near of stale) {
      const cell = (near * this.centreCount + d) * this.types;
      this.change.fill(NaN, cell, cell + this.types);
    }
    return stale;
  }

  /** Returns the cost of the plan as FDLD estimates it, USD: the sum of Eqs. 34 and 43 over all cells. */
  estimatedUsd(): number {
    const { model, types, centreCount } = this;
    const { epochCount } = model;
    let usd = 0;
    for (const [d, centre] of model.centres.entries()) {
      for (let t = 0; t < epochCount; t++) {
        usd += energyCostUsd(model, centre, t, this.kwhPerW[d]! * this.nodesW[t * centreCount + d]!);
      }
      for (let j = 0; j < types; j++) {
        const from = (d * types + j) * epochCount;
        const { starts, stops } = transitionsOf(this.awake.subarray(from, from + epochCount), model.cyclic);
        for (let t = 0; t < epochCount; t++) {
          usd += (starts[t]! + stops[t]!) * transitionUsd(model, centre, t, j);
        }
      }
    }
    return usd;
  }

  private powerW(t: number, d: number): number {
    const { nodeCount } = this.model.centres[d]!;
    let nodesW = 0;
    for (let j = 0; j < this.types; j++) {
      const awake = this.awake[(d * this.types + j) * this.model.epochCount + t]!;
      nodesW += awake * this.awakeW[j]! + (nodeCount[j]! - awake) * this.model.nodeTypes[j]!.sleepW;
    }
    return nodesW;
  }

  private forceOf(t: number, d: number): number {
    let kwh = this.netKwh(t, d, this.nodesW[t * this.centreCount + d]!);
    for (let j = 0; j < this.types; j++) {
      kwh += this.turns((d * this.types + j) * this.model.epochCount, t) * this.turnKwh[d * this.types + j]!;
    }
    return Math.exp(kwh / this.greatestKwh[d]!);
  }

  /**
   * Returns the net energy b (E - R) of a cell, kWh. Where energy is bought, the net energy is the energy bought. Where
   * energy is fed in, it is minus the energy fed in, times s / p (price earned over purchase price).
   *
   * @param nodesW sum of the cell's node powers, W
   */
  private netKwh(t: number, d: number, nodesW: number): number {
    const boughtKwh = this.kwhPerW[d]! * nodesW - this.ready[t * this.centreCount + d]!;
    return boughtKwh >= 0 ? boughtKwh : boughtKwh * this.worth[t * this.centreCount + d]!;
  }

  /**
   * Returns the number of starts and stops of one node type in one data centre whose energy belongs to epoch t, in
   * which the nodes sleep.
   *
   * @param node index in `awake` of the first epoch of the centre's node type
   */
  private turns(node: number, t: number): number {
    const now = this.awake[node + t]!;
    const before = this.awake[node + this.before[t]!]! - now;
    const after = this.awake[node + this.after[t]!]! - now;
    return (before > 0 ? before : 0) + (after > 0 ? after : 0);
  }
}
