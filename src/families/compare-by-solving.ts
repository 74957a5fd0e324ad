import { currencyOf } from '../../models/units.js';
import type { Value, Values } from '../experiments/record.js';
import { formatFaults, type Refused, refused } from '../instances/fault.js';
import { comparedFigures } from '../reports/figures.js';
import { runDriver } from '../runs/control.js';
import type { TrajectoryPoint } from '../runs/result.js';
import { keysOf, ON_OBJECTIVE } from '../studies/compare/certificates.js';
import type { Certificates, Comparison } from '../studies/compare/comparison.js';
import { BOUND } from '../studies/compare/runs.js';
import { type Ended, endOfSearch, NOTHING } from '../studies/plan/ended.js';
import type { RunOutcome } from '../studies/plan/record.js';
import type { RunIdentity } from '../studies/plan/run.js';
import type {
  ComparedFamily,
  CompareOfFamily,
  Contested,
  OpenedComparison,
  RunSurroundings,
  SweptMore,
} from './compare.js';
import { type Contest, contestantsOf } from './contestants.js';
import { type Family, type FamilyParts, isRefused, type Opened, type Words } from './family.js';
import { optionFault, seedsFault } from './words.js';

/** Loads the code with which `compare` runs the methods of a family; null if the family cannot be compared. */
export async function comparisonsOfFamily(family: Family): Promise<CompareOfFamily | null> {
  return (await family.load()).use((parts) => compareBySolving(family, parts));
}

/**
 * Code of a family that `compare` uses: its verbs `open`, `solve` and `bound`, and its declarations for comparisons.
 */
export type ComparedParts<Instance extends Opened> = Pick<
  FamilyParts<Instance, never, never>,
  'open' | 'solve' | 'bound' | 'compare'
>;

/** A family's declarations for comparisons together with its code, with defaults filled in. */
export type Comparing<Instance extends Opened> = Omit<ComparedFamily<Instance>, keyof Contest> &
  Contest &
  Required<ComparedParts<Instance>> & { readonly better: Family['better']; readonly certificates: Certificates };

/**
 * Returns the code with which `compare` runs the methods of a family; null if the family cannot be compared. A run
 * calls the family's own `solve` or `bound`, on the instance or on a seeded variant of it.
 */
export function compareBySolving<Instance extends Opened>(
  declared: Pick<Family, 'methods' | 'options' | 'better'>,
  parts: ComparedParts<Instance>,
): CompareOfFamily | null {
  const family = comparingFamily(declared, parts);
  if (family === null) return null;
  const { variants: own, choicesOf, options } = family;
  return {
    ...family.compare,
    readWords: (asked) => {
      const given = Object.entries(asked.words);
      const words = Object.fromEntries(
        given.filter(([name, value]) => name in options && value !== undefined && value !== false),
      );
      const read = contestantsOf(family, asked.methods, words);
      const boundWords = family.boundWords?.(words, read.ok ? read.contestants : []) ?? words;
      if (isRefused(boundWords)) return boundWords;
      if (!read.ok) return read;
      if (read.unheeded !== null) return refused(read.unheeded);
      if (asked.variants && typeof own === 'string') {
        return refused(optionFault('--vary', true, 'no variants of this family', own));
      }
      const tooLarge = seedsFault(asked, typeof own === 'string' ? undefined : own.mostSeed);
      if (tooLarge !== null) return refused(tooLarge);
      return { ok: true, words, boundWords, isRunOnce: (label) => isRunOnce(family, label, asked) };
    },
    open: ({ file, words, methods, variants }, shouldStop) => {
      const opened = openedFor(family, file, words, shouldStop);
      if (!opened.ok) return opened;
      const varied = variants && typeof own !== 'string' ? own : null;
      const unvaried = varied?.fault?.(opened) ?? null;
      if (unvaried !== null) return refused({ file, ...unvaried });
      const read = contestantsOf(family, methods, words, choicesOf && ((one) => choicesOf(opened, one)));
      if (!read.ok) return read;
      return contestOn(family, { file, opened, words, variants, contestants: read.contestants });
    },
  };
}

/** Returns a family's declarations for comparisons together with its code; null if it cannot be compared. */
export function comparingFamily<Instance extends Opened>(
  { methods, options, better }: Pick<Family, 'methods' | 'options' | 'better'>,
  { open, solve, bound, compare }: ComparedParts<Instance>,
): Comparing<Instance> | null {
  if (solve === undefined || bound === undefined || compare === undefined) return null;
  const certificates = { main: ON_OBJECTIVE, others: [], parts: [], ...compare.certificates };
  return { methods, ...compare, open, solve, bound, compare, options, better, certificates };
}

/** Opens an instance on which methods can be compared. */
export function openedFor<Instance extends Opened>(
  { open, fits }: Pick<Comparing<Instance>, 'open' | 'fits'>,
  file: string,
  words: Words,
  shouldStop: () => boolean,
): Instance | Refused {
  const opened = open(file, { words, phase: () => undefined, shouldStop });
  const fit = opened.ok ? (fits?.(opened, file) ?? opened) : opened;
  return fit.ok ? opened : fit;
}

/** Returns the rules by which contestants are compared on an instance, and the function that makes their runs. */
export function contestOn<Instance extends Opened>(
  family: Comparing<Instance>,
  contested: Contested<Instance>,
): OpenedComparison {
  const { variants: own, fresh = (opened) => opened, sweep } = family;
  const { file, opened, words, variants } = contested;
  let last: { readonly seed: number; readonly variant: Instance } | null = null;
  // The other methods of a trial run on the same variant.
  const trialOf = (seed: number): Instance => {
    if (!variants || typeof own === 'string') return opened;
    if (last?.seed !== seed) last = { seed, variant: orThrown(own.drawn(opened, seed, contested)) };
    return last.variant;
  };
  return {
    ok: true,
    comparison: comparisonOf(family, contested),
    run: async (run, around) => {
      const { variant = run.seed, field, words: ofSetting } = run.more as Partial<SweptMore>;
      const drawn = trialOf(variant);
      const changed = field === undefined ? drawn : orThrown(sweep!.withField!(drawn, field, file));
      const trial = { ...contested, opened: fresh(changed), words: ofSetting ?? { ...run.options, ...words } };
      return run.method === BOUND ? boundRun(family, trial, run, around) : methodRun(family, trial, run, around);
    },
  };
}

/**
 * Returns true if one run of the method is enough for all trials. This is so if the method draws no random numbers and
 * all trials use the same instance.
 */
function isRunOnce(
  { methods }: Pick<Contest, 'methods'>,
  label: string,
  { variants }: Pick<Contested<unknown>, 'variants'>,
): boolean {
  return !variants && methods.find(({ name }) => name === label.split(':')[0])?.stochastic === false;
}

/**
 * Returns `read` unchanged. The request was validated before, so that a refusal is unexpected.
 *
 * @throws RangeError if `read` is a refusal
 */
function orThrown<Read extends { readonly ok: true }>(read: Read | Refused): Read {
  if (!read.ok) throw new RangeError(formatFaults(read.faults));
  return read;
}

async function methodRun<Instance extends Opened>(
  family: Comparing<Instance>,
  { opened, file, words }: Contested<Instance>,
  { method, seed, budget, more }: RunIdentity,
  { nowS, interrupted, interruptedTwice, onProgress }: RunSurroundings,
): Promise<Ended> {
  const { solve, better, certificates, isWarnedByFigures = false } = family;
  const isLabelled = more['words'] === undefined;
  const asked = isLabelled
    ? orThrown(contestantsOf(family, [method!], words)).contestants[0]!.words
    : (solve.readWords?.(words) ?? words);
  const reported: TrajectoryPoint[] = [];
  const answer = orThrown(
    await solve.solve({
      file,
      opened,
      words: asked as Words,
      seed,
      limits: budget,
      withBound: isBoundPerRun(family, opened),
      nowS,
      interrupted,
      interruptedTwice,
      onProgress: (point) => {
        reported.push(point);
        onProgress(point, solve.progressUnit);
      },
    }),
  );
  const { result, rules, trajectory, compared } = answer;
  const unknown = new Set<string>(result.violations.map(({ constraint }) => constraint));
  for (const constraint of solve.unknownToSome) unknown.delete(constraint);
  const warning = unknown.size === 0 ? [] : [`the checker finds ${[...unknown].join(', ')}`];
  return endOfSearch({
    result: { ...result, warnings: [...(isWarnedByFigures ? [] : result.warnings), ...warning] },
    better,
    rules,
    points: trajectory === undefined ? reported : trajectory,
    values: { ...certificatesIn(result, certificates, 'planFrom'), ...compared?.() },
  });
}

/** Makes the run that proves the common bound. It has no time or step limit, but Ctrl-C ends it. */
async function boundRun<Instance extends Opened>(
  { bound: own, better, certificates }: Comparing<Instance>,
  { opened, words }: Contested<Instance>,
  { seed }: RunIdentity,
  { onProgress, ...around }: RunSurroundings,
): Promise<Ended> {
  const driver = runDriver({
    ...around,
    limits: { timeLimitS: null, workLimit: null },
    onProgress: (point) => {
      onProgress(point, own.progressUnit);
    },
  });
  const startS = around.nowS();
  const proven = await own.prove(opened, driver, { ...words, seed });
  const { bound, isEmpty, boundScope, objectiveUnit, infeasibility, details } = proven;
  const outcome: RunOutcome = {
    ...NOTHING,
    termination: driver.stopReason ?? 'finished',
    better,
    objectiveUnit,
    bound: isEmpty === true ? null : bound,
    boundScope: boundScope === '' ? null : boundScope,
    infeasibility: infeasibility?.record ?? null,
    work: { steps: driver.steps },
    values: certificatesIn(details, certificates),
  };
  return { outcome, timeS: { bound: around.nowS() - startS }, trajectoryTimeS: [], plan: null };
}

/**
 * Returns the values of `record` under the keys of `certificates` (proven bounds) and under the keys `others`. The
 * bound on the objective is left out, because the outcome of the run already has it.
 */
function certificatesIn(record: object, certificates: Certificates, ...others: readonly string[]): Values {
  const all = record as Readonly<Record<string, Value | undefined>>;
  const keys = [...keysOf(certificates).filter((key) => key !== ON_OBJECTIVE.key), ...others];
  return Object.fromEntries(keys.flatMap((key) => (all[key] == null ? [] : [[key, all[key]] as const])));
}

/**
 * Returns true if the family has no bound that holds for all plans of this instance. Each run is then compared with its
 * own bound.
 */
function isBoundPerRun<Instance extends Opened>({ bound }: Comparing<Instance>, opened: Instance): boolean {
  return bound.unknownOf !== undefined && bound.unknownOf(opened, '') !== null;
}

/** Returns the rules by which the runs of this family are compared on this instance. */
function comparisonOf<Instance extends Opened>(
  family: Comparing<Instance>,
  contested: Contested<Instance>,
): Comparison {
  const { certificates, better, objectiveUnit } = family;
  const { opened, contestants, variants } = contested;
  const { name, currency } = opened.instance as { readonly name: string; readonly currency?: string };
  const inCurrency = (unit: string): string => unit.replace('USD', currencyOf({ currency }));
  const { facts, ...rating } = family.rating?.(contested) ?? {};
  const perRun = isBoundPerRun(family, opened);
  return {
    instance: name,
    currency,
    warnings: opened.warnings,
    objectiveUnit: inCurrency(objectiveUnit),
    better,
    boundsPer: variants ? 'trial' : 'instance',
    isRunOnce: (label) => isRunOnce(family, label, contested),
    isBoundPerRun: perRun,
    against: () => ({}),
    ...rating,
    figures: comparedFigures(family.figures),
    certificates: {
      ...certificates,
      others: certificates.others.map((one) => (one.unit === undefined ? one : { ...one, unit: inCurrency(one.unit) })),
    },
    asked: (label) => contestants.find((one) => one.label === label)!.asked,
    facts: (runs) => ({ ...(perRun ? { boundPerRun: true } : {}), ...facts?.(runs) }),
  };
}
