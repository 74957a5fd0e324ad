import { H_PER_DAY, H_PER_WEEK, S_PER_H } from '../../../../../models/units.js';
import type { Month } from '../../../../../models/families/jobs/month.js';
import type { MonthBound } from './month-bound.js';

/**
 * Dual values of the cores of a node type. They are upper bounds on how much the bound rises if cores are added. They
 * do not tell how much more value a policy would earn.
 */
export interface CapacityWorth {
  /** Upper bound on the rise of the bound (in value) if one core of the node type is added for the whole period. */
  readonly perCore: number;
  /** Upper bound on the rise of the bound (in value) if one node of the type is added for the whole period. */
  readonly perNode: number;
  /**
   * Mean dual value of a core-hour for each of the 168 hours of the week, from Monday 0 h, value/(core h). 0 outside
   * the time slots of the dual values; null for hours that the period does not contain.
   */
  readonly perCoreH: readonly (number | null)[];
}

/**
 * Returns the dual values of additional cores, by node type.
 *
 * @param durationS length of the period whose hours are averaged, s
 * @param firstWeekday weekday on which the period starts at midnight, 0 for Monday
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
    const paid = new Float64Array(H_PER_WEEK);
    for (const [s, price] of prices.entries()) {
      const [fromS, toS] = [borderS[s]!, borderS[s + 1]!];
      perCore += price * (toS - fromS);
      // By the hours that the slot touches.
      for (let hour = Math.floor(fromS / S_PER_H); hour * S_PER_H < Math.min(toS, durationS); hour++) {
        const insideS = Math.min(toS, durationS, (hour + 1) * S_PER_H) - Math.max(fromS, hour * S_PER_H);
        paid[hourOfWeek(hour, firstWeekday)]! += price * Math.max(0, insideS);
      }
    }
    const lastingS = new Float64Array(H_PER_WEEK);
    for (let hour = 0; hour * S_PER_H < durationS; hour++)
      lastingS[hourOfWeek(hour, firstWeekday)]! += Math.min(durationS, (hour + 1) * S_PER_H) - hour * S_PER_H;
    const perCoreH = Array.from(paid, (value, hour) =>
      lastingS[hour]! > 0 ? (value / lastingS[hour]!) * S_PER_H : null,
    );
    return { perCore, perNode: perCore * coresPerNode, perCoreH };
  });
}

function hourOfWeek(hour: number, firstWeekday: number): number {
  return (((hour + H_PER_DAY * firstWeekday) % H_PER_WEEK) + H_PER_WEEK) % H_PER_WEEK;
}
