import { type Refused, refused } from '../instances/fault.js';
import { trialSeed } from '../instances/seeded.js';
import { figuresIn } from '../reports/figures.js';
import { shownAxis } from '../reports/sweep/axis.js';
import { trialTexts } from '../reports/sweep/trials.js';
import { BOUND } from '../studies/compare/runs.js';
import type { RunRecord } from '../studies/plan/record.js';
import type { RunIdentity } from '../studies/plan/run.js';
import { readAxes } from '../studies/sweep/axes.js';
import { ratedTrials, trialSweep } from '../studies/sweep/trials.js';
import type { Setting, SweptMore, SweptTrials } from './compare.js';
import { type ComparedParts, compareBySolving } from './compare-by-solving.js';
import { type Family, isRefused, type Opened, type Words } from './family.js';
import { allowedBy, flagOf, isOfKind, optionsOf } from './options.js';
import type { PreparedStudy, SweepOfFamily, SweepRequest, SweptRun } from './studies.js';
import { foundBySweep, SWEEP_FILES } from './sweep.js';
import { optionFault } from './words.js';

/** Maximum number of swept values. Our choice, because each value is run in every trial. */
const MAX_VALUES = 100;
/** Why no limit is allowed: what `allowed` and `remedy` of the refusal say. */
const UNLIMITED = [
  'no limit: a run that is stopped has no schedule, and means over different trials cannot be compared',
  'Leave it out, take fewer --trials, or stop the sweep (Ctrl-C): with --out it is taken up again.',
] as const;

/** Returns a family's sweep over trials, whose runs are those of a comparison; undefined if it has none. */
export function sweepOverTrials<Instance extends Opened>(
  declared: Family,
  parts: ComparedParts<Instance>,
): SweepOfFamily | undefined {
  const swept = parts.compare?.sweep;
  const family = compareBySolving(declared, parts);
  if (swept === undefined || family === null) return undefined;
  return {
    files: SWEEP_FILES,
    readWords: (words) => {
      for (const [name, remedy] of Object.entries(swept.needed ?? {})) {
        const isGiven = words[name] !== undefined && words[name] !== 'none';
        if (!isGiven) return refused(optionFault(`--${name}`, undefined, 'given with such a sweep', remedy));
      }
      const read = family.contest.solve.readWords?.(words) ?? words;
      return isRefused(read) ? read : words;
    },
    prepare: (request) => prepare(swept, family, request),
  };
}

function prepare<Instance extends Opened>(
  swept: SweptTrials<Instance>,
  family: NonNullable<ReturnType<typeof compareBySolving<Instance>>>,
  request: SweepRequest,
): PreparedStudy | Refused {
  const { file, words, over, limits, seed, withBound, nowS, onProgress, makeRuns } = request;
  const { isHeldOut, withField, warnings = () => [] } = swept;
  const { trials, workers = 1 } = words as { readonly trials: number; readonly workers?: number };
  if (limits.timeLimitS !== null) return refused(optionFault('--time-limit', limits.timeLimitS, ...UNLIMITED));
  if (limits.workLimit !== null) return refused(optionFault('--work-limit', limits.workLimit, ...UNLIMITED));
  const axes = new Map(Object.entries(swept.axes));
  const read = readAxes(over, null, {
    named: (field) => {
      const kind = axes.get(field);
      if (kind === undefined) return { fault: `"${field}" is not swept` };
      return { field, places: [], range: { fits: (value) => isOfKind(kind, value), text: allowedBy(kind) } };
    },
    names: `one of ${[...axes.keys()].join(', ')}`,
    maxPoints: MAX_VALUES,
  });
  if (!read.ok) return read;
  const axis = read.axes[0]!;
  const { option } = axes.get(axis.field)!;
  const opened = family.openFor(file, words, () => false);
  if (!opened.ok) return opened;
  const { instance, sha256 } = opened;
  const given = optionsOf(family.contest, 'solve').filter(({ name, isInput }) => words[name] !== undefined && !isInput);
  const { method = family.contest.names[0]! } = words as { readonly method?: string };
  const asked: Words = { method, ...Object.fromEntries(given.map(({ name }) => [name, words[name]])) };
  const onAxis = axis.values.map((at) => {
    const own = option === undefined ? { asked, field: { [axis.field]: at } } : { asked: { ...asked, [option]: at } };
    return { label: `${axis.field} ${at}`, at, ...own };
  });
  const beside = Object.entries(swept.beside?.(asked) ?? {}).map(([label, own]) => ({ label, at: null, asked: own }));
  const settings: readonly Setting[] = [...onAxis, ...beside];
  for (const setting of settings) {
    const chosen = family.choicesOf?.(opened, { ...setting, words: setting.asked });
    if (chosen?.ok !== false) continue;
    const isOfAxis = option !== undefined && chosen.fault.path === flagOf(family.contest.options[option]!);
    return refused({
      ...chosen.fault,
      ...(isOfAxis ? { path: '--over', value: setting.label.replace(' ', '=') } : {}),
    });
  }
  const count = isHeldOut ? 2 * trials : trials;
  const undrawn = typeof family.variants === 'string' ? null : (family.variants.fault?.(opened) ?? null);
  if (count > 1 && undrawn !== null) {
    const allowed = isHeldOut ? undrawn.allowed : `1, or ${undrawn.allowed}`;
    const remedy = 'Every seed gives the same here: name another instance.';
    return refused(optionFault('--trials', `${trials} of ${instance.name}`, allowed, remedy));
  }
  const changed = option === undefined ? withField!(opened, onAxis[0]!.field!, file) : opened;
  if (!changed.ok) return changed;
  const { run, comparison: rules } = family.contestOn({ file, opened, words, contestants: settings }, true);
  const comparison = { ...rules, series: undefined };
  const boundWords = (family.boundWords?.(asked, settings) ?? asked) as Words;
  const runs = Array.from({ length: count }, (_, trial) => {
    const variant = trialSeed((instance as unknown as { readonly seed: number }).seed, trial + 1);
    const runOf = (label: string, own: Words, field?: Words): SweptRun => {
      const more: SweptMore = { variants: true, trial, variant, words: own, ...(field && { field }) };
      return { method: label, seed: isHeldOut ? seed + trial : seed, more: { ...more } };
    };
    return settings.flatMap(({ label, asked: own, field }, n) => {
      const isBounded = withBound && (n === 0 || field !== undefined);
      return [...(isBounded ? [runOf(BOUND, boundWords, field)] : []), runOf(label, own, field)];
    });
  }).flat();
  return {
    ok: true,
    instance: instance.name,
    parts: { count: runs.length, called: 'runs' },
    run: async (parts) => {
      const startS = nowS();
      const tell = (done: number, last = ''): void => {
        const phase = `${done} of ${runs.length} runs${last}`;
        onProgress({ timeS: nowS() - startS, work: done, phase, bound: null, incumbent: null });
      };
      tell(0);
      const { records, complete } = await makeRuns(
        {
          runs,
          workers,
          run,
          instance: instance.name,
          onRecord: ({ run: ended }, { done }) => {
            tell(done, `: ${nameOf(ended)}`);
          },
        },
        parts,
      );
      const rated = ratedTrials(comparison, records);
      const broken = records.flatMap(breakdownOf).at(0);
      const isWhole = complete && broken === undefined;
      const figures = figuresIn(family.figures, 'sweep').filter(({ key }) => key !== 'bound' && key !== 'gap');
      const question = { ...swept, axis, settings, trials, figures };
      const result = isWhole ? trialSweep(comparison, question, rated) : null;
      const options = given.map(({ name }) => `${name} ${String(words[name])}`).join(', ');
      const shown = { name: instance.name, sha256, method, options, figures, axisOf: swept.axisOf ?? shownAxis };
      return foundBySweep({
        ended: isWhole ? 'solved' : broken === undefined ? 'stopped' : 'failed',
        failure: broken,
        record: {
          method,
          seed,
          termination: isWhole ? 'finished' : broken === undefined ? 'interrupted' : 'failed',
          objectiveUnit: family.objectiveUnit,
          boundScope: null,
          gapReason: 'a sweep has a mean share of the bound for each of its values (details)',
          warnings: [...opened.warnings, ...warnings(opened)],
          timeS: { total: records.reduce((sum, { machine }) => sum + (machine.timeS['total'] ?? 0), 0) },
          details: {
            sha256,
            asked,
            ...result,
            pointsLeft: runs.length - records.length,
            runs: rated.map(({ timeS: _, cpuS: _of, ...one }) => one),
          },
        },
        texts:
          result === null ? (broken ?? `Interrupted: ${records.length} runs are kept.`) : trialTexts(result, shown),
        page: async () => (await import('../reports/sweep/trial-page.js')).trialPageOf(result!, shown),
      });
    },
  };
}

function nameOf({ method, more }: Pick<RunIdentity, 'method' | 'more'>): string {
  return `trial ${(more as unknown as SweptMore).trial + 1}, ${method!}`;
}

/** Returns a sentence on a run that has no plan that counts; empty for one that has, or that proves a bound. */
function breakdownOf({ run, outcome: { failure, violations, feasible } }: RunRecord): string[] {
  if (failure === null && (run.method === BOUND || feasible === true)) return [];
  const refusedFor = violations.map(({ constraint }) => constraint).join(', ');
  return [
    `The run of ${nameOf(run)} broke down: ${failure?.message ?? `the checker refuses the schedule (${refusedFor})`}`,
  ];
}
