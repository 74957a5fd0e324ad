import type { TemplatesModel } from '../../../../models/families/templates/model.js';
import { type BlockData, blockData } from './block-data.js';
import { CoolingFactor } from './cooling-factor.js';
import type { VentHeat } from './price-transfer.js';
import { LeastPower } from './least-power.js';
import { ThermalLp } from './thermal-lp.js';
import { VentSearch } from './vent-search.js';

/** A model prepared to solve any number of states. The search of each vent combination is created when first needed. */
export class TemplatesRoom {
  readonly data: BlockData;
  readonly factor: CoolingFactor;
  readonly ventCount: number;
  /** Rise of each block's outlet temperature caused by the idle power of all nodes, K, [vent combination][block]. */
  private readonly idleRise: readonly Float64Array[];
  /**
   * Rise of each block's outlet temperature caused by the power of all busy cores of a quadrant, K. The array of a vent
   * combination has index quadrant * blocks + block.
   */
  private readonly quadrantRise: readonly Float64Array[];
  private readonly searches: (VentSearch | undefined)[];
  private readonly heats: (VentHeat | undefined)[];

  constructor(readonly model: TemplatesModel) {
    const data = blockData(model);
    this.data = data;
    this.factor = new CoolingFactor(model.cooling);
    this.ventCount = model.outletRiseKPerW.length;
    this.heats = Array<VentHeat | undefined>(this.ventCount).fill(undefined);
    this.searches = Array<VentSearch | undefined>(this.ventCount).fill(undefined);
    const count = data.blockCount;
    this.idleRise = model.outletRiseKPerW.map((rise) => {
      const sums = new Float64Array(count);
      for (let i = 0; i < count; i += 1) {
        for (let b = 0; b < count; b += 1) sums[i]! += rise[i * count + b]! * data.idleW[b]!;
      }
      return sums;
    });
    this.quadrantRise = model.outletRiseKPerW.map((rise) => {
      const sums = new Float64Array(data.quadrantCount * count);
      for (let i = 0; i < count; i += 1) {
        for (let b = 0; b < count; b += 1)
          sums[data.quadrant[b]! * count + i]! += rise[i * count + b]! * data.busyW[b]!;
      }
      return sums;
    });
  }

  heat(vents: number): VentHeat {
    const known = this.heats[vents];
    if (known !== undefined) return known;
    const { model } = this;
    const made: VentHeat = {
      outletRiseKPerW: model.outletRiseKPerW[vents]!,
      marginC: this.idleRise[vents]!.map((rise) => model.outletLimitC - rise),
    };
    this.heats[vents] = made;
    return made;
  }

  search(vents: number): VentSearch {
    const known = this.searches[vents];
    if (known !== undefined) return known;
    const { data } = this;
    const { outletRiseKPerW, marginC } = this.heat(vents);
    const lp = new ThermalLp(data, outletRiseKPerW, marginC);
    const made = new VentSearch(data, new LeastPower(data, lp));
    this.searches[vents] = made;
    return made;
  }

  forget(): void {
    for (const search of this.searches) search?.forget();
  }

  /** Returns the hottest outlet temperature minus the set-point if only the running cores work, K. */
  runningRiseK(vents: number, lowerByQuadrant: Float64Array): number {
    const count = this.data.blockCount;
    const idle = this.idleRise[vents]!;
    const quadrant = this.quadrantRise[vents]!;
    let hottest = -Infinity;
    for (let i = 0; i < count; i += 1) {
      let rise = idle[i]!;
      for (let q = 0; q < lowerByQuadrant.length; q += 1) rise += quadrant[q * count + i]! * lowerByQuadrant[q]!;
      if (rise > hottest) hottest = rise;
    }
    return hottest;
  }

  /** Returns the hottest outlet temperature minus the set-point for given utilisations, K. */
  riseK(vents: number, utilisation: Float64Array): number {
    const count = this.data.blockCount;
    const rise = this.model.outletRiseKPerW[vents]!;
    const idle = this.idleRise[vents]!;
    let hottest = -Infinity;
    for (let i = 0; i < count; i += 1) {
      let sum = idle[i]!;
      for (let b = 0; b < count; b += 1) sum += rise[i * count + b]! * this.data.busyW[b]! * utilisation[b]!;
      if (sum > hottest) hottest = sum;
    }
    return hottest;
  }
}
