import { currencyOf } from '../../models/units.js';
import type { Value, Values } from '../experiments/record.js';
import { type Fault, formatFaults, type LocalFault, type Refused } from '../instances/fault.js';
import type { CompareReport } from '../reports/compare/report.js';
import { comparedFigures, type Figure } from '../reports/figures.js';
import { runDriver } from '../runs/control.js';
import type { TrajectoryPoint } from '../runs/result.js';
import { keysOf, ON_OBJECTIVE } from '../studies/compare/certificates.js';
import type { Certificates, CommonBound, Comparison } from '../studies/compare/comparison.js';
import type { RunFrame } from '../studies/compare/record.js';
import { BOUND } from '../studies/compare/runs.js';
import { type Ended, endOfSearch, NOTHING } from '../studies/plan/ended.js';
import type { RunOutcome } from '../studies/plan/record.js';
import { type ChoicesOf, type Contest, contestantsOf, contestFault, type Contestant } from './contestants.js';
import type { Asking, BoundOfFamily, Family, Opened, SolveOfFamily } from './family.js';
import type { Options, Words } from './options.js';
import { optionFault, seedsFault } from './words.js';
import type { ComparedRun, CompareOfFamily, RunSurroundings } from './compare.js';

/** Makes seeded variants of an instance. */
export interface Variants<Instance extends Opened> {
  /** Maximum seed. */
  readonly mostSeed: number;
  /** Returns a fault if the seed changes nothing in the instance; otherwise null. If absent, it always changes it. */
  readonly fault?: (opened: Instance) => LocalFault | null;
  /** Returns the variant that is drawn with a seed. */
  readonly drawn: (opened: Instance, seed: number, from: { readonly file: string; readonly words: Words }) => Instance;
}

/** A comparison that is ready to run. The family derives its own facts and report sections from it. */
export interface Contested<Instance extends Opened> {
  readonly opened: Instance;
  readonly words: Words;
  readonly contestants: readonly Contestant[];
  readonly variants: boolean;
}

/** What a family declares about its comparisons. Everything else follows from its solve, its bound and its figures. */
export interface ComparedFamily<Instance extends Opened> extends Contest {
  readonly of: Pick<Family, 'methods' | 'options' | 'better'>;
  readonly open: (file: string, asking: Asking) => Instance | Refused;
  readonly solve: SolveOfFamily<Instance>;
  readonly bound: BoundOfFamily<Instance>;
  readonly objectiveUnit: string;
  // The figures of families differ in what they are of; a comparison reads their declarations alone.
  readonly figures: readonly Figure<never>[];
  /** Returns the fault if no comparison can take these options into account; null otherwise. */
  readonly wordsFault?: (words: Words) => Fault | null;
  /** Returns the choices that an instance derives from the options. If absent, the label alone determines them. */
  readonly choicesOf?: ChoicesOf<Instance>;
  /** How seeded variants are made; or, if the family has none, the advice to give to the user. */
  readonly variants: Variants<Instance> | string;
  /**
   * Returns a copy of the instance without cached results, so that no run benefits from another. If absent, the same
   * instance is used.
   */
  readonly fresh?: (opened: Instance) => Instance;
  /** Returns true if a method draws no random numbers. If absent, every method is run in every trial. */
  readonly isRunOnce?: (contestant: Contestant) => boolean;
  /** True if figures say what the runs' own warnings say, so that these are left out. */
  readonly isWarnedByFigures?: true;
  /** Certificates other than those on the objective, and the value by which plans are ranked. */
  readonly certificates?: Partial<Certificates>;
  /** Returns the size by which rounding errors of the ranking figure are judged; 1 if absent. */
  readonly scaleOf?: (opened: Instance) => number;
  /** Returns options of the bound's run that depend on the compared methods. */
  readonly boundWords?: (contestants: readonly Contestant[]) => Words;
  /** Returns sentences to show if each run has a bound of its own instead of a common one; null if it is common. */
  readonly boundPerRun?: (opened: Instance) => { readonly scope: string; readonly caveat: string } | null;
  /** Returns the bound on a run if it differs from the common bound. */
  readonly boundOn?: (common: CommonBound, contestant: Contestant, contested: Contested<Instance>) => number | null;
  /** Returns the figures of a run that depend on the common bound. */
  readonly against?: (
    run: RunFrame & { readonly values: Values },
    common: CommonBound | null,
    contested: Contested<Instance>,
  ) => Readonly<Record<string, unknown>>;
  readonly caveats?: (opened: Instance) => readonly string[];
  /** Returns the fields that the family adds to the record. */
  readonly facts?: (runs: readonly RunFrame[], contested: Contested<Instance>) => object;
  /** Loads what the family reports besides its figures. If absent, there is nothing more. */
  readonly report?: () => Promise<CompareReport>;
}

/**
 * Returns the `compare` command of a family. Its runs are those of the family's own `solve` and `bound`, on one instance
 * or on its seeded variants.
 */
export function compareBySolving<Instance extends Opened>(family: ComparedFamily<Instance>): CompareOfFamily {
  const { of, solve, variants: own, report = () => Promise.resolve(() => ({})) } = family;
  return {
    progressUnit: solve.progressUnit,
    readWords: (words, asked) => {
      const shared = sharedWords(of.options, words);
      const wrong = family.wordsFault?.(shared) ?? null;
      if (wrong !== null) return refused(wrong);
      const read = contestantsOf(family, asked.methods, shared);
      if (!read.ok) return refused(read.fault);
      if (read.unheeded !== null) return refused(read.unheeded);
      if (asked.variants && typeof own === 'string') {
        return refused(optionFault('--vary', true, 'no variants of this family', own));
      }
      const tooLarge = typeof own === 'string' ? null : seedsFault(asked, own.mostSeed);
      if (tooLarge !== null) return refused(tooLarge);
      return {
        ok: true,
        labels: asked.methods,
        words: shared,
        boundWords: { ...shared, ...family.boundWords?.(read.contestants) },
        isRunOnce: (label) =>
          !asked.variants && family.isRunOnce?.(read.contestants.find((one) => one.label === label)!) === true,
      };
    },
    open: ({ file, words, variants, shouldStop }) => {
      const opened = family.open(file, { words, phase: () => undefined, shouldStop });
      if (!opened.ok) return opened;
      const unvaried = variants && typeof own !== 'string' ? (own.fault?.(opened) ?? null) : null;
      if (unvaried !== null) return refused({ file, ...unvaried });
      let last: { readonly seed: number; readonly variant: Instance } | null = null;
      // The other methods of a trial run on the same variant.
      const variantOf = (seed: number): Instance => {
        if (last?.seed !== seed) {
          last = { seed, variant: (own as Variants<Instance>).drawn(opened, seed, { file, words }) };
        }
        return last.variant;
      };
      return {
        ok: true,
        figures: family.figures,
        report,
        rated: (labels) => {
          const read = contestantsOf(family, labels, words);
          if (!read.ok) return refused(read.fault);
          const { contestants } = read;
          const fault = family.choicesOf === undefined ? null : contestFault(of, contestants, opened, family.choicesOf);
          if (fault !== null) return refused(fault);
          return { ok: true, comparison: comparisonOf(family, { opened, words, contestants, variants }) };
        },
        run: async (run, around) => {
          const { fresh = (one: Instance) => one } = family;
          const trial = { file, opened: fresh(run.variants ? variantOf(run.seed) : opened) };
          return run.label === BOUND ? boundRun(family, trial, run, around) : methodRun(family, trial, run, around);
        },
      };
    },
  };
}

function refused(fault: Fault): Refused {
  return { ok: false, faults: [fault] };
}

/** Returns those of the given words that are options of the family. */
function sharedWords(options: Options, words: Words): Words {
  return Object.fromEntries(
    Object.entries(words).filter(([name, value]) => name in options && value !== undefined && value !== false),
  );
}

/** The instance of one run, and the file from which it was read. */
interface Trial<Instance> {
  readonly opened: Instance;
  readonly file: string;
}

async function methodRun<Instance extends Opened>(
  family: ComparedFamily<Instance>,
  { opened, file }: Trial<Instance>,
  { label, words, seed }: ComparedRun,
  around: RunSurroundings,
): Promise<Ended> {
  const { solve } = family;
  const read = contestantsOf(family, [label], words);
  if (!read.ok) throw new RangeError(formatFaults([read.fault]));
  const reported: TrajectoryPoint[] = [];
  const answer = await solve.solve({
    ...around,
    file,
    opened,
    seed,
    words: read.contestants[0]!.words,
    withBound: family.boundPerRun?.(opened) != null,
    onProgress: (point) => {
      reported.push(point);
      around.onProgress(point);
    },
  });
  if (!answer.ok) throw new RangeError(formatFaults(answer.faults));
  const { result, rules, trajectory, compared } = answer;
  const unknown = new Set<string>(result.violations.map(({ constraint }) => constraint));
  for (const constraint of solve.unknownToSome) unknown.delete(constraint);
  const warning = unknown.size === 0 ? [] : [`the checker finds ${[...unknown].join(', ')}`];
  return endOfSearch({
    result: { ...result, warnings: [...(family.isWarnedByFigures === true ? [] : result.warnings), ...warning] },
    better: family.of.better,
    rules,
    points: trajectory === undefined ? reported : trajectory,
    values: { ...pickedFrom(result, [...certificateKeys(family), 'planFrom']), ...compared?.() },
  });
}

/** Proves the bound to its end: limits of runs do not apply to it, but Ctrl-C ends it. */
async function boundRun<Instance extends Opened>(
  family: ComparedFamily<Instance>,
  { opened }: Trial<Instance>,
  { words, seed }: ComparedRun,
  around: RunSurroundings,
): Promise<Ended> {
  const end = { timeS: {}, trajectoryTimeS: [], plan: null };
  const known: RunOutcome = {
    ...NOTHING,
    termination: 'finished',
    better: family.of.better,
    objectiveUnit: unitIn(opened, family.objectiveUnit),
  };
  const perRun = family.boundPerRun?.(opened) ?? null;
  if (perRun !== null) return { ...end, outcome: { ...known, boundScope: perRun.scope } };
  const driver = runDriver({ ...around, limits: { timeLimitS: null, workLimit: null } });
  const startS = around.nowS();
  const { bound, isEmpty, boundScope, infeasibility, details } = await family.bound.prove(opened, driver, {
    ...words,
    seed,
  });
  const outcome: RunOutcome = {
    ...known,
    termination: driver.stopReason ?? 'finished',
    bound: isEmpty === true ? null : bound,
    boundScope: boundScope === '' ? null : boundScope,
    infeasibility: infeasibility?.record ?? null,
    work: { steps: driver.steps },
    values: pickedFrom(details, certificateKeys(family)),
  };
  return { ...end, outcome, timeS: { bound: around.nowS() - startS } };
}

/** Returns the fields of a record that have a value. */
function pickedFrom(record: object, keys: readonly string[]): Values {
  const all = record as Readonly<Record<string, Value | undefined>>;
  return Object.fromEntries(keys.flatMap((key) => (all[key] == null ? [] : [[key, all[key]] as const])));
}

/** Returns the keys under which runs keep certificates besides that on the objective. */
function certificateKeys<Instance extends Opened>(family: Pick<ComparedFamily<Instance>, 'certificates'>): string[] {
  return keysOf(certificatesOf(family)).filter((key) => key !== ON_OBJECTIVE.key);
}

function certificatesOf({ certificates }: { readonly certificates?: Partial<Certificates> }): Certificates {
  return { main: ON_OBJECTIVE, others: [], parts: [], ...certificates };
}

/** Returns a unit with the currency of the instance in place of the default one. */
function unitIn({ instance }: Opened, unit: string): string {
  return unit.replace('USD', currencyOf(instance as { readonly currency?: string }));
}

/** Returns how the runs of a family are rated. */
function comparisonOf<Instance extends Opened>(
  family: ComparedFamily<Instance>,
  contested: Contested<Instance>,
): Comparison {
  const { boundOn, against } = family;
  const { opened, contestants, variants } = contested;
  const { name, currency } = opened.instance as { readonly name: string; readonly currency?: string };
  const stated = certificatesOf(family);
  const others = stated.others.map((one) =>
    one.unit === undefined ? one : { ...one, unit: unitIn(opened, one.unit) },
  );
  const perRun = family.boundPerRun?.(opened) ?? null;
  const of = (label: string): Contestant => contestants.find((one) => one.label === label)!;
  const figures = comparedFigures(family.figures);
  return {
    instance: name,
    currency,
    warnings: opened.warnings,
    objectiveUnit: unitIn(opened, family.objectiveUnit),
    better: family.of.better,
    boundsPer: variants ? 'trial' : 'instance',
    isRunOnce: (label) => !variants && family.isRunOnce?.(of(label)) === true,
    isBoundPerRun: perRun !== null,
    boundOn: boundOn === undefined ? undefined : (common, label) => boundOn(common, of(label), contested),
    against: (run, common) => against?.(run, common, contested) ?? {},
    figures: figures.map(({ key, within, in: places }) => ({
      key,
      isPaired: places.includes('difference'),
      ...(within === undefined ? {} : { within }),
    })),
    certificates: { ...stated, others },
    scale: family.scaleOf?.(opened),
    caveats: [...(family.caveats?.(opened) ?? []), ...(perRun === null ? [] : [perRun.caveat])],
    asked: (label) => of(label).asked,
    facts: (runs) => ({ ...(perRun === null ? {} : { boundPerRun: true }), ...family.facts?.(runs, contested) }),
  };
}
