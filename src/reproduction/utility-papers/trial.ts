import { S_PER_H } from '../../../models/units.js';
import type { TrialRequest } from '../../experiments/design.js';
import type { TrialOutput, Value, Values } from '../../experiments/record.js';
import { solve, type SolveOptions, type Solved } from '../../library/index.js';
import { accepted, alteredInstance, bundledFile, inTemporaryFolder } from '../library-calls.js';
import { curieLog } from './curie-log.js';
import { settingNamed } from './figures.js';
import type { UtilityShape } from './instance-shape.js';
import type { UtilityFigure } from './names.js';
import { methodOf, type Setting } from './settings.js';
import { withWorkload } from './workloads.js';

/** Number of significant digits in records: enough for every claim, few enough to exclude floating-point error. */
const DIGITS = 9;

/** Values of a trial's schedule; null where it has none. */
interface Measured {
  readonly utility: number;
  /** Utility as a share of the immediate utility of the day (docs/utility/results.md). */
  readonly immediateShare: number | null;
  /** Utility as a share of the starting utilities of the day's arrivals (docs/utility/results.md). */
  readonly startingShare: number | null;
  /**
   * Utility as a share of the utility if each task started at its arrival in its fastest pool. Paper 000 measures
   * utility like this.
   */
  readonly onArrivalShare: number | null;
  /** Energy of the measured day, J. */
  readonly energyJ: number | null;
  /** Energy budget of the measured day, J. */
  readonly budgetJ: number | null;
  /** Hour of the measured day at which 98 % of the energy budget was used; null if never. */
  readonly hour98: number | null;
  /** Hour of the measured day at which 99 % of the energy budget was used; null if never. */
  readonly hour99: number | null;
  /** Number of completed tasks over the whole simulated time. */
  readonly completed: number;
  /** Mean number, per mapping event, of candidate assignments whose utility was computed. */
  readonly candidatesPerEvent: number | null;
}

/** Values of figures about parallel tasks with one energy budget. */
const PARALLEL = ['utility', 'immediateShare', 'onArrivalShare', 'energyJ', 'candidatesPerEvent'] as const;
/** Values of figures about preemptible tasks. */
const PREEMPTIVE = ['startingShare', 'completed'] as const;

/** Values that trials of each figure record: those that its claims, tables and charts read. */
const RECORDED: Readonly<Record<UtilityFigure, readonly (keyof Measured)[]>> = {
  'utility-serial': ['utility', 'immediateShare', 'energyJ', 'budgetJ', 'hour98', 'hour99'],
  'utility-parallel-5000': PARALLEL,
  'utility-budgets': ['immediateShare', 'onArrivalShare', 'energyJ', 'budgetJ'],
  'utility-parallel-10000': PARALLEL,
  'utility-curie': ['immediateShare', 'onArrivalShare', 'energyJ'],
  'utility-testbed': ['utility', 'immediateShare', 'energyJ', 'budgetJ'],
  'utility-preemptive': PREEMPTIVE,
  'utility-bursts': PREEMPTIVE,
};

/**
 * Returns what a trial of a figure records. The outcome is "plan" if the checker accepted the schedule, and "no log" if
 * the log of the cluster Curie, which the figure needs, is not available.
 */
function recorded(figure: UtilityFigure, measured: Measured | null): Values {
  const values = RECORDED[figure].map((name): [string, Value] => [name, measured?.[name] ?? null]);
  return { outcome: measured === null ? 'no log' : 'plan', ...Object.fromEntries(values) };
}

/**
 * Runs one method in one setting. The recorded values depend only on the input and, for some figures, on the log of the
 * cluster Curie.
 */
export async function utilityTrial({ cell, seed, settings }: TrialRequest): Promise<TrialOutput> {
  const figure = settings['figure'] as UtilityFigure;
  const setting = settingNamed(figure, cell['setting']!);
  const isTrace = setting.regime.startsWith('curie');
  const log = isTrace && settings['log'] !== null ? curieLog() : null;
  if (isTrace && log === null) return { values: recorded(figure, null), times: { solve: 0 } };
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
    ...(setting.goalRate === undefined ? {} : { goalRate: setting.goalRate }),
    ...(setting.reservations === undefined ? {} : { reservations: setting.reservations }),
  };
  return inTemporaryFolder(async (folder) => {
    const solved = async (own: Setting, options: SolveOptions, known = settings): Promise<Solved> => {
      const change = (instance: UtilityShape): UtilityShape => instanceFor(instance, own, seed, known);
      return accepted(await solve(alteredInstance(bundled, folder, change), options));
    };
    const isMeasured = setting.budget !== null && 'share' in setting.budget && !('unconstrainedJ' in settings);
    const free = isMeasured ? await solved({ ...setting, budget: null }, { ...asked, method: OWN_MAXIMUM }) : null;
    const known = free === null ? settings : { ...settings, unconstrainedJ: detailsOf(free).energyJ.at(-1)! };
    const made = await solved(setting, asked, known);
    return { values: recorded(figure, measuredIn(made)), times: { solve: made.record.timeS['total'] ?? 0 } };
  });
}

/** Heuristic whose energy without a budget is the unconstrained energy of a trial, where the design has none. */
const OWN_MAXIMUM = 'upr';

/** The part of a run's `details` that a trial records (docs/utility/results.md). */
interface UtilityDetails {
  readonly energyJ: readonly number[];
  readonly energyBudgetJ: readonly (number | null)[];
  readonly immediateUtility: number;
  readonly startingUtility: number;
  readonly onArrivalUtility: number;
  readonly used98S: number | null;
  readonly used99S: number | null;
  readonly completed: number;
}

function detailsOf({ record }: Solved): UtilityDetails {
  return record.details as unknown as UtilityDetails;
}

/**
 * Returns the values of a schedule.
 *
 * @throws RangeError if the checker finds it infeasible
 */
function measuredIn(solved: Solved): Measured {
  const { record } = solved;
  const { feasible, objective, violations, work } = record;
  if (feasible !== true || objective === null) {
    const broken = (violations ?? []).map(({ constraint }) => constraint);
    throw new RangeError(`The checker refuses the schedule: ${[...new Set(broken)].join(', ')}`);
  }
  const details = detailsOf(solved);
  // Shares are of the utility as recorded, so that they follow from it.
  const utility = Number(objective.toPrecision(DIGITS));
  const shareOf = (whole: number): number | null => rounded(whole > 0 ? utility / whole : null);
  const hours = (seconds: number | null): number | null => rounded(seconds === null ? null : seconds / S_PER_H);
  return {
    utility,
    immediateShare: shareOf(details.immediateUtility),
    startingShare: shareOf(details.startingUtility),
    onArrivalShare: shareOf(details.onArrivalUtility),
    energyJ: rounded(details.energyJ.at(-1)!),
    budgetJ: rounded(details.energyBudgetJ.at(-1) ?? null),
    hour98: hours(details.used98S),
    hour99: hours(details.used99S),
    completed: details.completed,
    candidatesPerEvent: rounded(work['candidates']! / work['events']!),
  };
}

/**
 * Returns the instance of a trial: the bundled one of the setting's system, with the seed's tasks and the setting's
 * energy budget and dropping threshold.
 */
export function instanceFor(
  bundled: UtilityShape,
  setting: Setting,
  seed: number,
  settings: TrialRequest['settings'],
): UtilityShape {
  const { budget, threshold, pStates } = setting;
  const drawn = drawnInstance(bundled, setting, seed);
  const budgetJ =
    budget === null ? undefined : 'joules' in budget ? budget.joules : budget.share * unconstrained(setting, settings);
  return {
    ...drawn,
    energyBudgetJPerDay: budgetJ,
    ...(threshold === undefined ? {} : { droppingThreshold: threshold }),
    ...(pStates === undefined ? {} : { taskTypes: { ...drawn.taskTypes, powerFactors: evenFactors(pStates) } }),
  };
}

/**
 * Power factor of the slowest P-state (000 section 4.2.7). The paper prints the factors of three P-states alone; those
 * of more lie evenly between its first and its last.
 */
const MIN_POWER_FACTOR = 0.5;

/** Returns the power factors of P-states in even steps from 1 to the least. */
function evenFactors(pStates: number): number[] {
  return Array.from({ length: pStates }, (_, k) => 1 - ((1 - MIN_POWER_FACTOR) * k) / (pStates - 1));
}

function unconstrained({ name }: Setting, settings: TrialRequest['settings']): number {
  const energyJ = settings['unconstrainedJ'];
  if (typeof energyJ !== 'number') throw new RangeError(`The design gives no unconstrained energy for "${name}"`);
  return energyJ;
}

/** Name of the bundled instance of each system. */
export const BUNDLED: Readonly<Record<Setting['regime'], string>> = {
  'serial-100': 'serial-100',
  'parallel-5000': 'parallel-5000',
  'parallel-10000': 'parallel-10000',
  'preemptive-64': 'preemptive-64',
  'curie 50 %': 'curie',
  'curie 80 %': 'curie',
  testbed: 'testbed',
};

/**
 * Ratio of the nodes of the system with 80 % of Curie's cores to those of the bundled system with 50 % (000 section
 * 5.6.2).
 */
const MORE_NODES = 0.8 / 0.5;
/** First day used of the log of the cluster Curie. From then on, 28 complete hours are recorded for each day. */
const FIRST_DAY = 527;
/** Number of days of the log that are used, from FIRST_DAY on. */
const DAYS = 46;
/**
 * Number of days between successive trials, modulo DAYS. It has no common divisor with DAYS, so that all days are used
 * before one is repeated.
 */
const DAY_STEP = 5;
/** Returns the time in the log when the simulated day begins, s: 20:00, four hours before midnight. */
const dayStartS = (day: number): number => 14_890 + 86_400 * day;

/** Returns the instance with the seed's tasks, without the setting's energy budget and dropping threshold. */
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
