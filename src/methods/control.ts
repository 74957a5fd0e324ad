/**
 * Control of a method's run by its driver: the method reports, the driver decides when to stop. Methods never see a
 * clock.
 */
export interface RunControl {
  /**
   * Reports that one unit of work is done. Resolves to true when the run should end with its present result.
   * Asynchronous so that the driver can see Ctrl-C between steps.
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

/** Control that never stops; for tests and for sub-runs. */
export const UNLIMITED: RunControl = { step: () => Promise.resolve(false) };
