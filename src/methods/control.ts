/**
 * Control of a run. The method reports its steps, and the caller decides when the run ends. Methods never read a clock.
 */
export interface RunControl {
  /**
   * Reports that one unit of work is done. Resolves to true to end the run with its current result. Asynchronous so
   * that Ctrl-C is noticed between steps.
   */
  step(progress: Progress): Promise<boolean>;
}

export interface Progress {
  readonly phase: string;
  /** Best proven bound so far; null if there is none. */
  readonly bound: number | null;
  /** Objective of the best feasible solution so far, as the method computes it; null if there is none. */
  readonly incumbent: number | null;
}

/** Control that never stops a run; for tests and for runs nested in other runs. */
export const UNLIMITED: RunControl = { step: () => Promise.resolve(false) };
