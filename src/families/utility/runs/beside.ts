import { type LinearMeter, upsInputW } from '../../../../models/facility/meter.js';
import type { UtilityModel } from '../../../../models/families/utility/model.js';
import type { Schedule } from '../../../../models/families/utility/schedule.js';
import { startingUtility, utilityAt, utilityBefore } from '../../../../models/families/utility-function.js';
import type { UtilityWorkload } from '../../../../models/families/utility/workload.js';
import { facilitySha256 } from '../../../facility/facility-sha256.js';
import { type DaySeriesFile, intervalCount, type OneDaySeries } from '../../../instances/day-series/format.js';
import { readDaySeries } from '../../../instances/day-series/read.js';
import { tasksSha256 } from '../../../instances/day-series/tasks-sha256.js';
import type { Fault, Refused } from '../../../instances/fault.js';
import type { OpenedWork } from './open.js';
import type { LoadedUtility } from '../instances/load.js';
import { roomOverTime } from './room-over-time.js';

/** File of days that the templates family simulated, compared with a schedule. */
export interface Beside {
  readonly file: string;
  /** SHA-256 of the file, hexadecimal. */
  readonly sha256: string;
  readonly series: DaySeriesFile;
}

/** Reads and validates a file of days simulated by the templates family. */
export function openBeside(file: string): { readonly ok: true; readonly beside: Beside } | Refused {
  const read = readDaySeries(file);
  return read.ok ? { ok: true, beside: { file, sha256: read.sha256, series: read.series } } : read;
}

/** Returns a fault for each way in which a file of days does not belong to the room and tasks of an instance. */
export function besideFaults(
  { file, series }: Beside,
  { instance }: LoadedUtility,
  { model, workload }: OpenedWork,
): Fault[] {
  const { facility } = instance;
  const other = 'Name the day-series.json that was written with this instance.';
  const of = (path: string, value: unknown, allowed: string, remedy = other): Fault => ({
    file,
    path,
    value,
    allowed,
    remedy,
  });
  if (facility === undefined) {
    const allowed = `nothing: "${instance.name}" has no facility, so that it has no inlets and no power at a meter`;
    return [of('', 'days of a room', allowed, 'Leave --beside out, or name an instance with a facility.')];
  }
  const faults: Fault[] = [];
  if (series.durationS !== model.endS) {
    faults.push(of('durationS', series.durationS, `${model.endS}, the simulated time of "${instance.name}"`));
  }
  const room = facilitySha256(facility);
  if (series.facilitySha256 !== room) {
    const allowed = `${room}, the room of "${instance.name}": its nodes, task types and air`;
    faults.push(of('facilitySha256', series.facilitySha256, allowed));
  }
  const tasks = tasksOf(workload);
  if (series.tasks.count !== workload.tasks.count) {
    faults.push(of('tasks.count', series.tasks.count, `${workload.tasks.count}, the tasks of "${instance.name}"`));
  } else if (series.tasks.sha256 !== tasks) {
    const allowed = `${tasks}, the types, arrivals and cores of the tasks of "${instance.name}"`;
    faults.push(of('tasks.sha256', series.tasks.sha256, allowed));
  }
  return faults;
}

function tasksOf({ types, tasks }: UtilityWorkload): string {
  return tasksSha256(tasks.count, (n) => [types[tasks.type[n]!]!.name, tasks.arrivalS[n]!, tasks.cores[n]!]);
}

/** Power, temperature and earnings of a day in each time interval of the file of days. */
export interface DayOnIntervals {
  /** Mean power at the meter in each interval, W. */
  readonly meterW: Float64Array;
  /** Hottest inlet temperature in each interval, C; NaN if unknown. */
  readonly hottestInletC: Float64Array;
  /** Utility or reward earned by the end of each interval. */
  readonly earned: Float64Array;
}

/** Returns the borders of the file's time intervals, s, ascending: one more than there are intervals. */
export function intervalBordersS(series: DaySeriesFile): Float64Array {
  const { durationS, intervalS } = series;
  return Float64Array.from({ length: intervalCount(series) + 1 }, (_, k) => Math.min(durationS, k * intervalS));
}

/**
 * Returns one day of the file with its power at the meter. The file contains neither UPS losses nor other load: node
 * power is divided by the UPS efficiency, and other load is added while the room runs.
 */
export function atTheMeter(
  { nodePowerW, cracPowerW, hottestInletC, rewardSoFar, stoppedAtS }: OneDaySeries,
  borderS: Float64Array,
  meter: LinearMeter,
): DayOnIntervals {
  const runs = (k: number): number => {
    const [fromS, toS] = [borderS[k]!, borderS[k + 1]!];
    return (Math.min(toS, Math.max(fromS, stoppedAtS ?? Infinity)) - fromS) / (toS - fromS);
  };
  return {
    meterW: Float64Array.from(
      nodePowerW,
      (nodesW, k) => upsInputW(meter, nodesW) + cracPowerW[k]! + meter.otherLoadW * runs(k),
    ),
    hottestInletC: Float64Array.from(hottestInletC, (inletC) => inletC ?? NaN),
    earned: Float64Array.from(rewardSoFar),
  };
}

/**
 * Returns a schedule's power, temperature and earnings on the time intervals of a file of days; null without a
 * facility. A task's utility counts from its completion on.
 */
export function scheduleOnIntervals(
  model: UtilityModel,
  schedule: Schedule,
  borderS: Float64Array,
): DayOnIntervals | null {
  const room = roomOverTime(model, schedule, borderS);
  if (room === null) return null;
  return { meterW: room.meanPowerW, hottestInletC: room.hottestInletC, earned: earnedByEnd(model, schedule, borderS) };
}

/** Returns the total utility of the tasks completed by the end of each interval. */
function earnedByEnd({ tasks, functions }: UtilityModel, schedule: Schedule, borderS: Float64Array): Float64Array {
  const { task, firstPiece, pieceEndS } = schedule;
  const isUnfinished = new Set(schedule.unfinished);
  const ended: { readonly atS: number; readonly utility: number }[] = [];
  for (let r = 0; r < task.length; r++) {
    const n = task[r]!;
    if (isUnfinished.has(n)) continue;
    const atS = pieceEndS[firstPiece[r + 1]! - 1]!;
    ended.push({ atS, utility: utilityAt(functions, tasks.utility[n]!, atS - tasks.arrivalS[n]!) });
  }
  ended.sort((a, b) => a.atS - b.atS);
  const earned = new Float64Array(borderS.length - 1);
  let [next, sum] = [0, 0];
  for (let k = 0; k < earned.length; k++) {
    for (; next < ended.length && ended[next]!.atS <= borderS[k + 1]!; next++) sum += ended[next]!.utility;
    earned[k] = sum;
  }
  return earned;
}

/** Returns the sum of the starting utilities of all tasks: the most that they can earn. */
export function greatestUtility({ tasks, functions }: UtilityModel): number {
  let sum = 0;
  for (let n = 0; n < tasks.count; n++) sum += startingUtility(functions, tasks.utility[n]!);
  return sum;
}

/**
 * Relative difference up to which a task's utility and reward count as equal. Our choice: more than the rounding error
 * of a different order of summation.
 */
const SAME = 1e-9;

/**
 * Returns true if every task's utility equals its reward until its deadline and 0 afterwards, so that both have the
 * same unit. At the deadline itself, either is accepted.
 */
export function isSameWorth(
  { tasks, functions }: UtilityModel,
  typeNames: readonly string[],
  { taskTypes }: DaySeriesFile,
): boolean {
  const known = new Map(taskTypes.map((type) => [type.name, type]));
  const seen = new Set<string>();
  for (let n = 0; n < tasks.count; n++) {
    const [type, f] = [tasks.type[n]!, tasks.utility[n]!];
    const key = `${type} ${f}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const worth = known.get(typeNames[type]!);
    if (worth === undefined) return false;
    const { reward, deadlineS } = worth;
    const isReward = (value: number): boolean => Math.abs(value - reward) <= SAME * reward;
    // Functions never rise: what both ends earn all between earns.
    const held = deadlineS > 0 ? utilityBefore(functions, f, deadlineS) : startingUtility(functions, f);
    const after = utilityAt(functions, f, deadlineS * (1 + SAME) + Number.MIN_VALUE);
    if (!isReward(startingUtility(functions, f)) || !isReward(held) || after !== 0) return false;
  }
  return true;
}
