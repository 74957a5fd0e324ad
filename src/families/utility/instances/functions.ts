import type { IntervalClass, PointClass } from '../../../../models/families/utility/definitions.js';
import type { UtilityFunctions } from '../../../../models/families/utility-function.js';
import type { LocalFault } from '../../../instances/fault.js';

/**
 * Largest rise of utility from one interval to the next that counts as rounding, relative to the starting utility. Our
 * choice: users write fractions with few digits.
 */
const ROUNDING = 1e-9;

/** A fault of a utility function: it rises, or an interval ends before it starts. */
export interface FunctionFault {
  /** Index of the utility class. */
  readonly utilityClass: number;
  /** Index of the interval or point in the class. */
  readonly entry: number;
  readonly fault: Omit<LocalFault, 'path'>;
}

/**
 * Builds the utility functions of a model. Tasks with equal class, starting utility, urgency and mean execution time
 * share one function.
 */
export class FunctionBuilder {
  readonly #classes: readonly (IntervalClass | PointClass)[];
  readonly #urgencyUnitS: number;
  readonly #known = new Map<number, number>();
  readonly #numbers = new Map<number, number>();
  readonly #pairs = new Map<number, number>();
  readonly #usesMeanTime: readonly boolean[];
  readonly #decays: readonly boolean[];
  readonly #firstPiece: number[] = [0];
  readonly #pieces = { startS: [], value: [], floor: [], ratePerS: [], slopePerS: [] } as Record<Column, number[]>;
  /** First fault found so far; null if there is none. */
  fault: FunctionFault | null = null;

  constructor(classes: readonly (IntervalClass | PointClass)[], urgencyUnitS: number) {
    this.#classes = classes;
    this.#urgencyUnitS = urgencyUnitS;
    this.#usesMeanTime = classes.map(usesMeanTime);
    this.#decays = classes.map(decays);
  }

  /**
   * Returns the index of a task's utility function; it is built if it is new.
   *
   * @param utilityClass index of the class
   * @param urgency 1/urgencyUnitS; used only if the class decays
   * @param meanTimeS mean execution time, s; used only if the class has starts in multiples of it
   */
  of(utilityClass: number, startingUtility: number, urgency: number, meanTimeS: number): number {
    const shape = this.#pair(utilityClass, this.#number(startingUtility));
    const rate = this.#decays[utilityClass] ? this.#number(urgency) : 0;
    const time = this.#usesMeanTime[utilityClass] ? this.#number(meanTimeS) : 0;
    const key = this.#pair(shape, this.#pair(rate, time));
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const made = this.#firstPiece.length - 1;
    this.#known.set(key, made);
    this.#make(utilityClass, startingUtility, urgency, meanTimeS);
    this.#firstPiece.push(this.#pieces.startS.length);
    return made;
  }

  built(): UtilityFunctions {
    const column = (name: Column): Float64Array => Float64Array.from(this.#pieces[name]);
    return {
      count: this.#firstPiece.length - 1,
      firstPiece: Int32Array.from(this.#firstPiece),
      startS: column('startS'),
      value: column('value'),
      floor: column('floor'),
      ratePerS: column('ratePerS'),
      slopePerS: column('slopePerS'),
    };
  }

  #make(c: number, startingUtility: number, urgency: number, meanTimeS: number): void {
    const shape = this.#classes[c]!;
    if (shape.shape === 'intervals') this.#decaying(c, shape, startingUtility, urgency, meanTimeS);
    else this.#straight(c, shape, startingUtility, meanTimeS);
  }

  #decaying(
    c: number,
    { intervals }: IntervalClass,
    startingUtility: number,
    urgency: number,
    meanTimeS: number,
  ): void {
    let endOfLast = Infinity;
    for (const [
      m,
      { startS = 0, startOverMeanTime = 0, fraction, approaches, urgencyModifier },
    ] of intervals.entries()) {
      const fromS = startS + startOverMeanTime * meanTimeS;
      const next = intervals[m + 1];
      const toS = next === undefined ? Infinity : (next.startS ?? 0) + (next.startOverMeanTime ?? 0) * meanTimeS;
      if (!(toS > fromS)) this.#backwards(c, m + 1, toS, fromS);
      if (fraction > endOfLast + ROUNDING) this.#rises(c, m, 'fraction', fraction, endOfLast);
      const rate = fraction === approaches ? 0 : (urgency * urgencyModifier) / this.#urgencyUnitS;
      // Where written digits would let it rise in the last place it does not.
      const value = startingUtility * Math.min(fraction, endOfLast);
      const floor = rate > 0 ? Math.min(startingUtility * approaches, value) : value;
      this.#push(fromS, value, floor, rate, 0);
      endOfLast = rate > 0 ? approaches + (fraction - approaches) * Math.exp(-rate * (toS - fromS)) : fraction;
    }
  }

  #straight(c: number, { points }: PointClass, startingUtility: number, meanTimeS: number): void {
    const ages = points.map(({ ageS = 0, ageOverMeanTime = 0 }) => ageS + ageOverMeanTime * meanTimeS);
    for (const [n, { utility }] of points.entries()) {
      const [fromS, toS] = [ages[n]!, ages[n + 1] ?? Infinity];
      if (toS < fromS) this.#backwards(c, n + 1, toS, fromS);
      // Of points of one age the last one counts from there on.
      if (toS <= fromS) continue;
      const fall = utility - (points[n + 1]?.utility ?? utility);
      const value = startingUtility * utility;
      this.#push(fromS, value, value, 0, toS === Infinity ? 0 : (startingUtility * fall) / (toS - fromS));
    }
  }

  #push(startS: number, value: number, floor: number, ratePerS: number, slopePerS: number): void {
    const piece = { startS, value, floor, ratePerS, slopePerS };
    for (const column of COLUMNS) this.#pieces[column].push(piece[column]);
  }

  #rises(utilityClass: number, entry: number, field: string, value: number, atMost: number): void {
    const remedy = `Utility may not rise: the ${field} at the start of an interval is at most what the one before it has fallen to. Lower it, or let that one approach more.`;
    const allowed = `at most ${Number(atMost.toPrecision(6))}`;
    this.fault ??= { utilityClass, entry, fault: { value, allowed, remedy } };
  }

  #backwards(utilityClass: number, entry: number, value: number, beforeS: number): void {
    const allowed = `a start after ${Number(beforeS.toPrecision(6))} s, that of the entry before it`;
    const remedy =
      'List them in the order of age; with starts in mean times that holds for every type and number of cores.';
    this.fault ??= { utilityClass, entry, fault: { value, allowed, remedy } };
  }

  /** Returns a small integer that identifies a value: equal values have the same integer. */
  #number(value: number): number {
    const known = this.#numbers.get(value) ?? this.#numbers.size;
    if (known === this.#numbers.size) this.#numbers.set(value, known);
    return known;
  }

  /** Returns a small integer that identifies the pair (a, b) of small integers; the order matters. */
  #pair(a: number, b: number): number {
    const key = a * 2 ** 26 + b;
    const known = this.#pairs.get(key) ?? this.#pairs.size;
    if (known === this.#pairs.size) this.#pairs.set(key, known);
    return known;
  }
}

/** Fields of a piece of a utility function, each stored as an array over all pieces. */
const COLUMNS = ['startS', 'value', 'floor', 'ratePerS', 'slopePerS'] as const;
type Column = (typeof COLUMNS)[number];

/** Returns true if some interval or point starts at a multiple of the mean execution time. */
export function usesMeanTime(shape: IntervalClass | PointClass): boolean {
  return shape.shape === 'intervals'
    ? shape.intervals.some(({ startOverMeanTime = 0 }) => startOverMeanTime > 0)
    : shape.points.some(({ ageOverMeanTime = 0 }) => ageOverMeanTime > 0);
}

/** Returns true if the utility of the class depends on urgency. */
export function decays(shape: IntervalClass | PointClass): boolean {
  return (
    shape.shape === 'intervals' &&
    shape.intervals.some(({ fraction, approaches, urgencyModifier }) => fraction !== approaches && urgencyModifier > 0)
  );
}
