import type { TrialRequest } from '../experiments/design.js';
import { openPool, type Task } from '../experiments/pool.js';
import type { Values } from '../experiments/record.js';
import { COMMAND_LINE, type Fault, formatFaults, type Refused } from '../instances/fault.js';
import { type Figure, figuresIn } from '../reports/figures.js';
import type { ShownAxis } from '../reports/sweep/axis.js';
import { trialTexts } from '../reports/sweep/trials.js';
import { monotonicS } from '../runs/clock.js';
import type { DriverOptions } from '../runs/control.js';
import { digestOf } from '../runs/digest.js';
import { relativeGap } from '../runs/relative-gap.js';
import type { FamilyRunResult } from '../runs/result.js';
import type { PartStore } from '../runs/store/part-store.js';
import { type AxisRecord, readAxes, type SweepAxis, type SweptName } from '../studies/sweep/axes.js';
import { type FoundPoints, solvePoints } from '../studies/points.js';
import { type Setting, type SettingRun, trialSweep } from '../studies/sweep/trials.js';
import type { Opened, Words } from './family.js';
import { type PreparedStudy, refusedFor, type SweepOfFamily, type SweepRequest } from './studies.js';
import { foundBySweep, SWEEP_FILES } from './sweep.js';

/**
 * Validated options of a sweep over trials. The same values of the axis (the swept option or field) are run on several
 * trials, which are variants of an instance.
 */
export interface TrialWords<Asked> {
  /** Options that all runs share. The swept option or field is set for each run in addition. */
  readonly asked: Asked;
  readonly trials: number;
  readonly workers?: number;
  readonly trace?: string;
}

/** Plain data from which a worker thread can set up the runs of a sweep: instance file, axis, seed and options. */
interface TrialSource<Asked> extends Pick<SweepRequest, 'file' | 'over' | 'seed'> {
  readonly words: TrialWords<Asked>;
}

/** Limits, clock and callbacks of one run, with the instance file, the seed and the number of its trial, from 1. */
export interface TrialControl extends DriverOptions {
  readonly file: string;
  readonly seed: number;
  readonly trial: number;
}

/**
 * Declarations and functions of a family for sweeps over trials. `Shown` is the type of the data that the family
 * computes its figures from.
 */
export interface SweptTrials<Instance extends Opened, Asked, Shown> {
  readonly readWords: (words: Words) => TrialWords<Asked> | Refused;
  /** Allowed range of values for each option or field that may be swept, by its name. */
  readonly ranges: Readonly<Record<string, NonNullable<SweptName['range']>>>;
  readonly shownAxis: (axis: AxisRecord) => ShownAxis;
  readonly objectiveUnit: string;
  readonly figures: readonly Figure<Shown>[];
  /**
   * Keys of the figures by which the best value of the axis is chosen: the value with the best mean over the trials.
   */
  readonly chosenBy: readonly string[];
  /**
   * True if the best value is chosen on the first `trials` trials, and its figures are reported on as many further
   * trials.
   */
  readonly isHeldOut: boolean;
  readonly open: (file: string, words: TrialWords<Asked>) => Instance | Refused;
  /** Returns a fault if the options or the axis do not fit the instance; null otherwise. */
  readonly fault: (opened: Instance, words: TrialWords<Asked>, axis: SweepAxis) => Fault | null;
  readonly warnings?: (opened: Instance) => readonly string[];
  readonly settings: (asked: Asked, axis: SweepAxis) => readonly Setting<Asked>[];
  /** Returns the instance of a trial with number 2 or higher. The first trial is the opened instance itself. */
  readonly trialOf: (opened: Instance, trial: number, source: Pick<TrialSource<Asked>, 'file' | 'words'>) => Instance;
  /** Returns the instance changed to a setting's value of the axis. Absent if settings differ only in their options. */
  readonly instanceAt?: (opened: Instance, setting: Setting<Asked>, axis: SweepAxis, file: string) => Instance;
  readonly run: (
    opened: Instance,
    asked: Asked,
    control: TrialControl,
  ) => Promise<{ readonly result: FamilyRunResult; readonly shown: Shown }>;
  readonly bound: (opened: Instance, asked: Asked, control: TrialControl) => Promise<number>;
  /**
   * Module and export name by which worker threads load the function `inWorker`; absent for families without
   * `--workers`.
   */
  readonly task?: Omit<Task, 'run'>;
}

/** Maximum number of values of the axis. Our choice, because each value is run in every trial. */
const MAX_VALUES = 100;
/** Version of the stored runs. It is raised when runs stored by earlier code become invalid. */
const STORED_VERSION = 3;
/** Limits of single runs: none, because means over runs that were stopped early could not be compared. */
const NO_LIMITS = { timeLimitS: null, workLimit: null };

/**
 * Returns the axis (the swept option or field) with its values in ascending order. Returns faults if its name is
 * unknown or a value is out of range.
 */
export function trialsAxis(
  over: readonly string[],
  ranges: Readonly<Record<string, NonNullable<SweptName['range']>>>,
): SweepAxis | readonly Fault[] {
  const read = readAxes(over, null, {
    named: (path) =>
      Object.hasOwn(ranges, path) ? { path, places: [], range: ranges[path]! } : { fault: `"${path}" is not swept` },
    names: `one of ${Object.keys(ranges).join(', ')}`,
    maxAxes: 1,
    maxPoints: MAX_VALUES,
  });
  return read.ok ? read.axes[0]! : read.faults.map((fault) => ({ file: COMMAND_LINE, ...fault }));
}

/** Places in reports. The figures that are shown in one of them are stored for every run. */
const RECORDED = ['sweep', 'compare', 'run'] as const;

/** A validated sweep: the opened instance, the axis, and all settings to run. */
interface OpenedTrials<Instance, Asked> {
  readonly ok: true;
  readonly opened: Instance;
  readonly axis: SweepAxis;
  readonly settings: readonly Setting<Asked>[];
  /**
   * Settings under which bounds are computed. One bound is computed for each trial, or one for each trial and setting
   * if settings change the instance.
   */
  readonly bounds: readonly Setting<Asked>[];
}

/**
 * Returns a family's sweep over trials, in which all settings run on the same trials. Also returns the function that
 * makes its runs in worker threads.
 */
export function sweepOverTrials<Instance extends Opened, Asked extends { readonly method?: string }, Shown>(
  family: SweptTrials<Instance, Asked, Shown>,
): { readonly sweep: SweepOfFamily; readonly inWorker: Task['run'] } {
  const { figures, isHeldOut, instanceAt } = family;
  const recorded = figures.filter(({ in: places }) => RECORDED.some((place) => places.includes(place)));
  const swept = figuresIn(figures, 'sweep').filter(({ key }) => key !== 'bound' && key !== 'gap');
  const boundLabel = (label: string): string => (instanceAt === undefined ? 'bound' : `bound of ${label}`);

  function open({ file, over, words }: TrialSource<Asked>): OpenedTrials<Instance, Asked> | Refused {
    const axis = trialsAxis(over, family.ranges);
    if (!('path' in axis)) return refusedFor(...axis);
    const opened = family.open(file, words);
    if (!opened.ok) return opened;
    const fault = family.fault(opened, words, axis);
    if (fault !== null) return refusedFor(fault);
    const settings = family.settings(words.asked, axis);
    const bounds = (instanceAt === undefined ? settings.slice(0, 1) : settings).map(({ label, at }) => {
      return { label: boundLabel(label), at: instanceAt === undefined ? null : at, asked: words.asked };
    });
    return { ok: true, opened, axis, settings, bounds };
  }

  /**
   * Returns a function that makes one run and returns its figures, or no values if the run was interrupted. It caches
   * the instance of the last trial, because consecutive runs share it.
   */
  function runner(
    { file, seed, words }: TrialSource<Asked>,
    { opened, axis, settings, bounds }: OpenedTrials<Instance, Asked>,
    clock: Pick<DriverOptions, 'nowS' | 'interrupted'>,
  ): Task['run'] {
    let last: { readonly trial: number; readonly instance: Instance } | null = null;
    const valuesOf = async ({ cell, trial }: TrialRequest): Promise<Values> => {
      const setting = [...settings, ...bounds].find(({ label }) => label === cell['setting'])!;
      if (last?.trial !== trial) {
        last = { trial, instance: trial === 1 ? opened : family.trialOf(opened, trial, { file, words }) };
      }
      const own = instanceAt?.(last.instance, setting, axis, file) ?? last.instance;
      const control = { ...clock, limits: NO_LIMITS, onProgress: () => undefined, trial, seed, file };
      if (bounds.includes(setting)) return { bound: await family.bound(own, setting.asked, control) };
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
      const startS = clock.nowS();
      const values = await valuesOf(input);
      return { values: clock.interrupted() ? {} : values, times: { total: clock.nowS() - startS } };
    };
  }

  /** Makes those runs whose results are not yet stored in `parts`. */
  async function made(
    request: SweepRequest & TrialSource<Asked>,
    sweep: OpenedTrials<Instance, Asked>,
    points: readonly TrialRequest[],
    parts: PartStore,
  ): Promise<FoundPoints<TrialRequest, Values>> {
    const { words, seed, nowS, interrupted, onProgress } = request;
    const { asked, workers = 1 } = words;
    const all = [...sweep.settings, ...sweep.bounds];
    const startS = nowS();
    const task = { module: '', exportName: '', ...family.task, run: runner(request, sweep, { nowS, interrupted }) };
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
          const setting = all.find(({ label }) => label === cell['setting']);
          return digestOf([STORED_VERSION, sweep.opened.sha256, sweep.axis.path, asked, seed, trial, setting]);
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
   * Returns the runs of all settings, each with bound, gap and share of the bound. Runs that only computed a bound are
   * not returned themselves.
   */
  function runsOf(
    found: FoundPoints<TrialRequest, Values>['found'],
    bounds: readonly { label: string }[],
  ): SettingRun[] {
    const keyOf = (trial: number, label: string): string => `${trial} ${label}`;
    const known = new Map(found.map(({ point, answer }) => [keyOf(point.trial, point.cell['setting']!), answer]));
    return found.flatMap(({ point: { trial, cell }, answer }) => {
      const setting = cell['setting']!;
      if (bounds.some(({ label }) => label === setting)) return [];
      const bound = numberOf(known.get(keyOf(trial, boundLabel(setting)))?.['bound']);
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
    const { file, over, words, seed } = request;
    const { asked, trials } = words;
    const { opened, axis, settings, bounds } = sweep;
    const { instance, sha256 } = opened;
    const source = { sweep: JSON.stringify({ file, over, words, seed }) };
    const labels = [...(request.withBound ? bounds : []), ...settings].map(({ label }) => label);
    const points = Array.from({ length: isHeldOut ? 2 * trials : trials }, (_, t) =>
      labels.map((setting): TrialRequest => ({ cell: { setting }, trial: t + 1, seed, settings: source })),
    ).flat();
    return {
      ok: true,
      instance: instance.name,
      parts: { count: points.length, called: 'runs' },
      run: async (parts) => {
        const { found, left, totalS } = await made(request, sweep, points, parts);
        const runs = runsOf(found, bounds);
        const keys = swept.map(({ key }) => key);
        const result = left > 0 ? null : trialSweep({ ...family, axis, settings, trials, figures: keys }, runs);
        const method = asked.method ?? null;
        const shown = { name: instance.name, method, figures: swept, axisOf: family.shownAxis };
        return foundBySweep({
          ended: result === null ? 'stopped' : 'solved',
          record: {
            method,
            seed,
            termination: result === null ? 'interrupted' : 'finished',
            objectiveUnit: family.objectiveUnit,
            gapReason: 'a sweep has a mean share of the bound for each of its values (details)',
            warnings: [...opened.warnings, ...(family.warnings?.(opened) ?? [])],
            timeS: { total: totalS },
            details: { sha256, asked, ...result, pointsLeft: left, runs },
          },
          texts: result === null ? `Interrupted: ${found.length} runs are kept.` : trialTexts(result, shown),
          page: async () => {
            const { trialPageOf } = await import('../reports/sweep/trial-page.js');
            return { ...trialPageOf(result!, shown), made: [['Instance file, SHA-256', sha256]] };
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

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/**
 * Returns a fault if the user set a limit for single runs, which a sweep over trials does not allow; null otherwise.
 */
function limitsFault({ limits: { timeLimitS, workLimit } }: Pick<SweepRequest, 'limits'>): Fault | null {
  const [path, value] = timeLimitS === null ? ['--work-limit', workLimit] : ['--time-limit', timeLimitS];
  if (value === null) return null;
  const allowed = 'no limit: a run that is stopped has no schedule, and means over different trials cannot be compared';
  const remedy = 'Leave it out, take fewer --trials, or stop the sweep (Ctrl-C): with --out it is taken up again.';
  return { file: COMMAND_LINE, path, value, allowed, remedy };
}
