/**
 * What a method's run is controlled by: the method reports steps, the driver decides when to stop. Methods never use a
 * clock.
 */
export interface RunControl {
  /**
   * Reports that one unit of work is done. Resolves to true if the run should end with its present result. It is
   * asynchronous so that the driver can notice Ctrl-C between steps.
   */
  step(progress: Progress): Promise<boolean>;
}

export interface Progress {
  readonly phase: string;
  /** Best proven upper bound so far, or null. */
  readonly bound: number | null;
  /** Best feasible objective so far (the method's own value), or null. */
  readonly incumbent: number | null;
}

/** Control that never stops a run; for tests and for runs inside runs. */
export const UNLIMITED: RunControl = { step: () => Promise.resolve(false) };
