import { EnergyMeter } from '../energy-meter.js';

/** Meter of a power that changes over time. */
export class EnergyLedger extends EnergyMeter {
  powerW = 0;
  #lastS = 0;

  /** Advances time to now, at the present power. */
  advance(nowS: number): void {
    if (nowS === this.#lastS) return;
    if (this.powerW > 0) this.draw(this.powerW, this.#lastS, nowS);
    this.#lastS = nowS;
  }
}
