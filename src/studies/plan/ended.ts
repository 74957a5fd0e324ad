import type { Values } from '../../experiments/record.js';
import type { FamilyRunResult, TrajectoryPoint } from '../../runs/result.js';
import { canonicalJson } from './canonical-json.js';
import { improvementsOf } from './improvements.js';
import type { RunFailure, RunOutcome } from './record.js';

/** How a run ended: outcome, times and plan, from which its record is made. */
export interface Ended {
  readonly outcome: RunOutcome;
  readonly timeS: Readonly<Record<string, number>>;
  readonly trajectoryTimeS: readonly number[];
  readonly plan: string | null;
}

/** Outcome of which every value is unknown. */
export const NOTHING: RunOutcome = {
  termination: 'failed',
  failure: null,
  feasible: null,
  objective: null,
  objectiveUnit: null,
  better: null,
  bound: null,
  boundScope: null,
  gap: null,
  gapReason: null,
  violations: [],
  infeasibility: null,
  warnings: [],
  work: {},
  trajectory: [],
  values: {},
};

/** Returns the end of a run that failed for `reason`, without a result. */
export function failed(reason: RunFailure['reason'], message: string): Ended {
  const outcome = { ...NOTHING, failure: { reason, message }, gapReason: 'the run has no answer' };
  return { outcome, timeS: {}, trajectoryTimeS: [], plan: null };
}

/** Result of a finished search, with further data for the record of the run. */
export interface EndedSearch {
  readonly result: FamilyRunResult;
  readonly better: 'more' | 'less';
  /** Rules that the plan keeps in addition to the limits; absent if they are the same in the whole family. */
  readonly rules?: string | undefined;
  /**
   * Bounds and objectives reported during the search, in the objective's unit. Null if they are not comparable with
   * those of other methods.
   */
  readonly points: readonly TrajectoryPoint[] | null;
  readonly values?: Values;
  /** Text of the plan; null if it is not kept. */
  readonly plan?: string | null;
}

/**
 * Keys under which results have what programs want next to the objective (docs/results.md): power or energy by use,
 * set-points, hottest inlet and completions.
 */
const BESIDE_OBJECTIVE = [
  'power',
  'energyByPart',
  'setPointsC',
  'setPointsFromS',
  'hottestInletC',
  'hottestInletAt',
  'completionsPerS',
  'completed',
] as const;

/** Returns the results of a run that programs want next to the objective, as far as its family has them. */
export function besideObjective(result: object): Readonly<Record<string, unknown>> {
  const all = result as Readonly<Record<string, unknown>>;
  const found = Object.fromEntries(BESIDE_OBJECTIVE.flatMap((key) => (all[key] == null ? [] : [[key, all[key]]])));
  // Keys in the order in which stored records have them: a run taken up again gives the same bytes.
  return JSON.parse(canonicalJson(found)) as Readonly<Record<string, unknown>>;
}

/** Returns the end of a run whose search was completed or stopped by the run's own limits. */
export function endOfSearch({ result, better, rules, points, values = {}, plan = null }: EndedSearch): Ended {
  const { termination, feasible, objective, objectiveUnit, bound, boundScope, gap, gapReason = null } = result;
  const { violations, infeasibility = null, warnings, work, timeS } = result;
  const trajectory = points === null ? [] : improvementsOf(points, better, { ...result, steps: work['steps'] ?? 0 });
  const outcome: RunOutcome = {
    termination,
    failure: null,
    feasible,
    objective,
    objectiveUnit,
    better,
    ...(rules === undefined ? {} : { rules }),
    bound,
    boundScope: boundScope === '' ? null : boundScope,
    gap,
    gapReason,
    violations,
    infeasibility,
    warnings,
    work,
    trajectory: trajectory.map(([steps, , incumbent, best]) => [steps, incumbent, best]),
    values,
  };
  return { outcome, timeS, trajectoryTimeS: trajectory.map(([, pointS]) => pointS), plan };
}
