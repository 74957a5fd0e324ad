import { currencyOf } from '../../models/units.js';
import type { Value, Values } from '../experiments/record.js';
import { type Fault, formatFaults, type Refused } from '../instances/fault.js';
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
  ComparisonRequest,
  Contestant,
  Contested,
  RunSurroundings,
  Variants,
} from './compare.js';
import { type Contest, contestantsOf } from './contestants.js';
import type { Family, FamilyParts, Opened } from './family.js';
import type { Words } from './options.js';
import { optionFault, seedsFault } from './words.js';

/** Returns the comparisons of a family; null if it declares none. */
export async function comparisonsOfFamily(family: Family): Promise<CompareOfFamily | null> {
  return (await family.load()).use((parts) => compareBySolving(family, parts));
}

/** The verbs of a family of which its comparisons are made. */
type Verbs<Instance extends Opened> = Pick<FamilyParts<Instance, never, never>, 'open' | 'solve' | 'bound'>;

/** A family with all that its comparisons are made of. */
type Comparing<Instance extends Opened> = Omit<ComparedFamily<Instance>, keyof Contest> &
  Contest &
  Required<Verbs<Instance>> & { readonly better: Family['better']; readonly certificates: Certificates };

/**
 * Returns the comparisons of a family; null if it declares none. Their runs are those of the family's own `solve` and
 * `bound`, on one instance or on its seeded variants.
 */
export function compareBySolving<Instance extends Opened>(
  { methods, options, better }: Pick<Family, 'methods' | 'options' | 'better'>,
  { open, solve, bound, compare }: Verbs<Instance> & { readonly compare?: ComparedFamily<Instance> },
): CompareOfFamily | null {
  if (solve === undefined || bound === undefined || compare === undefined) return null;
  const certificates = { main: ON_OBJECTIVE, others: [], parts: [], ...compare.certificates };
  return comparisonsOf({ open, methods, ...compare, options, better, solve, bound, certificates });
}

function comparisonsOf<Instance extends Opened>(family: Comparing<Instance>): CompareOfFamily {
  const { figures, report, methods, options, variants: own, fresh = (opened: Instance) => opened, choicesOf } = family;
  const isRunOnce = (label: string): boolean =>
    methods.find(({ name }) => name === label.split(':')[0])?.stochastic === false;
  return {
    figures,
    ...(report === undefined ? {} : { report }),
    readWords: (given, asked) => {
      const words = Object.fromEntries(
        Object.entries(given).filter(([name, value]) => name in options && value !== undefined && value !== false),
      );
      const wrong = family.wordsFault?.(words) ?? null;
      if (wrong !== null) return refused(wrong);
      const read = contestantsOf(family, asked.methods, words);
      if (!read.ok) return read;
      const fault = read.unheeded ?? variantsFault(own, asked);
      if (fault !== null) return refused(fault);
      return {
        ok: true,
        words,
        boundWords: { ...words, ...family.boundWords?.(read.contestants) },
        isRunOnce: (label) => !asked.variants && isRunOnce(label),
      };
    },
    open: ({ file, words, methods: labels, variants, shouldStop }) => {
      const opened = family.open(file, { words, phase: () => undefined, shouldStop });
      const fits = opened.ok ? family.fits?.(opened, file) : opened;
      if (!opened.ok || fits?.ok === false) return fits as Refused;
      const varied = variants && typeof own !== 'string' ? own : null;
      const unvaried = varied?.fault?.(opened) ?? null;
      if (unvaried !== null) return refused({ file, ...unvaried });
      const read = contestantsOf(family, labels, words, choicesOf && ((one) => choicesOf(opened, one)));
      if (!read.ok) return read;
      let last: { readonly seed: number; readonly variant: Instance } | null = null;
      // The other methods of a trial run on the same variant.
      const trialOf = (seed: number): Instance => {
        if (varied === null) return opened;
        if (last?.seed !== seed) last = { seed, variant: orThrown(varied.drawn(opened, seed, { file, words })) };
        return last.variant;
      };
      const comparison = comparisonOf(family, { opened, words, contestants: read.contestants });
      return {
        ok: true,
        comparison: {
          ...comparison,
          boundsPer: variants ? 'trial' : 'instance',
          isRunOnce: (label) => !variants && isRunOnce(label),
        },
        run: async (run, around) => {
          const trial = { file, opened: fresh(trialOf(run.seed)), words: { ...run.options, ...words } };
          return run.method === BOUND ? boundRun(family, trial, run, around) : methodRun(family, trial, run, around);
        },
      };
    },
  };
}

function refused(fault: Fault): Refused {
  return { ok: false, faults: [fault] };
}

/** Returns the fault of variants that the family does not have; null if none are asked for, or if it has them. */
function variantsFault(own: Pick<Variants<never>, 'mostSeed'> | string, asked: ComparisonRequest): Fault | null {
  if (typeof own !== 'string') return seedsFault(asked, own.mostSeed);
  return asked.variants ? optionFault('--vary', true, 'no variants of this family', own) : null;
}

/**
 * Returns what was read.
 *
 * @throws RangeError if it was refused, although the request was judged
 */
function orThrown<Read extends { readonly ok: true }>(read: Read | Refused): Read {
  if (!read.ok) throw new RangeError(formatFaults(read.faults));
  return read;
}

/** The instance of one run, the file from which it was read, and the options that all methods share. */
interface Trial<Instance> {
  readonly opened: Instance;
  readonly file: string;
  readonly words: Words;
}

async function methodRun<Instance extends Opened>(
  family: Comparing<Instance>,
  { opened, file, words }: Trial<Instance>,
  { method, seed, budget }: RunIdentity,
  { nowS, interrupted, interruptedTwice, onProgress }: RunSurroundings,
): Promise<Ended> {
  const { solve, better, certificates, isWarnedByFigures = false } = family;
  const [contestant] = orThrown(contestantsOf(family, [method!], words)).contestants;
  const reported: TrajectoryPoint[] = [];
  const answer = orThrown(
    await solve.solve({
      file,
      opened,
      words: contestant!.words,
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

/** Proves the bound to its end: limits of runs do not apply to it, but Ctrl-C ends it. */
async function boundRun<Instance extends Opened>(
  { bound: own, better, certificates }: Comparing<Instance>,
  { opened, words }: Trial<Instance>,
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

/** Returns the certificates that a record has besides that on the objective, and its values of other keys. */
function certificatesIn(record: object, certificates: Certificates, ...others: readonly string[]): Values {
  const all = record as Readonly<Record<string, Value | undefined>>;
  const keys = [...keysOf(certificates).filter((key) => key !== ON_OBJECTIVE.key), ...others];
  return Object.fromEntries(keys.flatMap((key) => (all[key] == null ? [] : [[key, all[key]] as const])));
}

/** Returns true if no bound holds for all plans of an instance: each run is compared with the bound that it proves. */
function isBoundPerRun<Instance extends Opened>({ bound }: Comparing<Instance>, opened: Instance): boolean {
  return bound.unknownOf !== undefined && bound.unknownOf(opened, '') !== null;
}

/** Returns how the runs of a family are rated, except for what depends on whether trials are variants. */
function comparisonOf<Instance extends Opened>(
  family: Comparing<Instance>,
  contested: Contested<Instance>,
): Omit<Comparison, 'boundsPer' | 'isRunOnce'> {
  const { boundOn, against, certificates, better } = family;
  const { opened, contestants } = contested;
  const { name, currency } = opened.instance as { readonly name: string; readonly currency?: string };
  const inCurrency = (unit: string): string => unit.replace('USD', currencyOf({ currency }));
  const of = (label: string): Contestant => contestants.find((one) => one.label === label)!;
  const perRun = isBoundPerRun(family, opened);
  return {
    instance: name,
    currency,
    warnings: opened.warnings,
    objectiveUnit: inCurrency(family.objectiveUnit),
    better,
    isBoundPerRun: perRun,
    boundOn: boundOn && ((common, label) => boundOn(common, of(label), contested)),
    against: (run, common) => against?.(run, common, contested) ?? {},
    figures: comparedFigures(family.figures).map(({ key, within, in: places }) => ({
      key,
      isPaired: places.includes('difference'),
      ...(within === undefined ? {} : { within }),
    })),
    certificates: {
      ...certificates,
      others: certificates.others.map((one) => (one.unit === undefined ? one : { ...one, unit: inCurrency(one.unit) })),
    },
    scale: family.scaleOf?.(opened),
    caveats: family.caveats?.(opened) ?? [],
    asked: (label) => of(label).asked,
    facts: (runs) => ({ ...(perRun ? { boundPerRun: true } : {}), ...family.facts?.(runs, contested) }),
  };
}
