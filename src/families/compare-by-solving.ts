import { currencyOf } from '../../models/units.js';
import type { Value, Values } from '../experiments/record.js';
import { formatFaults, type Refused, refused } from '../instances/fault.js';
import { comparedFigures } from '../reports/figures.js';
import { runDriver } from '../runs/control.js';
import type { TrajectoryPoint } from '../runs/result.js';
import { ON_OBJECTIVE } from '../studies/compare/certificates.js';
import type { Comparison } from '../studies/compare/comparison.js';
import { BOUND, type ComparisonAsked } from '../studies/compare/runs.js';
import { besideObjective, type Ended, endOfSearch, NOTHING } from '../studies/plan/ended.js';
import type { RunOutcome } from '../studies/plan/record.js';
import type { RunIdentity } from '../studies/plan/run.js';
import type { Contested, MakeRun, RunSurroundings, SweptMore } from './compare.js';
import { contestantOf, contestantsOf, unheeded } from './contestants.js';
import { type Family, type FamilyParts, isRefused, type Opened, type Words } from './family.js';
import { optionFault, seedsFault } from './words.js';

/** What `compare` needs from a family in order to run several methods on the same trials. */
export type CompareOfFamily = Pick<NonNullable<ReturnType<typeof compareBySolving>>, 'figures' | 'readWords' | 'open'>;

/** Instance read for a comparison, with the rules that rank its runs and the function that makes the runs. */
export type OpenedComparison = Exclude<ReturnType<CompareOfFamily['open']>, Refused>;

/** Code of a family that `compare` uses. */
export type ComparedParts<Instance extends Opened> = Pick<
  FamilyParts<Instance, never, never>,
  'open' | 'solve' | 'bound' | 'compare'
>;

/** Loads the code with which `compare` runs the methods of a family; null if the family cannot be compared. */
export async function comparisonsOfFamily(family: Family): Promise<CompareOfFamily | null> {
  return (await family.load()).use<CompareOfFamily | null>((parts) => compareBySolving(family, parts));
}

/** Returns the code with which `compare` runs the methods of a family; null if it cannot be compared. */
export function compareBySolving<Instance extends Opened>(
  { methods, options, better }: Pick<Family, 'methods' | 'options' | 'better'>,
  { open, solve, bound, compare }: ComparedParts<Instance>,
) {
  if (solve === undefined || bound === undefined || compare === undefined) return null;
  const { certificates = [ON_OBJECTIVE], choicesOf, fresh, sweep } = compare;
  const [advice, varied] = typeof compare.variants === 'string' ? [compare.variants, null] : ['', compare.variants];
  const { methods: names = methods.map(({ name }) => name), strict = [] } = compare;
  const contest = { names, options, solve, strict };
  const isRunOnce = (label: string): boolean =>
    methods.find(({ name }) => name === label.split(':')[0])?.stochastic === false;
  // Each run is compared with its own bound if no bound holds for all plans of the instance.
  const isBoundPerRun = (opened: Instance): boolean => (bound.unknownOf?.(opened, '') ?? null) !== null;

  /**
   * Returns the proven bounds that a record of a run has, by key. The bound on the objective is left out, because the
   * outcome of the run has it.
   */
  const provenIn = (record: object, ...also: readonly string[]): Values => {
    const values = record as Readonly<Record<string, Value | undefined>>;
    const keys = [...certificates.map(({ key }) => key), ...(certificates[0].parts ?? []), ...also];
    return Object.fromEntries(
      keys.flatMap((key) => (values[key] == null || key === ON_OBJECTIVE.key ? [] : [[key, values[key]] as const])),
    );
  };

  const methodRun = async (
    { opened, file, words }: Contested<Instance>,
    { method, seed, budget, more }: RunIdentity,
    { nowS, interrupted, interruptedTwice, onProgress }: RunSurroundings,
  ): Promise<Ended> => {
    const isLabelled = more['words'] === undefined;
    const asked = isLabelled ? certain(contestantOf(contest, method!, words)).words : solve.readWords?.(words);
    const points: TrajectoryPoint[] = [];
    const answer = await solve.solve({
      file,
      opened,
      words: (asked ?? words) as Words,
      seed,
      limits: budget,
      withBound: isBoundPerRun(opened),
      nowS,
      interrupted,
      interruptedTwice,
      onProgress: (point) => {
        points.push(point);
        onProgress(point, solve.progressUnit);
      },
    });
    const { result, rules, trajectory = points, compared } = certain(answer);
    const broken = new Set<string>(result.violations.map(({ constraint }) => constraint));
    for (const constraint of solve.unknownToSome) broken.delete(constraint);
    const warnings = [
      ...(compare.isWarnedByFigures === true ? [] : result.warnings),
      ...(broken.size === 0 ? [] : [`the checker finds ${[...broken].join(', ')}`]),
    ];
    const values = { ...provenIn(result, 'planFrom'), ...compared?.() };
    const ended = endOfSearch({ result: { ...result, warnings }, better, rules, points: trajectory, values });
    return { ...ended, outcome: { ...ended.outcome, beside: besideObjective(result) } };
  };

  /** Makes the run that proves the common bound. The run has no time or step limit, but Ctrl-C ends it. */
  const boundRun = async (
    { opened, words }: Contested<Instance>,
    { seed }: RunIdentity,
    { onProgress, ...around }: RunSurroundings,
  ): Promise<Ended> => {
    const driver = runDriver({
      ...around,
      limits: { timeLimitS: null, workLimit: null },
      onProgress: (point) => {
        onProgress(point, bound.progressUnit);
      },
    });
    const startS = around.nowS();
    const proven = await bound.prove(opened, driver, { ...words, seed });
    const outcome: RunOutcome = {
      ...NOTHING,
      termination: driver.stopReason ?? 'finished',
      better,
      objectiveUnit: proven.objectiveUnit,
      bound: proven.isEmpty === true ? null : proven.bound,
      boundScope: proven.boundScope === '' ? null : proven.boundScope,
      infeasibility: proven.infeasibility?.record ?? null,
      work: { steps: driver.steps },
      values: provenIn(proven.details),
    };
    return { outcome, timeS: { bound: around.nowS() - startS }, trajectoryTimeS: [], plan: null };
  };

  const openFor = (file: string, words: Words, shouldStop: () => boolean): Instance | Refused => {
    const opened = open(file, { words, phase: () => undefined, shouldStop });
    const fits = opened.ok ? (compare.fits?.(opened, file) ?? opened) : opened;
    return fits.ok ? opened : fits;
  };

  const contestOn = (contested: Contested<Instance>, variants: boolean) => {
    const { file, opened, words, contestants } = contested;
    let last = { seed: NaN, variant: opened };
    // The other methods of a trial run on the same variant.
    const trialOf = (seed: number): Instance => {
      if (!variants || varied === null) return opened;
      if (last.seed !== seed) last = { seed, variant: certain(varied.drawn(opened, seed, contested)) };
      return last.variant;
    };
    const { name, currency } = opened.instance as { readonly name: string; readonly currency?: string };
    const { report, ...rating } = compare.rating?.(contested) ?? {};
    const comparison: Comparison = {
      instance: name,
      currency,
      warnings: opened.warnings,
      objectiveUnit: compare.objectiveUnit.replace('USD', currencyOf({ currency })),
      better,
      figures: comparedFigures(compare.figures),
      series: compare.series,
      certificates,
      isRunOnce,
      isBoundPerRun: isBoundPerRun(opened),
      asked: (label) => contestants.find((one) => one.label === label)!.asked,
      ...rating,
    };
    const run: MakeRun = async (identity, around) => {
      const { variant = identity.seed, field, words: ofSetting } = identity.more as Partial<SweptMore>;
      const drawn = trialOf(variant);
      const changed = field === undefined ? drawn : certain(sweep!.withField!(drawn, field, file));
      const asked = ofSetting ?? { ...identity.options, ...words };
      const trial = { ...contested, opened: fresh?.(changed) ?? changed, words: asked };
      return (identity.method === BOUND ? boundRun : methodRun)(trial, identity, around);
    };
    return { ok: true as const, comparison, report, run };
  };

  return {
    ...compare,
    contest,
    openFor,
    contestOn,
    /** Validates the methods and the family-specific options, before any file is read. */
    readWords: (asked: Pick<ComparisonAsked, 'words' | 'methods' | 'trials' | 'seed' | 'variants'>) => {
      const given = Object.entries(asked.words);
      const words = Object.fromEntries(
        given.filter(([name, value]) => name in contest.options && value !== undefined && value !== false),
      );
      const read = contestantsOf(contest, asked.methods, words);
      const boundWords = compare.boundWords?.(words, read.ok ? read.contestants : []) ?? words;
      if (isRefused(boundWords)) return boundWords;
      if (!read.ok) return read;
      const fault =
        unheeded(contest.options, read.contestants) ??
        (asked.variants && varied === null
          ? optionFault('--vary', true, 'no variants of this family', advice)
          : seedsFault(asked, varied?.mostSeed));
      return fault === null ? { ok: true as const, words, boundWords, isRunOnce } : refused(fault);
    },
    /** Reads the instance and prepares the comparison of `methods` on it. The result is the same on any computer. */
    open: (
      { file, words, methods, variants }: Pick<ComparisonAsked, 'file' | 'words' | 'variants' | 'methods'>,
      shouldStop: () => boolean,
    ) => {
      const opened = openFor(file, words, shouldStop);
      if (!opened.ok) return opened;
      const unvaried = (variants ? varied?.fault?.(opened) : null) ?? null;
      if (unvaried !== null) return refused({ file, ...unvaried });
      const onInstance = choicesOf === undefined ? contest : { ...contest, choicesOf: choicesOf.bind(null, opened) };
      const read = contestantsOf(onInstance, methods, words);
      return read.ok ? contestOn({ file, opened, words, contestants: read.contestants }, variants) : read;
    },
  };
}

/**
 * Returns the answer to a request that was validated before.
 *
 * @throws RangeError if the answer is a refusal
 */
function certain<Read extends { readonly ok: true }>(read: Read | Refused): Read {
  if (!read.ok) throw new RangeError(formatFaults(read.faults));
  return read;
}
