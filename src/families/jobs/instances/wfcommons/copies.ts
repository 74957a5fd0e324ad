import type { ExecutedTask } from './fields.js';

/** Processor use (`avgCPU`) of a task that keeps one whole core busy, per cent. */
export const WHOLE_CORE = 100;
/**
 * Fraction by which processor time may exceed run time x cores and still count as equal, as both are measured
 * separately. Our choice: 1,311 of 64,000 public tasks exceed one core by up to 1 %, and larger excesses are rare.
 */
const MEASURED_APART = 0.01;

/** One of the single-core tasks that replace a recorded task. */
export interface Copy {
  /** Run time on the machine of the record, s. */
  readonly runS: number;
  /** Fraction of the run time that is proportional to 1 / frequency. */
  readonly share: number;
}

/** Single-core tasks that replace one recorded task. */
export interface Copies {
  readonly count: number;
  readonly copy: (place: number) => Copy;
  /** True if the processor time needs more cores than the record states. */
  readonly isBeyond: boolean;
}

/**
 * Returns the single-core tasks that replace a recorded task. There is one for each core that the record states or, if
 * its processor time needs more cores, one for each core needed. In the second case the last task takes the remainder.
 * The longest of the tasks lasts as long as the recorded task.
 */
export function copiesOf({ coreCount = 1, avgCPU, runtimeInSeconds: runS }: ExecutedTask): Copies {
  const cores = Math.max(1, coreCount);
  const used = avgCPU === undefined ? cores : avgCPU / WHOLE_CORE;
  if (used <= cores * (1 + MEASURED_APART) || runS === 0) {
    const share = Math.min(1, used / cores);
    return { count: cores, copy: () => ({ runS, share }), isBeyond: false };
  }
  const full = Math.floor(used);
  const copy = (place: number): Copy => ({ runS: place < full ? runS : (used - full) * runS, share: 1 });
  return { count: Math.ceil(used), copy, isBeyond: true };
}
