import type { RunFailure, RunOutcome } from '../../studies/plan/record.js';

/** End of a run, before it is a record. */
export interface Ended {
  readonly outcome: RunOutcome;
  readonly timeS: Readonly<Record<string, number>>;
  readonly trajectoryTimeS: readonly number[];
  readonly plan: string | null;
}

/** A run that has no answer. */
export function failed(reason: RunFailure['reason'], message: string): Ended {
  const outcome: RunOutcome = {
    ...{ termination: 'failed', failure: { reason, message }, feasible: null, objective: null, objectiveUnit: null },
    ...{ better: null, bound: null, boundScope: null, gap: null, gapReason: 'the run has no answer', violations: [] },
    ...{ infeasibility: null, warnings: [], work: {}, trajectory: [], values: {} },
  };
  return { outcome, timeS: {}, trajectoryTimeS: [], plan: null };
}
