import type { Violation } from '../../models/families/violation.js';
import type { NodePower } from '../facility/node-power.js';
import type { Values } from '../experiments/record.js';
import type { Fault, Refused } from '../instances/fault.js';
import type { Uncertainty } from '../instances/uncertainty.js';
import type { Baseline } from '../runs/baseline.js';
import type { FieldWords } from '../reports/figures.js';
import type { Driver, Limits } from '../runs/control.js';
import type { FamilyRunResult, Infeasibility, TrajectoryPoint } from '../runs/result.js';
import type { Kept } from '../runs/kept.js';
import type { CommandGroup } from './commands.js';
import type { CompareOfFamily } from './compare.js';
import type { ExportOfFamily, ExportWords } from './export.js';
import type { GenerateOfFamily, Making } from './generate.js';
import type { Options, Words } from './options.js';
import type { DayOfFamily, FileNames, SimulateOfFamily, SweepOfFamily } from './studies.js';

export type { Words } from './options.js';
export type { FileNames } from './studies.js';

/**
 * A family of planning problems: one format of instances, the verbs that it supports, and the code that answers them.
 * The declaration is quick to import; the parts behind `load` bring the schema, models and methods.
 */
export interface Family {
  /** Name of the family: value of `family` in every record, and the folder of its bundled instances. */
  readonly name: string;
  /** Value of "format" in its instance files. */
  readonly format: string;
  /** Value of "format" in its plans; absent if it has no plans. */
  readonly planFormat?: string;
  /** Page that describes its format, such as docs/geo/instances.md. */
  readonly page: string;
  /** Text for one instance, such as "a geo instance". */
  readonly kind: string;
  /** Direction in which the objective is better. */
  readonly better: 'more' | 'less';
  /** Heading of its bundled instances in `plenum list`. */
  readonly listHeading: string;
  /** Name of the bundled instance to look at first. */
  readonly example?: string;
  /** Heading of its methods in `plenum list`; absent if it has none. */
  readonly methodsHeading?: string;
  /** Methods; the first is the default. */
  readonly methods: readonly MethodWords[];
  /** Methods that only its studies have, for a family without the verb solve; the first is the default. */
  readonly studyMethods?: readonly MethodWords[];
  /** Description of the default, if it is not the first method for all instances. */
  readonly defaultMethod?: string;
  /** Method that others are compared with if no plan is given, and its name for people; absent if there is none. */
  readonly baseline?: { readonly method: string; readonly called: string };
  /** Verbs that it supports, named as on the command line; others are refused. */
  readonly verbs: readonly string[];
  /** Options that only this family has. On an instance of another family they are refused. */
  readonly options: Options;
  /** Files that `solve` writes in addition to plan, result and report. */
  readonly outputs?: readonly string[];
  /** Advice for verbs that the family does not support; `otherwise` for those not listed. */
  readonly instead?: Readonly<Record<string, string>>;
  /** Groups of commands that only this family has. */
  readonly commands?: readonly CommandGroup[];
  /** New instances that `generate` makes from options alone. */
  readonly makes?: Making;
  /** Parts of an instance that `export` writes. */
  readonly exports?: readonly ExportWords[];
  /**
   * Fields that planners know only approximately, with their usual uncertainty: loads, worths, deadlines and heat. Only
   * fields that are not ordered among, or added to, others.
   */
  readonly uncertain?: Uncertainty;
  readonly load: () => Promise<AnyFamilyParts>;
}

/** A family with the types of its options, from which those of the library follow. */
export interface FamilyOf<Own extends Options> extends Family {
  readonly options: Own;
}

export interface MethodWords {
  readonly name: string;
  readonly summary: string;
  /**
   * Description of the instances for which the method is the default, if the first method is not the default for all.
   */
  readonly defaultFor?: string;
}

/** An instance that was read, judged and compiled as far as its family needs. */
export interface Opened {
  readonly ok: true;
  readonly instance: { readonly name: string };
  /** SHA-256 of the instance file's bytes, hexadecimal. */
  readonly sha256: string;
  readonly warnings: readonly string[];
}

/** Returns true if reading words ended in a refusal. */
export function isRefused(words: Words | Refused): words is Refused {
  return words['ok'] === false;
}

/**
 * Request for a file: the words given, a function called at the end of each phase, and a function that tells whether
 * time is up.
 */
export interface Asking {
  readonly words: Words;
  readonly phase: (name: string) => void;
  readonly shouldStop: () => boolean;
}

/** Verbs that a family supports. A verb that is absent is refused by name. */
export interface FamilyParts<Instance extends Opened, Checked extends Opened, Plan extends NamesInstance> {
  readonly open: (file: string, asking: Asking) => Instance | Refused;
  readonly describe: (opened: Instance) => Description;
  /**
   * Returns a row of `plenum list` for an instance, which is not judged.
   *
   * @throws TypeError if the instance lacks what is shown.
   */
  readonly row: (written: unknown) => ListRow;
  /**
   * Returns the schema of an instance file (a ZodType; the type is not stated, so that the library's types need no
   * other package).
   */
  readonly schema?: () => Promise<object>;
  /** Returns the fields of `details` of a run, for the family's page of results and the JSON Schema. */
  readonly fields?: () => Promise<readonly FieldWords[]>;
  readonly check?: CheckOfFamily<Checked, Plan>;
  readonly bound?: BoundOfFamily<Instance>;
  readonly explain?: ExplainOfFamily<Instance, Plan>;
  readonly solve?: SolveOfFamily;
  /** Solve verb for studies only, of families without one; its methods are the study's. */
  readonly studyRun?: SolveOfFamily;
  readonly compare?: CompareOfFamily;
  readonly sweep?: SweepOfFamily;
  readonly day?: DayOfFamily;
  readonly simulate?: SimulateOfFamily;
  readonly generate?: () => Promise<GenerateOfFamily>;
  readonly exports?: () => Promise<ExportOfFamily>;
}

export interface GeneratedFile {
  /** Path relative to the repository. */
  readonly file: string;
  readonly text: string;
}

/** Description of an instance: its counts as numbers and as text. */
export interface Description {
  /** Counts, and the source of the air, by family. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** Power of a node, by node type. */
  readonly nodePower: readonly NodePower[];
  /** The counts as text, such as "1080 nodes in 180 zones, 1 CRAC, 9 task types". */
  readonly text: string;
}

export interface ListRow {
  readonly facts: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** A plan that names the instance for which it was made, as every plan does. */
export interface NamesInstance {
  /** Name of the instance, and SHA-256 of the file's bytes, hexadecimal. */
  readonly instance: { readonly name: string; readonly sha256: string };
  /** Method that was asked for. */
  readonly method: string;
  /** The method that found the plan, if it is not the one asked for. */
  readonly planFrom?: string | undefined;
}

export type ParsedPlan<Plan extends NamesInstance> =
  | { readonly plan: Plan; readonly warnings: readonly string[] }
  | { readonly faults: readonly Fault[] };

export interface CheckOfFamily<Checked extends Opened, Plan extends NamesInstance> {
  /** Returns the data of an instance that the checker needs, and only these. */
  readonly open: (file: string, asking: Asking) => Checked | Refused | Promise<Checked | Refused>;
  /** Returns a plan read from a text and judged: alone, or also whether it fits an instance. */
  readonly parse: (text: string, file: string, fits: Checked | undefined) => ParsedPlan<Plan>;
  /** Returns the checker's verdict on a plan, or faults if it cannot be rated. */
  readonly judge: (
    opened: Checked,
    plan: Plan,
    planFile: string,
    words: Words,
  ) => Judged | Refused | Promise<Judged | Refused>;
}

export interface Judged {
  readonly ok: true;
  /** Value of the plan in `objectiveUnit`; null if the plan cannot be rated. */
  readonly objective: number | null;
  readonly objectiveUnit: string;
  readonly violations: readonly Violation[];
  readonly warnings: readonly string[];
  /** Fields that the family adds to the record. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Lines for people, the verdict first. */
  readonly lines: readonly string[];
}

export interface BoundOfFamily<Instance extends Opened> {
  /** Unit of bounds on the progress line; '' means the unit of the objective. */
  readonly progressUnit: string;
  readonly prove: (opened: Instance, control: Driver, words: Words) => Promise<Proven>;
  /** Returns the fault of an instance for which no bound is known; null if one is. Absent if there always is one. */
  readonly unknownOf?: (opened: Instance, file: string) => Fault | null;
  /** Direction in which the bound moves with more time. */
  readonly tightens: 'raise' | 'lower';
  /** Text for what a run that was stopped too early has not proven, such as "a bound". */
  readonly least: string;
  /** True if even a completed run may find no bound. */
  readonly mayBeEmpty: boolean;
}

/** Bound of a family, and what was proven on the way. */
export interface Proven {
  /** Proven bound in `objectiveUnit`; null if none was proven. */
  readonly bound: number | null;
  /** True if the bound excludes nothing, such as a probability of at most 1; absent without a bound. */
  readonly isEmpty?: boolean;
  /** Reason why there is no bound, if the run was not stopped. */
  readonly reason?: string;
  readonly objectiveUnit: string;
  readonly boundScope: string;
  /** Limits that no plan keeps, with sentences for people; absent if some plan may be feasible. */
  readonly infeasibility?: { readonly record: Infeasibility; readonly lines: readonly string[] };
  readonly warnings: readonly string[];
  readonly work: Readonly<Record<string, number>>;
  readonly details: Readonly<Record<string, unknown>>;
  readonly lines: readonly string[];
  /** Files to write, by their keys in the record: the LP, if asked for. `name` is for people. */
  readonly files?: Readonly<Record<string, { readonly name: string; readonly file: string; readonly text: string }>>;
}

/** Explains why an instance has no plan, or none as good as wanted. */
export interface ExplainOfFamily<Instance extends Opened, Plan extends NamesInstance> {
  /**
   * Returns a plan read from a text and judged: alone, or also whether it fits an instance. Absent if plans are not
   * explained.
   */
  readonly parse?: (text: string, file: string, fits: Instance | undefined) => ParsedPlan<Plan>;
  /** Returns the explanation of the instance, and of a plan if one is given. */
  readonly explain: (opened: Instance, plan: Plan | null, asked: Explaining) => Promise<Explained | Refused>;
}

/** Request for an explanation: the words given, and the driver and limits of its runs. */
export interface Explaining {
  readonly words: Words;
  /** Driver of the whole explanation. */
  readonly control: Driver;
  /** Returns the limits of a run that begins now. */
  readonly limits: () => Limits;
  /** Returns the time of a clock that never goes back, s. */
  readonly nowS: () => number;
  readonly interrupted: () => boolean;
}

/** A family's explanation. */
export interface Explained {
  readonly ok: true;
  /** False if it is proven that no plan is feasible; null otherwise. */
  readonly feasible: false | null;
  /** What prevents every plan; absent if a plan exists. */
  readonly infeasibility?: Infeasibility;
  readonly objectiveUnit: string;
  readonly warnings: readonly string[];
  readonly work: Readonly<Record<string, number>>;
  readonly details: Readonly<Record<string, unknown>>;
  /** Lines for people. */
  readonly lines: readonly string[];
}

export interface SolveOfFamily<Instance extends Opened = never> {
  /** Unit of bounds and plans on the progress line; '' means the unit of the objective. */
  readonly progressUnit: string;
  /**
   * Reads words that were judged by their declarations, and judges what declarations cannot state, before any file is
   * read. Absent if there is nothing else.
   */
  readonly readWords?: (words: Words) => Words | Refused;
  /** Loads an instance, searches for a plan and a bound, and checks the plan. Writes nothing. */
  readonly solve: (request: SearchRequest<Instance>) => Promise<SolvedByFamily | Refused>;
  /** Limits that some methods do not know. If a plan breaks another limit, that is a mistake in the program. */
  readonly unknownToSome: readonly string[];
}

/** Request for a search. */
export interface SearchRequest<Instance extends Opened = never> {
  readonly file: string;
  /** The opened instance, if it is one of many trials; then only the search is made. If absent, the file is read. */
  readonly opened?: Instance;
  /** Options of the family, as it has read them. */
  readonly words: Words;
  readonly seed: number;
  readonly limits: Limits;
  /** True if a separate bound is computed after a method that proves none. */
  readonly withBound: boolean;
  /** Returns the time of a clock that never goes back, s. */
  readonly nowS: () => number;
  readonly interrupted: () => boolean;
  /** Returns true if the user asked a second time to end. */
  readonly interruptedTwice: () => boolean;
  readonly onProgress: (point: TrajectoryPoint) => void;
  /** Cache of what earlier calls have read; absent if every call starts afresh. */
  readonly kept?: Kept;
}

/** A finished run. */
export interface SolvedByFamily {
  readonly ok: true;
  /** Result of the run. Fields that not every family has become `details`. */
  readonly result: FamilyRunResult;
  /**
   * Rules that the plan keeps in addition to the limits of its instance. Plans of different rules are not compared.
   * Absent if all plans keep the same.
   */
  readonly rules?: string;
  /** Plan of the run; null if there is none. */
  readonly plan: NamesInstance | null;
  /**
   * Best plans during the run, by the method's own values; null if these values are not comparable. If absent, the
   * values reported during the run are used.
   */
  readonly trajectory?: readonly TrajectoryPoint[] | null;
  /** Returns what a comparison keeps of the run: its figures by key, and the data for the family's own sections. */
  readonly compared?: () => Values;
  /** Returns the summary for people, after it is known which files were written. */
  readonly summary: (files: FileNames) => string;
  /**
   * Returns the texts of the files. They are made only on request, because charts take longer to load than many solves.
   */
  readonly texts: (baseline?: Baseline | null) => RunTexts | Promise<RunTexts>;
}

/** Texts of the files that a run writes. */
export interface RunTexts {
  readonly plan: { readonly json: string; readonly csv: string } | null;
  /** Files besides the usual ones that exist only with the plan; a text is null if there is nothing to say. */
  readonly more?: readonly { readonly key: string; readonly name: string; readonly text: string | null }[];
  /** Returns a page; may throw. */
  readonly page?: (files: FileNames) => string;
  /** The `report` part of result.json. */
  readonly report: Readonly<Record<string, unknown>>;
}

/** A family's parts with their types hidden. `use` calls a function with the parts. */
export interface AnyFamilyParts {
  readonly use: <Answer>(
    user: <Instance extends Opened, Checked extends Opened, Plan extends NamesInstance>(
      parts: FamilyParts<Instance, Checked, Plan>,
    ) => Answer,
  ) => Answer;
}

/** Hides the types of a family's parts. */
export function familyParts<Instance extends Opened, Checked extends Opened, Plan extends NamesInstance>(
  parts: FamilyParts<Instance, Checked, Plan>,
): AnyFamilyParts {
  return { use: (user) => user(parts) };
}
