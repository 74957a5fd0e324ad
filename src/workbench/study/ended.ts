import type { Executor } from '../../studies/engine/engine.js';
import type { RunFailure, RunOutcome } from '../../studies/plan/record.js';
import type { StudyRun } from '../../studies/plan/run.js';

/** Result of a run, from which its record is made. */
export interface Ended {
  readonly outcome: RunOutcome;
  readonly timeS: Readonly<Record<string, number>>;
  readonly trajectoryTimeS: readonly number[];
  readonly plan: string | null;
}

/** Returns the result of a run that failed. */
export function failed(reason: RunFailure['reason'], message: string): Ended {
  const outcome: RunOutcome = {
    termination: 'failed',
    failure: { reason, message },
    feasible: null,
    objective: null,
    objectiveUnit: null,
    better: null,
    bound: null,
    boundScope: null,
    gap: null,
    gapReason: 'the run has no answer',
    violations: [],
    infeasibility: null,
    warnings: [],
    work: {},
    trajectory: [],
    values: {},
  };
  return { outcome, timeS: {}, trajectoryTimeS: [], plan: null };
}

/** Executes a run without limits that would kill it, and returns its result. */
export async function endedBy(executor: Executor, run: StudyRun): Promise<Ended> {
  const record = await executor.execute(run, { timeS: null, memoryMiB: null });
  if (record === null) return failed('crashed', 'the run was given up');
  const { outcome, machine } = record;
  return { outcome, timeS: machine.timeS, trajectoryTimeS: machine.trajectoryTimeS, plan: null };
}
