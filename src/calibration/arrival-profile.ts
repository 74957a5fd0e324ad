import { DAYS_PER_WEEK, H_PER_DAY, H_PER_WEEK } from '../../models/units.js';

/** Arrivals in one hour of a log. */
export interface HourOfLog {
  /** Hour of the local week, 0 to 167; 0 is Monday from 00:00 to 01:00. */
  readonly hourOfWeek: number;
  /** Number of arrivals in it. */
  readonly arrivals: number;
}

/** Rate of arrivals by hour of the local week. */
export interface ArrivalProfile {
  /** Arrivals an hour, mean over all hours of the log. */
  readonly meanPerH: number;
  /** [weekday]: rate over the mean, Monday first. */
  readonly dayFactor: readonly number[];
  /** [hour of the day]: rate over the mean. */
  readonly hourFactor: readonly number[];
  /** [hour of the week]: arrivals an hour. Over the hours of the log they add up to its arrivals. */
  readonly perH: readonly number[];
  /** Mean ratio of variance to mean of the arrivals in an hour: 1 where they come independently, more in bursts. */
  readonly dispersion: number;
}

/** Least relative variance of true rates about the product of factors. Ours: keeps the prior's strength finite. */
const MIN_SPREAD = 1e-6;

/**
 * Returns the rates of arrivals by hour of the week that a log shows.
 *
 * A rate is the mean over all hours x factor of the day x factor of the hour, corrected by what the hours of that cell say:
 * the posterior mean of a gamma prior about the product, whose strength follows from the log by moments. So a cell that the
 * log hardly has keeps the product, and one that it has often its own mean. Finally one factor makes the rates add up to the
 * arrivals of the log.
 *
 * @param hours all hours of the log, those without arrivals too
 * @throws RangeError without hours or without arrivals
 */
export function arrivalProfile(hours: readonly HourOfLog[]): ArrivalProfile {
  const total = hours.reduce((sum, { arrivals }) => sum + arrivals, 0);
  if (!(total > 0)) throw new RangeError('A profile needs an hour with arrivals');
  const meanPerH = total / hours.length;
  const dayFactor = meansBy(hours, DAYS_PER_WEEK, (hour) => Math.floor(hour / H_PER_DAY)).map(
    (mean) => (mean ?? meanPerH) / meanPerH,
  );
  const hourFactor = meansBy(hours, H_PER_DAY, (hour) => hour % H_PER_DAY).map((mean) => (mean ?? meanPerH) / meanPerH);
  const product = Array.from(
    { length: H_PER_WEEK },
    (_, hour) => meanPerH * dayFactor[Math.floor(hour / H_PER_DAY)]! * hourFactor[hour % H_PER_DAY]!,
  );
  const count = new Array<number>(H_PER_WEEK).fill(0);
  const sum = new Array<number>(H_PER_WEEK).fill(0);
  for (const { hourOfWeek, arrivals } of hours) {
    count[hourOfWeek]! += 1;
    sum[hourOfWeek]! += arrivals;
  }
  const dispersion = dispersionOf(hours, product);
  const spread = spreadOf({ count, sum, product, dispersion });
  const shrunk = product.map((expected, hour) => {
    if (count[hour] === 0 || expected === 0) return expected;
    const priorH = dispersion / (spread * expected);
    return (sum[hour]! + priorH * expected) / (count[hour]! + priorH);
  });
  const stated = shrunk.reduce((all, rate, hour) => all + rate * count[hour]!, 0);
  return { meanPerH, dayFactor, hourFactor, perH: shrunk.map((rate) => (rate * total) / stated), dispersion };
}

function meansBy(
  hours: readonly HourOfLog[],
  size: number,
  keyOf: (hourOfWeek: number) => number,
): (number | undefined)[] {
  const count = new Array<number>(size).fill(0);
  const sum = new Array<number>(size).fill(0);
  for (const { hourOfWeek, arrivals } of hours) {
    count[keyOf(hourOfWeek)]! += 1;
    sum[keyOf(hourOfWeek)]! += arrivals;
  }
  return sum.map((own, key) => (count[key] === 0 ? undefined : own / count[key]!));
}

/** Returns the mean of squared differences from the product, each over the product. */
function dispersionOf(hours: readonly HourOfLog[], product: readonly number[]): number {
  let sum = 0;
  let counted = 0;
  for (const { hourOfWeek, arrivals } of hours) {
    const expected = product[hourOfWeek]!;
    if (expected === 0) continue;
    sum += (arrivals - expected) ** 2 / expected;
    counted += 1;
  }
  return sum / counted;
}

interface Cells {
  readonly count: readonly number[];
  readonly sum: readonly number[];
  readonly product: readonly number[];
  readonly dispersion: number;
}

/** Returns the relative variance of the true rates about the product: what the means of cells vary beyond their noise. */
function spreadOf({ count, sum, product, dispersion }: Cells): number {
  let weights = 0;
  let excess = 0;
  for (const [hour, expected] of product.entries()) {
    const weight = expected * count[hour]!;
    if (weight === 0) continue;
    const relative = sum[hour]! / weight - 1;
    weights += weight;
    excess += weight * relative ** 2 - dispersion;
  }
  return Math.max(MIN_SPREAD, excess / weights);
}
