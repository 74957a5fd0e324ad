import type { DesignPoint } from '../../../models/families/jobs/design-point.js';
import type { Month } from '../../../models/families/jobs/month.js';
import { JOB_OUTCOMES, type MonthSchedule } from '../../../models/families/jobs/month-schedule.js';
import { leastProduct } from '../../../models/families/jobs/profile.js';
import { startingUtility } from '../../../models/families/utility-function.js';
import type { TrialRequest } from '../../experiments/design.js';
import type { TrialOutput, Value } from '../../experiments/record.js';
import { monotonicS } from '../../runs/clock.js';
import {
  DEFAULT_READINGS,
  type MonthReadings,
  pointsOf,
  policyOf,
  PRINTED_READINGS,
} from '../../families/jobs/methods/month/policies.js';
import { simulateMonth } from '../../families/jobs/methods/month/simulate-month.js';
import { balancedSchedule } from '../../families/jobs/methods/profiles/list-schedule.js';
import { lowerLevels } from '../../families/jobs/methods/profiles/lower-levels.js';
import { needsProfiles, tablesOf } from '../../families/jobs/runs/profiles.js';
import { settingNamed } from './figures.js';
import type { JobsFigure } from './names.js';
import { methodOf, type ReadingLevel, type Setting, type Variant } from './settings.js';
import { boundFigures, boundsOf, frontsOf, judge, openedFor, productsOf } from './trial-months.js';

/** Number of significant digits recorded: enough for every statement, without the noise of the last digits. */
const DIGITS = 9;
/** Platform whose types profiles are of: jobs have no more tasks than a node has cores, so they are the same on all. */
const ANY_PLATFORM = { nodes: 3, coresPerNode: 10 };

/** Values of a month under one policy. */
export interface MonthValues extends Readonly<Record<string, Value>> {
  readonly outcome: 'plan';
  /** Value earned, and the sum of what the jobs are worth as they arrive. */
  readonly value: number;
  readonly startingValue: number;
  readonly energyJ: number;
  /** Share of jobs that were dropped or ended worthless: the rejected ones of the paper. */
  readonly rejected: number;
  readonly late: number;
  readonly dropped: number;
  readonly moves: number;
  /** Numbers of fronts of the profiles, and of those whose least product is proven; null if the method uses none. */
  readonly fronts: number | null;
  readonly proven: number | null;
}

/** Values of a month beside what bounds all schedules of it. */
export interface BoundedValues extends MonthValues {
  /** Bounds on value: for jobs that may move, and for jobs that stay. */
  readonly bound: number;
  readonly rigidBound: number;
  /**
   * Bound on the value of any schedule of as much energy, and on the energy of any of as much value, J; null if none
   * has it.
   */
  readonly frontierValue: number;
  readonly leastJ: number | null;
}

/** Values of the profiles of all types with enough tasks for a number of cores; null if there are none. */
export interface ProfileValues extends Readonly<Record<string, Value>> {
  readonly outcome: 'plan';
  readonly types: number;
  readonly proven: number;
  /** 1 - response time x energy of the profile's point over that of ValEnSepOpt's on as many cores: mean over types, and the least. */
  readonly saving: number | null;
  readonly leastSaving: number | null;
}

/**
 * Runs the trial of one method in one setting: a function of its input alone. It keeps the profiles made last only to
 * save time.
 *
 * @throws RangeError for an unknown setting or method
 */
export async function jobsTrial({ cell, trial, seed, settings }: TrialRequest): Promise<TrialOutput> {
  const startS = monotonicS();
  const setting = settingNamed(settings['figure'] as JobsFigure, cell['setting']!);
  const values =
    'profileCores' in setting
      ? profileValues(setting.profileCores, seed)
      : await monthValues(setting, cell['method']!, cell['reading'] as ReadingLevel, seed, trial === 0);
  return { values, times: { solve: monotonicS() - startS } };
}

async function monthValues(
  setting: Extract<Setting, { nodes: number }>,
  level: string,
  reading: ReadingLevel,
  month: number,
  isFirst: boolean,
): Promise<MonthValues | BoundedValues> {
  const { method, variant } = methodOf(level);
  const opened = openedFor(setting, month);
  const isWhole = pointsOf(method) === 'front';
  const products = needsProfiles(method) && !isWhole ? productsOf(month) : null;
  const policy = policyOf(method, readingsOf(reading, variant, setting.intervalS));
  const tables = tablesOf(method, opened.month, isWhole ? frontsOf(month) : (products?.set ?? null));
  const schedule = simulateMonth(opened.month, tables, policy);
  // The checker takes longer than the month: it judges every schedule of the first trial.
  if (isFirst) judge(opened, schedule, method, policy.adaptation?.intervalS);
  const values = monthFigures(opened.month, schedule, products?.isProven.flat() ?? null);
  if (setting.isBounded !== true) return values;
  const { bound, rigidBound, frontierValue, leastJ } = boundFigures(
    await boundsOf(month, setting.nodes, setting.coresPerNode),
    schedule,
  );
  return {
    ...values,
    bound: rounded(bound),
    rigidBound: rounded(rigidBound),
    frontierValue: rounded(frontierValue),
    leastJ: Number.isFinite(leastJ) ? rounded(leastJ) : null,
  };
}

/** Returns the readings of a cell. */
export function readingsOf(reading: ReadingLevel, variant: Variant | null, intervalS?: number): MonthReadings {
  const own = reading === 'printed' ? PRINTED_READINGS : DEFAULT_READINGS;
  return {
    ...own,
    scheduledCores: variant === 'maxBid' ? 'maxBid' : 'fewest',
    adaptation: {
      ...own.adaptation,
      intervalS: intervalS ?? own.adaptation.intervalS,
      choice: variant === 'gaining' ? 'gaining' : 'best',
    },
  };
}

/** Returns the figures of a schedule. */
export function monthFigures(
  month: Month,
  { ledger }: MonthSchedule,
  isProven: readonly boolean[] | null,
): MonthValues {
  const jobs = month.typeOf.length;
  const startingValue = Array.from({ length: jobs }, (_, job) => startingUtility(month.values, job)).reduce(
    (sum, one) => sum + one,
    0,
  );
  const total = JOB_OUTCOMES.reduce((sum, outcome) => sum + ledger.jobs[outcome], 0);
  if (total !== jobs) throw new RangeError(`${total} of ${jobs} jobs came to an end`);
  return {
    outcome: 'plan',
    value: rounded(ledger.value),
    startingValue: rounded(startingValue),
    energyJ: rounded(ledger.energyJ),
    rejected: rounded((ledger.jobs.dropped + ledger.jobs.worthless) / jobs),
    late: ledger.jobs.late,
    dropped: ledger.jobs.dropped,
    moves: ledger.moves,
    fronts: isProven?.length ?? null,
    proven: isProven?.filter(Boolean).length ?? null,
  };
}

function profileValues(cores: number, month: number): ProfileValues {
  const { types, nodeTypes, levelsOf } = openedFor(ANY_PLATFORM, month).month;
  const { power } = nodeTypes[0]!;
  const products = productsOf(month);
  const savings: number[] = [];
  let proven = 0;
  for (const [type, [profile]] of products.set.profiles.entries()) {
    const front = profile!.fronts[cores - 1];
    if (front === undefined) continue;
    const graph = types[type]!.graphs[0]!;
    const joint = front.points[leastProduct(front.points)]!;
    savings.push(savingOf(joint, lowerLevels(graph, power, balancedSchedule(graph, power, cores), levelsOf)));
    if (products.isProven[type]![cores - 1]!) proven++;
  }
  const none = savings.length === 0;
  return {
    outcome: 'plan',
    types: savings.length,
    proven,
    saving: none ? null : rounded(savings.reduce((sum, one) => sum + one, 0) / savings.length),
    leastSaving: none ? null : rounded(Math.min(...savings)),
  };
}

/** Returns the share of a design's response time x energy that another one saves. */
function savingOf(one: DesignPoint, other: DesignPoint): number {
  return 1 - (one.timeS * one.energyJ) / (other.timeS * other.energyJ);
}

function rounded(value: number): number {
  return Number(value.toPrecision(DIGITS));
}
