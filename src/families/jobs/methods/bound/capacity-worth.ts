import { S_PER_H } from '../../../../../models/units.js';
import type { Month } from '../../../../../models/families/jobs/month.js';
import type { MonthBound } from './month-bound.js';

/** Hours of a week. */
export const HOURS_PER_WEEK = 168;

/**
 * Worth of more cores of a node type at the prices that prove a bound. It limits the rise of the bound, and says
 * nothing about what a policy would earn.
 */
export interface CapacityWorth {
  /** Largest amount by which the bound rises with one more core of the type all the time. */
  readonly perCore: number;
  /** Largest amount by which the bound rises with one more node. */
  readonly perNode: number;
  /**
   * Length 168, by hour of the week from Monday 0 h: mean price over the period's hours of that name, value/(core h); 0
   * outside the slots, null if no such hour occurs.
   */
  readonly perCoreH: readonly (number | null)[];
}

/**
 * Returns the worth of more cores, by node type.
 * @param durationS length of the period whose hours are averaged, s
 * @param firstWeekday day of the week on which time 0 is its midnight, 0 for Monday
 */
export function capacityWorth(
  { nodeTypes }: Month,
  { borderS, perCoreS }: MonthBound,
  durationS: number,
  firstWeekday: number,
): CapacityWorth[] {
  return nodeTypes.map(({ coresPerNode }, n) => {
    const prices = perCoreS[n]!;
    let perCore = 0;
    const paid = new Float64Array(HOURS_PER_WEEK);
    for (const [s, price] of prices.entries()) {
      const [fromS, toS] = [borderS[s]!, borderS[s + 1]!];
      perCore += price * (toS - fromS);
      // By the hours that the slot touches.
      for (let hour = Math.floor(fromS / S_PER_H); hour * S_PER_H < Math.min(toS, durationS); hour++) {
        const insideS = Math.min(toS, durationS, (hour + 1) * S_PER_H) - Math.max(fromS, hour * S_PER_H);
        paid[hourOfWeek(hour, firstWeekday)]! += price * Math.max(0, insideS);
      }
    }
    const lastingS = new Float64Array(HOURS_PER_WEEK);
    for (let hour = 0; hour * S_PER_H < durationS; hour++)
      lastingS[hourOfWeek(hour, firstWeekday)]! += Math.min(durationS, (hour + 1) * S_PER_H) - hour * S_PER_H;
    const perCoreH = Array.from(paid, (value, hour) =>
      lastingS[hour]! > 0 ? (value / lastingS[hour]!) * S_PER_H : null,
    );
    return { perCore, perNode: perCore * coresPerNode, perCoreH };
  });
}

function hourOfWeek(hour: number, firstWeekday: number): number {
  return (((hour + 24 * firstWeekday) % HOURS_PER_WEEK) + HOURS_PER_WEEK) % HOURS_PER_WEEK;
}
