import { chargedOverlapS } from '../../../../models/families/utility/energy-tariff.js';
import { overlapS, type UtilityModel } from '../../../../models/families/utility/model.js';

/** Time over which committedW of a MappingEvent is averaged, s. Our choice: half an hour in every environment. */
export const LOOK_BACK_S = 1800;

/** Energy drawn by day, and energy committed recently. D days. */
export class EnergyMeter {
  /** Length D: energy drawn so far, J. */
  readonly drawnJ: Float64Array;
  /** Length D: drawn energy as it counts towards budgets: weighted by the tariff if there is one, J. */
  readonly chargedJ: Float64Array;
  readonly #model: Pick<UtilityModel, 'days' | 'charging'>;
  /** Moment (s) and energy (J) of each commitment, in order; the first `#past` are no longer recent. */
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

  /** Records that this energy will be drawn. Moments must not decrease. */
  commit(nowS: number, energyJ: number): void {
    this.#atS.push(nowS);
    this.#joules.push(energyJ);
    this.#recentJ += energyJ;
  }

  /** Returns the mean rate at which energy was committed during the last half hour, W. */
  committedW(nowS: number): number {
    while (this.#past < this.#atS.length && this.#atS[this.#past]! < nowS - LOOK_BACK_S)
      this.#recentJ -= this.#joules[this.#past++]!;
    return this.#recentJ / LOOK_BACK_S;
  }
}
