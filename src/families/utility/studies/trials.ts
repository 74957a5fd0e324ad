import type { UtilityInstance } from '../../../../models/families/utility/instance.js';
import type { TrialRequest } from '../../../experiments/design.js';
import { openPool, type Task } from '../../../experiments/pool.js';
import { checkValues, type TrialOutput, type Values } from '../../../experiments/record.js';
import { formatFaults } from '../../../instances/fault.js';
import { UNLIMITED } from '../../../methods/control.js';
import { monotonicS } from '../../../runs/clock.js';
import { digestOf } from '../../../runs/digest.js';
import { relativeGap } from '../../../runs/relative-gap.js';
import type { PartStore } from '../../../runs/store/part-store.js';
import { sweptPoints } from '../../../studies/sweep/points.js';
import type { OpenedRoom } from '../instances/facility/room.js';
import { loadJudgedUtility } from '../instances/load.js';
import { trialOf } from '../instances/trial.js';
import { utilityBound } from '../methods/bound/utility-bound.js';
import { choicesOfSetting, type PolicySetting } from './setting.js';
import { type TrialFigures, trialRun, type TrialWork } from './trial-run.js';

/** Request to run settings on trials of an instance. All settings get the same trials (common random numbers). */
export interface TrialsRequest {
  readonly instance: UtilityInstance;
  /** Settings with distinct labels. */
  readonly settings: readonly PolicySetting[];
  /** Number of trials. Trial 1 is the instance itself (see `trialOf`). */
  readonly trials: number;
  /** Seed of the first trial for policies that use random numbers; 1 by default. Each later trial adds 1. */
  readonly seed?: number;
  /** True to compute a bound for each trial, and gaps to it. */
  readonly withBound?: boolean;
  /** File of the instance, whose folder contains the files that it names; next, a trace that replaces its own. */
  readonly file?: string;
  readonly trace?: string;
  /** Number of runs at the same time; default 1. Results do not depend on it. */
  readonly workers?: number;
  /**
   * Store of completed runs, from which they are reused; it must distinguish the files that the instance names. None by
   * default.
   */
  readonly parts?: PartStore;
  readonly nowS?: () => number;
  readonly interrupted?: () => boolean;
  /**
   * Called with the number of completed runs (including those of bounds) and the run that just ended; null for runs
   * that were read from the store.
   */
  readonly onRun?: (done: number, run: Pick<TrialAnswer, 'trial' | 'label'> | null) => void;
}

/** Result of one setting on one trial, as plain data. */
export interface TrialAnswer extends TrialFigures {
  /** Trial number as in `trialOf`. */
  readonly trial: number;
  readonly label: string;
  /** Bound on the utility of the trial. Next: (bound - utility) / bound. Null if not requested. */
  readonly bound: number | null;
  readonly gap: number | null;
}

/** Answers of trials; `left` is the number of runs that were not made because of an interrupt. */
export interface TrialsFound {
  readonly answers: readonly TrialAnswer[];
  readonly left: number;
  readonly totalS: number;
}

/** Label of the run of a trial's bound. */
const BOUND = 'bound';

/** Version of the stored runs. It is raised when runs stored by earlier code become invalid. */
const STORED_VERSION = 2;

/** The data from which trials are computed; values that are not plain are JSON texts. */
type TrialWords = Readonly<Record<'instance' | 'settings', string> & Record<'file' | 'trace', string | null>>;

/**
 * Returns the answers of all settings on all trials, ordered by trial, then by setting. They are the same for any
 * number of workers.
 * @throws RangeError, naming trial and label, for a setting that has no effect on the instance, for further trials of
 * an instance without anything random, or for a schedule that does not pass the checker.
 */
export async function runTrials(request: TrialsRequest): Promise<TrialsFound> {
  const { instance, settings, trials, seed = 1, withBound = false, workers = 1, onRun } = request;
  for (const setting of settings) choicesOfSetting(instance, setting);
  if (settings.some(({ label }) => label === BOUND)) throw new RangeError(`"${BOUND}" is no label of a setting`);
  const words: TrialWords = {
    instance: JSON.stringify(instance),
    settings: JSON.stringify(settings),
    file: request.file ?? null,
    trace: request.trace ?? null,
  };
  const labels = [...(withBound ? [BOUND] : []), ...settings.map(({ label }) => label)];
  const points = Array.from({ length: trials }, (_, trial) =>
    labels.map((setting): TrialRequest => ({ cell: { setting }, trial, seed: seed + trial, settings: words })),
  ).flat();
  const pool = openPool(TRIALS_TASK, Math.max(1, Math.min(workers, points.length)));
  try {
    const { found, left, totalS } = await sweptPoints<TrialRequest, TrialOutput>({
      nowS: monotonicS,
      interrupted: () => false,
      ...request,
      points,
      solve: async (point) => {
        try {
          const output = await pool.run(point);
          checkValues(output.values);
          return output;
        } catch (error) {
          throw trialFailure(point, error);
        }
      },
      digest: (point) => {
        const setting = settings.find(({ label }) => label === labelOf(point)) ?? BOUND;
        return digestOf([STORED_VERSION, words.instance, setting, 1 + point.trial, point.seed]);
      },
      onPoint: (done, last) => onRun?.(done, last && { trial: 1 + last.point.trial, label: labelOf(last.point) }),
    });
    const bounds = new Map(
      found.flatMap(({ point, answer }) =>
        labelOf(point) === BOUND ? [[point.trial, answer.values['bound'] as number]] : [],
      ),
    );
    const answers = found.flatMap(({ point, answer }): TrialAnswer[] => {
      const label = labelOf(point);
      if (label === BOUND) return [];
      const figures = answer.values as unknown as TrialFigures;
      const bound = bounds.get(point.trial) ?? null;
      const gap = bound === null ? null : relativeGap(bound, figures.utility);
      return [{ trial: 1 + point.trial, label, ...figures, bound, gap }];
    });
    return { answers, left, totalS };
  } finally {
    await pool.close();
  }
}

function labelOf({ cell }: TrialRequest): string {
  return cell['setting']!;
}

function trialFailure(point: TrialRequest, cause: unknown): Error {
  const message = cause instanceof Error ? cause.message : String(cause);
  const where = `trial ${1 + point.trial} with seed ${point.seed} of ${labelOf(point)}`;
  return new Error(`utility-trials: the ${where} failed: ${message}`, { cause });
}

/**
 * Runs one cell of one trial. The result depends only on the input and on the files that the instance names. It is a
 * task of the worker pool.
 */
export async function trialOfSettings({ cell, trial, seed, settings }: TrialRequest): Promise<TrialOutput> {
  // Lets signals through: with one worker the runs are made in the thread that hears them.
  await new Promise((resolve) => setImmediate(resolve));
  const startS = monotonicS();
  const words = settings as unknown as TrialWords;
  const work = trialWork(words, trial);
  const label = cell['setting']!;
  const values: Values =
    label === BOUND
      ? { bound: (await utilityBound(work.model, UNLIMITED)).bound }
      : runValues(work, words, label, seed);
  return { values, times: { total: monotonicS() - startS } };
}

/** Task of the worker pool that runs one cell. */
const TRIALS_TASK: Task = {
  module: new URL('trials.js', import.meta.url).href,
  exportName: 'trialOfSettings',
  run: trialOfSettings,
};

function runValues(work: TrialWork, { settings }: TrialWords, label: string, seed: number): Values {
  const setting = (JSON.parse(settings) as readonly PolicySetting[]).find((one) => one.label === label)!;
  const choices = choicesOfSetting(work.instance, setting);
  const { figures, violations } = trialRun(work, choices, seed);
  if (violations !== null && violations.length > 0) {
    throw new RangeError(`${work.instance.name}, ${label}: the schedule breaks ${violations.join(', ')}`);
  }
  return { ...figures };
}

/** Cache of the trial compiled last, because the settings of one trial follow each other. */
let shelf: {
  readonly words: string;
  readonly trial: number;
  readonly work: TrialWork;
  readonly room: OpenedRoom | null;
} | null = null;

function trialWork({ instance: words, file, trace }: TrialWords, trial: number): TrialWork {
  const key = `${words}\n${file ?? ''}\n${trace ?? ''}`;
  const number = 1 + trial;
  if (shelf !== null && shelf.trial === number && shelf.words === key) return shelf.work;
  const whole = JSON.parse(words) as UtilityInstance;
  const instance = number === 1 ? whole : trialOf(whole, number);
  // The air of a room is the same in every trial.
  const room = shelf?.words === key ? shelf.room : undefined;
  const source = { file: file ?? '', bytes: new Uint8Array(), room, ...(trace === null ? {} : { trace }) };
  const loaded = loadJudgedUtility(instance, source);
  if (!loaded.ok) throw new RangeError(formatFaults(loaded.faults));
  const { model, workload } = loaded;
  if (model === null || workload === null) throw new RangeError(`${instance.name}: no trace is named`);
  const work = { instance, model, workload, matrix: loaded.room?.matrix };
  shelf = { words: key, trial: number, work, room: loaded.room };
  return work;
}
