import type { JobValue } from '../../../../models/families/jobs/instance.js';
import type { UtilityFunctions } from '../../../../models/families/utility-function.js';
import type { LocalFault } from '../../../instances/fault.js';

/** Fault of a value curve whose ages are out of order, given the job's least response time. */
export interface ValueFault {
  /** Path of the faulty field, relative to the value curve. */
  readonly at: readonly (string | number)[];
  readonly fault: Omit<LocalFault, 'path'>;
}

/** Builds piecewise linear value curves, one per job. */
export class ValueBuilder {
  readonly #firstPiece: number[] = [0];
  readonly #startS: number[] = [];
  readonly #value: number[] = [];
  readonly #slopePerS: number[] = [];

  /**
   * Adds the value curve of the next job. Returns its fault; null if there is none.
   *
   * @param leastTimeS least response time of its job type, s
   */
  add(value: JobValue, leastTimeS: number): ValueFault | null {
    const fault = value.shape === 'deadlines' ? this.#deadlines(value, leastTimeS) : this.#points(value, leastTimeS);
    this.#firstPiece.push(this.#startS.length);
    return fault;
  }

  /**
   * Adds the value curve of the next job: `worth` until age `softS`, then falling linearly to 0 at age `endS`, s, at
   * least `softS`.
   */
  addFalling(worth: number, softS: number, endS: number): void {
    this.#falling(worth, softS, endS);
    this.#firstPiece.push(this.#startS.length);
  }

  built(): UtilityFunctions {
    const value = Float64Array.from(this.#value);
    return {
      count: this.#firstPiece.length - 1,
      firstPiece: Int32Array.from(this.#firstPiece),
      startS: Float64Array.from(this.#startS),
      value,
      floor: value.slice(),
      ratePerS: new Float64Array(value.length),
      slopePerS: Float64Array.from(this.#slopePerS),
    };
  }

  #deadlines(value: Extract<JobValue, { shape: 'deadlines' }>, leastTimeS: number): ValueFault | null {
    const { worth, softDeadlineS = 0, softDeadlineOverLeastTime = 0, endS = 0, endOverLeastTime = 0 } = value;
    const softS = softDeadlineS + softDeadlineOverLeastTime * leastTimeS;
    const lastS = endS + endOverLeastTime * leastTimeS;
    this.#falling(worth, softS, Math.max(softS, lastS));
    if (lastS >= softS) return null;
    const allowed = `at least ${short(softS)} s, the soft deadline`;
    const remedy = `The end lies before the soft deadline where the least response time is ${short(leastTimeS)} s: put it off.`;
    const field = value.endS === undefined ? 'endOverLeastTime' : 'endS';
    return { at: [field], fault: { value: `${short(lastS)} s`, allowed, remedy } };
  }

  #falling(worth: number, softS: number, endS: number): void {
    if (softS > 0) this.#push(0, worth, 0);
    if (endS > softS) this.#push(softS, worth, worth / (endS - softS));
    this.#push(endS, 0, 0);
  }

  #points({ points }: Extract<JobValue, { shape: 'points' }>, leastTimeS: number): ValueFault | null {
    const ages = points.map(({ ageS = 0, ageOverLeastTime = 0 }) => ageS + ageOverLeastTime * leastTimeS);
    let fault: ValueFault | null = null;
    for (const [n, { value }] of points.entries()) {
      const [fromS, toS] = [ages[n]!, ages[n + 1] ?? Infinity];
      if (toS < fromS && fault === null) {
        const allowed = `at least ${short(fromS)} s, the age of the point before`;
        const remedy = `Ages fall where the least response time is ${short(leastTimeS)} s: list points in the order of age.`;
        const field = points[n + 1]!.ageS === undefined ? 'ageOverLeastTime' : 'ageS';
        fault = { at: ['points', n + 1, field], fault: { value: `${short(toS)} s`, allowed, remedy } };
      }
      // Of points of one age the last one counts from there on.
      if (toS <= fromS) continue;
      const fall = value - (points[n + 1]?.value ?? value);
      this.#push(fromS, value, toS === Infinity ? 0 : fall / (toS - fromS));
    }
    return fault;
  }

  #push(startS: number, value: number, slopePerS: number): void {
    this.#startS.push(startS);
    this.#value.push(value);
    this.#slopePerS.push(slopePerS);
  }
}

function short(value: number): number {
  return Number(value.toPrecision(6));
}
