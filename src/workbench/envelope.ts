import type { Violation } from '../../models/families/violation.js';
import type { FamilyRunResult, Infeasibility } from '../runs/result.js';

/** Version of the keys of a record; raised when one is taken away or means something else. */
export const ENVELOPE_VERSION = 1;

/**
 * Record that every verb about one instance prints, the same keys for every family (docs/results.md). Null: the verb or the run does not
 * say. What a family adds stands under `details`.
 */
export interface Envelope {
  readonly envelopeVersion: typeof ENVELOPE_VERSION;
  /** Name of the instance, as it calls itself. */
  readonly instance: string;
  readonly family: string;
  /** Method asked for, or of a checked plan the one it names. */
  readonly method: string | null;
  /** The method whose plan it is, where it is not the one asked for. */
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
  /** Plans that the bound is for, in words. */
  readonly boundScope: string | null;
  /** |bound - objective| / |bound|, a fraction. */
  readonly gap: number | null;
  /** Reason why there is no gap; null if there is one. */
  readonly gapReason: string | null;
  /** Obstacle to every plan, where there is one. */
  readonly infeasibility: Infeasibility | null;
  /** Limits that the plan uses up, with what more of each would be worth where that is known; shape by family. */
  readonly binding: readonly unknown[] | null;
  /** Limits that the plan breaks; empty where it keeps all. */
  readonly violations: readonly Violation[] | null;
  /** Sentences on what is legal but was probably not meant, or weakens the answer. */
  readonly warnings: readonly string[];
  /** Times by phase, and their sum `total`, s. */
  readonly timeS: Readonly<Record<string, number>>;
  /** Counts that repeat exactly. */
  readonly work: Readonly<Record<string, number>>;
  /** Paths by what is in them. */
  readonly files: Readonly<Record<string, string>>;
  /** Figures, parts and choices that the family adds (docs/results.md). */
  readonly details: Readonly<Record<string, unknown>>;
}

/** The same keys of a command that need not be about one instance, one family or one objective; null if it is not. */
export interface CommandEnvelope extends Omit<Envelope, 'instance' | 'family' | 'objectiveUnit'> {
  readonly instance: string | null;
  readonly family: string | null;
  readonly objectiveUnit: string | null;
}

/** Record of a command in which nothing is known yet; a command sets the fields that it has. */
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

/** Keys in the order they are printed. */
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

/** Returns an envelope of what a verb has to say, nulls for the rest. */
export function envelope(said: Pick<Envelope, 'instance' | 'family' | 'objectiveUnit'> & Partial<Envelope>): Envelope {
  return commandEnvelope(said) as Envelope;
}

/** Returns an envelope of what a command has to say, nulls for the rest. */
export function commandEnvelope(said: Partial<CommandEnvelope>): CommandEnvelope {
  const whole: CommandEnvelope = { ...EMPTY, ...said };
  return Object.fromEntries(ORDER.map((key) => [key, whole[key]])) as unknown as CommandEnvelope;
}

/** Returns the envelope of a run: what is not every family's becomes `details`. */
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
