import { EnergyMeter } from '../energy-meter.js';

/** Energy meter for a power that changes over time: integrates it into energy by day. */
export class EnergyLedger extends EnergyMeter {
  powerW = 0;
  #lastS = 0;

  /** Adds the energy drawn up to the moment `nowS`, s. The power is constant since the last call. */
  advance(nowS: number): void {
    if (nowS === this.#lastS) return;
    if (this.powerW > 0) this.draw(this.powerW, this.#lastS, nowS);
    this.#lastS = nowS;
  }
}
