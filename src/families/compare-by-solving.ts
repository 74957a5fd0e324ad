import { currencyOf } from '../../models/units.js';
import type { TrialRequest } from '../experiments/design.js';
import type { TrialOutput, Value, Values } from '../experiments/record.js';
import { type Fault, formatFaults, type LocalFault, type Refused } from '../instances/fault.js';
import type { CompareReport } from '../reports/compare/report.js';
import { comparedFigures, type Figure } from '../reports/figures.js';
import type { Infeasibility, TrajectoryPoint } from '../runs/result.js';
import type {
  Certificates,
  CommonBound,
  Comparison,
  Settings,
  TrialSurroundings,
} from '../studies/compare/comparison.js';
import { keysOf, ON_OBJECTIVE } from '../studies/compare/certificates.js';
import { boundOutput, runOutput } from '../studies/compare/outputs.js';
import type { RunFrame } from '../studies/compare/record.js';
import { BOUND, figureOf, heldByRuns, ratedBy } from '../studies/compare/run.js';
import { lastDrawn } from '../studies/compare/last-drawn.js';
import type { CompareOfFamily, ComparisonOpening } from './compare.js';
import { type ChoicesOf, type Contest, contestantsOf, contestFault, type Contestant } from './contestants.js';
import type { Asking, BoundOfFamily, Family, Opened, SolveOfFamily } from './family.js';
import type { Options, Words } from './options.js';
import { optionFault, seedsFault } from './words.js';

/** Makes seeded variants of an instance. */
export interface Variants<Instance extends Opened> {
  /** Maximum seed. */
  readonly mostSeed: number;
  /**
   * Returns a fault if the seed changes nothing in the instance; otherwise null. If absent, no instance has this fault.
   */
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
  readonly bound?: BoundOfFamily<Instance>;
  readonly objectiveUnit: string;
  // The figures of families differ in what they are of; a comparison reads their declarations alone.
  readonly figures: readonly Figure<never>[];
  /** Returns the fault if no comparison can take these words into account; null otherwise. */
  readonly wordsFault?: (words: Words) => Fault | null;
  /** Returns the choices that an instance derives from the options. If absent, the label alone determines them. */
  readonly choicesOf?: ChoicesOf<Instance>;
  /** How seeded variants are made; or, if the family has none, the advice to give to the user. */
  readonly variants: Variants<Instance> | string;
  /**
   * Returns a fresh copy of the instance, so that no run benefits from results cached by another. If absent, the same
   * instance is used.
   */
  readonly fresh?: (opened: Instance) => Instance;
  /**
   * Returns true if a method draws no random numbers, so that one run is enough. If absent, every method is run in
   * every trial.
   */
  readonly isRunOnce?: (contestant: Contestant) => boolean;
  /** Certificates other than those on the objective, and the value by which plans are ranked. */
  readonly certificates?: Partial<Certificates>;
  /** Returns the size of the numbers that the objective is a difference of, to judge rounding; 1 if absent. */
  readonly scaleOf?: (opened: Instance) => number;
  /** Returns the text about the bound, which depends on the compared methods. */
  readonly boundWords?: (contestants: readonly Contestant[]) => Words;
  /**
   * Returns the sentences to show if each run has a bound of its own instead of a common one; null if the bound is
   * common.
   */
  readonly boundPerRun?: (opened: Instance) => { readonly scope: string; readonly caveat: string } | null;
  /** Returns the bound on a run if it differs from the common bound. */
  readonly boundOn?: (common: CommonBound, contestant: Contestant, contested: Contested<Instance>) => number | null;
  /** Returns the figures of a run that depend on the common bound. */
  readonly against?: (
    run: RunFrame & { readonly values: Values },
    common: CommonBound | null,
    contested: Contested<Instance>,
  ) => Readonly<Record<string, unknown>>;
  /** Values recorded for a run that found no plan, besides its figures. */
  readonly blank?: Values;
  readonly caveats?: (opened: Instance) => readonly string[];
  /** Returns the fields that the family adds to the record. */
  readonly facts?: (runs: readonly RunFrame[], contested: Contested<Instance>) => object;
  /** Loads what the family reports besides its figures. If absent, there is nothing more. */
  readonly report?: () => Promise<CompareReport>;
}

/**
 * Returns the `compare` command of a family: it compares methods by the family's own solve and bound, on one instance
 * or on its seeded variants.
 */
export function compareBySolving<Instance extends Opened>(family: ComparedFamily<Instance>): CompareOfFamily {
  const { of, solve, variants: own, report = () => Promise.resolve(() => ({})) } = family;
  const refused = (fault: Fault): Refused => ({ ok: false, faults: [fault] });
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
      return tooLarge === null
        ? {
            ok: true,
            labels: asked.methods,
            settings: settingsOf({ ...shared, ...family.boundWords?.(read.contestants) }),
          }
        : refused(tooLarge);
    },
    open: (request) => {
      const { file, labels, settings, variants, shouldStop } = request;
      const words = wordsOf(of.options, settings);
      const opened = family.open(file, { words, phase: () => undefined, shouldStop });
      if (!opened.ok) return opened;
      const unvaried = variants && typeof own !== 'string' ? (own.fault?.(opened) ?? null) : null;
      if (unvaried !== null) return refused({ file, ...unvaried });
      // Another process opens a comparison with the labels of its own runs alone: what all share stands in the settings.
      const shared = Object.entries(words).filter(([name]) => of.options[name]?.verbs?.includes('solve') !== false);
      const read = contestantsOf(family, labels, Object.fromEntries(shared));
      if (!read.ok) return refused(read.fault);
      const { contestants } = read;
      const fault = family.choicesOf === undefined ? null : contestFault(of, contestants, opened, family.choicesOf);
      if (fault !== null) return refused(fault);
      const contested = { opened, words, contestants, variants };
      return { ok: true, comparison: comparisonOf(family, contested, request), figures: family.figures, report };
    },
  };
}

/** Returns those of the given words that are options of the family. */
function sharedWords(options: Options, words: Words): Words {
  return Object.fromEntries(
    Object.entries(words).filter(([name, value]) => name in options && value !== undefined && value !== false),
  );
}

/** Returns option values as the settings recorded with a study. */
function settingsOf(words: Words): Settings {
  return Object.fromEntries(
    Object.entries(words).map(([name, value]) => [name, value === true ? 1 : (value as number | string)]),
  );
}

/** Returns the option values that recorded settings stand for. */
function wordsOf(options: Options, settings: Settings): Words {
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, options[name]?.kind.is === 'flag' ? value === 1 : value]),
  );
}

function comparisonOf<Instance extends Opened>(
  family: ComparedFamily<Instance>,
  contested: Contested<Instance>,
  { file, variants }: Pick<ComparisonOpening, 'file' | 'variants'>,
): Comparison {
  const { fresh = (one: Instance) => one, variants: own, boundOn, against } = family;
  const { better } = family.of;
  const { opened, contestants } = contested;
  const { name, currency } = opened.instance as { readonly name: string; readonly currency?: string };
  const inCurrency = (unit: string): string => unit.replace('USD', currencyOf({ currency }));
  const objectiveUnit = inCurrency(family.objectiveUnit);
  const isUpper = better === 'more';
  const figures = comparedFigures(family.figures);
  const keys = figures.map(({ key }) => key);
  const stated = { main: ON_OBJECTIVE, others: [], parts: [], ...family.certificates };
  const others = stated.others.map((one) => (one.unit === undefined ? one : { ...one, unit: inCurrency(one.unit) }));
  const certificates = { ...stated, others };
  const { main } = certificates;
  const perRun = family.boundPerRun?.(opened) ?? null;
  const drawn = lastDrawn((seed): Instance =>
    (own as Variants<Instance>).drawn(opened, seed, { file, words: contested.words }),
  );
  const of = (label: string): Contestant => contestants.find((one) => one.label === label)!;
  return {
    instance: name,
    currency,
    warnings: opened.warnings,
    sha256: () => opened.sha256,
    objectiveUnit,
    better,
    blank: {
      ...Object.fromEntries(
        ['objective', 'bound', 'rules', ...keys, ...keysOf(certificates)].map((key) => [key, null]),
      ),
      broken: [],
      ...family.blank,
    },
    trial: timed((input, surroundings) => {
      const trial = { opened: fresh(variants ? drawn(input.seed) : opened), file, isBounded: perRun !== null };
      if (input.cell['method'] !== BOUND) {
        return solveTrial(family, certificates, trial, of(input.cell['method']!), input, surroundings);
      }
      const words = { ...contested.words, seed: input.seed };
      return perRun === null
        ? boundTrial(family, certificates, trial.opened, words, surroundings)
        : boundOutput(surroundings, () => Promise.resolve({ bound: null, boundScope: perRun.scope }));
    }),
    boundsPer: variants ? 'trial' : 'instance',
    isRunOnce: (label) => !variants && family.isRunOnce?.(of(label)) === true,
    isBoundPerRun: perRun !== null,
    read: (entry, common) => {
      const { values } = entry;
      const objective = ratedBy('objective')(entry);
      const bound = common ?? null;
      const contestant = of(entry.cell['method']!);
      const held =
        values['covered'] === false
          ? null
          : perRun !== null
            ? figureOf(entry, 'bound')
            : bound === null || boundOn === undefined
              ? (bound?.bound ?? null)
              : boundOn(bound, contestant, contested);
      const whole = bound?.bound ?? null;
      const run = {
        objective,
        bound: boundOn === undefined || perRun !== null ? held : heldByRuns(held, [objective], isUpper),
        planObjective: figureOf(entry, 'objective'),
        ...Object.fromEntries(keys.map((key) => [key, values[key] ?? null])),
        ...(keys.includes('shareOfBound')
          ? { shareOfBound: objective === null || whole === null || whole === 0 ? null : objective / whole }
          : {}),
        ...Object.fromEntries(others.flatMap(({ key, on }) => (on === undefined ? [] : [[key, bound?.[key] ?? null]]))),
        ...(main.shown === undefined ? {} : { [main.key]: bound?.[main.key] ?? null }),
        ...(perRun === null ? {} : { boundScope: String(values['boundScope'] ?? '') }),
        broken: values['broken'] as readonly string[],
      };
      const frame = { ...run, feasible: values['feasible'] === true, method: contestant.label, values };
      return { ...run, ...against?.(frame as unknown as RunFrame & { values: Values }, bound, contested) };
    },
    figures: figures.map(({ key, within, in: places }) => ({
      key,
      isPaired: places.includes('difference'),
      ...(within === undefined ? {} : { within }),
    })),
    certificates,
    scale: family.scaleOf?.(opened),
    caveats: [...(family.caveats?.(opened) ?? []), ...(perRun === null ? [] : [perRun.caveat])],
    asked: (label) => of(label).asked,
    facts: (runs) => ({ ...(perRun === null ? {} : { boundPerRun: true }), ...family.facts?.(runs, contested) }),
  };
}

/** Returns the trial function extended so that its results also state the processor time, if it is known. */
function timed(trial: Comparison['trial']): Comparison['trial'] {
  return async (input, surroundings) => {
    const startS = surroundings.cpuS();
    const { values, times } = await trial(input, surroundings);
    const endS = surroundings.cpuS();
    return { values, times: startS === null || endS === null ? times : { ...times, cpu: endS - startS } };
  };
}

/** The instance of one trial, and the file from which it was opened. */
interface OpenedTrial<Instance> {
  readonly opened: Instance;
  readonly file: string;
  /** True if every run has to prove its own bound. */
  readonly isBounded: boolean;
}

async function solveTrial<Instance extends Opened>(
  { solve, of: { better } }: Pick<ComparedFamily<Instance>, 'solve' | 'of'>,
  certificates: Certificates,
  { opened, file, isBounded }: OpenedTrial<Instance>,
  { words }: Contestant,
  { seed }: TrialRequest,
  surroundings: TrialSurroundings,
): Promise<TrialOutput> {
  const told: TrajectoryPoint[] = [];
  const { limits, nowS, interrupted, interruptedTwice, onProgress } = surroundings;
  const startS = nowS();
  const answer = await solve.solve({
    file,
    opened,
    words,
    seed,
    limits,
    withBound: isBounded,
    nowS,
    interrupted,
    interruptedTwice,
    onProgress: (point) => {
      told.push(point);
      onProgress(point);
    },
  });
  if (!answer.ok) throw new RangeError(formatFaults(answer.faults));
  const { result, rules, trajectory = told, compared } = answer;
  const constraints = [...new Set(result.violations.map(({ constraint }) => constraint))];
  const unknown = constraints.filter((constraint) => !solve.unknownToSome.includes(constraint));
  const own: Values = compared?.() ?? {};
  const values = {
    ...Object.fromEntries(keysOf(certificates).map((key) => [key, valueIn(result, key)])),
    objective: result.objective,
    boundScope: result.boundScope,
    infeasibility: result.infeasibility?.proven === true ? reasons(result.infeasibility) : null,
    broken: constraints,
    warnings: [...result.warnings, ...(unknown.length === 0 ? [] : [`the checker finds ${unknown.join(', ')}`])],
    ...(rules === undefined ? {} : { rules }),
    ...(typeof valueIn(result, 'planFrom') === 'string' ? { planFrom: valueIn(result, 'planFrom') } : {}),
    ...own,
  };
  const ranked = valueIn(values, certificates.main.on);
  const checked = trajectory !== null && result.feasible && typeof ranked === 'number' ? ranked : null;
  const timeS = result.timeS['method'] ?? nowS() - startS;
  return runOutput({ result, trajectory: trajectory ?? [] }, values, checked, better, timeS);
}

/** Computes the bound of a trial. */
function boundTrial<Instance extends Opened>(
  { bound }: Pick<ComparedFamily<Instance>, 'bound'>,
  certificates: Certificates,
  opened: Instance,
  words: Words,
  surroundings: TrialSurroundings,
): Promise<TrialOutput> {
  if (bound === undefined) return Promise.resolve({ values: {}, times: { total: 0 } });
  return boundOutput(surroundings, async (driver) => {
    const proven = await bound.prove(opened, driver, words);
    const { infeasibility, details, boundScope } = proven;
    return {
      ...Object.fromEntries(keysOf(certificates).map((key) => [key, valueIn(details, key)])),
      bound: proven.isEmpty === true ? null : proven.bound,
      boundScope,
      infeasibility: infeasibility === undefined ? null : reasons(infeasibility.record),
    };
  });
}

/** Maximum number of broken limits that are named after the first. Our choice: more would distract from the first. */
const MAX_OTHERS = 20;

/** Returns sentences that explain why no plan is feasible. */
function reasons({ message, others = [] }: Infeasibility): string {
  const rest = others.length - MAX_OTHERS;
  const named = others.slice(0, MAX_OTHERS).map((limit) => limit.message);
  return [message, ...named, ...(rest > 0 ? [`And ${rest} more.`] : [])].join(' ');
}

/** Returns the value of a record's field; null if the field is absent. */
function valueIn(record: object, key: string): Value {
  return ((record as Readonly<Record<string, unknown>>)[key] ?? null) as Value;
}
