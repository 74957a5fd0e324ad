import { S_PER_DAY } from '../../../../models/units.js';
import type { Facility } from '../../../../models/facility/facility.js';
import { deadlinesS, rewardsPerTask } from '../../../../models/families/templates/middle-state.js';
import type { TemplatesModel } from '../../../../models/families/templates/model.js';
import { layoutFacility } from '../../../../models/families/templates/room.js';
import type { DaySeries } from '../../../../models/families/templates/online.js';
import { facilitySha256 } from '../../../facility/facility-sha256.js';
import {
  DAY_SERIES_FORMAT,
  DAY_SERIES_VERSION,
  type DaySeriesFile,
  intervalCount,
  MAX_DAYS,
  MAX_INTERVALS,
  MAX_LIST_ENTRIES,
  type OneDaySeries,
} from '../../../instances/day-series/format.js';
import { tasksSha256 } from '../../../instances/day-series/tasks-sha256.js';
import type { ArrivalSequence } from '../../../online/arrivals.js';
import { csvText } from '../../../reports/csv.js';
import { RefusedOption } from '../../commands.js';
import type { DayMethodRecord, TemplatesDay } from '../studies/day/record.js';

/** Name of the file of tasks, as the utility instance refers to it. */
export const TASKS_FILE = 'tasks.csv';

/** Data from which files for the utility family are made: a simulated day, its tasks and its facility. */
export interface DayForUtility {
  readonly day: TemplatesDay;
  readonly model: TemplatesModel;
  readonly arrivals: ArrivalSequence;
  /** Facility with every vent fully open, as power managers of the utility family assume. */
  readonly facility: Facility;
  readonly energyBudgetsJ: readonly number[];
  /** Upper limit on inlet temperatures in the utility instance, C; undefined for none. */
  readonly redLineC: number | undefined;
}

/** Number of lists by time interval in day-series.json: node power, CRAC power, inlet temperature, reward. */
const LISTS = 4;

/**
 * Refuses more or longer days than day-series.json can hold.
 *
 * @param days number of methods times number of energy budgets
 * @throws RefusedOption
 */
export function refuseTooManyDays(days: number, durationS: number, intervalS: number): void {
  const refuse = (value: string, allowed: string, remedy: string): never => {
    throw new RefusedOption('--for-utility', value, allowed, remedy);
  };
  const intervals = intervalCount({ durationS, intervalS });
  if (intervals > MAX_INTERVALS) {
    const most = `a day of at most ${MAX_INTERVALS * intervalS} s, as day-series.json tells it every ${intervalS} s`;
    refuse(`${durationS} s`, most, 'Lower --duration-s, or leave it out.');
  }
  // A few entries are left for the types of tasks.
  const most = Math.min(MAX_DAYS, Math.floor((0.99 * MAX_LIST_ENTRIES) / (LISTS * intervals)));
  if (days > most) {
    const allowed = `at most ${most} of this length in one day-series.json`;
    refuse(`${days} days: methods times budgets`, allowed, 'Name fewer --methods or --energy-budget, or leave it out.');
  }
}

/**
 * Returns the facility of a day in the format of the utility family.
 *
 * @throws RefusedOption if that format cannot express the facility or its tasks
 */
export function roomForUtility({ instance }: TemplatesModel, { timeS, length }: ArrivalSequence): Facility {
  const facility = layoutFacility(instance);
  const refusal = (value: string, allowed: string, remedy: string): RefusedOption =>
    new RefusedOption('--for-utility', value, allowed, remedy);
  if (facility === null) {
    throw refusal('with vent matrices', 'a room with a layout', 'Leave it out: its air cannot be computed elsewhere.');
  }
  if (length !== undefined) {
    const allowed = 'tasks that take the time of their type';
    throw refusal('with --task-times trace', allowed, 'Leave one of the two out.');
  }
  if (timeS.length === 0) throw refusal('a day without tasks', 'at least one task', 'Raise --rate or --duration-s.');
  return facility;
}

/** Returns the tasks as CSV text in the format of `arrivals.file` of a utility instance (docs/utility/instances.md). */
export function tasksCsv({ model, arrivals }: DayForUtility): string {
  const names = model.instance.taskTypes.map(({ name }) => name);
  const rows = Array.from(arrivals.timeS, (atS, n) => [`t${n + 1}`, names[arrivals.taskType[n]!]!, atS, 1]);
  return csvText([['task', 'taskType', 'arrivalS', 'cores'], ...rows]);
}

/**
 * Returns the text of a utility instance for the same day. It has the day's facility, tasks, mapping events and energy
 * budget, and the set-point of the thermal manager `overcooling`. A task earns its reward until its deadline, then
 * nothing.
 */
export function utilityInstanceText(asked: DayForUtility): string {
  const { day, model, arrivals, facility, energyBudgetsJ, redLineC } = asked;
  const { options, seed } = day.record;
  const { instance } = model;
  const worth = worthOf(model);
  const { durationS } = arrivals;
  const [budgetJ] = energyBudgetsJ;
  const isBudgeted =
    energyBudgetsJ.length === 1 && budgetJ !== undefined && budgetJ < Infinity && durationS <= S_PER_DAY;
  const written = {
    format: 'plenum.utility',
    formatVersion: 1,
    name: `${instance.name}-day`,
    description: `The day of "${instance.name}" that plenum templates day simulated: the same tasks in the same room, each worth its reward until its deadline.`,
    environment: 'parallel',
    seed,
    period: { durationS, measuredFromS: Math.max(0, durationS - S_PER_DAY) },
    eventIntervalS: options.mappingIntervalS,
    droppingThreshold: 0,
    ...(isBudgeted ? { energyBudgetJPerDay: budgetJ } : {}),
    urgencyUnitS: 60,
    facility,
    operation: {
      setPointsC: Object.fromEntries(facility.cracs.map(({ name }) => [name, options.overcoolingC])),
      ...(redLineC === undefined ? {} : { redLineC }),
    },
    utility: {
      classes: worth.map(({ name, deadlineS }) => {
        // Just in time is in time: a utility function has fallen already where it falls.
        const ageS = nextAbove(deadlineS);
        const points = [
          { ageS: 0, utility: 1 },
          { ageS, utility: 1 },
          { ageS, utility: 0 },
        ];
        return { name, shape: 'points', points };
      }),
    },
    taskTypes: {
      source: 'facility',
      types: worth.map(({ name, reward }) => ({
        name,
        memoryClass: 'none',
        utilityClass: name,
        startingUtility: reward,
      })),
    },
    arrivals: { source: 'csv', file: TASKS_FILE },
  };
  return `${JSON.stringify(written, null, 2)}\n`;
}

/** Returns the text of day-series.json, as `plenum solve --beside` reads it: power and reward over time. */
export function daySeriesText({ day, model, arrivals, facility }: DayForUtility): string {
  const { record, series } = day;
  const names = model.instance.taskTypes.map(({ name }) => name);
  const written: DaySeriesFile = {
    format: DAY_SERIES_FORMAT,
    formatVersion: DAY_SERIES_VERSION,
    instance: { name: record.instance, sha256: record.sha256 },
    facilitySha256: facilitySha256(facility),
    tasks: {
      count: arrivals.timeS.length,
      sha256: tasksSha256(arrivals.timeS.length, (n) => [names[arrivals.taskType[n]!]!, arrivals.timeS[n]!, 1]),
      reward: record.arrivals.greatestReward,
    },
    taskTypes: worthOf(model),
    durationS: arrivals.durationS,
    intervalS: record.options.seriesIntervalS,
    outletLimitC: record.outletLimitC,
    days: record.methods.flatMap((method, m) =>
      method.budgets.map(({ outcome }, b) => oneDay(record.options, method, outcome, series[m]![b]!)),
    ),
  };
  return `${JSON.stringify(written)}\n`;
}

function oneDay(
  { overcoolingC, throttlingC }: TemplatesDay['record']['options'],
  { name, thermal }: DayMethodRecord,
  { energyBudgetJ, stoppedAtS }: DayMethodRecord['budgets'][number]['outcome'],
  { nodePowerW, cracPowerW, hottestInletC, rewardSoFar }: DaySeries,
): OneDaySeries {
  return {
    method: name,
    setPointC: { overcooling: overcoolingC, throttling: throttlingC, templates: null }[thermal],
    energyBudgetJ: energyBudgetJ < Infinity ? energyBudgetJ : null,
    stoppedAtS,
    nodePowerW: [...nodePowerW],
    cracPowerW: [...cracPowerW],
    hottestInletC: Array.from(hottestInletC, (inletC) => (Number.isNaN(inletC) ? null : inletC)),
    rewardSoFar: [...rewardSoFar],
  };
}

/** Returns the reward and deadline of each task type, as day-series.json holds them. */
function worthOf({ instance, middle }: TemplatesModel): DaySeriesFile['taskTypes'] {
  const [rewards, dueS] = [rewardsPerTask(instance, middle), deadlinesS(instance, middle)];
  return instance.taskTypes.map(({ name }, i) => ({ name, reward: rewards[i]!, deadlineS: dueS[i]! }));
}

/** Returns the next larger floating-point number. `value` must be at least 0. */
function nextAbove(value: number): number {
  const bits = new BigUint64Array(Float64Array.of(value).buffer);
  bits[0]! += 1n;
  return new Float64Array(bits.buffer)[0]!;
}
