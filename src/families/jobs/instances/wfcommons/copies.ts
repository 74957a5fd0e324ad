import type { ExecutedTask } from './fields.js';

/** Whole use of one core, per cent. */
export const WHOLE_CORE = 100;
/**
 * Share by which the use of a processor may exceed the cores that a task had: processor time and run time are measured
 * apart. Chosen: 1,311 of 64,000 public tasks exceed one core by up to 1 %, and the numbers above thin out from there.
 */
const MEASURED_APART = 0.01;

/** A task of one core. */
export interface Copy {
  /** Time on the machine of the record, s. */
  readonly runS: number;
  /** Share of that time that is in proportion to 1 / frequency. */
  readonly share: number;
}

/** Tasks of one core that stand for an executed one. */
export interface Copies {
  readonly count: number;
  readonly copy: (place: number) => Copy;
  /** True if the processor time asks for more cores than the record says. */
  readonly isBeyond: boolean;
}

/**
 * One task of one core for each core that an executed one had; where its processor time is more than these can give, as many as that time fills, the last for
 * what is left. The longest has the time of the executed one.
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
