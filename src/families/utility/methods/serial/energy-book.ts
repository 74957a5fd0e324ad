import { chargedOverlapS } from '../../../../../models/families/utility/energy-tariff.js';
import type { UtilityModel } from '../../../../../models/families/utility/model.js';
import { LOOK_BACK_S } from '../energy-meter.js';

/**
 * Sums up the "committed" energy, that of tasks whose start is decided, by day and by mapping event. With a tariff, a
 * joule is weighted by its price relative to the mean price.
 */
export class EnergyBook {
  /** Energy committed by day, J, whether already drawn or not. */
  readonly committedJ: Float64Array;
  private readonly eventS: Float64Array;
  /** Energy of the tasks whose start was decided at each mapping event, J. */
  private readonly eventJ: Float64Array;
  private event = -1;

  constructor(
    private readonly model: Pick<UtilityModel, 'days' | 'charging'>,
    eventCount: number,
  ) {
    this.committedJ = new Float64Array(model.days.length);
    this.eventS = new Float64Array(eventCount);
    this.eventJ = new Float64Array(eventCount);
  }

  beginEvent(nowS: number): void {
    this.eventS[++this.event] = nowS;
  }

  /** Adds the energy of a task that will run from `startS` to `endS` to the committed energy. */
  commit(startS: number, endS: number, powerW: number): void {
    const { days, charging } = this.model;
    for (let d = 0; d < days.length; d++) {
      this.committedJ[d]! += powerW * chargedOverlapS(charging, startS, endS, days[d]!.startS, days[d]!.endS);
    }
    this.eventJ[this.event]! += powerW * chargedOverlapS(charging, startS, endS, startS, endS);
  }

  /**
   * Returns the energy of the tasks decided in the half hour before this mapping event, divided by that time, W. In the
   * first half hour of the simulation, the time since its start is used instead. Returns 0 at the start.
   */
  rateW(): number {
    const nowS = this.eventS[this.event]!;
    let first = this.event;
    while (first > 0 && this.eventS[first - 1]! >= nowS - LOOK_BACK_S) first--;
    let joules = 0;
    for (let k = first; k < this.event; k++) joules += this.eventJ[k]!;
    return nowS > 0 ? joules / Math.min(nowS, LOOK_BACK_S) : 0;
  }
}
