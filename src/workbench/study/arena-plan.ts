import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { Family } from '../../families/family.js';
import { didYouMean } from '../../instances/nearest-name.js';
import { COMMAND_LINE, type Fault, type Refused, refused } from '../../instances/fault.js';
import { readShare, SHARES_ALLOWED, type Uncertainty, uncertainField } from '../../instances/uncertainty.js';
import { casesNeeded } from '../../studies/analysis/advice-tests.js';
import type { RunRecord } from '../../studies/plan/record.js';
import type { WrittenStudy } from '../../studies/plan/schema.js';
import { type Budget, STUDY_FORMAT, STUDY_FORMAT_VERSION } from '../../studies/plan/study.js';
import { executeRun } from './execute.js';

/**
 * Time limit of the timed test run of the default method, s, from which an arena (comparison of methods) chooses
 * budgets.
 */
const MAX_FIRST_RUN_S = 10;
/** Minimum time budget that an arena chooses, s. Our choice: with less, runs mostly read the instance. */
const MIN_BUDGET_S = 0.1;
/** Maximum estimated time of an arena without the user's confirmation, s. Our choice: people can wait this long. */
export const MAX_ARENA_S = 600;
/** Minimum number of instance variants by default. */
const MIN_VARIANTS = 12;
/**
 * Number of variants beyond those that tests need. Our choice: a method may lose in one case and still be recommended.
 */
const SPARE_VARIANTS = 2;
/** Significance level of the tests of a recommendation. */
const ALPHA = 0.05;

/**
 * Returns the uncertainty of fields from which variants are drawn: the family's usual one for fields that exist,
 * changed by the user's entries. An entry of 0 removes a field.
 */
export function arenaUncertainty(family: Family, raw: unknown, asked: readonly string[]): Uncertainty | Refused {
  const fields = new Map<string, number | 'drawn'>();
  for (const [field, share] of Object.entries(family.uncertain ?? {})) {
    const found = uncertainField(field, raw);
    if (!('fault' in found)) fields.set(found.field, share);
  }
  const faults: Fault[] = [];
  for (const word of asked) {
    const at = word.lastIndexOf('=');
    const [name, written] = [word.slice(0, Math.max(0, at)).trim(), word.slice(at + 1).trim()];
    const share = readShare(written);
    const found = uncertainField(name, raw);
    const wrong = (allowed: string, remedy: string): void => {
      faults.push({ file: COMMAND_LINE, path: '--uncertainty', value: word, allowed, remedy });
    };
    if (at < 1 || share === null) wrong(`a field and ${SHARES_ALLOWED}: limits.powerCapW=±10 %`, 'Correct it.');
    else if ('fault' in found) wrong('a field of the instance with a number', `Correct the name: ${found.fault}.`);
    else if (share === 0) fields.delete(found.field);
    else fields.set(found.field, share);
  }
  if (faults.length === 0 && fields.size === 0) {
    const allowed = 'at least one field that is uncertain: the usual ones of the family are not in this instance';
    const remedy = 'Name one, e.g. --uncertainty "limits.powerCapW=±10 %".';
    faults.push({ file: COMMAND_LINE, path: '--uncertainty', value: asked.join(', '), allowed, remedy });
  }
  return faults.length > 0 ? { ok: false, faults } : Object.fromEntries(fields);
}

/** Results of short test runs on the instance, before an arena (comparison of methods). */
export interface FirstRuns {
  /** Methods that can run on the instance, in the family's order. */
  readonly methods: readonly string[];
  /** Methods that cannot run on the instance, with the reasons. */
  readonly leftOut: readonly { readonly method: string; readonly why: string }[];
  /** Time of a run of the default method, s, at most about MAX_FIRST_RUN_S. */
  readonly defaultS: number;
  /** Time of a run of one step, s: mostly to read the instance. */
  readonly loadS: number;
  /** Time to compute a separate bound, s; 0 if none is needed. */
  readonly boundS: number;
  /** True if the default method can run and proves a bound, so that no run needs a separate one. */
  readonly hasBound: boolean;
  /** Number of steps of the default method's run. */
  readonly steps: number;
}

/** Makes the test runs: for every method a run of a single step, and for the default method a timed run. */
export async function firstRuns(
  file: string,
  family: Family,
  asked: readonly string[] | null,
  version: string,
  families: readonly Family[],
): Promise<FirstRuns | Refused> {
  const known = family.methods.map(({ name }) => name);
  const unknown = asked?.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const remedy = `${didYouMean(unknown, known)}Choose methods for ${family.name} instances.`;
    return refused({ file: COMMAND_LINE, path: '--methods', value: unknown, allowed: known.join(', '), remedy });
  }
  const run = (method: string | null, budget: Budget, bound: boolean): Promise<RunRecord> =>
    firstRun({ file, family: family.name, method, budget, bound, version }, families);
  const methods: string[] = [];
  const leftOut: { method: string; why: string }[] = [];
  let loadS = 0;
  for (const method of asked ?? known) {
    const own = await run(method, { timeLimitS: MAX_FIRST_RUN_S, workLimit: 1 }, false);
    const why = own.outcome.failure?.message ?? null;
    if (why === null) methods.push(method);
    else leftOut.push({ method, why: reasonIn(why) });
    if (why === null) loadS = Math.max(loadS, totalOf(own));
  }
  // Timed once its modules are loaded.
  if (methods.length < 2 || (asked !== null && leftOut.length > 0)) {
    const why = leftOut.map((one) => `${one.method}: ${one.why}`).join('; ');
    const allowed = 'at least two methods that can run on the instance';
    const remedy = `Name others of ${known.join(', ')}.${why === '' ? '' : ` (${why})`}`;
    return refused({ file: COMMAND_LINE, path: '--methods', value: (asked ?? methods).join(','), allowed, remedy });
  }
  const timed = { timeLimitS: MAX_FIRST_RUN_S, workLimit: null };
  const first = await run(null, timed, false);
  const { failure, bound } = first.outcome;
  if (failure !== null) {
    const remedy = 'Solve it by itself first: plenum solve says more.';
    return refused({ file, path: '', value: failure.message, allowed: 'an instance that can be solved', remedy });
  }
  // A bound of a method that is not run helps nobody.
  const isRun = family.defaultMethod === undefined && methods.includes(known[0]!);
  const hasBound = bound !== null && isRun;
  const boundS = hasBound ? 0 : totalOf(await run(null, timed, true)) - totalOf(first);
  const steps = first.outcome.work['steps'] ?? 0;
  return { methods, leftOut, defaultS: totalOf(first), loadS, boundS: Math.max(0, boundS), hasBound, steps };
}

async function firstRun(
  asked: { file: string; family: string; method: string | null; budget: Budget; bound: boolean; version: string },
  families: readonly Family[],
): Promise<RunRecord> {
  const { file, family, method, budget, bound, version } = asked;
  const instance = { name: '', sha256: null, generated: null, changes: [] };
  const options = bound ? {} : { bound: false };
  const identity = { verb: 'solve', family, instance, method, options, seed: 1, budget, more: {}, version } as const;
  const run = { key: '', identity, position: 0, cell: {}, file };
  return (await executeRun({ run, place: resolve('.'), plan: false }, families)).record;
}

/** Budgets, number of variants and estimated time of an arena (comparison of methods). */
export interface ArenaSize {
  readonly budgets: readonly Budget[];
  readonly variants: number;
  /** Upper estimate of the time for all runs together, s, from the test runs. */
  readonly estimateS: number;
  /** True if large budgets were left out to keep the time within MAX_ARENA_S. */
  readonly isCapped: boolean;
}

/**
 * Returns the size of an arena (comparison of methods). By default its budgets are three time limits: a quarter of the
 * default method's own time, that time, and four times it, each rounded up to 1, 2 or 5 times a power of ten. The
 * largest budgets are dropped until all runs take at most MAX_ARENA_S or one budget is left.
 */
export function arenaSize(
  first: Pick<FirstRuns, 'methods' | 'defaultS' | 'loadS' | 'boundS' | 'steps'>,
  asked: { readonly budgets: readonly Budget[] | null; readonly variants: number | null; readonly workers: number },
): ArenaSize {
  const { methods, defaultS, loadS, boundS, steps } = first;
  const pairs = (methods.length * (methods.length - 1)) / 2;
  const variantsFor = (budgets: number): number =>
    asked.variants ?? Math.max(MIN_VARIANTS, casesNeeded(pairs * budgets, ALPHA) + SPARE_VARIANTS);
  const stepS = Math.max(0, defaultS - loadS) / Math.max(1, steps);
  const runS = ({ timeLimitS, workLimit }: Budget): number =>
    loadS + boundS + Math.min(timeLimitS ?? Infinity, workLimit === null ? Infinity : workLimit * stepS);
  const estimate = (budgets: readonly Budget[]): number => {
    const all = budgets.reduce((sum, budget) => sum + runS(budget), 0) * methods.length * variantsFor(budgets.length);
    return all / asked.workers;
  };
  if (asked.budgets !== null) {
    const { budgets } = asked;
    return { budgets, variants: variantsFor(budgets.length), estimateS: estimate(budgets), isCapped: false };
  }
  const sizes = [defaultS / 4, defaultS, 4 * defaultS].map((timeS) => roundUp(Math.max(MIN_BUDGET_S, timeS)));
  let budgets: Budget[] = [...new Set(sizes)].map((timeLimitS) => ({ timeLimitS, workLimit: null }));
  const before = budgets.length;
  while (budgets.length > 1 && estimate(budgets) > MAX_ARENA_S) budgets = budgets.slice(0, -1);
  const isCapped = budgets.length < before;
  return { budgets, variants: variantsFor(budgets.length), estimateS: estimate(budgets), isCapped };
}

/** Returns a value rounded up to 1, 2 or 5 times a power of ten. */
function roundUp(value: number): number {
  const power = Math.floor(Math.log10(value) + 1e-9);
  const times = [1, 2, 5, 10].find((one) => one * 10 ** power >= value * (1 - 1e-9))!;
  return Number((times * 10 ** power).toPrecision(3));
}

/** Returns the study file of an arena (comparison of methods). */
export function arenaStudy(asked: {
  readonly name: string;
  /** Name of a bundled instance, or path of the instance relative to the study file. */
  readonly instance: string;
  readonly family: string;
  readonly uncertainty: Uncertainty;
  readonly methods: readonly string[];
  readonly size: Pick<ArenaSize, 'budgets' | 'variants'>;
  readonly seed: number;
  readonly bounds: boolean;
}): WrittenStudy {
  const { name, instance, family, uncertainty, methods, seed, bounds } = asked;
  const { budgets, variants } = asked.size;
  const seeds = variants === 1 ? seed : `${seed}..${seed + variants - 1}`;
  return {
    format: STUDY_FORMAT,
    formatVersion: STUDY_FORMAT_VERSION,
    name: `arena of ${name}`,
    title: `Methods on ${name} and its variants`,
    instances: [{ variants: instance, seeds, uncertainty: { ...uncertainty } }],
    methods: { [family]: [...methods] },
    // A case is a variant with a seed of its own for the methods that draw.
    seeds,
    zip: [['instance', 'seed']],
    budgets: budgets.map(({ timeLimitS, workLimit }) => ({
      ...(timeLimitS === null ? {} : { time: timeLimitS }),
      ...(workLimit === null ? {} : { work: workLimit }),
    })),
    bounds,
  };
}

/**
 * Returns the word for an instance file in a study file: the name of a bundled instance, or the path relative to
 * `folder`.
 */
export function instanceWord(file: string, folder: string, packageDirectory: string): string {
  const bundled = relative(resolve(packageDirectory, 'instances'), resolve(file)).split(sep).join('/');
  if (/^[\w-]+\/[\w.-]+\.json$/.test(bundled)) return bundled.slice(0, -'.json'.length);
  const path = relative(resolve(folder), resolve(file));
  return isAbsolute(path) ? path : path.split(sep).join('/');
}

function totalOf({ machine }: RunRecord): number {
  return machine.timeS['total'] ?? 0;
}

/** Returns the allowed values in a fault's message or, without any, its first line. */
function reasonIn(message: string): string {
  const lines = message.split('\n').map((line) => line.trim());
  const allowed = lines.find((line) => line.startsWith('allowed:'));
  return allowed === undefined ? lines[0]! : `needs ${allowed.slice('allowed:'.length).trim()}`;
}
