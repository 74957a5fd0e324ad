import type { Month } from '../../../../../models/problems/jobs/month.js';
import type { JobsRunRecord } from '../result.js';
import { largestNodeTypes, MAX_NODE_TYPES } from './over-time.js';
import { spread, type stretches } from './stretches.js';

/** Seconds in an hour. */
const S_PER_H = 3600;
/** Hours in a day, and in a week. */
const [DAY_H, WEEK_H] = [24, 168];

/** Bound of a month as its record holds it. */
export type MonthBoundRecord = NonNullable<JobsRunRecord['rigid']>;

/** Prices of a core-hour by a bound, value/(core h). */
export interface BoundPrices {
  readonly kind: MonthBoundRecord['kind'];
  readonly nodeTypes: readonly {
    readonly name: string;
    /** Mean by stretch of the lines; null outside the time that the bound prices. */
    readonly perCoreH: readonly (number | null)[];
    /** Length 168: mean by hour of the week from Monday 0:00; null for hours that the period does not have. */
    readonly byHourOfWeek: readonly (number | null)[];
  }[];
}

/** Prices by stretch and by hour of the week of the node types with most cores. @param firstDay day of the week at time 0, 0 a Monday */
export function boundPrices(
  month: Month,
  bound: MonthBoundRecord,
  over: ReturnType<typeof stretches>,
  durationS: number,
  firstDay: number,
): BoundPrices {
  const { borderS, perCoreS, kind } = bound;
  const slots = borderS.length - 1;
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
      return {
        name: month.nodeTypes[n]!.name,
        perCoreH: meansOf(sums, coveredS),
        byHourOfWeek: byHourOfWeek(bound, n, durationS, firstDay),
      };
    }),
  };
}

/** Mean price of a core-hour by hour of the week in the period. */
function byHourOfWeek(
  { borderS, perCoreS }: MonthBoundRecord,
  n: number,
  durationS: number,
  firstDay: number,
): (number | null)[] {
  const [sums, coveredS] = [new Float64Array(WEEK_H), new Float64Array(WEEK_H)];
  for (let slot = 0; slot + 1 < borderS.length; slot++) {
    const endS = Math.min(durationS, borderS[slot + 1]!);
    for (let fromS = Math.max(0, borderS[slot]!); fromS < endS;) {
      const hour = Math.floor(fromS / S_PER_H);
      const toS = Math.min(endS, (hour + 1) * S_PER_H);
      const place = (hour + DAY_H * firstDay) % WEEK_H;
      sums[place]! += perCoreS[n]![slot]! * S_PER_H * (toS - fromS);
      coveredS[place]! += toS - fromS;
      fromS = toS;
    }
  }
  return meansOf(sums, coveredS);
}

function meansOf(sums: Float64Array, coveredS: Float64Array): (number | null)[] {
  return Array.from(sums, (sum, b) => (coveredS[b]! > 0 ? sum / coveredS[b]! : null));
}
