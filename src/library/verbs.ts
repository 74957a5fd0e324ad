import { join } from 'node:path';
import type { NamesInstance } from '../families/family.js';
import { monotonicS } from '../runs/clock.js';
import type { Fault, Refused } from '../instances/fault.js';
import { bound as boundOf, type BoundAnswer } from '../workbench/bound.js';
import { compare as compareOf, type CompareAnswer, filesOfCompare } from '../workbench/compare.js';
import { check as checkOf, type Checked } from '../workbench/check.js';
import { list as listOf, type Listing } from '../workbench/list.js';
import { open as openOf, type OpenedInstance } from '../workbench/open.js';
import type { PlanSource } from '../workbench/read-plan.js';
import { outputFault } from '../workbench/places.js';
import { filesOfSolve, solve as solveOf, type SolveAnswer } from '../workbench/solve.js';
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
import { packageDirectory } from './package-directory.js';
import { answered, nameFaults, prepared } from './prepared.js';
import { surroundingsOf } from './surroundings.js';
import { instancePath } from '../workbench/instance-path.js';
import { BOUND_RULES, CALL, CHECK_RULES, COMPARE_RULES, EXPLAIN_RULES, OPEN_RULES, SOLVE_RULES } from './rules.js';

/** Returns an empty memory, for calls on files that do not change meanwhile. */
export function memory(): Memory {
  return new Map();
}

/** A plan in the form of plan.json: fields of all families, and the family's own (docs/results.md). */
export type Plan = NamesInstance & Readonly<Record<string, unknown>>;

/** Answer of `solve`. */
export interface Solved extends Omit<SolveAnswer, 'plan'> {
  /** The plan found; null if there is none. */
  readonly plan: Plan | null;
}

/** A listing that was not refused. */
export interface Listed extends Listing {
  readonly ok: true;
}

/** A proven bound, or the reason why there is none. */
export interface Bounded extends Pick<BoundAnswer, 'ok' | 'ended' | 'record' | 'lines'> {
  /** How the proof ended; `empty` if nothing was proven although nobody stopped it. */
  readonly ended: 'proven' | 'infeasible' | 'stopped' | 'empty';
}

/**
 * Reads and judges an instance file. Returns its family, name, digest, counts and warnings, or all its faults. Solves
 * nothing.
 *
 * @param instance - Path of an instance file, or the name of a bundled instance such as `tiny-two-node-types` or
 * `geo/tiny-colocation`. @param options - What the instance may name. @returns The instance described, or `{ ok: false,
 * faults }`.
 */
export function open(instance: string, options: OpenOptions = {}): Promise<OpenedInstance | Refused> {
  return prepared('open', instance, options, OPEN_RULES, ({ file }) => openOf(file));
}

/**
 * Judges several instance files. Returns a record of each, or the faults of all that are refused.
 *
 * @param instances - Paths or bundled names.
 */
export async function validate(instances: readonly string[]): Promise<ValidateAnswer> {
  const unnamed = Array.isArray(instances) ? instances.flatMap(nameFaults) : nameFaults(undefined);
  if (unnamed.length > 0) return { ok: false, faults: unnamed };
  const found = instances.map((one) => instancePath(one, packageDirectory(), process.cwd()));
  const faults = found.flatMap((one) => (one.ok ? [] : [{ file: CALL, ...one.fault, path: 'instance' }]));
  if (faults.length > 0) return { ok: false, faults };
  return answered({}, () => validateOf(found.flatMap((one) => (one.ok ? [one.path] : []))));
}

/** Returns the methods, the LP engines, and the bundled instances, which are described but not judged. */
export function list(): Promise<Listed>;
/**
 * Returns the methods, the LP engines, and the instances in the families' folders of a directory.
 *
 * @param directory - Path of a directory laid out as `instances/` of the package is.
 */
export function list(directory: string): Promise<Listed | Refused>;
export async function list(directory: unknown = join(packageDirectory(), 'instances')): Promise<Listed | Refused> {
  if (typeof directory === 'string' && directory !== '') return { ok: true, ...(await listOf(directory)) };
  const remedy = 'Name one, or leave it out for the bundled instances.';
  const fault = { file: CALL, path: 'directory', value: directory, allowed: 'the path of a directory', remedy };
  return { ok: false, faults: [fault] };
}

/**
 * Returns the best plan that a method finds, the proven bound on every other, and the independent checker's verdict.
 *
 * `ended` says what became of the run: `solved`; `noFeasiblePlan` (what stands in the way is in `record.infeasibility`
 * or `record.violations`); `stopped` before there was a plan; `failed`, a mistake in the program. `record` is what
 * `plenum solve --json` prints (docs/results.md), `text` the same for people.
 *
 * @param instance - Path of an instance file, or the name of a bundled instance.
 * @param options - Method, limits, choices of the family, and where to write. @returns The answer, or `{ ok: false,
 * faults }` where the input was refused before any work. With `stopped: true` nothing is wrong with it: time was up
 * before there was a fault to solve.
 * @throws Error on a mistake in the program alone; bad input, full disks and missing LP engines are faults.
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
 * Returns the independent checker's verdict on a plan, whoever made it: its value, and every limit that it breaks with
 * the amount. It shares no code with the methods. `record.feasible` is the verdict; a plan that cannot be judged is
 * refused with its faults.
 *
 * @param instance - Path of an instance file, or the name of a bundled instance.
 * @param plan - Path of a plan.json, or the plan itself.
 * @param options - Choices of the family.
 */
export function check(instance: string, plan: string | Plan, options: CheckOptions = {}): Promise<Checked | Refused> {
  return prepared('check', instance, options, CHECK_RULES, async ({ file, words }) => {
    const source = planSource(plan);
    return 'faults' in source ? { ok: false, ...source } : checkOf({ file, ...source, words, nowS: monotonicS });
  });
}

/**
 * Returns a proven bound on all plans of an instance, without making a plan. `ended` is `proven`, `infeasible` (no plan
 * keeps the limits), `stopped` (before anything was proven) or `empty` (nothing was proven although nobody stopped it).
 *
 * @param instance - Path of an instance file, or the name of a bundled instance. @param options - Limits and choices of
 * the family.
 */
export function bound(instance: string, options: BoundOptions = {}): Promise<Bounded | Refused> {
  return prepared('bound', instance, options, BOUND_RULES, ({ file, words }) =>
    boundOf({ ...surroundingsOf({ ...options }), file, words }),
  );
}

/**
 * Returns the reasons why an instance has no plan: every broken limit, an irreducible set of limits that cannot be kept
 * together, and the least changes after which a plan exists, each tested (`record.details`: `brokenLimits`, `conflict`,
 * `fixes`). `record.infeasibility` is null where a plan exists. With `wantedReward` also how far a limit must move
 * before a plan earns it (`wanted`), with `serve` what must give way before a plan serves that much (`demand`), and
 * with a plan what heats an inlet of it, what it does not serve, and what more cap is worth (`plan`).
 *
 * @param instance - Path of an instance file, or the name of a bundled instance. @param options - The plan, limits that
 * may not move, prices, a wanted reward, service demanded, and limits of time.
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
 * Compares methods over seeded trials, with one proven bound per trial, and intervals of means and differences.
 * `record` is what `plenum compare --json` prints: the best plan's figures, all runs under `details`
 * (docs/studies/comparing.md).
 *
 * @param instance - Path of an instance file, or the name of a bundled instance. @param methods - Labels such as
 * `greedy` or `greedy:naive`, at least one. @param options - Trials, limits of each run, choices of the family, and
 * where to write.
 */
export function compare(
  instance: string,
  methods: readonly string[],
  options: CompareOptions = {},
): Promise<CompareAnswer | Refused> {
  return prepared('compare', instance, options, COMPARE_RULES, async ({ file, words }) => {
    if (!Array.isArray(methods) || methods.length === 0 || methods.some((one) => typeof one !== 'string')) {
      const allowed = 'a list of labels of methods';
      return { ok: false, faults: [{ file: CALL, path: 'methods', value: methods, allowed, remedy: 'Name one.' }] };
    }
    const { reference, trials = 5, seed = 1, variants = false, workers = 1, out = null, overwrite = false } = options;
    const inTheWay =
      out === null ? null : outputFault('--out', filesOfCompare(out), { inputs: [file], force: overwrite });
    if (inTheWay !== null) return { ok: false, faults: [inTheWay] };
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
      limits: { timeLimitS, workLimit },
    });
  });
}

/** Returns the plan that a call gives, as a file or directly; a fault if it is neither. */
function planSource(plan: unknown): PlanSource | { readonly faults: readonly Fault[] } {
  if (typeof plan === 'string') return { planFile: plan };
  const planText = jsonOf(plan);
  if (planText !== null) return { planFile: 'plan', planText };
  const allowed = 'the path of a plan.json, or what JSON can hold of one';
  return { faults: [{ file: CALL, path: 'plan', value: typeof plan, allowed, remedy: 'Name a plan.' }] };
}

/** Returns the JSON of a value; null if it has none. */
function jsonOf(value: unknown): string | null {
  try {
    const text: unknown = JSON.stringify(value);
    return typeof text === 'string' ? text : null;
  } catch {
    return null;
  }
}
