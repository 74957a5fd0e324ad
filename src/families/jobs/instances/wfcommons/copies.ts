import type { ExecutedTask } from './fields.js';

/** Full use of one core, per cent. */
export const WHOLE_CORE = 100;
/**
 * Relative excess of processor time over a task's cores that is accepted, because processor time and run time are
 * measured separately. Our choice: 1,311 of 64,000 public tasks exceed one core by up to 1 %, and larger excesses are
 * rare.
 */
const MEASURED_APART = 0.01;

/** A single-core task. */
export interface Copy {
  /** Time on the record's machine, s. */
  readonly runS: number;
  /** Share of that time that is proportional to 1 / frequency. */
  readonly share: number;
}

/** Single-core tasks that replace an executed one. */
export interface Copies {
  readonly count: number;
  readonly copy: (place: number) => Copy;
  /** True if the processor time needs more cores than the record states. */
  readonly isBeyond: boolean;
}

/**
 * Returns one single-core task per core of an executed task; more if its processor time needs more, the last one for
 * the remainder. The longest has the executed task's time.
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
