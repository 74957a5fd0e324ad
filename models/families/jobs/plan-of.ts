import { type DesignPoint, execute } from './design-point.js';
import type { Month } from './month.js';
import { DROP_REASONS, JOB_OUTCOMES, type MonthSchedule } from './month-schedule.js';
import {
  type DroppedJob,
  JOBS_PLAN_FORMAT,
  JOBS_PLAN_FORMAT_VERSION,
  type JobsPlan,
  type PlannedJob,
  type PlannedPiece,
  type PlannedPoint,
  type PlannedRoom,
} from './plan.js';
import type { RoomOverMonth } from './room.js';

/** Names of all jobs, and of the tasks of each job type. */
interface Names {
  readonly job: (job: number) => string;
  readonly tasks: readonly (readonly string[])[];
}

/** Index of the outcome `dropped` in JOB_OUTCOMES. */
const DROPPED = JOB_OUTCOMES.indexOf('dropped');

/**
 * Converts the schedule of a month to a plan for a file. The plan has names instead of indices, and only the design
 * points that jobs used.
 *
 * @param made origin of the plan: instance, method, and time between checkpoints
 */
export function jobsPlanOf(
  month: Month,
  names: Names,
  schedule: MonthSchedule,
  made: Pick<JobsPlan, 'instance' | 'method' | 'checkpointIntervalS' | 'room'>,
): JobsPlan {
  const { nodeTypes, typeOf } = month;
  const typeOfNode = nodeTypes.flatMap(({ nodes }, n) => Array.from({ length: nodes }, (_, node) => ({ n, node })));
  const points: PlannedPoint[] = [];
  const places = new Map<DesignPoint, number>();
  const placeOf = (type: number, n: number, number: number): number => {
    const point = schedule.points[type]![n]![number]!;
    const known = places.get(point);
    if (known !== undefined) return known;
    places.set(point, points.length);
    points.push(plannedPoint(month, names, type, n, point));
    return points.length - 1;
  };
  const piece = (job: number, p: number): PlannedPiece => {
    const { n, node } = typeOfNode[schedule.pieceNode[p]!]!;
    const overheadS = schedule.pieceOverheadS[p]!;
    return {
      node,
      point: placeOf(typeOf[job]!, n, schedule.piecePoint[p]!),
      startS: schedule.pieceStartS[p]!,
      endS: schedule.pieceEndS[p]!,
      ...(overheadS > 0 ? { overheadS } : {}),
    };
  };
  const runs: PlannedJob[] = [];
  const dropped: DroppedJob[] = [];
  for (let job = 0; job < typeOf.length; job++) {
    if (schedule.outcome[job] === DROPPED) {
      const reason = DROP_REASONS[schedule.dropReason[job]!]!;
      dropped.push({ job: names.job(job), atS: schedule.endS[job]!, reason });
      continue;
    }
    const [from, to] = [schedule.firstPiece[job]!, schedule.firstPiece[job + 1]!];
    const pieces = Array.from({ length: to - from }, (_, k) => piece(job, from + k));
    runs.push({ job: names.job(job), value: schedule.value[job]!, pieces });
  }
  const { value, energyJ } = schedule.ledger;
  return {
    format: JOBS_PLAN_FORMAT,
    formatVersion: JOBS_PLAN_FORMAT_VERSION,
    ...made,
    claimed: { value, energyJ },
    points,
    runs,
    dropped,
  };
}

export function plannedRoom({ setPoints, untilS, totalJ }: RoomOverMonth): PlannedRoom {
  return { setPoints, untilS, energyJ: totalJ };
}

/**
 * Returns the design point of a job type on a node type for a plan file. Tasks are sorted by start; tasks with equal
 * start keep the order of the design.
 *
 * @param n index of the node type
 */
function plannedPoint(
  { types, nodeTypes }: Month,
  names: Names,
  type: number,
  n: number,
  point: DesignPoint,
): PlannedPoint {
  const { startS, endS } = execute(types[type]!.graphs[n]!, nodeTypes[n]!.power, point);
  const order = Array.from(point.order).sort((a, b) => startS[a]! - startS[b]!);
  return {
    jobType: types[type]!.name,
    nodeType: nodeTypes[n]!.name,
    cores: point.cores,
    timeS: point.timeS,
    energyJ: point.energyJ,
    tasks: order.map((task) => ({
      task: names.tasks[type]![task]!,
      core: point.coreOf[task]!,
      level: point.levelOf[task]!,
      startS: startS[task]!,
      endS: endS[task]!,
    })),
  };
}
