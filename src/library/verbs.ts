import { join } from 'node:path';
import type { NamesInstance } from '../families/family.js';
import { monotonicS } from '../runs/clock.js';
import type { Fault, Refused } from '../instances/fault.js';
import { bound as boundOf, type BoundAnswer } from '../workbench/bound.js';
import { compare as compareOf } from '../workbench/compare.js';
import { check as checkOf, type Checked } from '../workbench/check.js';
import { list as listOf, type Listing } from '../workbench/list.js';
import { open as openOf, type OpenedInstance } from '../workbench/open.js';
import type { PlanSource } from '../workbench/read-plan.js';
import { outputFault } from '../workbench/places.js';
import { filesOfSolve, solve as solveOf, type SolveAnswer } from '../workbench/solve.js';
import type { StudyAnswer } from '../workbench/study.js';
import { validate as validateOf, type ValidateAnswer } from '../workbench/validate.js';
import { explain as explainOf, type ExplainAnswer } from '../workbench/explain.js';
import type {
  BoundOptions,
  CheckOptions,
  CompareOptions,
  ExplainOptions,
  Memory,
  OpenOptions,
  SolveOptions,
} from './options.js';
import { instanceOfCall, packageDirectory } from './package-directory.js';
import { answered, nameFaults, prepared } from './prepared.js';
import { surroundingsOf } from './surroundings.js';
import { BOUND_RULES, CALL, CHECK_RULES, COMPARE_RULES, EXPLAIN_RULES, OPEN_RULES, SOLVE_RULES } from './rules.js';

/** Returns an empty cache for several calls on the same files. The files must not change between the calls. */
export function memory(): Memory {
  return new Map();
}

/** A plan as in plan.json, with the fields that all families have and those of its own family (docs/results.md). */
export type Plan = NamesInstance & Readonly<Record<string, unknown>>;

/** Result of `solve`. */
export interface Solved extends Omit<SolveAnswer, 'plan'> {
  /** The plan; null if the run found none. */
  readonly plan: Plan | null;
}

/** Result of `list`, if the folder was valid. */
export interface Listed extends Listing {
  readonly ok: true;
}

/** Result of `bound`: a proven bound, or why there is none. */
export interface Bounded extends Pick<BoundAnswer, 'ok' | 'ended' | 'record' | 'lines'> {
  /**
   * `infeasible`: it is proven that no plan is feasible. `stopped`: the run was stopped before it proved anything.
   * `empty`: the run was completed but proved nothing.
   */
  readonly ended: 'proven' | 'infeasible' | 'stopped' | 'empty';
}

/**
 * Reads and validates an instance file, without solving it. Returns its family, name, digest, counts and warnings, or
 * all its faults.
 *
 * @param instance - Path of an instance file, or the name of a bundled instance such as `tiny-two-node-types` or
 * `geo/tiny-colocation`.
 * @param options - Permissions.
 * @returns A description of the instance, or `{ ok: false, faults }`.
 */
export function open(instance: string, options: OpenOptions = {}): Promise<OpenedInstance | Refused> {
  return prepared('open', instance, options, OPEN_RULES, ({ file }) => openOf(file));
}

/**
 * Validates several instance files. Returns a record for each file. If any file is refused, returns the faults of all
 * refused files instead.
 *
 * @param instances - Paths of instance files, or names of bundled instances.
 */
export async function validate(instances: readonly string[]): Promise<ValidateAnswer> {
  const unnamed = Array.isArray(instances) ? instances.flatMap(nameFaults) : nameFaults(undefined);
  if (unnamed.length > 0) return { ok: false, faults: unnamed };
  const found = instances.map(instanceOfCall);
  const faults = found.flatMap((one) => (one.ok ? [] : one.faults));
  if (faults.length > 0) return { ok: false, faults };
  return answered({}, () => validateOf(found.flatMap((one) => (one.ok ? [one.path] : []))));
}

/** Returns the methods, the LP engines, and the bundled instances, which are not validated. */
export function list(): Promise<Listed>;
/**
 * Returns the methods, the LP engines, and the instances in a folder.
 *
 * @param directory - Path of a folder with a subfolder for each family, as in `instances/` of the package.
 */
export function list(directory: string): Promise<Listed | Refused>;
export async function list(directory: unknown = join(packageDirectory(), 'instances')): Promise<Listed | Refused> {
  if (typeof directory === 'string' && directory !== '') return { ok: true, ...(await listOf(directory)) };
  const remedy = 'Name one, or leave it out for the bundled instances.';
  const fault = { file: CALL, path: 'directory', value: directory, allowed: 'the path of a directory', remedy };
  return { ok: false, faults: [fault] };
}

/**
 * Solves an instance. Returns the best plan that a method finds, a proven bound, and the verdict of the independent
 * checker. `record` is what `plenum solve --json` prints (docs/results.md); `text` is the same for people.
 *
 * `ended` is `solved`, `noFeasiblePlan` (see `record.infeasibility` or `record.violations`), `stopped` (before there
 * was a plan), or `failed` (an error in the program).
 *
 * @param instance - Path of an instance file, or the name of a bundled instance.
 * @param options - Method, limits, options of the family, and output folder.
 * @returns The answer, or `{ ok: false, faults }` if the input was refused before any work. With `stopped: true` the
 * input is not known to be faulty: the time limit passed before it was read completely.
 * @throws Error only on an error in the program; invalid input, full disks and missing LP engines are faults
 */
export function solve(instance: string, options: SolveOptions = {}): Promise<Solved | Refused> {
  return prepared<Solved>('solve', instance, options, SOLVE_RULES, async ({ file, words }) => {
    // What was judged are the options' own fields: others do not count.
    const own = { ...options };
    const { seed = 1, workLimit = null, bound: withBound = true, out = null, baseline = null, overwrite = false } = own;
    const { memory: kept } = own;
    if (out !== null) {
      const { inputs, outputs } = filesOfSolve(file, words, out);
      const read = baseline === null ? inputs : [...inputs, baseline];
      const inTheWay = outputFault('--out', outputs, { inputs: read, force: overwrite });
      if (inTheWay !== null) return { ok: false, faults: [inTheWay] };
    }
    const { timeLimitS, ...surroundings } = surroundingsOf(own);
    const limits = { timeLimitS, workLimit };
    // One abort asks for an early end; only a person at a terminal asks twice.
    const interruptedTwice = (): boolean => false;
    const answer = await solveOf({
      ...surroundings,
      interruptedTwice,
      file,
      words,
      seed,
      limits,
      withBound,
      out,
      baseline,
      ...(kept === undefined ? {} : { kept }),
    });
    return answer.ok ? { ...answer, plan: answer.plan as Plan | null } : answer;
  });
}

/**
 * Checks a plan from any source. Returns its objective and every violated limit with the amount of violation. The
 * checker shares no code with the methods. `record.feasible` is the verdict. A plan that cannot be evaluated is refused
 * with its faults.
 *
 * @param instance - Path of an instance file, or the name of a bundled instance.
 * @param plan - Path of a plan file, or the plan itself.
 * @param options - Options of the family.
 */
export function check(instance: string, plan: string | Plan, options: CheckOptions = {}): Promise<Checked | Refused> {
  return prepared('check', instance, options, CHECK_RULES, async ({ file, words }) => {
    const source = planSource(plan);
    return 'faults' in source ? { ok: false, ...source } : checkOf({ file, ...source, words, nowS: monotonicS });
  });
}

/**
 * Returns a proven bound on all plans of an instance, without making a plan. `ended` is `proven`, `infeasible` (no plan
 * keeps the limits), `stopped` (before anything was proven) or `empty` (nothing was proven although the run was not
 * stopped).
 *
 * @param instance - Path of an instance file, or the name of a bundled instance.
 * @param options - Limits, and options of the family.
 */
export function bound(instance: string, options: BoundOptions = {}): Promise<Bounded | Refused> {
  return prepared('bound', instance, options, BOUND_RULES, ({ file, words }) =>
    boundOf({ ...surroundingsOf({ ...options }), file, words }),
  );
}

/**
 * Explains why an instance has no plan. `record.infeasibility` is null if it has one. `record.details` has:
 * - `brokenLimits`: every limit that cannot be kept.
 * - `conflict`: an irreducible set of limits that cannot be kept together.
 * - `fixes`: the smallest changes after which a plan exists, each tested.
 * - `wanted`, with the option `wantedReward`: how far a limit must move before a plan earns that reward.
 * - `demand`, with the option `serve`: which limits must move before a plan serves that much.
 * - `plan`, with a plan: what heats an inlet, what is not served, and the marginal value of the power cap.
 *
 * @param instance - Path of an instance file, or the name of a bundled instance.
 * @param options - The plan, limits that may not move, costs of moving limits, a wanted reward, demanded service, and
 * time limits.
 */
export function explain(instance: string, options: ExplainOptions = {}): Promise<ExplainAnswer | Refused> {
  return prepared('explain', instance, options, EXPLAIN_RULES, async ({ file, words }) => {
    const { plan, ...surroundings } = { ...options };
    const source = plan === undefined ? null : planSource(plan);
    if (source !== null && 'faults' in source) return { ok: false, ...source };
    return explainOf({ ...surroundingsOf(surroundings), file, words, plan: source });
  });
}

/**
 * Compares methods over trials with different seeds. Returns confidence intervals of means and differences, and a
 * proven bound for each trial. `record` is what `plenum compare --json` prints: figures of the best plan, and all runs
 * in `details` (docs/studies/comparing.md).
 *
 * @param instance - Path of an instance file, or the name of a bundled instance.
 * @param methods - Labels such as `greedy` or `greedy:naive`, at least one.
 * @param options - Number of trials, limits of each run, options of the family, and output folder.
 */
export function compare(
  instance: string,
  methods: readonly string[],
  options: CompareOptions = {},
): Promise<StudyAnswer | Refused> {
  return prepared('compare', instance, options, COMPARE_RULES, async ({ file, words }) => {
    if (!Array.isArray(methods) || methods.length === 0 || methods.some((one) => typeof one !== 'string')) {
      const allowed = 'a list of labels of methods';
      return { ok: false, faults: [{ file: CALL, path: 'methods', value: methods, allowed, remedy: 'Name one.' }] };
    }
    const { reference, trials = 5, seed = 1, variants = false, workers = 1, out = null, overwrite = false } = options;
    const { timeLimitS, ...surroundings } = surroundingsOf(options);
    const workLimit = options.workLimit ?? null;
    return compareOf({
      ...surroundings,
      interruptedTwice: () => false,
      onNote: options.onNote ?? (() => undefined),
      file,
      words,
      methods,
      reference,
      trials,
      seed,
      variants,
      workers,
      out,
      overwrite,
      limits: { timeLimitS, workLimit },
    });
  });
}

/** Returns the plan of a call (file or object), or a fault if it is neither. */
function planSource(plan: unknown): PlanSource | { readonly faults: readonly Fault[] } {
  if (typeof plan === 'string') return { planFile: plan };
  const planText = jsonOf(plan);
  if (planText !== null) return { planFile: 'plan', planText };
  const allowed = 'the path of a plan.json, or what JSON can hold of one';
  return { faults: [{ file: CALL, path: 'plan', value: typeof plan, allowed, remedy: 'Name a plan.' }] };
}

/** Returns a value as JSON; null if it cannot be written. */
function jsonOf(value: unknown): string | null {
  try {
    const text: unknown = JSON.stringify(value);
    return typeof text === 'string' ? text : null;
  } catch {
    return null;
  }
}
