import { EnergyMeter } from '../energy-meter.js';

/** Integrates a power that changes over time into energy by day. */
export class EnergyLedger extends EnergyMeter {
  powerW = 0;
  #lastS = 0;

  /** Advances to the moment `nowS`; until then the power is constant. */
  advance(nowS: number): void {
    if (nowS === this.#lastS) return;
    if (this.powerW > 0) this.draw(this.powerW, this.#lastS, nowS);
    this.#lastS = nowS;
  }
}
