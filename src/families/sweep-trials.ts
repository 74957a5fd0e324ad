import { type Refused, refused } from '../instances/fault.js';
import { trialSeed } from '../instances/seeded.js';
import { figuresIn } from '../reports/figures.js';
import { shownAxis } from '../reports/sweep/axis.js';
import { trialTexts } from '../reports/sweep/trials.js';
import { ownTimeS } from '../studies/compare/certificates.js';
import { BOUND } from '../studies/compare/runs.js';
import type { RunRecord } from '../studies/plan/record.js';
import { readAxes } from '../studies/sweep/axes.js';
import { ratedTrials, trialSweep } from '../studies/sweep/trials.js';
import type { SweptMore, SweptTrials } from './compare.js';
import { type ComparedParts, compareBySolving } from './compare-by-solving.js';
import { type Family, isRefused, type Opened, type Words } from './family.js';
import { allowedBy, flagOf, isOfKind, optionsOf } from './options.js';
import type { PreparedStudy, SweepOfFamily, SweepRequest, SweptRun } from './studies.js';
import { foundBySweep, SWEEP_FILES } from './sweep.js';
import { optionFault, seedsFault } from './words.js';

/** Maximum number of swept values. Our choice, because each value is run in every trial. */
const MAX_VALUES = 100;

/** Returns a family's sweep over trials, which makes runs as a comparison does; undefined if the family has none. */
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
  const { isHeldOut, beside = () => ({}), withField, warnings = () => [] } = swept;
  const { trials, workers = 1 } = words as { readonly trials: number; readonly workers?: number };
  const { timeLimitS, workLimit } = limits;
  if (timeLimitS !== null || workLimit !== null) {
    const allowed = 'no limit: a run that is stopped has no schedule, and the means could not be compared';
    const remedy = 'Leave it out, take fewer --trials, or stop the sweep (Ctrl-C): with --out it is taken up again.';
    return refused(
      optionFault(timeLimitS === null ? '--work-limit' : '--time-limit', timeLimitS ?? workLimit, allowed, remedy),
    );
  }
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
  const options = optionsOf(family.contest, 'solve');
  const given = options.filter(({ name, isInput }) => words[name] !== undefined && !isInput);
  const { method = family.contest.names[0]! } = words as { readonly method?: string };
  const asked: Words = { method, ...Object.fromEntries(given.map(({ name }) => [name, words[name]])) };
  const settings = [
    ...axis.values.map((at) => {
      return { label: `${axis.field} ${at}`, at, asked: option === undefined ? asked : { ...asked, [option]: at } };
    }),
    ...Object.entries<Words>(beside(asked)).map(([label, own]) => ({ label, at: null, asked: own })),
  ];
  const setByAxis = options.filter(({ name }) => name === option).map(flagOf);
  for (const { at, asked: own } of settings) {
    const chosen = family.choicesOf?.(opened, { asked: own, words: own });
    if (chosen?.ok !== false) continue;
    const { path, allowed, remedy } = chosen.fault;
    const isOfAxis = at !== null && setByAxis.includes(path);
    return refused(isOfAxis ? optionFault('--over', `${axis.field}=${at}`, allowed, remedy) : chosen.fault);
  }
  const count = isHeldOut ? 2 * trials : trials;
  const seeds = seedsFault({ variants: false, seed, trials: isHeldOut ? count : 1 });
  if (seeds !== null) return refused(seeds);
  const undrawn = typeof family.variants === 'string' ? null : (family.variants.fault?.(opened) ?? null);
  if (count > 1 && undrawn !== null) {
    const allowed = isHeldOut ? undrawn.allowed : `1, or ${undrawn.allowed}`;
    const remedy = 'Every seed gives the same here: name another instance.';
    return refused(optionFault('--trials', `${trials} of ${instance.name}`, allowed, remedy));
  }
  const changed = option === undefined ? withField!(opened, { [axis.field]: axis.values[0] }, file) : opened;
  if (!changed.ok) return changed;
  const { run, comparison: rules } = family.contestOn({ file, opened, words, contestants: settings }, true);
  const comparison = { ...rules, series: undefined };
  const boundWords = (family.boundWords?.(asked, settings) ?? asked) as Words;
  const runs = Array.from({ length: count }, (_, trial) => {
    const variant = trialSeed((instance as unknown as { readonly seed: number }).seed, trial + 1);
    return settings.flatMap(({ label, at, asked: own }, n) => {
      const changes = option === undefined ? { field: { [axis.field]: at } } : {};
      const runOf = (method: string, ofRun: Words): SweptRun => {
        const more: SweptMore = { variants: true, trial, variant, words: ofRun, ...changes };
        return { method, seed: isHeldOut ? seed + trial : seed, more: { ...more } };
      };
      const isBounded = withBound && (n === 0 || option === undefined);
      return [...(isBounded ? [runOf(BOUND, boundWords)] : []), runOf(label, own)];
    });
  }).flat();
  return {
    ok: true,
    instance: instance.name,
    parts: { count: runs.length, called: 'runs' },
    run: async (parts) => {
      const startS = nowS();
      const onRecord = (last: Pick<RunRecord, 'run'> | null, { done }: { readonly done: number }): void => {
        const phase = `${done} of ${runs.length} runs${last === null ? '' : `: ${nameOf(last)}`}`;
        onProgress({ timeS: nowS() - startS, work: done, phase, bound: null, incumbent: null });
      };
      onRecord(null, { done: 0 });
      const { records, complete } = await makeRuns({ runs, workers, run, instance: instance.name, onRecord }, parts);
      const rated = ratedTrials(comparison, records);
      const broken = records.find(({ outcome }) => outcome.termination === 'failed' || outcome.violations.length > 0);
      const why = broken?.outcome.failure?.message ?? broken?.outcome.warnings.at(-1);
      const failure = broken && `The run of ${nameOf(broken)} broke down: ${why!}`;
      const kept = rated.map(({ timeS: _, cpuS: _of, ...one }) => one);
      const figures = figuresIn(family.figures, 'sweep').filter(({ key }) => key !== 'bound' && key !== 'gap');
      const question = { ...swept, axis, settings, trials, figures };
      const result = complete && failure === undefined ? trialSweep(comparison, question, rated) : null;
      const named = given.map(({ name }) => `, ${name} ${String(words[name])}`);
      const asking = [method, ...named, named.length > 0 ? ',' : ''].join('');
      const shown = { name: instance.name, sha256, asking, figures, axisOf: swept.axisOf ?? shownAxis };
      return foundBySweep({
        ended: failure !== undefined ? 'failed' : complete ? 'solved' : 'stopped',
        failure,
        record: {
          method,
          seed,
          termination: failure !== undefined ? 'failed' : complete ? 'finished' : 'interrupted',
          objectiveUnit: family.objectiveUnit,
          boundScope: null,
          gapReason: 'a sweep has a mean share of the bound for each of its values (details)',
          warnings: [...opened.warnings, ...warnings(opened)],
          timeS: { total: records.reduce((sum, one) => sum + ownTimeS(one), 0) },
          details: { sha256, asked, ...result, pointsLeft: runs.length - records.length, runs: kept },
        },
        texts:
          result === null ? (failure ?? `Interrupted: ${records.length} runs are kept.`) : trialTexts(result, shown),
        page: async () => (await import('../reports/sweep/trial-page.js')).trialPageOf(result!, shown),
      });
    },
  };
}

function nameOf({ run: { method, more } }: Pick<RunRecord, 'run'>): string {
  return `trial ${(more['trial'] as number) + 1}, ${method!}`;
}
