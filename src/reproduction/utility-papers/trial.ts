import { S_PER_H } from '../../../models/units.js';
import type { TrialRequest } from '../../experiments/design.js';
import type { TrialOutput, Value } from '../../experiments/record.js';
import { solve, type SolveOptions, type Solved } from '../../library/index.js';
import { accepted, alteredInstance, bundledFile, inTemporaryFolder } from '../library-calls.js';
import { curieLog } from './curie-log.js';
import { settingNamed } from './figures.js';
import type { UtilityShape } from './instance-shape.js';
import type { UtilityFigure } from './names.js';
import { methodOf, type Setting } from './settings.js';
import { withWorkload } from './workloads.js';

/** Number of significant digits recorded: enough for every claim, but without noise in the last digits. */
const DIGITS = 9;

/** Values of a trial; null if there is nothing to measure. */
export interface TrialValues extends Readonly<Record<string, Value>> {
  /** "plan": the checker accepted a schedule; "no log": the figure needs Curie's log, which was not named. */
  readonly outcome: 'plan' | 'no log';
  readonly utility: number | null;
  /**
   * Utility as a share of the immediate utility of the day, and of the starting utilities of its arrivals
   * (docs/utility/results.md).
   */
  readonly immediateShare: number | null;
  readonly startingShare: number | null;
  /**
   * Utility divided by what the tasks would earn if each started on arrival in its fastest pool, as 000 measures it.
   */
  readonly onArrivalShare: number | null;
  /** Energy of the measured day and its budget, J. */
  readonly energyJ: number | null;
  readonly budgetJ: number | null;
  /** Hours of the measured day at which 98 % and 99 % of the budget were used; null if they never were. */
  readonly hour98: number | null;
  readonly hour99: number | null;
  /** Number of tasks over the whole time. */
  readonly completed: number | null;
  readonly preemptions: number | null;
  /** Mean number of candidates per mapping event whose utility was computed. */
  readonly candidatesPerEvent: number | null;
}

/** Runs one method in one setting. The result depends only on the input and, for figures about it, on Curie's log. */
export async function utilityTrial({ cell, seed, settings }: TrialRequest): Promise<TrialOutput> {
  const setting = settingNamed(settings['figure'] as UtilityFigure, cell['setting']!);
  const isTrace = setting.regime.startsWith('curie');
  const log = isTrace && settings['log'] !== null ? curieLog() : null;
  if (isTrace && log === null) return { values: NOTHING, times: { solve: 0 } };
  if (log !== null && log.sha256 !== settings['log']) throw new RangeError(`${log.file} is not the log of this design`);
  const { method, technique } = methodOf(cell['method']!);
  const bundled = await bundledFile(`utility/${BUNDLED[setting.regime]}`);
  const asked: SolveOptions = {
    method,
    seed,
    bound: false,
    ...(log === null ? {} : { trace: log.file }),
    ...(technique === 'none' ? {} : { preemption: technique }),
    ...(setting.filter === undefined ? {} : { filter: setting.filter, leniency: setting.leniency! }),
    ...(setting.reservations === undefined ? {} : { reservations: setting.reservations }),
  };
  return inTemporaryFolder(async (folder) => {
    const change = (instance: UtilityShape): UtilityShape => instanceFor(instance, setting, seed, settings);
    const solved = accepted(await solve(alteredInstance(bundled, folder, change), asked));
    return { values: valuesOf(solved), times: { solve: solved.record.timeS['total'] ?? 0 } };
  });
}

/** The details of a run that a trial records (docs/utility/results.md). */
interface UtilityDetails {
  readonly energyJ: readonly number[];
  readonly energyBudgetJ: readonly (number | null)[];
  readonly immediateUtility: number;
  readonly startingUtility: number;
  readonly onArrivalUtility: number;
  readonly used98S: number | null;
  readonly used99S: number | null;
  readonly completed: number;
  readonly preemptions: number;
}

/**
 * Returns the recorded figures of a schedule.
 * @throws RangeError if the checker refuses it
 */
function valuesOf({ record }: Solved): TrialValues {
  const { feasible, objective, violations, work } = record;
  if (feasible !== true || objective === null) {
    const broken = (violations ?? []).map(({ constraint }) => constraint);
    throw new RangeError(`The checker refuses the schedule: ${[...new Set(broken)].join(', ')}`);
  }
  const details = record.details as unknown as UtilityDetails;
  // Shares are of the utility as recorded, so that they follow from it.
  const utility = Number(objective.toPrecision(DIGITS));
  const shareOf = (whole: number): number | null => rounded(whole > 0 ? utility / whole : null);
  const hours = (seconds: number | null): number | null => rounded(seconds === null ? null : seconds / S_PER_H);
  return {
    outcome: 'plan',
    utility,
    immediateShare: shareOf(details.immediateUtility),
    startingShare: shareOf(details.startingUtility),
    onArrivalShare: shareOf(details.onArrivalUtility),
    energyJ: rounded(details.energyJ.at(-1)!),
    budgetJ: rounded(details.energyBudgetJ.at(-1) ?? null),
    hour98: hours(details.used98S),
    hour99: hours(details.used99S),
    completed: details.completed,
    preemptions: details.preemptions,
    candidatesPerEvent: rounded(work['candidates']! / work['events']!),
  };
}

/** Values of a trial on Curie's log if the log is not named. */
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

/**
 * Returns the bundled instance of a setting's regime, changed as the trial needs it. If it uses a trace, the trace is
 * named with it.
 */
export function instanceFor(
  bundled: UtilityShape,
  setting: Setting,
  seed: number,
  settings: TrialRequest['settings'],
): UtilityShape {
  const { budget, threshold } = setting;
  const drawn = drawnInstance(bundled, setting, seed);
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
export const BUNDLED: Readonly<Record<Setting['regime'], string>> = {
  'serial-100': 'serial-100',
  'parallel-5000': 'parallel-5000',
  'parallel-10000': 'parallel-10000',
  'preemptive-64': 'preemptive-64',
  'curie 50 %': 'curie',
  'curie 80 %': 'curie',
};

/** Ratio of the nodes of the larger system on Curie's log to those of the bundled half (000 section 5.6.2: 80 %). */
const MORE_NODES = 0.8 / 0.5;
/** First day of Curie's log from which 28 complete hours are recorded. */
const FIRST_DAY = 527;
/** Number of such days from then on. */
const DAYS = 46;
/**
 * Number of days from one trial to the next. It has no common divisor with DAYS, so that all days are used before one
 * is repeated.
 */
const DAY_STEP = 5;
/** Returns the time of the log at which a day begins, s: 20:00, four hours before midnight. */
const dayStartS = (day: number): number => 14_890 + 86_400 * day;

/** Returns the instance with the tasks of this seed, before the setting's changes to budgets and dropping. */
function drawnInstance(bundled: UtilityShape, { regime, workload = {} }: Setting, seed: number): UtilityShape {
  const instance = { ...bundled, seed: bundled.seed + seed - 1, knownOptimum: undefined };
  if (regime === 'preemptive-64') return withWorkload(instance, workload);
  if (instance.arrivals.source !== 'swf') return instance;
  const day = FIRST_DAY + ((DAY_STEP * (seed - 1)) % DAYS);
  const pools = instance.pools.map((pool) => ({ ...pool, nodes: Math.round(pool.nodes * MORE_NODES) }));
  const arrivals = { ...instance.arrivals, startS: dayStartS(day) };
  return { ...instance, arrivals, ...(regime === 'curie 80 %' ? { pools } : {}) };
}

function rounded(value: number | null): number | null {
  return value === null ? null : Number(value.toPrecision(DIGITS));
}
