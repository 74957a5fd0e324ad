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

/** Request for running settings on trials of an instance; all settings get the same trials (common random numbers). */
export interface TrialsRequest {
  readonly instance: UtilityInstance;
  /** Settings, no two with one label. */
  readonly settings: readonly PolicySetting[];
  /** Number of trials, and the first of them as `trialOf` counts (1 by default: the instance itself). */
  readonly trials: number;
  readonly firstTrial?: number;
  /** Seed of policies that draw, of the first trial; trial t later has `seed + t`. 1 by default. */
  readonly seed?: number;
  /** True for a bound for each trial, and gaps to it. */
  readonly withBound?: boolean;
  /** Flag, true (the default) if every schedule passes the checker; it takes about as long as a quick policy. */
  readonly isChecked?: boolean;
  /** File in whose folder files are that the instance names, and the trace in place of its own. */
  readonly file?: string;
  readonly trace?: string;
  /** Number of runs made at a time; 1 by default. Answers do not depend on it. */
  readonly workers?: number;
  /** Store of the runs that ended, from which they are taken; it must tell apart the files that the instance names. None by default. */
  readonly parts?: PartStore;
  readonly interrupted?: () => boolean;
  /** Receiver of how many runs were taken from the store, and of the time that they took, s. */
  readonly onTaken?: (state: TrialsState, timeS: number) => void;
  readonly onRun?: (state: TrialsState, run: RunName) => void;
}

/** Runs done, of all that are asked for; those of the bounds count. */
export interface TrialsState {
  readonly done: number;
  readonly total: number;
}

/** Name of a run that ended: trial, as `trialOf` counts, and label; "bound" for that of the trial. */
export interface RunName {
  readonly trial: number;
  readonly label: string;
}

/** Answer of one setting on one trial, as plain data. */
export interface TrialAnswer extends TrialFigures {
  /** Trial, as `trialOf` counts. */
  readonly trial: number;
  readonly label: string;
  /** Bound on the utility of the trial, and (bound - utility) / bound; null if it was not asked for. */
  readonly bound: number | null;
  readonly gap: number | null;
}

/** Name of the cell of a trial's bound, beside the labels. */
const BOUND = 'bound';

/** Version of the stored runs, raised whenever those of an earlier version no longer fit. */
const STORED_VERSION = 1;

/** Settings of a design that its trials are computed from, as JSON where they are not plain values. */
interface TrialWords {
  readonly instance: string;
  readonly settings: string;
  readonly firstTrial: number;
  readonly isChecked: number;
  readonly file: string | null;
  readonly trace: string | null;
}

/**
 * Answers of all settings on all trials, trial by trial and in the order of the settings: the same bytes whatever the number of workers. An
 * interrupted study has those that were made.
 * @throws RangeError for a setting that the instance cannot heed, trials of an instance in which nothing is drawn but for the first one, or a schedule
 * that does not pass the checker, naming trial and label.
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

/** Runs with their values; those that the store holds are taken from it. */
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

/** Run of one cell of one trial, a function of its input and of the files that the instance names; a task of the pool of workers. */
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

/** Task for the pool of workers. */
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

/** Values of the bound under the names of a run's, of which it has none. */
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

/** The trial compiled last: the settings of one trial follow each other. A function of its key. */
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
