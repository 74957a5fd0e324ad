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
import type { ComparedFamily } from './compare.js';
import type { ExportOfFamily, ExportWords } from './export.js';
import type { GenerateOfFamily, Making } from './generate.js';
import type { Options, Words } from './options.js';
import type { DayOfFamily, FileNames, SimulateOfFamily, SweepOfFamily } from './studies.js';

export type { Words } from './options.js';
export type { FileNames } from './studies.js';

/**
 * A family of planning problems: one instance format, the verbs that it supports, and the code behind these verbs.
 * Importing this declaration is quick. `load` imports the schema, models and methods.
 */
export interface Family {
  /**
   * Name of the family. It is the value of `family` in every record, and the name of the folder with its bundled
   * instances.
   */
  readonly name: string;
  /** Value of the field "format" in instance files of the family. */
  readonly format: string;
  /** Value of the field "format" in plan files of the family; absent if the family has no plans. */
  readonly planFormat?: string;
  /** Documentation page of the instance format, such as docs/geo/instances.md. */
  readonly page: string;
  /** Name of an instance of this family in sentences, such as "a geo instance". */
  readonly kind: string;
  /** Sense of the objective: 'more' to maximize, 'less' to minimize. */
  readonly better: 'more' | 'less';
  /** Heading above the family's bundled instances in `plenum list`. */
  readonly listHeading: string;
  /** Name of the bundled instance that is recommended as a first example. */
  readonly example?: string;
  /** Heading above the family's methods in `plenum list`; absent if the family has no methods. */
  readonly methodsHeading?: string;
  /** Solution methods. The first is the default. */
  readonly methods: readonly MethodWords[];
  /** Methods that are used only in studies, if the family has no verb `solve`. The first is the default. */
  readonly studyMethods?: readonly MethodWords[];
  /**
   * Text for the help that says which method is the default for which instances. Absent if it is always the first
   * method.
   */
  readonly defaultMethod?: string;
  /**
   * Method whose plan is the reference of a comparison if the user gives no plan, and the name shown for it. Absent if
   * there is none.
   */
  readonly baseline?: { readonly method: string; readonly called: string };
  /** Verbs of the command line that the family supports. Other verbs are refused. */
  readonly verbs: readonly string[];
  /** Options that only this family has. They are refused on an instance of another family. */
  readonly options: Options;
  /** Names of files that `solve` writes in addition to plan, result and report. */
  readonly outputs?: readonly string[];
  /** Advice for users who call a verb that the family lacks, by verb. The key `otherwise` is for all other verbs. */
  readonly instead?: Readonly<Record<string, string>>;
  /** Groups of commands that only this family has. */
  readonly commands?: readonly CommandGroup[];
  /** How `plenum generate` makes new instances from options alone; absent if it cannot. */
  readonly makes?: Making;
  /** Parts of an instance that `plenum export` can write. */
  readonly exports?: readonly ExportWords[];
  /**
   * Instance fields whose true values planners know only roughly, with their usual uncertainty: loads, rewards,
   * deadlines, heat. Fields that must be ordered or have a given sum are not included.
   */
  readonly uncertain?: Uncertainty;
  readonly load: () => Promise<AnyFamilyParts>;
}

/** A family together with the type of its options. The option types of the library are derived from it. */
export interface FamilyOf<Own extends Options> extends Family {
  readonly options: Own;
}

export interface MethodWords {
  readonly name: string;
  readonly summary: string;
  /**
   * Text that describes the instances for which this method is the default. Absent if the first method is always the
   * default.
   */
  readonly defaultFor?: string;
  /**
   * False if the method draws no random numbers, so that its plan does not depend on the seed. Absent if it may draw
   * some.
   */
  readonly stochastic?: boolean;
}

/** An instance that was read and validated, with the data that its family computes from it. */
export interface Opened {
  readonly ok: true;
  readonly instance: { readonly name: string };
  /** SHA-256 of the instance file's bytes, hexadecimal. */
  readonly sha256: string;
  readonly warnings: readonly string[];
}

/** Returns true if the reader of options returned a refusal instead of option values. */
export function isRefused(words: Words | Refused): words is Refused {
  return words['ok'] === false;
}

/**
 * Request to open an instance file. `words` holds the option values. `phase` is called at the end of each phase.
 * `shouldStop` returns true when the time limit has passed.
 */
export interface Asking {
  readonly words: Words;
  readonly phase: (name: string) => void;
  readonly shouldStop: () => boolean;
}

/** Code behind the verbs of a family, such as `solve` and `check`. A verb whose code is absent is refused. */
export interface FamilyParts<Instance extends Opened, Checked extends Opened, Plan extends NamesInstance> {
  readonly open: (file: string, asking: Asking) => Instance | Refused;
  readonly describe: (opened: Instance) => Description;
  /** Returns a row of `plenum list` for the raw content of an instance file, without validation. */
  readonly row: (written: unknown) => ListRow;
  /**
   * Returns the Zod schema of the instance format. Its declared type is `object`, so that users of the library need no
   * Zod types.
   */
  readonly schema?: () => Promise<object>;
  /** Returns descriptions of the fields in `details` of a run's record, for the documentation and the JSON Schema. */
  readonly fields?: () => Promise<readonly FieldWords[]>;
  readonly check?: CheckOfFamily<Checked, Plan>;
  readonly bound?: BoundOfFamily<Instance>;
  readonly explain?: ExplainOfFamily<Instance, Plan>;
  readonly solve?: SolveOfFamily<Instance>;
  /**
   * Code that solves an instance within a study, for a family without the verb `solve`. Its methods are `studyMethods`.
   */
  readonly studyRun?: SolveOfFamily;
  readonly compare?: ComparedFamily<Instance>;
  readonly sweep?: SweepOfFamily;
  readonly day?: DayOfFamily;
  readonly simulate?: SimulateOfFamily;
  readonly generate?: () => Promise<GenerateOfFamily>;
  readonly exports?: () => Promise<ExportOfFamily>;
}

export interface GeneratedFile {
  /** Path relative to the root of the repository. */
  readonly file: string;
  readonly text: string;
}

/** Description of an instance for `plenum describe`: counts, power of its nodes, and a sentence. */
export interface Description {
  /** Counts, such as the number of nodes, by key. Some families add the source of the air-flow data. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** Power that a node of each node type draws. */
  readonly nodePower: readonly NodePower[];
  /** The counts as a sentence, such as "1080 nodes in 180 zones, 1 CRAC, 9 task types". */
  readonly text: string;
}

export interface ListRow {
  readonly facts: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** Fields that every plan has: the instance for which it was made, and its method. */
export interface NamesInstance {
  /** Name of the instance, and SHA-256 of the bytes of its file, hexadecimal. */
  readonly instance: { readonly name: string; readonly sha256: string };
  /** Method that the user asked for. */
  readonly method: string;
  /** Method that found the plan; absent if `method` found it. */
  readonly planFrom?: string | undefined;
}

export type ParsedPlan<Plan extends NamesInstance> =
  | { readonly plan: Plan; readonly warnings: readonly string[] }
  | { readonly faults: readonly Fault[] };

export interface CheckOfFamily<Checked extends Opened, Plan extends NamesInstance> {
  /** Reads an instance file and returns only the data that the checker needs. */
  readonly open: (file: string, asking: Asking) => Checked | Refused | Promise<Checked | Refused>;
  /** Parses and validates the text of a plan. If `fits` is given, also tests that the plan fits this instance. */
  readonly parse: (text: string, file: string, fits: Checked | undefined) => ParsedPlan<Plan>;
  /** Returns the checker's verdict on a plan, or a refusal if the plan cannot be evaluated. */
  readonly judge: (
    opened: Checked,
    plan: Plan,
    planFile: string,
    words: Words,
  ) => Judged | Refused | Promise<Judged | Refused>;
}

export interface Judged {
  readonly ok: true;
  /** Objective value of the plan in `objectiveUnit`; null if the plan cannot be evaluated. */
  readonly objective: number | null;
  readonly objectiveUnit: string;
  readonly violations: readonly Violation[];
  readonly warnings: readonly string[];
  /** Family-specific fields of the record. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Text for people, line by line. The verdict comes first. */
  readonly lines: readonly string[];
}

export interface BoundOfFamily<Instance extends Opened> {
  /** Unit of the bounds in the progress line; '' for the objective's unit. */
  readonly progressUnit: string;
  readonly prove: (opened: Instance, control: Driver, words: Words) => Promise<Proven>;
  /** Returns a fault if no bounding method applies to the instance; null if one does. Absent if one always applies. */
  readonly unknownOf?: (opened: Instance, file: string) => Fault | null;
  /**
   * Direction in which the bound changes as the run continues: 'raise' for a lower bound, 'lower' for an upper bound.
   */
  readonly tightens: 'raise' | 'lower';
  /**
   * What the run should have proven, as a noun with article, such as "a bound". Used in the message if it was stopped
   * before.
   */
  readonly least: string;
  /** True if even a completed run may fail to prove a bound. */
  readonly mayBeEmpty: boolean;
}

/** Result of a family's bounding method: the bound, or the reason why there is none, with lines of text for people. */
export interface Proven {
  /** Proven bound in `objectiveUnit`; null if none was proven. */
  readonly bound: number | null;
  /** True if the bound is trivial, such as a probability of at most 1; absent if `bound` is null. */
  readonly isEmpty?: boolean;
  /** Reason why a completed run proved no bound; absent otherwise. */
  readonly reason?: string;
  readonly objectiveUnit: string;
  readonly boundScope: string;
  /**
   * Limits that were not met by any plan found, as a record and as sentences. `record.proven` is true if no plan can
   * meet them. Absent if every limit was met by some plan.
   */
  readonly infeasibility?: { readonly record: Infeasibility; readonly lines: readonly string[] };
  readonly warnings: readonly string[];
  readonly work: Readonly<Record<string, number>>;
  readonly details: Readonly<Record<string, unknown>>;
  readonly lines: readonly string[];
  /**
   * Files to write, such as the LP if the user asked for it. The key is the file's key in the record, `name` is shown
   * to the user.
   */
  readonly files?: Readonly<Record<string, { readonly name: string; readonly file: string; readonly text: string }>>;
}

/** Code of the verb `explain`: it says why an instance has no plan, or none with a good objective. */
export interface ExplainOfFamily<Instance extends Opened, Plan extends NamesInstance> {
  /**
   * Parses and validates the text of a plan. If `fits` is given, also tests that the plan fits this instance. Absent if
   * the family explains no plans.
   */
  readonly parse?: (text: string, file: string, fits: Instance | undefined) => ParsedPlan<Plan>;
  /** Returns the explanation of the instance. If `plan` is not null, it also explains this plan. */
  readonly explain: (opened: Instance, plan: Plan | null, asked: Explaining) => Promise<Explained | Refused>;
}

/** Request for an explanation: option values, clock, and limits of the runs that it makes. */
export interface Explaining {
  readonly words: Words;
  /** Driver (clock, limits and stop signal) of the whole explanation. */
  readonly control: Driver;
  /** Returns the limits of a single run that begins now. */
  readonly limits: () => Limits;
  /** Returns the time of a monotonic clock, s. */
  readonly nowS: () => number;
  readonly interrupted: () => boolean;
}

/**
 * Result of the verb `explain`: whether infeasibility is proven, the record's details, and lines of text for people.
 */
export interface Explained {
  readonly ok: true;
  /** False if it is proven that no plan is feasible; null otherwise. */
  readonly feasible: false | null;
  /**
   * Limits that were not met by any plan found. `proven` is true if no plan can meet them. Absent if there are none.
   */
  readonly infeasibility?: Infeasibility;
  readonly objectiveUnit: string;
  readonly warnings: readonly string[];
  readonly work: Readonly<Record<string, number>>;
  readonly details: Readonly<Record<string, unknown>>;
  /** Text for people, line by line. */
  readonly lines: readonly string[];
}

export interface SolveOfFamily<Instance extends Opened = never> {
  /** Unit of the bounds and objective values in the progress line. '' means the unit of the objective. */
  readonly progressUnit: string;
  /**
   * Checks option values beyond what their declarations state, before any file is read. Returns the values that `solve`
   * takes. Absent if the declarations say all.
   */
  readonly readWords?: (words: Words) => Words | Refused;
  /** Reads an instance, searches for a plan and a bound, and checks the plan. Writes no files. */
  readonly solve: (request: SearchRequest<Instance>) => Promise<SolvedByFamily | Refused>;
  /**
   * Names of limits that some methods do not consider. A plan that breaks any other limit shows a mistake in Plenum.
   */
  readonly unknownToSome: readonly string[];
}

/** Request to solve one instance: instance file, option values, seed, limits of the run, and callbacks. */
export interface SearchRequest<Instance extends Opened = never> {
  readonly file: string;
  /** The instance, already read, in a study with many trials. If absent, `solve` reads `file`. */
  readonly opened?: Instance;
  /** Option values, as `readWords` returned them. */
  readonly words: Words;
  readonly seed: number;
  readonly limits: Limits;
  /** True to compute a separate bound if the method proves none. */
  readonly withBound: boolean;
  /** Returns the time of a monotonic clock, s. */
  readonly nowS: () => number;
  readonly interrupted: () => boolean;
  /** Returns true if the user has interrupted the command twice. */
  readonly interruptedTwice: () => boolean;
  readonly onProgress: (point: TrajectoryPoint) => void;
  /** Cache of data that earlier calls have read. If absent, every call reads anew. */
  readonly kept?: Kept;
}

/** Result of a finished run of `solve`: its result, its plan, and functions that return summary and report. */
export interface SolvedByFamily {
  readonly ok: true;
  /** Result of the run. Fields that not all families have appear under `details` in the record. */
  readonly result: FamilyRunResult;
  /**
   * Name of the extra rules that the plan obeys besides the limits of its instance. Plans with different rules are not
   * comparable. Absent if all plans of the family obey the same rules.
   */
  readonly rules?: string;
  /** Plan of the run; null if none was found. */
  readonly plan: NamesInstance | null;
  /**
   * Improvements of the best plan over time, with the objective values that the method computed. Null if methods
   * compute them differently, so that they cannot be compared. If absent, the values given to `onProgress` are used.
   */
  readonly trajectory?: readonly TrajectoryPoint[] | null;
  /**
   * Returns the data of the run that a comparison stores: figures by key, and data for family-specific sections of its
   * report.
   */
  readonly compared?: () => Values;
  /** Returns the summary for people. `files` are the files that were written. */
  readonly summary: (files: FileNames) => string;
  /**
   * Returns the texts of the output files. This is a function because loading the chart code takes longer than many
   * runs.
   */
  readonly texts: (baseline?: Baseline | null) => RunTexts | Promise<RunTexts>;
}

/** Texts of the files that a run writes: plan, further files, HTML page, and the report's field in result.json. */
export interface RunTexts {
  readonly plan: { readonly json: string; readonly csv: string } | null;
  /** Additional files, which exist only if there is a plan. A text is null if the file would be empty. */
  readonly more?: readonly { readonly key: string; readonly name: string; readonly text: string | null }[];
  /** Returns the HTML report; may throw. */
  readonly page?: (files: FileNames) => string;
  /** The field `report` of result.json. */
  readonly report: Readonly<Record<string, unknown>>;
}

/** A family's code without its type parameters. `use` calls its argument with the typed code. */
export interface AnyFamilyParts {
  readonly use: <Answer>(
    user: <Instance extends Opened, Checked extends Opened, Plan extends NamesInstance>(
      parts: FamilyParts<Instance, Checked, Plan>,
    ) => Answer,
  ) => Answer;
}

/** Wraps a family's code so that its type parameters are hidden. */
export function familyParts<Instance extends Opened, Checked extends Opened, Plan extends NamesInstance>(
  parts: FamilyParts<Instance, Checked, Plan>,
): AnyFamilyParts {
  return { use: (user) => user(parts) };
}
