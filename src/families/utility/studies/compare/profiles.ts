/**
 * Performance profile of a method (Dolan and Moré 2002): how much utility it loses against the best method of each
 * trial.
 */
export interface Profile {
  readonly method: string;
  /**
   * Losses 1 - utility / (best utility of the trial), ascending, one for each trial in which the method has a schedule.
   */
  readonly losses: readonly number[];
  /** Number of trials that count: those in which at least one method earns utility. */
  readonly trials: number;
}

interface RatedRun {
  readonly method: string;
  readonly trial: number;
  readonly objective: number | null;
}

/**
 * Returns the profiles of all methods from the runs of all trials. A trial in which the best method earns nothing is
 * left out.
 */
export function performanceProfiles(methods: readonly string[], runs: readonly RatedRun[]): Profile[] {
  const best = new Map<number, number>();
  for (const { trial, objective } of runs) {
    if (objective !== null) best.set(trial, Math.max(best.get(trial) ?? 0, objective));
  }
  const trials = [...best.values()].filter((one) => one > 0).length;
  return methods.map((method) => {
    const losses = runs.flatMap((run) => {
      const most = best.get(run.trial) ?? 0;
      return run.method === method && run.objective !== null && most > 0 ? [1 - run.objective / most] : [];
    });
    return { method, losses: losses.sort((one, other) => one - other), trials };
  });
}
