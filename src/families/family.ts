import type { Violation } from '../../models/families/violation.js';
import type { NodePower } from '../facility/node-power.js';
import type { RoomMixing } from '../facility/room-mixing.js';
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
import type { JudgedPages } from './judged.js';
import type { Options, Words } from './options.js';
import type { DayOfFamily, FileNames, SimulateOfFamily, SweepOfFamily } from './studies.js';

export type { Words } from './options.js';
export type { FileNames } from './studies.js';

/**
 * A family of planning problems: one instance format, its verbs, and the code behind them. This declaration is quick to
 * import; `load` imports schema, models and methods.
 */
export interface Family {
  /** Value of `family` in records, and folder of the family's bundled instances. */
  readonly name: string;
  /** Value of "format" in the family's instance files. */
  readonly format: string;
  /** Value of "format" in the family's plan files; absent if it has no plans. */
  readonly planFormat?: string;
  /** Documentation page of the instance format, such as docs/geo/instances.md. */
  readonly page: string;
  /** Words for an instance of this family in sentences, such as "a geo instance". */
  readonly kind: string;
  /** Sense of the objective: 'more' to maximize, 'less' to minimize. */
  readonly better: 'more' | 'less';
  /** Heading above the family's instances in `plenum list`. */
  readonly listHeading: string;
  /** Name of the bundled instance recommended as first example. */
  readonly example?: string;
  /** Heading above the family's methods in `plenum list`; absent without methods. */
  readonly methodsHeading?: string;
  /** Solution methods; the first is the default. */
  readonly methods: readonly MethodWords[];
  /** Methods used only in studies, if the family has no verb `solve`; the first is the default. */
  readonly studyMethods?: readonly MethodWords[];
  /** Help on which method is the default for which instances; absent if always the first. */
  readonly defaultMethod?: string;
  /** Method whose plan is the default reference of a comparison, with its displayed name; absent if there is none. */
  readonly baseline?: { readonly method: string; readonly called: string };
  /** Supported verbs of the command line; others are refused. */
  readonly verbs: readonly string[];
  /** Options that only this family has, refused on other families' instances. */
  readonly options: Options;
  /** Names of files that `solve` writes besides plan, result and report. */
  readonly outputs?: readonly string[];
  /**
   * Advice for users of verbs that the family lacks, by verb. The key `otherwise` has the advice for verbs that are not
   * listed.
   */
  readonly instead?: Readonly<Record<string, string>>;
  /** Groups of commands that only this family has. */
  readonly commands?: readonly CommandGroup[];
  /** How `plenum generate` makes new instances from options alone; absent if it cannot. */
  readonly makes?: Making;
  /** Parts of an instance that `plenum export` can write. */
  readonly exports?: readonly ExportWords[];
  /**
   * Instance fields that planners know only roughly (loads, rewards, deadlines, heat), with their usual uncertainty.
   * Fields that must be ordered or have a given sum are left out.
   */
  readonly uncertain?: Uncertainty;
  readonly load: () => Promise<AnyFamilyParts>;
}

/** A family with the type of its options, from which the library's option types are derived. */
export interface FamilyOf<Own extends Options> extends Family {
  readonly options: Own;
}

export interface MethodWords {
  readonly name: string;
  readonly summary: string;
  /** Instances for which this method is the default, in words; absent if the first method always is. */
  readonly defaultFor?: string;
  /** False if the method draws no random numbers, so that its plan does not depend on the seed; absent if it may. */
  readonly stochastic?: boolean;
}

/** A valid instance with what its family computes from it. */
export interface Opened {
  readonly ok: true;
  readonly instance: { readonly name: string };
  /** SHA-256 of the instance file's bytes, hexadecimal. */
  readonly sha256: string;
  readonly warnings: readonly string[];
}

/** Returns true if a reader of options returned a refusal. */
export function isRefused(words: Words | Refused): words is Refused {
  return words['ok'] === false;
}

/**
 * Request to open an instance file, with the option values in `words`. `phase` is called at the end of each phase, with
 * the name of the phase. `shouldStop` returns true once the time limit has passed.
 */
export interface Asking {
  readonly words: Words;
  readonly phase: (name: string) => void;
  readonly shouldStop: () => boolean;
}

/** Code behind the verbs of a family, such as `solve` and `check`. A verb without code is refused. */
export interface FamilyParts<Instance extends Opened, Checked extends Opened, Plan extends NamesInstance> {
  readonly open: (file: string, asking: Asking) => Instance | Refused;
  readonly describe: (opened: Instance) => Description;
  /** Returns a row of `plenum list` for the unvalidated content of an instance file. */
  readonly row: (written: unknown) => ListRow;
  /** Returns the Zod schema of the instance format, as `object`, so that users of the library need no Zod types. */
  readonly schema?: () => Promise<object>;
  /** Returns the documentation pages that follow from the family's declarations. */
  readonly pages?: () => Promise<readonly GeneratedFile[]>;
  /** Returns descriptions of the fields in `details` of a run's record, for documentation and JSON Schema. */
  readonly fields?: () => Promise<readonly FieldWords[]>;
  /** Returns what the checker reads and reports, for the tables on the pages of plan and checker. */
  readonly judged?: () => Promise<JudgedPages>;
  readonly check?: CheckOfFamily<Checked, Plan>;
  readonly bound?: BoundOfFamily<Instance>;
  readonly explain?: ExplainOfFamily<Instance, Plan>;
  readonly solve?: SolveOfFamily<Instance>;
  /** Code that solves an instance within a study, with one of `studyMethods`, for a family without `solve`. */
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
  /** Counts by key, such as the number of nodes. In some families the source of the air-flow data is among them. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** Power of a node of each node type. */
  readonly nodePower: readonly NodePower[];
  /** How the air of each drawn room mixes; absent in families whose instances have no room. */
  readonly airMixing?: readonly RoomMixing[];
  /** The counts as a sentence, such as "1080 nodes in 180 zones, 1 CRAC, 9 task types". */
  readonly text: string;
}

export interface ListRow {
  readonly facts: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** Fields of every plan: its instance and its method. */
export interface NamesInstance {
  /** Name of the instance, and SHA-256 of its file, hexadecimal. */
  readonly instance: { readonly name: string; readonly sha256: string };
  /** Method that the user asked for. */
  readonly method: string;
  /** Method that found the plan; absent if `method` did. */
  readonly planFrom?: string | undefined;
}

export type ParsedPlan<Plan extends NamesInstance> =
  | { readonly plan: Plan; readonly warnings: readonly string[] }
  | { readonly faults: readonly Fault[] };

export interface CheckOfFamily<Checked extends Opened, Plan extends NamesInstance> {
  /** Reads an instance file as far as the checker needs it. */
  readonly open: (file: string, asking: Asking) => Checked | Refused | Promise<Checked | Refused>;
  /** Parses and validates the text of a plan. If `fits` is given, the plan must also fit this instance. */
  readonly parse: (text: string, file: string, fits: Checked | undefined) => ParsedPlan<Plan>;
  /** Returns the checker's verdict on a plan, or a refusal if it cannot be evaluated. */
  readonly judge: (
    opened: Checked,
    plan: Plan,
    planFile: string,
    words: Words,
  ) => Judged | Refused | Promise<Judged | Refused>;
}

export interface Judged {
  readonly ok: true;
  /** Objective of the plan in `objectiveUnit`; null if it cannot be evaluated. */
  readonly objective: number | null;
  readonly objectiveUnit: string;
  readonly violations: readonly Violation[];
  readonly warnings: readonly string[];
  /** Family-specific fields of the record. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Lines for people, the verdict first. */
  readonly lines: readonly string[];
}

export interface BoundOfFamily<Instance extends Opened> {
  /** Unit of the bounds in the progress line; '' for the objective's unit. */
  readonly progressUnit: string;
  readonly prove: (opened: Instance, control: Driver, words: Words) => Promise<Proven>;
  /** Returns a fault if no bounding method applies to the instance; null if one does. Absent if one always does. */
  readonly unknownOf?: (opened: Instance, file: string) => Fault | null;
  /**
   * Direction in which the bound changes as the run continues: 'raise' for a lower bound, 'lower' for an upper bound.
   */
  readonly tightens: 'raise' | 'lower';
  /**
   * Noun phrase for what the run should prove at least, such as "a bound". It is used in the message for a run that was
   * stopped before.
   */
  readonly least: string;
  /** True if even a completed run may prove no bound. */
  readonly mayBeEmpty: boolean;
}

/** Result of a family's bounding method: the bound, or why there is none, with lines for people. */
export interface Proven {
  /** Bound in `objectiveUnit`; null if none was proven. */
  readonly bound: number | null;
  /** True if the bound is trivial, such as a probability of at most 1; absent if `bound` is null. */
  readonly isEmpty?: boolean;
  /** Why a completed run proved no bound; absent otherwise. */
  readonly reason?: string;
  readonly objectiveUnit: string;
  readonly boundScope: string;
  /**
   * Limits that none of the plans found keeps, as record and as sentences. `record.proven` is true if no plan can keep
   * them. Absent if some plan keeps all limits.
   */
  readonly infeasibility?: { readonly record: Infeasibility; readonly lines: readonly string[] };
  readonly warnings: readonly string[];
  readonly work: Readonly<Record<string, number>>;
  readonly details: Readonly<Record<string, unknown>>;
  readonly lines: readonly string[];
  /**
   * Files to write, such as the LP if the user asked for it, by key in the record. `name` is the name of the file in
   * messages.
   */
  readonly files?: Readonly<Record<string, { readonly name: string; readonly file: string; readonly text: string }>>;
}

/** Code of the verb `explain`: why an instance has no plan, or none with a good objective. */
export interface ExplainOfFamily<Instance extends Opened, Plan extends NamesInstance> {
  /**
   * Parses and validates the text of a plan. If `fits` is given, the plan must also fit this instance. Absent if the
   * family explains no plans.
   */
  readonly parse?: (text: string, file: string, fits: Instance | undefined) => ParsedPlan<Plan>;
  /** Returns the explanation of the instance and, if not null, of `plan`. */
  readonly explain: (opened: Instance, plan: Plan | null, asked: Explaining) => Promise<Explained | Refused>;
}

/** Request for an explanation: option values, clock, and limits of its runs. */
export interface Explaining {
  readonly words: Words;
  /** Driver (clock, limits and stop signal) of the whole explanation. */
  readonly control: Driver;
  /** Returns the limits of a single run that begins now. */
  readonly limits: () => Limits;
  /** Monotonic clock, s. */
  readonly nowS: () => number;
  readonly interrupted: () => boolean;
}

/** Result of `explain`: whether infeasibility is proven, the record's details, and lines for people. */
export interface Explained {
  readonly ok: true;
  /** False if it is proven that no plan is feasible; null otherwise. */
  readonly feasible: false | null;
  /**
   * Limits that none of the plans found keeps. Its field `proven` is true if no plan can keep them. Absent if there are
   * no such limits.
   */
  readonly infeasibility?: Infeasibility;
  readonly objectiveUnit: string;
  readonly warnings: readonly string[];
  readonly work: Readonly<Record<string, number>>;
  readonly details: Readonly<Record<string, unknown>>;
  readonly lines: readonly string[];
}

export interface SolveOfFamily<Instance extends Opened = never> {
  /** Unit of bounds and objectives in the progress line; '' for the objective's unit. */
  readonly progressUnit: string;
  /**
   * Checks option values beyond their declarations, before any file is read, and returns those that `solve` takes.
   * Absent if the declarations suffice.
   */
  readonly readWords?: (words: Words) => Words | Refused;
  /** Reads an instance, searches for a plan and a bound, and checks the plan; writes no files. */
  readonly solve: (request: SearchRequest<Instance>) => Promise<SolvedByFamily | Refused>;
  /**
   * Names of limits that some methods do not consider. A plan that breaks any other limit shows a mistake in Plenum.
   */
  readonly unknownToSome: readonly string[];
}

/** Request to solve one instance: file, option values, seed, limits of the run, callbacks. */
export interface SearchRequest<Instance extends Opened = never> {
  readonly file: string;
  /** The instance, if a study with many trials has read it already. By default `solve` reads `file`. */
  readonly opened?: Instance;
  /** Option values, from `readWords`. */
  readonly words: Words;
  readonly seed: number;
  readonly limits: Limits;
  /** True to compute a separate bound if the method proves none. */
  readonly withBound: boolean;
  /** Monotonic clock, s. */
  readonly nowS: () => number;
  readonly interrupted: () => boolean;
  /** Returns true if the user interrupted the command twice. */
  readonly interruptedTwice: () => boolean;
  readonly onProgress: (point: TrajectoryPoint) => void;
  /** Cache of what earlier calls have read. Without it, every call reads anew. */
  readonly kept?: Kept;
}

/** A finished run of `solve`: result, plan, and functions for summary and report. */
export interface SolvedByFamily {
  readonly ok: true;
  /** Result of the run. Fields that not all families have go under `details` in the record. */
  readonly result: FamilyRunResult;
  /**
   * Name of the rules that the plan obeys besides its instance's limits; plans with different rules are not comparable.
   * Absent if they are the same in the whole family.
   */
  readonly rules?: string;
  /** Plan of the run; null if none was found. */
  readonly plan: NamesInstance | null;
  /**
   * Improvements of the best plan over time, with the method's own objective values. Null if these are not comparable
   * with those of other methods. By default, the values given to `onProgress` are used.
   */
  readonly trajectory?: readonly TrajectoryPoint[] | null;
  /**
   * Returns what a comparison stores of the run: figures by key, and data for family-specific sections of its report.
   */
  readonly compared?: () => Values;
  /** Returns the summary for people; `files` are the written files. */
  readonly summary: (files: FileNames) => string;
  /**
   * Returns the texts of the output files. The texts are made by a function because loading the chart code takes longer
   * than many runs.
   */
  readonly texts: (baseline?: Baseline | null) => RunTexts | Promise<RunTexts>;
}

/** Texts of a run's files: plan, further files, HTML page, and the report's field in result.json. */
export interface RunTexts {
  readonly plan: { readonly json: string; readonly csv: string } | null;
  /** Further files, only with a plan. A text is null if the file would be empty. */
  readonly more?: readonly { readonly key: string; readonly name: string; readonly text: string | null }[];
  /** Returns the HTML report; may throw. */
  readonly page?: (files: FileNames) => string;
  /** The field `report` of result.json. */
  readonly report: Readonly<Record<string, unknown>>;
}

/** A family's code without type parameters: `use` calls its argument with the typed code. */
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
