import { chargedOverlapS } from '../../../../models/families/utility/energy-tariff.js';
import { overlapS, type UtilityModel } from '../../../../models/families/utility/model.js';

/** Length of the time over which `committedW` averages, s. Our choice: half an hour in every environment. */
export const LOOK_BACK_S = 1800;

/** Measures the energy drawn on each day, and the energy "committed" to runs decided in the last half hour. */
export class EnergyMeter {
  /** Energy drawn so far by day, J. */
  readonly drawnJ: Float64Array;
  /**
   * Energy drawn so far by day as it counts towards budgets, J. With a tariff, a joule is weighted by its price over
   * the mean price.
   */
  readonly chargedJ: Float64Array;
  readonly #model: Pick<UtilityModel, 'days' | 'charging'>;
  /** Moment of each call of `commit`, s, in order. The first `#past` of them are more than half an hour ago. */
  readonly #atS: number[] = [];
  readonly #joules: number[] = [];
  #past = 0;
  #recentJ = 0;

  constructor(model: Pick<UtilityModel, 'days' | 'charging'>) {
    this.#model = model;
    this.drawnJ = new Float64Array(model.days.length);
    this.chargedJ = model.charging === undefined ? this.drawnJ : new Float64Array(model.days.length);
  }

  draw(powerW: number, fromS: number, toS: number): void {
    const { days, charging } = this.#model;
    for (let d = 0; d < days.length; d++) {
      const { startS, endS } = days[d]!;
      this.drawnJ[d]! += powerW * overlapS(fromS, toS, startS, endS);
      if (charging !== undefined) this.chargedJ[d]! += powerW * chargedOverlapS(charging, fromS, toS, startS, endS);
    }
  }

  /**
   * Records that a new run will draw this energy.
   *
   * @param nowS moment, s; not before the last call
   */
  commit(nowS: number, energyJ: number): void {
    this.#atS.push(nowS);
    this.#joules.push(energyJ);
    this.#recentJ += energyJ;
  }

  /** Returns the energy of the runs decided in the last half hour, divided by half an hour, W. */
  committedW(nowS: number): number {
    while (this.#past < this.#atS.length && this.#atS[this.#past]! < nowS - LOOK_BACK_S)
      this.#recentJ -= this.#joules[this.#past++]!;
    return this.#recentJ / LOOK_BACK_S;
  }
}
