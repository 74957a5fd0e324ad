import { chargedOverlapS } from '../../../../../models/families/utility/energy-tariff.js';
import type { UtilityModel } from '../../../../../models/families/utility/model.js';
import { LOOK_BACK_S } from '../energy-meter.js';

/** Energy committed by fixed tasks, by day and by event, weighted by the tariff if there is one. D days, E events. */
export class EnergyBook {
  /** Length D: energy committed, J, whether already drawn or not. */
  readonly committedJ: Float64Array;
  /** Length E: moment of each event, s. */
  private readonly eventS: Float64Array;
  /** Length E: energy committed in each event, whenever it is drawn, J. */
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

  /** Records that a task is fixed from startS to endS. */
  commit(startS: number, endS: number, powerW: number): void {
    const { days, charging } = this.model;
    for (let d = 0; d < days.length; d++) {
      this.committedJ[d]! += powerW * chargedOverlapS(charging, startS, endS, days[d]!.startS, days[d]!.endS);
    }
    this.eventJ[this.event]! += powerW * chargedOverlapS(charging, startS, endS, startS, endS);
  }

  /**
   * Returns the mean rate at which energy was committed during the half hour (or the time since the start) before this
   * event, W; 0 at the start.
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
