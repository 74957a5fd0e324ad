import type { Words } from '../families/family.js';
import type { SeriesRequest } from '../families/studies.js';
import type { Fault, Refused } from '../instances/fault.js';
import { runChain } from '../workbench/chain.js';
import { simulate as simulateOf } from '../workbench/simulate.js';
import type { StudyAnswer, StudyPlace } from '../workbench/study.js';
import type { DayOptions, SimulateOptions, SweepOptions } from './options.js';
import { prepared } from './prepared.js';
import { CALL, DAY_RULES, SIMULATE_RULES, SWEEP_RULES } from './rules.js';
import { surroundingsOf } from './surroundings.js';

/**
 * Solves an instance at every point of a grid of values. Each point gets a plan, a bound, a gap, and marginal values of
 * the limits. `record` is what `plenum sweep --json` prints. The points are in `record.details`
 * (docs/reward-rate/results.md).
 *
 * @param instance - Path of an instance file, or the name of a bundled instance.
 * @param over - Axes of the grid, at least one, such as `powerCapW=200000:300000:10000` or `redLineC=26,28,30`.
 * @param options - Method, limits of each run, options of the family, and output folder.
 */
export function sweep(
  instance: string,
  over: readonly string[],
  options: SweepOptions = {},
): Promise<StudyAnswer | Refused> {
  return prepared('sweep', instance, options, SWEEP_RULES, async ({ file, words }) => {
    const unfit = listFault('over', over, 'a list of axes such as "powerCapW=200000:300000:10000"');
    return unfit ?? runChain('sweep', { ...seriesOf(options, words), file, over });
  });
}

/**
 * Plans a day epoch by epoch and returns one plan for each, with the energy and reward of the day. `record` is what
 * `plenum day --json` prints. The epochs are in `record.details` (docs/reward-rate/results.md).
 *
 * @param instance - Path of an instance file, or the name of a bundled instance.
 * @param options - Arrivals, method, limits of each run, options of the family, and output folder.
 */
export function day(instance: string, options: DayOptions = {}): Promise<StudyAnswer | Refused> {
  return prepared('day', instance, options, DAY_RULES, ({ file, words }) =>
    runChain('day', { ...seriesOf(options, words), file, over: [] }),
  );
}

/**
 * Simulates plans under uncertain execution times and arrivals (Monte Carlo), with the same random draws for all plans.
 * `record` is what `plenum simulate --json` prints. The plans and their differences are in `record.details`.
 *
 * @param instance - Path of an instance file, or the name of a bundled instance.
 * @param plans - Paths of plan files, at least one. Differences are relative to the first.
 * @param options - Number of samples, distributions and their spreads, and output folder.
 */
export function simulate(
  instance: string,
  plans: readonly string[],
  options: SimulateOptions = {},
): Promise<StudyAnswer | Refused> {
  return prepared('simulate', instance, options, SIMULATE_RULES, async ({ file, words }) => {
    const unfit = listFault('plans', plans, 'a list of paths of plan files');
    if (unfit !== null) return unfit;
    const { signal, seed = 1 } = { ...options };
    const interrupted = (): boolean => signal?.aborted === true;
    return simulateOf({ ...placeOf(options), file, planFiles: plans, words, seed, interrupted });
  });
}

function placeOf({ out = null, overwrite = false, onNote = () => undefined }: PlaceOptions): StudyPlace {
  return { out, overwrite, onNote };
}

interface PlaceOptions {
  readonly out?: string | null;
  readonly overwrite?: boolean;
  readonly onNote?: (text: string) => void;
}

function seriesOf(options: SweepOptions, words: Words): Omit<SeriesRequest, 'file'> & StudyPlace {
  // What was judged are the options' own fields: others do not count.
  const own = { ...options };
  const { seed = 1, workLimit = null, bound: withBound = true } = own;
  const { timeLimitS, onProgress, ...surroundings } = surroundingsOf(own);
  return {
    ...placeOf(own),
    ...surroundings,
    words,
    seed,
    withBound,
    interruptedTwice: () => false,
    limits: { timeLimitS, workLimit },
    onProgress: (point) => {
      onProgress(point, '');
    },
  };
}

/** Returns the refusal of a value that is not a non-empty list of texts; else null. */
function listFault(path: string, value: unknown, allowed: string): Refused | null {
  const isList =
    Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string' && one !== '');
  if (isList) return null;
  const fault: Fault = { file: CALL, path, value, allowed, remedy: 'Give at least one.' };
  return { ok: false, faults: [fault] };
}
