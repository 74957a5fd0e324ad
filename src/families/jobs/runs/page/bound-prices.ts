import { S_PER_H } from '../../../../../models/units.js';
import type { Month } from '../../../../../models/families/jobs/month.js';
import { capacityWorth } from '../../methods/bound/capacity-worth.js';
import type { JobsRunRecord } from '../result.js';
import { largestNodeTypes, MAX_NODE_TYPES } from './over-time.js';
import { spread, type stretches } from './stretches.js';

/** Proven bound on the value of a month, rigid or malleable, as kept in the record of a run. */
export type MonthBoundRecord = NonNullable<JobsRunRecord['rigid']>;

/** Dual values of a core-hour that prove a bound, value/(core h). */
export interface BoundPrices {
  readonly kind: MonthBoundRecord['kind'];
  readonly nodeTypes: readonly {
    readonly name: string;
    /** Mean dual value in each time interval of the chart; null for an interval outside the time slots of the bound. */
    readonly perCoreH: readonly (number | null)[];
    /**
     * Mean dual value by hour of the week, from Monday 0:00; length 168. 0 outside the time slots of the bound, null
     * for hours that the period does not contain.
     */
    readonly byHourOfWeek: readonly (number | null)[];
  }[];
}

/**
 * Returns the dual values of a core-hour by time interval and by hour of the week, for the node types with most cores.
 *
 * @param over intervals of the chart
 * @param firstDay weekday at time 0, 0 for Monday
 */
export function boundPrices(
  month: Month,
  bound: MonthBoundRecord,
  over: ReturnType<typeof stretches>,
  durationS: number,
  firstDay: number,
): BoundPrices {
  const { borderS, perCoreS, kind } = bound;
  const slots = borderS.length - 1;
  const worth = capacityWorth(month, bound, durationS, firstDay);
  return {
    kind,
    nodeTypes: largestNodeTypes(month, MAX_NODE_TYPES).map((n) => {
      const empty = (): Float64Array => new Float64Array(over.borderS.length - 1);
      const [sums, coveredS] = [empty(), empty()];
      for (let slot = 0; slot < slots; slot++) {
        const [fromS, toS] = [borderS[slot]!, borderS[slot + 1]!];
        spread(over, sums, fromS, toS, perCoreS[n]![slot]! * S_PER_H);
        spread(over, coveredS, fromS, toS, 1);
      }
      return { name: month.nodeTypes[n]!.name, perCoreH: meansOf(sums, coveredS), byHourOfWeek: worth[n]!.perCoreH };
    }),
  };
}

function meansOf(sums: Float64Array, coveredS: Float64Array): (number | null)[] {
  return Array.from(sums, (sum, b) => (coveredS[b]! > 0 ? sum / coveredS[b]! : null));
}
