import type { Violation } from '../../models/families/violation.js';
import type { FamilyRunResult, Infeasibility } from '../runs/result.js';

/** Version of the set of keys in a record, raised when a key is removed or changes its meaning. */
export const ENVELOPE_VERSION = 1;

/**
 * Record that every command about one instance prints, with the same keys for every family (docs/results.md); null
 * where there is no value. Values of one family only are in `details`.
 */
export interface Envelope {
  readonly envelopeVersion: typeof ENVELOPE_VERSION;
  /** Name of the instance, as stated in its file. */
  readonly instance: string;
  readonly family: string;
  /** Method that the user requested; for a checked plan, the one that its file names. */
  readonly method: string | null;
  /** Method that found the plan, if not the requested one. */
  readonly planFrom: string | null;
  readonly seed: number | null;
  /** Why the run stopped: optimal, finished, timeLimit, workLimit, interrupted, infeasible or failed. */
  readonly termination: string | null;
  /** The checker's verdict on the plan. */
  readonly feasible: boolean | null;
  /** Objective of the plan by the checker, in `objectiveUnit`. */
  readonly objective: number | null;
  /** Unit of objective and bound, e.g. reward/s, probability, USD. */
  readonly objectiveUnit: string;
  /** Proven bound on the objective of every plan in `boundScope`. */
  readonly bound: number | null;
  /** Words on the plans for which the bound holds. */
  readonly boundScope: string | null;
  /** Relative gap, |bound - objective| / |bound|. */
  readonly gap: number | null;
  /** Why there is no gap; null if there is one. */
  readonly gapReason: string | null;
  /**
   * Limit that no plan meets (or, if not `proven`, none found does), and changes that would help; null if there is
   * none.
   */
  readonly infeasibility: Infeasibility | null;
  /** Limits that the plan reaches, with the gain from raising each if known. The form depends on the family. */
  readonly binding: readonly unknown[] | null;
  /** Limits that the plan violates; empty if it is feasible. */
  readonly violations: readonly Violation[] | null;
  /** Warnings of input that is valid but probably not intended, and of facts that make the result less reliable. */
  readonly warnings: readonly string[];
  /** Times of the phases of the run, s, with their sum as `total`. */
  readonly timeS: Readonly<Record<string, number>>;
  /** Counts of the work done, such as steps, the same in every repetition of the run. */
  readonly work: Readonly<Record<string, number>>;
  /** Paths of the written files, by what they contain ("plan", "report"). */
  readonly files: Readonly<Record<string, string>>;
  /** Values that only this family has (docs/results.md). */
  readonly details: Readonly<Record<string, unknown>>;
}

/**
 * Record of a command that may concern no instance, or several instances, families or objectives: `instance`, `family`
 * and `objectiveUnit` may be null.
 */
export interface CommandEnvelope extends Omit<Envelope, 'instance' | 'family' | 'objectiveUnit'> {
  readonly instance: string | null;
  readonly family: string | null;
  readonly objectiveUnit: string | null;
}

/** Record in which all values are null, for commands to fill in. */
const EMPTY: CommandEnvelope = {
  envelopeVersion: ENVELOPE_VERSION,
  instance: null,
  family: null,
  method: null,
  planFrom: null,
  seed: null,
  termination: null,
  feasible: null,
  objective: null,
  objectiveUnit: null,
  bound: null,
  boundScope: null,
  gap: null,
  gapReason: null,
  infeasibility: null,
  binding: null,
  violations: null,
  warnings: [],
  timeS: {},
  work: {},
  files: {},
  details: {},
};

/** Keys of a record, in the order of printing. */
const ORDER = [
  'envelopeVersion',
  'instance',
  'family',
  'method',
  'planFrom',
  'seed',
  'termination',
  'feasible',

  'objective',
  'objectiveUnit',
  'bound',
  'boundScope',
  'gap',
  'gapReason',
  'infeasibility',
  'binding',
  'violations',
  'warnings',
  'timeS',
  'work',
  'files',
  'details',
] as readonly (keyof Envelope)[];

/** Returns the record of a command about one instance, with the given values and null for all others. */
export function envelope(said: Pick<Envelope, 'instance' | 'family' | 'objectiveUnit'> & Partial<Envelope>): Envelope {
  return commandEnvelope(said) as Envelope;
}

/**
 * Returns the record of a command that need not concern one instance, with the given values and null for all others.
 */
export function commandEnvelope(said: Partial<CommandEnvelope>): CommandEnvelope {
  const whole: CommandEnvelope = { ...EMPTY, ...said };
  return Object.fromEntries(ORDER.map((key) => [key, whole[key]])) as unknown as CommandEnvelope;
}

/** Returns the record of a run. Values that not every family has go into `details`. */
export function envelopeOfRun(
  result: FamilyRunResult & Partial<Pick<Envelope, 'planFrom' | 'binding'>>,
  family: string,
  files: Envelope['files'],
): Envelope {
  const { instance, method, seed, termination, feasible, objective, objectiveUnit, bound, boundScope, gap } = result;
  const { planFrom = null, gapReason = null, infeasibility = null, binding = null } = result;
  const { violations, warnings, timeS, work } = result;
  const own = Object.entries(result).filter(([key]) => !(ORDER as readonly string[]).includes(key));
  return envelope({
    instance,
    family,
    method,
    planFrom,
    seed,
    termination,
    feasible,
    objective,
    objectiveUnit,
    bound,
    boundScope: boundScope === '' ? null : boundScope,
    gap,
    gapReason,
    infeasibility,
    binding,
    violations,
    warnings,
    timeS,
    work,
    files,
    details: Object.fromEntries(own),
  });
}
