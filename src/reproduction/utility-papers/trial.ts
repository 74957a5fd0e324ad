import { S_PER_H } from '../../../models/units.js';
import { arrivingUtility } from '../../../models/families/utility/arriving.js';
import type { UtilityInstance } from '../../../models/families/utility/instance.js';
import type { TrialRequest } from '../../experiments/design.js';
import type { TrialOutput, Value } from '../../experiments/record.js';
import { formatFaults } from '../../instances/fault.js';
import { monotonicS } from '../../runs/clock.js';
import { bundledInstance } from '../../instances/bundled.js';
import { daysOf } from '../../families/utility/instances/compile.js';
import { loadJudgedUtility } from '../../families/utility/instances/load.js';
import { trialOf } from '../../families/utility/instances/trial.js';
import { curieLog } from '../../families/utility/runs/curie-log.js';
import { choicesOfSetting } from '../../families/utility/studies/setting.js';
import { trialRun, type TrialWork } from '../../families/utility/studies/trial-run.js';
import { settingNamed } from './figures.js';
import type { UtilityFigure } from './names.js';
import { methodOf, type Setting } from './settings.js';
import { withWorkload } from './workloads.js';

/** Number of significant digits recorded: enough for every statement, without the noise of the last digits. */
const DIGITS = 9;

/** Values of a trial; null if there is nothing to measure. */
export interface TrialValues extends Readonly<Record<string, Value>> {
  /** "plan": a schedule, one of the first trial passed the checker; "no log": Curie's was not named. */
  readonly outcome: 'plan' | 'no log';
  readonly utility: number | null;
  /** Utility as a share of the immediate utility of the day, and of the starting utilities of its arrivals (docs/utility/results.md). */
  readonly immediateShare: number | null;
  readonly startingShare: number | null;
  /** The same as a share of what every task would earn that started as it arrives in its fastest pool, as 000 counts. */
  readonly onArrivalShare: number | null;
  /** Energy of the measured day and its budget, J. */
  readonly energyJ: number | null;
  readonly budgetJ: number | null;
  /** Hours of the measured day at which 98 % and 99 % of the budget were drawn; null if they never were. */
  readonly hour98: number | null;
  readonly hour99: number | null;
  /** Tasks of the whole time. */
  readonly completed: number | null;
  readonly preemptions: number | null;
  /** Candidates whose utility was computed, over mapping events. */
  readonly candidatesPerEvent: number | null;
}

/**
 * Trial of one method in one setting: a function of its input alone, and of Curie's log where the figure is about it. It keeps the tasks drawn last
 * only to save time.
 */
export function utilityTrial({ cell, trial, seed, settings }: TrialRequest): TrialOutput {
  const startS = monotonicS();
  const setting = settingNamed(settings['figure'] as UtilityFigure, cell['setting']!);
  const work = workFor(setting, seed, settings);
  if (work === null) return { values: NOTHING, times: { solve: 0 } };
  const { method, technique } = methodOf(cell['method']!);
  const choices = choicesOfSetting(work.instance, {
    label: cell['setting']!,
    method,
    ...(technique === 'none' ? {} : { preemption: technique }),
    ...(setting.filter === undefined ? {} : { filter: setting.filter, leniency: setting.leniency! }),
    ...(setting.reservations === undefined ? {} : { reservations: setting.reservations }),
  });
  // The checker takes as long as many a run: it judges every schedule of the first trial.
  const { figures, violations } = trialRun(work, choices, seed, trial === 0);
  if (violations !== null && violations.length > 0) {
    throw new RangeError(`The checker refuses the schedule: ${[...new Set(violations)].join(', ')}`);
  }
  // Shares are of the utility as recorded, so that they follow from it.
  const utility = Number(figures.utility.toPrecision(DIGITS));
  const { immediate, starting, onArrival } = arrivingUtility(work.model);
  const shareOf = (whole: number): number | null => rounded(whole > 0 ? utility / whole : null);
  const hours = (seconds: number | null): number | null => rounded(seconds === null ? null : seconds / S_PER_H);
  const values: TrialValues = {
    outcome: 'plan',
    utility,
    immediateShare: shareOf(immediate),
    startingShare: shareOf(starting),
    onArrivalShare: shareOf(onArrival),
    energyJ: rounded(figures.energyJ.at(-1)!),
    budgetJ: rounded(work.instance.energyBudgetJPerDay ?? null),
    hour98: hours(figures.used98S),
    hour99: hours(figures.used99S),
    completed: figures.completed,
    preemptions: figures.preemptions,
    candidatesPerEvent: rounded(figures.candidates / figures.events),
  };
  return { values, times: { solve: monotonicS() - startS } };
}

/** Values of a trial on Curie's log where none is named. */
const NOTHING: TrialValues = {
  outcome: 'no log',
  utility: null,
  immediateShare: null,
  startingShare: null,
  onArrivalShare: null,
  energyJ: null,
  budgetJ: null,
  hour98: null,
  hour99: null,
  completed: null,
  preemptions: null,
  candidatesPerEvent: null,
};

/** Instance of a trial as the setting has it; the trace is named beside it. */
export function instanceFor(setting: Setting, seed: number, settings: TrialRequest['settings']): UtilityInstance {
  const { budget, threshold } = setting;
  const drawn = drawnInstance(setting, seed);
  const budgetJ =
    budget === null ? undefined : 'joules' in budget ? budget.joules : budget.share * unconstrained(setting, settings);
  return {
    ...drawn,
    energyBudgetJPerDay: budgetJ,
    ...(threshold === undefined ? {} : { droppingThreshold: threshold }),
  };
}

function unconstrained({ name }: Setting, settings: TrialRequest['settings']): number {
  const energyJ = settings['unconstrainedJ'];
  if (typeof energyJ !== 'number') throw new RangeError(`The design gives no unconstrained energy for "${name}"`);
  return energyJ;
}

/** Name of the bundled instance of each regime. */
const BUNDLED: Readonly<Record<Setting['regime'], string>> = {
  'serial-100': 'serial-100',
  'parallel-5000': 'parallel-5000',
  'parallel-10000': 'parallel-10000',
  'preemptive-64': 'preemptive-64',
  'curie 50 %': 'curie',
  'curie 80 %': 'curie',
};

/** Nodes of the larger system on Curie's log over those of the bundled half (000 section 5.6.2: 80 %). */
const MORE_NODES = 0.8 / 0.5;
/** First day of Curie's log that begins with whole 28 h of it. */
const FIRST_DAY = 527;
/** Number of such days. */
const DAYS = 46;
/**
 * Days from one trial to the next, around the log: without a common divisor with DAYS, so that all days have their
 * turn.
 */
const DAY_STEP = 5;
/** Moment of the log at which a day begins, s: 20:00, four hours before midnight. */
const dayStartS = (day: number): number => 14_890 + 86_400 * day;

/** Tasks' instance, without what a setting changes about budgets and dropping. */
function drawnInstance({ regime, workload = {} }: Setting, seed: number): UtilityInstance {
  const instance = trialOf(bundledInstance('utility', BUNDLED[regime]) as UtilityInstance, seed);
  if (regime === 'preemptive-64') return withWorkload(instance, workload);
  if (instance.arrivals.source !== 'swf') return instance;
  const day = FIRST_DAY + ((DAY_STEP * (seed - 1)) % DAYS);
  const pools = instance.pools.map((pool) => ({ ...pool, nodes: Math.round(pool.nodes * MORE_NODES) }));
  const arrivals = { ...instance.arrivals, startS: dayStartS(day) };
  return { ...instance, arrivals, ...(regime === 'curie 80 %' ? { pools } : {}) };
}

/** Tasks drawn last, kept because settings of one trial follow each other and most do not change them: a function of its key. */
let drawn: { readonly key: string; readonly work: TrialWork } | null = null;

/** The trial's problem; null if it needs a log that nobody has named. */
function workFor(setting: Setting, seed: number, settings: TrialRequest['settings']): TrialWork | null {
  const isTrace = setting.regime.startsWith('curie');
  const log = isTrace && settings['log'] !== null ? curieLog() : null;
  if (isTrace && log === null) return null;
  if (log !== null && log.sha256 !== settings['log']) throw new RangeError(`${log.file} is not the log of this design`);
  const key = JSON.stringify([setting.regime, setting.workload ?? null, seed]);
  if (drawn?.key !== key) drawn = { key, work: compiled(drawnInstance(setting, seed), log?.file) };
  const { model, workload } = drawn.work;
  const instance = instanceFor(setting, seed, settings);
  const { droppingThreshold } = instance;
  return { instance, workload, model: { ...model, days: daysOf(instance), droppingThreshold } };
}

function compiled(instance: UtilityInstance, trace: string | undefined): TrialWork {
  const source = { file: '', bytes: new Uint8Array(), ...(trace === undefined ? {} : { trace }) };
  const loaded = loadJudgedUtility(instance, source);
  if (!loaded.ok) throw new RangeError(formatFaults(loaded.faults));
  const { model, workload } = loaded;
  if (model === null || workload === null) throw new RangeError(`${instance.name} has no tasks`);
  return { instance, model, workload };
}

function rounded(value: number | null): number | null {
  return value === null ? null : Number(value.toPrecision(DIGITS));
}
