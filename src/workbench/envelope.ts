import type { Violation } from '../../models/families/violation.js';
import type { FamilyRunResult, Infeasibility } from '../runs/result.js';

/** Version of the keys of a record. It is raised when a key is removed or changes its meaning. */
export const ENVELOPE_VERSION = 1;

/**
 * Record that every verb about one instance prints, with the same keys for every family (docs/results.md). Null means
 * that the verb or the run does not have this. What a family adds is in `details`.
 */
export interface Envelope {
  readonly envelopeVersion: typeof ENVELOPE_VERSION;
  /** Name that the instance file states. */
  readonly instance: string;
  readonly family: string;
  /** Method that the user requested; for a checked plan, the method that the plan names. */
  readonly method: string | null;
  /** The method that found the plan, if it is not the one asked for. */
  readonly planFrom: string | null;
  readonly seed: number | null;
  /** Reason why the run stopped: optimal, finished, timeLimit, workLimit, interrupted, infeasible or failed. */
  readonly termination: string | null;
  /** The checker's verdict on the plan. */
  readonly feasible: boolean | null;
  /** The checker's value of the plan, in `objectiveUnit`. */
  readonly objective: number | null;
  /** Unit of objective and bound, e.g. reward/s, probability, USD. */
  readonly objectiveUnit: string;
  /** Proven bound on the objective of every plan in `boundScope`. */
  readonly bound: number | null;
  /** Plans for which the bound holds, in words. */
  readonly boundScope: string | null;
  /** Relative gap, |bound - objective| / |bound|. */
  readonly gap: number | null;
  /** Reason why there is no gap; null if there is one. */
  readonly gapReason: string | null;
  /** What keeps every plan from being feasible, if anything does. */
  readonly infeasibility: Infeasibility | null;
  /** Limits that the plan reaches and, if known, the gain from raising each; its form depends on the family. */
  readonly binding: readonly unknown[] | null;
  /** Limits that the plan breaks; empty if it keeps all. */
  readonly violations: readonly Violation[] | null;
  /** Sentences on what is legal but was probably not intended, or makes the answer less reliable. */
  readonly warnings: readonly string[];
  /** Times by phase and their sum `total`, s. */
  readonly timeS: Readonly<Record<string, number>>;
  /** Counts of work, the same whenever the run is repeated. */
  readonly work: Readonly<Record<string, number>>;
  /** Paths of files, by content. */
  readonly files: Readonly<Record<string, string>>;
  /** Quantities, parts and choices that only the family has (docs/results.md). */
  readonly details: Readonly<Record<string, unknown>>;
}

/** Record of a command that need not be about one instance, one family or one objective; these keys are then null. */
export interface CommandEnvelope extends Omit<Envelope, 'instance' | 'family' | 'objectiveUnit'> {
  readonly instance: string | null;
  readonly family: string | null;
  readonly objectiveUnit: string | null;
}

/** Record of a command in which all values are unknown; each command sets those that it has. */
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

/** Keys of a record in the order in which they are printed. */
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

/** Returns a record with the given values, and null for all others. */
export function envelope(said: Pick<Envelope, 'instance' | 'family' | 'objectiveUnit'> & Partial<Envelope>): Envelope {
  return commandEnvelope(said) as Envelope;
}

/** Returns a command's record with the given values, and null for all others. */
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
