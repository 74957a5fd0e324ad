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
  /** Arrivals an hour, mean over the hours of the log. */
  readonly meanPerH: number;
  /** [weekday]: factor on the rate, Monday first, 1 on average over the days. A day without hours in the log has 1. */
  readonly dayFactor: readonly number[];
  /** [hour of the day]: factor on the rate, 1 on average over the hours. An hour that the log lacks has 1. */
  readonly hourFactor: readonly number[];
  /** [hour of the week]: arrivals an hour. Over the hours of the log they add up to its arrivals. */
  readonly perH: readonly number[];
  /** [hour of the week]: number of hours of the log; where it is 0 the rate is that of the factors. */
  readonly hoursSeen: readonly number[];
  /**
   * Ratio of variance to mean of the arrivals in an hour: 1 where they come independently, more in bursts. Null if the log
   * is too short to tell.
   */
  readonly dispersion: number | null;
}

/** Least relative variance of true rates about the product. Ours: keeps the prior's strength finite. */
const MIN_SPREAD = 1e-6;
/** Maximum number of rounds of proportional fitting; logs of whole weeks need two. */
const MAX_ROUNDS = 1000;
/** Largest relative change of a factor in the last round. */
const SETTLED = 1e-12;

/**
 * Returns the rates of arrivals by hour of the week that a log shows.
 *
 * A rate is a level x factor of the day x factor of the hour, the product that fits days and hours of the log exactly,
 * corrected by what the hours of that cell say: the posterior mean of a gamma prior about the product, whose strength
 * follows from the log by moments. So a cell that the log hardly has keeps the product, and one that it has often its own
 * mean. Finally one factor makes the rates add up to the arrivals of the log.
 *
 * @param hours all hours of the log, those without arrivals too
 * @throws RangeError without arrivals, and for an hour that no week has or arrivals that are no count
 */
export function arrivalProfile(hours: readonly HourOfLog[]): ArrivalProfile {
  for (const { hourOfWeek, arrivals } of hours) {
    const isHour = Number.isInteger(hourOfWeek) && hourOfWeek >= 0 && hourOfWeek < H_PER_WEEK;
    if (!isHour || !(arrivals >= 0 && arrivals < Infinity)) throw new RangeError(`No hour: ${hourOfWeek}, ${arrivals}`);
  }
  const total = hours.reduce((sum, { arrivals }) => sum + arrivals, 0);
  if (total === 0) throw new RangeError('A profile needs an hour with arrivals');
  const cells = cellsOf(hours);
  const product = fittedProduct(cells);
  const level = mean(product);
  const dispersion = dispersionOf(cells, product);
  const perH = shrunk(cells, product, dispersion);
  const stated = perH.reduce((all, rate, hour) => all + rate * cells.count[hour]!, 0);
  const whole = (keep: (hour: number) => boolean): number => mean(product.filter((_, hour) => keep(hour))) / level;
  return {
    meanPerH: total / hours.length,
    dayFactor: Array.from({ length: DAYS_PER_WEEK }, (_, day) => whole((hour) => dayOf(hour) === day)),
    hourFactor: Array.from({ length: H_PER_DAY }, (_, own) => whole((hour) => hour % H_PER_DAY === own)),
    perH: perH.map((rate) => (rate * total) / stated),
    hoursSeen: cells.count,
    dispersion,
  };
}

/** Hours of a log by hour of the week. */
interface Cells {
  readonly count: readonly number[];
  readonly sum: readonly number[];
  readonly sumOfSquares: readonly number[];
}

function cellsOf(hours: readonly HourOfLog[]): Cells {
  const [count, sum, sumOfSquares] = [0, 1, 2].map(() => new Array<number>(H_PER_WEEK).fill(0)) as [
    number[],
    number[],
    number[],
  ];
  for (const { hourOfWeek, arrivals } of hours) {
    count[hourOfWeek]! += 1;
    sum[hourOfWeek]! += arrivals;
    sumOfSquares[hourOfWeek]! += arrivals ** 2;
  }
  return { count, sum, sumOfSquares };
}

/**
 * Returns the rates by hour of the week that are a product of day and hour and have the arrivals of every day and of every
 * hour of the log, by proportional fitting. A log may have some hours more often than others, or not at all.
 */
function fittedProduct({ count, sum }: Cells): number[] {
  const day = new Array<number>(DAYS_PER_WEEK).fill(1);
  const hour = new Array<number>(H_PER_DAY).fill(1);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const change = Math.max(
      fitFactors(day, dayOf, (cell) => count[cell]! * hour[cell % H_PER_DAY]!, sum, count),
      fitFactors(
        hour,
        (cell) => cell % H_PER_DAY,
        (cell) => count[cell]! * day[dayOf(cell)]!,
        sum,
        count,
      ),
    );
    if (change <= SETTLED) break;
  }
  return sum.map((_, cell) => day[dayOf(cell)]! * hour[cell % H_PER_DAY]!);
}

/**
 * Sets factors so that each has its arrivals, and returns the largest relative change. A factor without hours in the log is
 * the mean of the others.
 */
function fitFactors(
  factors: number[],
  indexOf: (cell: number) => number,
  exposureOf: (cell: number) => number,
  sum: readonly number[],
  count: readonly number[],
): number {
  let change = 0;
  const seen: number[] = [];
  const unseen: number[] = [];
  for (const [index, before] of factors.entries()) {
    let [arrivals, exposure, hours] = [0, 0, 0];
    for (const [cell, own] of sum.entries()) {
      if (indexOf(cell) !== index) continue;
      arrivals += own;
      exposure += exposureOf(cell);
      hours += count[cell]!;
    }
    if (hours === 0) {
      unseen.push(index);
      continue;
    }
    factors[index] = exposure === 0 ? 0 : arrivals / exposure;
    seen.push(factors[index]);
    change = Math.max(change, Math.abs(factors[index] - before) / Math.max(factors[index], before, Number.MIN_VALUE));
  }
  for (const index of unseen) factors[index] = mean(seen);
  return change;
}

/**
 * Returns the ratio of variance to mean within the cells of the week; if each is there once at most, about the product,
 * less what its factors take. Null if neither can be told.
 */
function dispersionOf({ count, sum, sumOfSquares }: Cells, product: readonly number[]): number | null {
  let [squares, expected] = [0, 0];
  for (const [cell, hours] of count.entries()) {
    if (hours < 2) continue;
    squares += sumOfSquares[cell]! - sum[cell]! ** 2 / hours;
    expected += (sum[cell]! / hours) * (hours - 1);
  }
  if (expected > 0) return squares / expected;
  const seen = [...count.keys()].filter((cell) => count[cell]! > 0 && product[cell]! > 0);
  const factors = new Set(seen.map(dayOf)).size + new Set(seen.map((cell) => cell % H_PER_DAY)).size - 1;
  if (seen.length <= factors) return null;
  const misfit = seen.reduce((all, cell) => all + (sum[cell]! - product[cell]!) ** 2 / product[cell]!, 0);
  return misfit / (seen.length - factors);
}

/** Returns the rates by hour of the week: each between the product and the mean of its own hours. */
function shrunk({ count, sum }: Cells, product: readonly number[], dispersion: number | null): number[] {
  if (dispersion === null) return [...product];
  let [weights, excess] = [0, 0];
  for (const [cell, expected] of product.entries()) {
    const weight = expected * count[cell]!;
    if (weight === 0) continue;
    weights += weight;
    excess += weight * (sum[cell]! / weight - 1) ** 2 - dispersion;
  }
  // Relative variance of the true rates about the product: what the means of cells vary beyond their noise.
  const spread = Math.max(MIN_SPREAD, excess / weights);
  return product.map((expected, cell) => {
    if (count[cell] === 0 || expected === 0) return expected;
    const priorH = dispersion / (spread * expected);
    return (sum[cell]! + priorH * expected) / (count[cell]! + priorH);
  });
}

function dayOf(hourOfWeek: number): number {
  return Math.floor(hourOfWeek / H_PER_DAY);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
