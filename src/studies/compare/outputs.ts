import type { JournalEntry, TrialOutput, Values } from '../../experiments/record.js';
import { type Driver, runDriver } from '../../runs/control.js';
import type { FamilyRunResult, TrajectoryPoint } from '../../runs/result.js';
import type { TrialSurroundings } from './comparison.js';
import type { BoundFrame } from './record.js';
import { boundTimeS, figureOf, heldByRuns, infeasibilityOf, tightest } from './run.js';
import { improvements, withTrajectory } from './trajectory.js';

/** A single run, as the family's solve returns it. */
export interface SolvedRun {
  readonly result: Pick<FamilyRunResult, 'termination' | 'feasible' | 'timeS' | 'work'>;
  readonly trajectory: readonly Pick<TrajectoryPoint, 'timeS' | 'work' | 'incumbent'>[];
}

/**
 * Output of a method's trial: `values` are the family's own, `checked` is the checker's value, which ends the
 * trajectory; null: no trajectory.
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

/** Output of a trial's bound, run to its end: limits of the runs do not count, Ctrl-C does. */
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

/**
 * Common bound by the best of the certificates named `bound`; its `bound` is null if none was found, or if it is proven
 * that no plan is feasible.
 */
export function commonBound(
  entries: readonly JournalEntry[],
  of: Pick<BoundFrame, 'trial' | 'seed'>,
  /** Objective of an entry, by the checker, for which the bound holds; null without one. */
  rated: (entry: JournalEntry) => number | null,
  isUpper: boolean,
  scale = 1,
): BoundFrame {
  const infeasibility = infeasibilityOf(entries);
  const best = infeasibility === undefined ? tightest(entries, 'bound', isUpper) : null;
  return {
    ...of,
    bound: heldByRuns(best?.value ?? null, entries.map(rated), isUpper, scale),
    source: best?.entry.cell['method'] ?? null,
    ...(infeasibility === undefined ? {} : { infeasibility }),
    timeS: boundTimeS(entries),
  };
}

/** Figures of a trial under the given names, in their order; null if the trial has no number of that name. */
export function namedFigures<Name extends string>(
  entry: Pick<JournalEntry, 'values'>,
  names: readonly Name[],
): Readonly<Record<Name, number | null>> {
  const found = names.map((name) => [name, figureOf(entry, name)]);
  return Object.fromEntries(found) as Readonly<Record<Name, number | null>>;
}
