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
 * A family of faults: one format of instances, what can be asked of them, and who answers. The declaration costs nothing to
 * import; the parts behind `load` bring schema, models and methods with them.
 */
export interface Family {
  /** Name of the family: value of `family` in every record, and the folder of its bundled instances. */
  readonly name: string;
  /** Value of "format" in its instance files. */
  readonly format: string;
  /** Value of "format" in its plans; absent where it has none. */
  readonly planFormat?: string;
  /** The page of its format, e.g. docs/geo/instances.md. */
  readonly page: string;
  /** Words for one instance, in sentences: "a geo instance". */
  readonly kind: string;
  /** Direction in which its objective is better. */
  readonly better: 'more' | 'less';
  /** Heading of its bundled instances in `plenum list`. */
  readonly listHeading: string;
  /** Name of the bundled instance that a planner looks at first. */
  readonly example?: string;
  /** Heading of its methods in `plenum list`; absent where it has none. */
  readonly methodsHeading?: string;
  /** The first is the default. */
  readonly methods: readonly MethodWords[];
  /** Methods of the runs of a study, of a family without the verb solve; the first is the default. */
  readonly studyMethods?: readonly MethodWords[];
  /** Words for the default, where it is not the first method for all instances. */
  readonly defaultMethod?: string;
  /** Method whose plan others are compared with where no plan is given, and what it is called; absent where there is none. */
  readonly baseline?: { readonly method: string; readonly called: string };
  /** Verbs it answers, as the command line names them; the others are refused. */
  readonly verbs: readonly string[];
  /** Options of the family beside those of every family; on an instance of another family they are refused. */
  readonly options: Options;
  /** Files that `solve` writes beside plan, result and report. */
  readonly outputs?: readonly string[];
  /** Advice by verb that the family does not answer; `otherwise` for the rest. */
  readonly instead?: Readonly<Record<string, string>>;
  /** Groups of commands of its own, beside the verbs. */
  readonly commands?: readonly CommandGroup[];
  /** New instances that `generate` makes of options alone. */
  readonly makes?: Making;
  /** Parts of an instance that `export` writes. */
  readonly exports?: readonly ExportWords[];
  /**
   * Fields that a planner knows about only, with their usual uncertainty, as far as an instance has them: loads, worths, deadlines and
   * heat. None that is in an order or a sum with others.
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
  /** Words for the instances whose default it is, where the first method is not that of all. */
  readonly defaultFor?: string;
}

/** An instance, read, judged and compiled as far as its family needs. */
export interface Opened {
  readonly ok: true;
  readonly instance: { readonly name: string };
  /** SHA-256 of the instance file's bytes, hexadecimal. */
  readonly sha256: string;
  readonly warnings: readonly string[];
}

/** Test whether reading words ended in a refusal. */
export function isRefused(words: Words | Refused): words is Refused {
  return words['ok'] === false;
}

/** Surroundings of a request for a file: the words given, a stop-watch told of each phase when it is over, and whether time is up. */
export interface Asking {
  readonly words: Words;
  readonly phase: (name: string) => void;
  readonly shouldStop: () => boolean;
}

/** Verbs and means that a family offers. Absent verbs are refused by name. */
export interface FamilyParts<Instance extends Opened, Checked extends Opened, Plan extends NamesInstance> {
  readonly open: (file: string, asking: Asking) => Instance | Refused;
  readonly describe: (opened: Instance) => Description;
  /**
   * Returns a row of `plenum list`, of an instance as it is written: nothing has been judged.
   * @throws TypeError where it lacks what is shown.
   */
  readonly row: (written: unknown) => ListRow;
  /** Returns the schema of an instance file, a ZodType: the types of the library name no other package. */
  readonly schema?: () => Promise<object>;
  /** Returns the fields of `details` of a run, for the family's page of results and the JSON Schema. */
  readonly fields?: () => Promise<readonly FieldWords[]>;
  readonly check?: CheckOfFamily<Checked, Plan>;
  readonly bound?: BoundOfFamily<Instance>;
  readonly explain?: ExplainOfFamily<Instance, Plan>;
  readonly solve?: SolveOfFamily;
  /** Run of a study, of a family without the verb solve: in its form, with methods of its own. */
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

/** Contents of an instance, in numbers and in words. */
export interface Description {
  /** Counts, and where its air comes from, by family. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** Power of a node, by node type. */
  readonly nodePower: readonly NodePower[];
  /** The counts in words: "1080 nodes in 180 zones, 1 CRAC, 9 task types". */
  readonly text: string;
}

export interface ListRow {
  readonly facts: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** Plan that says what instance it was made for, as every plan does. */
export interface NamesInstance {
  /** Name, and digest of the file's bytes, hexadecimal. */
  readonly instance: { readonly name: string; readonly sha256: string };
  /** Method asked for. */
  readonly method: string;
  /** The method that found it, where it is not the one asked for. */
  readonly planFrom?: string | undefined;
}

export type ParsedPlan<Plan extends NamesInstance> =
  | { readonly plan: Plan; readonly warnings: readonly string[] }
  | { readonly faults: readonly Fault[] };

export interface CheckOfFamily<Checked extends Opened, Plan extends NamesInstance> {
  /** Returns the data of an instance that the checker needs; no more. */
  readonly open: (file: string, asking: Asking) => Checked | Refused | Promise<Checked | Refused>;
  /** Plan read from a text and judged: alone, or whether it fits an instance. */
  readonly parse: (text: string, file: string, fits: Checked | undefined) => ParsedPlan<Plan>;
  /** Returns the checker's word on a plan. Faults where it cannot be rated. */
  readonly judge: (
    opened: Checked,
    plan: Plan,
    planFile: string,
    words: Words,
  ) => Judged | Refused | Promise<Judged | Refused>;
}

export interface Judged {
  readonly ok: true;
  /** Worth of the plan in `objectiveUnit`; null where the plan cannot be rated. */
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
  /** Unit of bounds on the progress line, '' for that of the objective. */
  readonly progressUnit: string;
  readonly prove: (opened: Instance, control: Driver, words: Words) => Promise<Proven>;
  /**
   * Returns the fault of an instance in a file that no bound is known of; null where one is. Absent where one always
   * is.
   */
  readonly unknownOf?: (opened: Instance, file: string) => Fault | null;
  /** Direction in which more time may move the bound. */
  readonly tightens: 'raise' | 'lower';
  /** Words for what a run stopped too early has not proven: "a bound". */
  readonly least: string;
  /** True if a run that came to its end may bound nothing. */
  readonly mayBeEmpty: boolean;
}

/** Bound of a family, and what was proven or not on the way. */
export interface Proven {
  /** Proven bound in `objectiveUnit`; null where none was proven. */
  readonly bound: number | null;
  /** True if the bound excludes nothing, e.g. a probability by 1; absent where there is no bound. */
  readonly isEmpty?: boolean;
  /** Reason for which there is no bound, where the run was not stopped. */
  readonly reason?: string;
  readonly objectiveUnit: string;
  readonly boundScope: string;
  /** Broken limits where no plan is feasible, with the sentences for people; absent otherwise. */
  readonly infeasibility?: { readonly record: Infeasibility; readonly lines: readonly string[] };
  readonly warnings: readonly string[];
  readonly work: Readonly<Record<string, number>>;
  readonly details: Readonly<Record<string, unknown>>;
  readonly lines: readonly string[];
  /** Files to write, by the key they have in the record: the LP, where it was asked for. `name` is for people. */
  readonly files?: Readonly<Record<string, { readonly name: string; readonly file: string; readonly text: string }>>;
}

/** Reasons why an instance has no plan, or none as good as wanted. */
export interface ExplainOfFamily<Instance extends Opened, Plan extends NamesInstance> {
  /** Plan read from a text and judged: alone, or whether it fits an instance. Absent where no plan is explained. */
  readonly parse?: (text: string, file: string, fits: Instance | undefined) => ParsedPlan<Plan>;
  /** Returns the explanation of the instance, and of a plan where one is given. */
  readonly explain: (opened: Instance, plan: Plan | null, asked: Explaining) => Promise<Explained | Refused>;
}

/** Request for an explanation: the words given, and the surroundings of its runs. */
export interface Explaining {
  readonly words: Words;
  /** Driver of the whole explanation. */
  readonly control: Driver;
  /** Returns the limits of a run that begins now. */
  readonly limits: () => Limits;
  /** Monotonic seconds. */
  readonly nowS: () => number;
  readonly interrupted: () => boolean;
}

/** Explanation of a family. */
export interface Explained {
  readonly ok: true;
  /** Verdict: false where it is proven that no plan is feasible; null elsewhere. */
  readonly feasible: false | null;
  /** Obstacle to every plan; absent where a plan exists. */
  readonly infeasibility?: Infeasibility;
  readonly objectiveUnit: string;
  readonly warnings: readonly string[];
  readonly work: Readonly<Record<string, number>>;
  readonly details: Readonly<Record<string, unknown>>;
  /** Lines for people. */
  readonly lines: readonly string[];
}

export interface SolveOfFamily<Instance extends Opened = never> {
  /** Unit of bounds and plans on the progress line, '' for that of the objective. */
  readonly progressUnit: string;
  /**
   * Returns the reader of judged words for what their declaration cannot say, before any file is read; absent where
   * that is nothing.
   */
  readonly readWords?: (words: Words) => Words | Refused;
  /** Search of a plan: load, search, bound, check. Nothing is written. */
  readonly solve: (request: SearchRequest<Instance>) => Promise<SolvedByFamily | Refused>;
  /** Limits that some methods do not know; whatever else a plan breaks is a mistake in the program. */
  readonly unknownToSome: readonly string[];
}

/** Request for a search, from the words given and from whoever asks. */
export interface SearchRequest<Instance extends Opened = never> {
  readonly file: string;
  /** Instance of a trial of many, already opened: the search alone is asked for, nothing beside it. The file is read if absent. */
  readonly opened?: Instance;
  /** Choices of the family, as it has read them. */
  readonly words: Words;
  readonly seed: number;
  readonly limits: Limits;
  /** True if a method that gives no bound of its own is followed by one. */
  readonly withBound: boolean;
  /** Monotonic seconds. */
  readonly nowS: () => number;
  readonly interrupted: () => boolean;
  /** Test whether the user asked a second time to end. */
  readonly interruptedTwice: () => boolean;
  readonly onProgress: (point: TrajectoryPoint) => void;
  /** What earlier calls have read; absent where every call begins anew. */
  readonly kept?: Kept;
}

/** A finished run. */
export interface SolvedByFamily {
  readonly ok: true;
  /** Fields that are not every family's become `details`. */
  readonly result: FamilyRunResult;
  /** Rules that the plan keeps beside the limits of its instance: plans of different rules are not compared. Absent where all plans keep the same. */
  readonly rules?: string;
  /** Plan of the run; null where there is none. */
  readonly plan: NamesInstance | null;
  /** Best plans on the way by the method's own values; null where these are not of what is compared. As told on the way if absent. */
  readonly trajectory?: readonly TrajectoryPoint[] | null;
  /** Returns what a comparison keeps of the run: its figures by key, and what the family's own sections are made from. */
  readonly compared?: () => Values;
  /** Returns the summary for people, once it is known which files were written. */
  readonly summary: (files: FileNames) => string;
  /** Texts of the files, made on request: charts take longer to load than many a solve. */
  readonly texts: (baseline?: Baseline | null) => RunTexts | Promise<RunTexts>;
}

/** Files that a run leaves behind, as texts. */
export interface RunTexts {
  readonly plan: { readonly json: string; readonly csv: string } | null;
  /** Files beside the usual ones that come and go with the plan; a text is null where there is nothing to say. */
  readonly more?: readonly { readonly key: string; readonly name: string; readonly text: string | null }[];
  /** Returns a page; may throw. */
  readonly page?: (files: FileNames) => string;
  /** The `report` part of result.json. */
  readonly report: Readonly<Record<string, unknown>>;
}

/** A family's parts with their types hidden: `use` is given them back, whatever they are. */
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
