import type { TrialOutput, Values } from '../../experiments/record.js';
import { type Driver, runDriver } from '../../runs/control.js';
import type { FamilyRunResult, TrajectoryPoint } from '../../runs/result.js';
import type { TrialSurroundings } from './comparison.js';
import { improvements, withTrajectory } from './trajectory.js';

/** A single run as the family's solve returns it. */
export interface SolvedRun {
  readonly result: Pick<FamilyRunResult, 'termination' | 'feasible' | 'timeS' | 'work'>;
  readonly trajectory: readonly Pick<TrajectoryPoint, 'timeS' | 'work' | 'incumbent'>[];
}

/**
 * Returns the output of a method's trial. `values` are the family's own; `checked` is the checker's value, which ends
 * the trajectory, or null for no trajectory.
 */
export function runOutput(
  { result, trajectory }: SolvedRun,
  values: Values,
  checked: number | null,
  better: 'more' | 'less',
  timeS = result.timeS['method'] ?? 0,
): TrialOutput {
  const { termination, feasible, work } = result;
  const steps = work['steps'] ?? 0;
  const output = { values: { ...values, termination, feasible, steps }, times: { total: timeS } };
  return withTrajectory(output, improvements(trajectory, checked, { steps, timeS }, better));
}

/**
 * Returns the output of a trial's bound. It is computed to its end: limits of runs do not apply to it, but Ctrl-C ends
 * it.
 */
export async function boundOutput(
  surroundings: TrialSurroundings,
  prove: (driver: Driver) => Promise<Values>,
): Promise<TrialOutput> {
  const driver = runDriver({ ...surroundings, limits: { timeLimitS: null, workLimit: null } });
  const startS = surroundings.nowS();
  const proven = await prove(driver);
  const values = { ...proven, termination: driver.stopReason ?? 'finished', steps: driver.steps };
  return { values, times: { total: surroundings.nowS() - startS } };
}
