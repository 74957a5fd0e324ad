import type { Violation } from '../../models/families/violation.js';
import type { FamilyRunResult, Infeasibility } from '../runs/result.js';

/** Version of the set of keys in a record. It is raised when a key is removed or changes its meaning. */
export const ENVELOPE_VERSION = 1;

/**
 * Record that every command about one instance prints, with the same keys for every family (docs/results.md). A key is
 * null if the command or the run has no such value. Values that only one family has are in `details`.
 */
export interface Envelope {
  readonly envelopeVersion: typeof ENVELOPE_VERSION;
  /** Name of the instance, as stated in its file. */
  readonly instance: string;
  readonly family: string;
  /** Method that the user requested. For a checked plan, the method that the plan file names. */
  readonly method: string | null;
  /** Method that found the plan, if it is not the requested one. */
  readonly planFrom: string | null;
  readonly seed: number | null;
  /** Reason why the run stopped: optimal, finished, timeLimit, workLimit, interrupted, infeasible or failed. */
  readonly termination: string | null;
  /** The checker's verdict on the plan. */
  readonly feasible: boolean | null;
  /** Objective of the plan as computed by the checker, in `objectiveUnit`. */
  readonly objective: number | null;
  /** Unit of objective and bound, e.g. reward/s, probability, USD. */
  readonly objectiveUnit: string;
  /** Proven bound on the objective of every plan in `boundScope`. */
  readonly bound: number | null;
  /** Words that say for which plans the bound holds. */
  readonly boundScope: string | null;
  /** Relative gap, |bound - objective| / |bound|. */
  readonly gap: number | null;
  /** Reason why there is no gap; null if there is one. */
  readonly gapReason: string | null;
  /**
   * Limit that no plan meets, and changes that would help; null if there is none. If `proven` is false, no plan was
   * found that meets it.
   */
  readonly infeasibility: Infeasibility | null;
  /**
   * Limits that the plan reaches, with the gain from raising each if it is known. The form of an entry depends on the
   * family.
   */
  readonly binding: readonly unknown[] | null;
  /** Limits that the plan violates; empty if it is feasible. */
  readonly violations: readonly Violation[] | null;
  /** Warnings: input that is valid but probably not intended, and facts that make the result less reliable. */
  readonly warnings: readonly string[];
  /** Times of the phases of the run, s, and their sum under the key `total`. */
  readonly timeS: Readonly<Record<string, number>>;
  /** Counts of the work done, such as steps. They are the same in every repetition of the run. */
  readonly work: Readonly<Record<string, number>>;
  /** Paths of the written files, by what they contain ("plan", "report"). */
  readonly files: Readonly<Record<string, string>>;
  /** Values that only this family has (docs/results.md). */
  readonly details: Readonly<Record<string, unknown>>;
}

/**
 * Record of a command that may concern no instance, or several instances, families or objectives. The keys `instance`,
 * `family` and `objectiveUnit` may then be null.
 */
export interface CommandEnvelope extends Omit<Envelope, 'instance' | 'family' | 'objectiveUnit'> {
  readonly instance: string | null;
  readonly family: string | null;
  readonly objectiveUnit: string | null;
}

/** Record with null for all values, which commands fill in. */
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

/** Keys of a record, in the order in which they are printed. */
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

/** Returns the record of a run. Values that not every family has are put into `details`. */
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
