import type { UtilityInstance } from '../../../../models/families/utility/instance.js';
import { type Design, type TrialRequest, trialsOf } from '../../../experiments/design.js';
import { openPool, runInPool, type Task } from '../../../experiments/pool.js';
import type { TrialOutput, Value, Values } from '../../../experiments/record.js';
import { formatFaults } from '../../../instances/fault.js';
import { UNLIMITED } from '../../../methods/control.js';
import { monotonicS } from '../../../runs/clock.js';
import { digestOf } from '../../../runs/digest.js';
import { relativeGap } from '../../../runs/relative-gap.js';
import { NO_PARTS, type PartStore } from '../../../runs/store/part-store.js';
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
  /** Number of trials. `first`: number of the first one in `trialOf`; default 1, the instance itself. */
  readonly trials: number;
  readonly firstTrial?: number;
  /** Seed for policies that draw, in the first trial; trial t later uses `seed + t`. Default 1. */
  readonly seed?: number;
  /** True to compute a bound for each trial, and gaps to it. */
  readonly withBound?: boolean;
  /** False to skip the checker, which takes about as long as a quick policy; true if absent. */
  readonly isChecked?: boolean;
  /** File to whose folder paths in the instance are relative. Next: the trace that replaces its own. */
  readonly file?: string;
  readonly trace?: string;
  /** Number of runs at a time; default 1. Results do not depend on it. */
  readonly workers?: number;
  /**
   * Store of completed runs, from which they are reused; it must distinguish the files that the instance names. None by
   * default.
   */
  readonly parts?: PartStore;
  readonly interrupted?: () => boolean;
  /** Called with the number of runs taken from the store and the time they took, s. */
  readonly onTaken?: (state: TrialsState, timeS: number) => void;
  readonly onRun?: (state: TrialsState, run: RunName) => void;
}

/** Number of completed runs and of all runs, including those of bounds. */
export interface TrialsState {
  readonly done: number;
  readonly total: number;
}

/** Name of a completed run: trial number as in `trialOf` and label; 'bound' for the trial's bound. */
export interface RunName {
  readonly trial: number;
  readonly label: string;
}

/** Result of one setting on one trial, as plain data. */
export interface TrialAnswer extends TrialFigures {
  /** Trial number as in `trialOf`. */
  readonly trial: number;
  readonly label: string;
  /** Bound on the utility of the trial. Next: (bound - utility) / bound. Null if not asked for. */
  readonly bound: number | null;
  readonly gap: number | null;
}

/** Label under which a trial's bound is stored. */
const BOUND = 'bound';

/** Version of the stored runs, raised when older ones no longer fit. */
const STORED_VERSION = 1;

/** Inputs that determine the results of trials, for the store's key. */
interface TrialWords {
  readonly instance: string;
  readonly settings: string;
  readonly firstTrial: number;
  readonly isChecked: number;
  readonly file: string | null;
  readonly trace: string | null;
}

/**
 * Runs all settings on all trials and returns the results trial by trial in the order of settings; equal bytes for any
 * number of workers. An interrupted study returns the completed ones.
 * @throws RangeError for an unsupported setting, for trials other than the first of an instance without anything
 * random, or for a schedule that fails the check, naming trial and label
 */
export async function runTrials(request: TrialsRequest): Promise<readonly TrialAnswer[]> {
  const { instance, settings, trials, firstTrial = 1, seed = 1 } = request;
  for (const setting of settings) choicesOfSetting(instance, setting);
  if (settings.some(({ label }) => label === BOUND)) throw new RangeError(`"${BOUND}" is no label of a setting`);
  const words: TrialWords = {
    instance: JSON.stringify(instance),
    settings: JSON.stringify(settings),
    firstTrial,
    isChecked: request.isChecked === false ? 0 : 1,
    file: request.file ?? null,
    trace: request.trace ?? null,
  };
  const labels = settings.map(({ label }) => label);
  const design: Design = {
    name: 'utility-trials',
    version: 1,
    trials,
    seed,
    without: [],
    factors: [{ name: 'setting', levels: request.withBound === true ? [BOUND, ...labels] : labels }],
    settings: { ...words },
  };
  const entries = await trialsMade(trialsOf(design), words, request);
  const bounds = new Map(
    entries.flatMap(({ cell, trial, values }) =>
      cell['setting'] === BOUND ? [[trial, values['bound'] as number] as const] : [],
    ),
  );
  return entries.flatMap(({ cell, trial, values }): TrialAnswer[] => {
    const label = cell['setting']!;
    if (label === BOUND) return [];
    const figures = values as unknown as TrialFigures;
    const bound = bounds.get(trial) ?? null;
    const gap = bound === null ? null : relativeGap(bound, figures.utility);
    return [{ trial: firstTrial + trial, label, ...figures, bound, gap }];
  });
}

/** Returns the runs with their values; those in the store are reused. */
async function trialsMade(
  inputs: readonly TrialRequest[],
  words: TrialWords,
  { settings, parts = NO_PARTS, workers = 1, firstTrial = 1, interrupted, onTaken, onRun }: TrialsRequest,
): Promise<readonly (TrialRequest & Pick<TrialOutput, 'values'>)[]> {
  const digest = ({ cell, trial, seed }: TrialRequest): string => {
    const setting = settings.find(({ label }) => label === cell['setting']) ?? BOUND;
    return digestOf([STORED_VERSION, words.instance, words.isChecked, setting, firstTrial + trial, seed]);
  };
  const outputs = inputs.map((input) => parts.read(digest(input)) as TrialOutput | null);
  const waiting = inputs.filter((_, n) => outputs[n] === null);
  const total = inputs.length;
  let done = total - waiting.length;
  const beforeS = outputs.reduce((sum, output) => sum + (output?.times['total'] ?? 0), 0);
  onTaken?.({ done, total }, beforeS);
  const place = new Map(inputs.map((input, n) => [input, n]));
  const pool = openPool(TRIALS_TASK, Math.max(1, Math.min(workers, waiting.length)));
  try {
    await runInPool(pool, waiting, workers, {
      interrupted: interrupted ?? (() => false),
      onOutput: (input, output) => {
        parts.keep(digest(input), output);
        outputs[place.get(input)!] = output;
        onRun?.({ done: ++done, total }, { trial: firstTrial + input.trial, label: input.cell['setting']! });
      },
      failed: (input, cause) => trialFailure(input, cause, firstTrial),
    });
  } finally {
    await pool.close();
  }
  return inputs.flatMap((input, n) => (outputs[n] == null ? [] : [{ ...input, values: outputs[n].values }]));
}

function trialFailure({ cell, trial, seed }: TrialRequest, cause: unknown, firstTrial: number): Error {
  const message = cause instanceof Error ? cause.message : String(cause);
  const where = `trial ${firstTrial + trial} with seed ${seed} of ${cell['setting']!}`;
  return new Error(`utility-trials: the ${where} failed: ${message}`, { cause });
}

/**
 * Runs one cell of one trial; depends only on its input and the files that the instance names. A task of the worker
 * pool.
 */
export async function trialOfSettings({ cell, trial, seed, settings }: TrialRequest): Promise<TrialOutput> {
  // Lets signals through: with one worker the runs are made in the thread that hears them.
  await new Promise((resolve) => setImmediate(resolve));
  const startS = monotonicS();
  const words = settings as unknown as TrialWords;
  const work = trialWork(words, trial);
  const label = cell['setting']!;
  const values = label === BOUND ? await boundValues(work) : runValues(work, words, label, seed);
  return { values, times: { total: monotonicS() - startS } };
}

/** Task of the worker pool that runs one cell. */
const TRIALS_TASK: Task = {
  module: new URL('trials.js', import.meta.url).href,
  exportName: 'trialOfSettings',
  run: trialOfSettings,
};

function runValues(work: TrialWork, { settings, isChecked }: TrialWords, label: string, seed: number): Values {
  const setting = (JSON.parse(settings) as readonly PolicySetting[]).find((one) => one.label === label)!;
  const choices = choicesOfSetting(work.instance, setting);
  const { figures, violations } = trialRun(work, choices, seed, isChecked === 1);
  if (violations !== null && violations.length > 0) {
    throw new RangeError(`${work.instance.name}, ${label}: the schedule breaks ${violations.join(', ')}`);
  }
  return { bound: null, ...figures };
}

/** Computes the bound and returns it under the names of a run's values; other values are empty. */
async function boundValues({ model }: TrialWork): Promise<Values> {
  const { bound } = await utilityBound(model, UNLIMITED);
  const none: Record<keyof TrialFigures, Value> = {
    utility: null,
    shareOfImmediate: null,
    shareOfStarting: null,
    energyJ: null,
    completed: null,
    dropped: null,
    preemptions: null,
    used98S: null,
    used99S: null,
    events: null,
    candidates: null,
    taken: null,
  };
  return { bound, ...none };
}

/** Cache of the trial compiled last, because the settings of one trial follow each other. */
let shelf: {
  readonly words: string;
  readonly trial: number;
  readonly work: TrialWork;
  readonly room: OpenedRoom | null;
} | null = null;

function trialWork({ instance: words, firstTrial, file, trace }: TrialWords, trial: number): TrialWork {
  const key = `${words}\n${file ?? ''}\n${trace ?? ''}`;
  const number = firstTrial + trial;
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
