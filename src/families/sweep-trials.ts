import { type Fault, type Refused, refused } from '../instances/fault.js';
import { trialSeed } from '../instances/seeded.js';
import { comparedFigures, figuresIn } from '../reports/figures.js';
import { trialTexts } from '../reports/sweep/trials.js';
import { BOUND } from '../studies/compare/runs.js';
import type { RunRecord } from '../studies/plan/record.js';
import { readAxes } from '../studies/sweep/axes.js';
import { ratedTrials, trialSweep } from '../studies/sweep/trials.js';
import type { SweptMore, SweptTrials } from './compare.js';
import { type ComparedParts, comparingFamily } from './compare-by-solving.js';
import { type Family, isRefused, type Opened, type Words } from './family.js';
import type { PreparedStudy, SweepOfFamily, SweepRequest, SweptRun } from './studies.js';
import { foundBySweep, SWEEP_FILES } from './sweep.js';
import { optionFault } from './words.js';

/** Maximum number of swept values. Our choice, because each value is run in every trial. */
const MAX_VALUES = 100;

/** Returns a family's sweep over trials; undefined if it has none. Its runs are those of a comparison. */
export function sweepOverTrials<Instance extends Opened>(
  declared: Family,
  parts: ComparedParts<Instance>,
): SweepOfFamily | undefined {
  const swept = parts.compare?.sweep;
  const family = comparingFamily(declared, parts);
  if (swept === undefined || family === null) return undefined;
  return {
    files: SWEEP_FILES,
    readWords: (words) => {
      const { trials, workers = 1, trace, ...rest } = words;
      const asked = swept.readWords(rest);
      return isRefused(asked) ? asked : { asked, trials, workers, ...(trace === undefined ? {} : { trace }) };
    },
    prepare: (request) => prepare(swept, family, request),
  };
}

function prepare<Instance extends Opened>(
  swept: SweptTrials<Instance>,
  family: NonNullable<ReturnType<typeof comparingFamily<Instance>>>,
  request: SweepRequest,
): PreparedStudy | Refused {
  const { file, words, over, seed, withBound, nowS, onProgress, makeRuns } = request;
  const { isHeldOut, ranges, shownAxis } = swept;
  const { asked, trials, workers, ...rest } = words as { asked: Words; trials: number; workers: number };
  const limited = limitsFault(request);
  if (limited !== null) return refused(limited);
  const read = readAxes(over, null, {
    named: (field) =>
      Object.hasOwn(ranges, field)
        ? { field, places: [], range: ranges[field]! }
        : { fault: `"${field}" is not swept` },
    names: `one of ${Object.keys(ranges).join(', ')}`,
    maxPoints: MAX_VALUES,
  });
  if (!read.ok) return read;
  const axis = read.axes[0]!;
  const opened = family.opened(file, rest, () => false);
  if (!opened.ok) return opened;
  const settings = swept.settings(asked, axis);
  const fault = swept.fault(opened, settings, trials);
  if (fault !== null) return refused(fault);
  const count = isHeldOut ? 2 * trials : trials;
  const { comparison, run } = family.contestOn({ file, opened, words: rest, contestants: settings }, true);
  const boundWords = family.boundWords?.(asked, settings) ?? asked;
  const runs = Array.from({ length: count }, (_, trial): SweptRun[] => {
    const variant = trialSeed((opened.instance as unknown as { readonly seed: number }).seed, trial + 1);
    const runOf = (method: string, own: Words, field?: Words): SweptRun => {
      const more: SweptMore = { variants: true, trial, variant, words: own, ...(field === undefined ? {} : { field }) };
      return { method, seed: seed + (isHeldOut ? trial : 0), more: { ...more } };
    };
    return settings.flatMap(({ label, asked: own, field }, n) => {
      const isBounded = withBound && (n === 0 || field !== undefined);
      return [...(isBounded ? [runOf(BOUND, boundWords as Words, field)] : []), runOf(label, own, field)];
    });
  }).flat();
  return {
    ok: true,
    instance: opened.instance.name,
    parts: { count: runs.length, called: 'runs' },
    run: async (parts) => {
      const startS = nowS();
      const tell = (done: number, last = ''): void => {
        const phase = `${done} of ${runs.length} runs${last}`;
        onProgress({ timeS: nowS() - startS, work: done, phase, bound: null, incumbent: null });
      };
      tell(0);
      const onRecord = ({ run: { method, more } }: RunRecord, { done }: { readonly done: number }): void => {
        tell(done, `: trial ${(more['trial'] as number) + 1}, ${method!}`);
      };
      const { records, complete } = await makeRuns(
        { runs, instance: opened.instance.name, run, workers, onRecord },
        parts,
      );
      const rated = ratedTrials(comparison, records);
      const broken = records.map(breakdownOf).find((text) => text !== null);
      const figures = figuresIn(family.figures, 'sweep').filter(({ key }) => key !== 'bound' && key !== 'gap');
      const question = { ...swept, axis, settings, trials, figures };
      const result = complete && broken === undefined ? trialSweep(comparison, question, rated) : null;
      const method = (asked['method'] as string | undefined) ?? null;
      const options = optionsText(asked);
      const { sha256 } = opened;
      const shown = { name: opened.instance.name, sha256, method, options, figures, axisOf: shownAxis };
      const recorded = ['objective', 'bound', 'gap', ...comparedFigures(family.figures).map(({ key }) => key)] as const;
      const kept = rated.map((one) => {
        const values = one as unknown as Words;
        const own = recorded.map((key) => [key, values[key] ?? null]);
        return { trial: one.trial + 1, setting: one.method, ...(Object.fromEntries(own) as object) };
      });
      return foundBySweep({
        ended: broken === undefined ? (complete ? 'solved' : 'stopped') : 'failed',
        failure: broken,
        record: {
          method,
          seed,
          termination: broken === undefined ? (complete ? 'finished' : 'interrupted') : 'failed',
          objectiveUnit: family.objectiveUnit,
          boundScope: null,
          gapReason: 'a sweep has a mean share of the bound for each of its values (details)',
          warnings: [...opened.warnings, ...(swept.warnings?.(opened) ?? [])],
          timeS: { total: records.reduce((sum, { machine }) => sum + (machine.timeS['total'] ?? 0), 0) },
          details: { sha256, asked, ...result, pointsLeft: runs.length - records.length, runs: kept },
        },
        texts:
          broken ?? (result === null ? `Interrupted: ${records.length} runs are kept.` : trialTexts(result, shown)),
        page: async () => (await import('../reports/sweep/trial-page.js')).trialPageOf(result!, shown),
      });
    },
  };
}

/** Returns why a run has no plan that counts; null if it has one, or proves a bound. */
function breakdownOf({ run: { method, more }, outcome }: RunRecord): string | null {
  const { failure, violations, feasible } = outcome;
  if (failure === null && (method === BOUND || feasible === true)) return null;
  const broken = violations.map(({ constraint }) => constraint).join(', ');
  const why = failure?.message ?? `the checker refuses the schedule (${broken})`;
  return `Trial ${(more['trial'] as number) + 1}, ${method!}: ${why}`;
}

/** Returns the options that all runs share, besides the method, as text such as "filter per-task, cap 5". */
function optionsText(asked: Words): string {
  return Object.entries(asked)
    .flatMap(([name, value]) => (name === 'method' ? [] : [`${name} ${String(value)}`]))
    .join(', ');
}

/** Returns a fault if the user set a limit for single runs, which a sweep over trials does not allow; else null. */
function limitsFault({ limits: { timeLimitS, workLimit } }: Pick<SweepRequest, 'limits'>): Fault | null {
  const [path, value] = timeLimitS === null ? ['--work-limit', workLimit] : ['--time-limit', timeLimitS];
  if (value === null) return null;
  const allowed = 'no limit: a run that is stopped has no schedule, and means over different trials cannot be compared';
  const remedy = 'Leave it out, take fewer --trials, or stop the sweep (Ctrl-C): with --out it is taken up again.';
  return optionFault(path, value, allowed, remedy);
}
