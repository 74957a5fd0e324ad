import type { TrialRequest } from '../experiments/design.js';
import { openPool, type Task } from '../experiments/pool.js';
import type { Values } from '../experiments/record.js';
import { COMMAND_LINE, type Fault, formatFaults, type Refused } from '../instances/fault.js';
import { type Figure, figuresIn } from '../reports/figures.js';
import { type ShownTrials, trialTexts } from '../reports/sweep/trials.js';
import { monotonicS } from '../runs/clock.js';
import type { DriverOptions } from '../runs/control.js';
import { digestOf } from '../runs/digest.js';
import { relativeGap } from '../runs/relative-gap.js';
import type { FamilyRunResult } from '../runs/result.js';
import type { PartStore } from '../runs/store/part-store.js';
import { readAxes, type SweepAxis, type SweptName } from '../studies/sweep/axes.js';
import { type FoundPoints, solvePoints } from '../studies/points.js';
import { type Setting, type SettingRun, type TrialsAsked, trialSweep } from '../studies/sweep/trials.js';
import type { Opened, Words } from './family.js';
import { type PreparedStudy, refusedFor, type SweepOfFamily, type SweepRequest } from './studies.js';
import { foundBySweep, SWEEP_FILES } from './sweep.js';

/**
 * Validated options of a sweep over trials. Such a sweep runs several values of one option or field, its axis. All
 * values run on the same seeded variants (trials) of an instance.
 */
export interface TrialWords<Asked> {
  /** Option values of all runs, without the option that is swept. */
  readonly asked: Asked;
  readonly trials: number;
  readonly workers?: number;
  readonly trace?: string;
}

/** Plain data from which a worker thread can set up the runs of a sweep. */
type TrialSource<Asked> = Pick<SweepRequest, 'file' | 'over' | 'seed' | 'withBound'> & {
  readonly words: TrialWords<Asked>;
};

/** Limits, clock and callbacks of one run, with its instance file, its seed, and the number of its trial (from 1). */
export interface TrialControl extends DriverOptions {
  readonly file: string;
  readonly seed: number;
  readonly trial: number;
}

/** What a family declares for sweeps over trials. `Shown` is the type of the data from which figures are computed. */
export interface SweptTrials<Instance extends Opened, Asked, Shown> extends Pick<
  TrialsAsked,
  'isHeldOut' | 'chosenBy'
> {
  readonly readWords: (words: Words) => TrialWords<Asked> | Refused;
  /** Allowed range of values for each option or field that may be swept, by its name. */
  readonly ranges: Readonly<Record<string, NonNullable<SweptName['range']>>>;
  readonly shownAxis: ShownTrials['axisOf'];
  readonly objectiveUnit: string;
  readonly figures: readonly Figure<Shown>[];
  readonly open: (file: string, words: TrialWords<Asked>) => Instance | Refused;
  /** Returns a fault if the options or the axis do not fit the instance; null otherwise. */
  readonly fault: (opened: Instance, words: TrialWords<Asked>, axis: SweepAxis) => Fault | null;
  readonly warnings?: (opened: Instance) => readonly string[];
  readonly settings: (asked: Asked, axis: SweepAxis) => readonly Setting<Asked>[];
  /** Returns the variant of the instance for trial 2 or higher. Trial 1 uses the instance itself. */
  readonly trialOf: (
    opened: Instance,
    trial: number,
    source: Pick<TrialSource<Asked>, 'file' | 'words'>,
  ) => Instance | Refused;
  /** Returns the instance with the swept field set to the value of `setting`. Absent if only options are swept. */
  readonly instanceAt?: (
    opened: Instance,
    setting: Setting<Asked>,
    axis: SweepAxis,
    file: string,
  ) => Instance | Refused;
  readonly run: (
    opened: Instance,
    asked: Asked,
    control: TrialControl,
  ) => Promise<{ readonly result: FamilyRunResult; readonly shown: Shown }>;
  readonly bound: (opened: Instance, asked: Asked, control: TrialControl) => Promise<number>;
  /** Module and export name of `inWorker`, for worker threads; absent for families without `--workers`. */
  readonly task?: Omit<Task, 'run'>;
}

/** Maximum number of swept values. Our choice, because each value is run in every trial. */
const MAX_VALUES = 100;
/** Version of the results that are stored for resuming. It is raised when new code gives other results. */
const STORED_VERSION = 4;
/** Limits of single runs: none, because means over runs that were stopped early could not be compared. */
const NO_LIMITS = { timeLimitS: null, workLimit: null };
/** Kinds of report. A run stores every figure that at least one of them shows. */
const RECORDED = ['sweep', 'compare', 'run'] as const;
/** Label of the setting whose run computes the bound of a trial. */
const BOUND = 'bound';

/**
 * Returns a family's sweep over trials, and the function that makes one of its runs in a worker thread. All settings
 * run on the same trials.
 */
export function sweepOverTrials<Instance extends Opened, Asked extends { readonly method?: string }, Shown>(
  family: SweptTrials<Instance, Asked, Shown>,
): { readonly sweep: SweepOfFamily; readonly inWorker: Task['run'] } {
  const { figures, isHeldOut, instanceAt, ranges } = family;
  const recorded = figures.filter(({ in: places }) => RECORDED.some((place) => places.includes(place)));
  const swept = figuresIn(figures, 'sweep').filter(({ key }) => key !== 'bound' && key !== 'gap');
  // A trial has one bound, or one for each setting that changes the instance.
  const boundLabel = (label: string): string => (instanceAt === undefined ? BOUND : `${BOUND} of ${label}`);
  type Sweep = Exclude<ReturnType<typeof open>, Refused>;

  /**
   * Reads the instance and returns the settings of the sweep. `all` also contains the runs that compute bounds, first.
   */
  function open({ file, over, words, withBound }: TrialSource<Asked>) {
    const read = readAxes(over, null, {
      named: (field) =>
        Object.hasOwn(ranges, field)
          ? { field, places: [], range: ranges[field]! }
          : { fault: `"${field}" is not swept` },
      names: `one of ${Object.keys(ranges).join(', ')}`,
      maxAxes: 1,
      maxPoints: MAX_VALUES,
    });
    if (!read.ok) return read;
    const axis = read.axes[0]!;
    const opened = family.open(file, words);
    if (!opened.ok) return opened;
    const fault = family.fault(opened, words, axis);
    if (fault !== null) return refusedFor(fault);
    const settings = family.settings(words.asked, axis);
    const bounds = (instanceAt === undefined ? [{ label: '', at: null }] : settings).map(({ label, at }) => {
      return { label: boundLabel(label), at, asked: words.asked };
    });
    return { ok: true as const, opened, axis, settings, all: [...(withBound ? bounds : []), ...settings] };
  }

  /**
   * Returns a function that makes one run and keeps the instance of the last trial. An interrupted run returns no
   * values.
   */
  function runner(
    { file, seed, words }: TrialSource<Asked>,
    { opened, axis, settings, all }: Sweep,
    clock: Pick<DriverOptions, 'nowS' | 'interrupted'>,
  ): Task['run'] {
    let last = { trial: 1, instance: opened };
    const valuesOf = async ({ cell, trial }: TrialRequest): Promise<Values> => {
      const setting = all.find(({ label }) => label === cell['setting'])!;
      if (last.trial !== trial) {
        last = { trial, instance: certain(trial === 1 ? opened : family.trialOf(opened, trial, { file, words })) };
      }
      const own = certain(instanceAt?.(last.instance, setting, axis, file) ?? last.instance);
      const control = { ...clock, limits: NO_LIMITS, onProgress: () => undefined, trial, seed, file };
      if (!settings.includes(setting)) return { bound: await family.bound(own, setting.asked, control) };
      const { result, shown } = await family.run(own, setting.asked, control);
      const { objective, violations } = result;
      if (!clock.interrupted() && (objective === null || violations.length > 0)) {
        const broken = violations.map(({ constraint }) => constraint).join(', ');
        throw new RangeError(`${own.instance.name}, ${setting.label}: the checker refuses the schedule (${broken})`);
      }
      return Object.fromEntries(recorded.map(({ key, of }) => [key, numberOf(of(shown))]));
    };
    return async (input) => {
      // Lets signals through before every run.
      await new Promise((resolve) => setImmediate(resolve));
      const values = await valuesOf(input);
      return { values: clock.interrupted() ? {} : values, times: {} };
    };
  }

  /** Makes those runs whose results are not yet stored in `parts`. */
  async function made(
    request: SweepRequest & TrialSource<Asked>,
    sweep: Sweep,
    parts: PartStore,
  ): Promise<FoundPoints<TrialRequest, Values>> {
    const { nowS, interrupted, onProgress, words, seed } = request;
    const { asked, workers = 1 } = words;
    const startS = nowS();
    const points = pointsOf(request, sweep);
    const task = { module: '', exportName: '', ...family.task, run: runner(request, sweep, request) };
    const pool = openPool(task, Math.min(workers, points.length));
    try {
      return await solvePoints({
        points,
        workers,
        nowS,
        interrupted,
        parts,
        solve: async (point) => {
          const { values } = await pool.run(point);
          return Object.keys(values).length === 0 ? null : values;
        },
        digest: ({ cell, trial }) => {
          const setting = sweep.all.find(({ label }) => label === cell['setting']);
          return digestOf([STORED_VERSION, sweep.opened.sha256, sweep.axis.field, asked, seed, trial, setting]);
        },
        onPoint: (done, last) => {
          const name = last === null ? '' : `: trial ${last.point.trial}, ${last.point.cell['setting']}`;
          const phase = `${done} of ${points.length} runs${name}`;
          onProgress({ timeS: nowS() - startS, work: done, phase, bound: null, incumbent: null });
        },
      });
    } finally {
      await pool.close();
    }
  }

  /**
   * Returns all runs of the sweep, trial by trial. Each carries the request as JSON, from which a worker thread sets it
   * up.
   */
  function pointsOf({ file, over, words, seed, withBound }: TrialSource<Asked>, { all }: Sweep): TrialRequest[] {
    const settings = { sweep: JSON.stringify({ file, over, words, seed, withBound }) };
    return Array.from({ length: isHeldOut ? 2 * words.trials : words.trials }, (_, t) =>
      all.map(({ label }): TrialRequest => ({ cell: { setting: label }, trial: t + 1, seed, settings })),
    ).flat();
  }

  /** Returns the runs of all settings, each with the bound of its trial, the relative gap, and objective / bound. */
  function runsOf({ found }: FoundPoints<TrialRequest, Values>, { settings }: Sweep): SettingRun[] {
    const labels = settings.map(({ label }) => label);
    const valuesOf = (trial: number, label: string): Values | undefined =>
      found.find(({ point }) => point.trial === trial && point.cell['setting'] === label)?.answer;
    return found.flatMap(({ point: { trial, cell }, answer }) => {
      const setting = cell['setting']!;
      if (!labels.includes(setting)) return [];
      const bound = numberOf(valuesOf(trial, boundLabel(setting))?.['bound']);
      const objective = answer['objective'] as number;
      const gap = bound === null ? null : relativeGap(bound, objective);
      const shareOfBound = bound === null || !(bound > 0) ? null : objective / bound;
      return [{ trial, setting, ...answer, bound, gap, shareOfBound }];
    });
  }

  function prepare(request: SweepRequest & TrialSource<Asked>): PreparedStudy | Refused {
    const limited = limitsFault(request);
    if (limited !== null) return refusedFor(limited);
    const sweep = open(request);
    if (!sweep.ok) return sweep;
    const { asked } = request.words;
    const { opened, axis, settings } = sweep;
    const { instance, sha256 } = opened;
    return {
      ok: true,
      instance: instance.name,
      parts: { count: pointsOf(request, sweep).length, called: 'runs' },
      run: async (parts) => {
        const all = await made(request, sweep, parts);
        const runs = runsOf(all, sweep);
        const question = { ...family, ...request.words, axis, settings, figures: swept };
        const result = all.left > 0 ? null : trialSweep(question, runs);
        const method = asked.method ?? null;
        const options = optionsText(asked);
        const shown = { name: instance.name, method, options, figures: swept, axisOf: family.shownAxis };
        return foundBySweep({
          ended: result === null ? 'stopped' : 'solved',
          record: {
            method,
            seed: request.seed,
            termination: result === null ? 'interrupted' : 'finished',
            objectiveUnit: family.objectiveUnit,
            gapReason: 'a sweep has a mean share of the bound for each of its values (details)',
            warnings: [...opened.warnings, ...(family.warnings?.(opened) ?? [])],
            timeS: { total: all.totalS },
            details: { sha256, asked, ...result, pointsLeft: all.left, runs },
          },
          texts: result === null ? `Interrupted: ${all.found.length} runs are kept.` : trialTexts(result, shown),
          page: async () => {
            const { trialPageOf } = await import('../reports/sweep/trial-page.js');
            const facts = options === '' ? [] : [['Options of all runs', options] as const];
            return { ...trialPageOf(result!, shown), made: [...facts, ['Instance file, SHA-256', sha256]] };
          },
        });
      },
    };
  }

  let last: { readonly text: unknown; readonly run: Task['run'] } | null = null;
  return {
    sweep: {
      files: SWEEP_FILES,
      readWords: (words) => family.readWords(words) as unknown as Words | Refused,
      prepare: (request) => prepare(request as unknown as SweepRequest & TrialSource<Asked>),
    },
    // A thread keeps the sweep opened last.
    inWorker: (input) => {
      const { sweep: text } = input.settings;
      if (last?.text !== text) {
        const source = JSON.parse(text as string) as TrialSource<Asked>;
        const sweep = open(source);
        if (!sweep.ok) throw new RangeError(formatFaults(sweep.faults));
        last = { text, run: runner(source, sweep, { nowS: monotonicS, interrupted: () => false }) };
      }
      return last!.run(input);
    },
  };
}

/** Returns the options that all runs share, besides the method, as text such as "filter per-task, cap 5". */
function optionsText(asked: object): string {
  return Object.entries(asked)
    .filter(([name, value]) => name !== 'method' && ['string', 'number', 'boolean'].includes(typeof value))
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ');
}

/**
 * Returns an instance that must be valid.
 *
 * @throws RangeError with the faults if it was refused
 */
function certain<Instance extends Opened>(loaded: Instance | Refused): Instance {
  if (!loaded.ok) throw new RangeError(formatFaults(loaded.faults));
  return loaded;
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** Returns a fault if the user set a limit for single runs, which a sweep over trials does not allow; else null. */
function limitsFault({ limits: { timeLimitS, workLimit } }: Pick<SweepRequest, 'limits'>): Fault | null {
  const [path, value] = timeLimitS === null ? ['--work-limit', workLimit] : ['--time-limit', timeLimitS];
  if (value === null) return null;
  const allowed = 'no limit: a run that is stopped has no schedule, and means over different trials cannot be compared';
  const remedy = 'Leave it out, take fewer --trials, or stop the sweep (Ctrl-C): with --out it is taken up again.';
  return { file: COMMAND_LINE, path, value, allowed, remedy };
}
