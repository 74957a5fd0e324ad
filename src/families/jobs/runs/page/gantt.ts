import type { Month } from '../../../../../models/families/jobs/month.js';
import {
  JOB_OUTCOMES,
  type JobOutcome,
  type MonthSchedule,
} from '../../../../../models/families/jobs/month-schedule.js';
import { lastMomentS, nodeTypeOf } from './over-time.js';

/** Longest time shown (a week), and length of a day, s. */
const [SPAN_S, DAY_S] = [604_800, 86_400];
/** Maximum numbers of nodes shown and of their cores. Our choice: a page that can be read. */
const [MAX_NODES, MAX_CORES] = [24, 240];
/** Maximum number of boxes drawn. Our choice: drawn quickly, whatever the number of jobs. */
export const MAX_BOXES = 1500;

/** Data of a Gantt chart: pieces of job runs on the cores of nodes within a week. */
export interface Gantt {
  /** Start of the time shown, s since the start of the period. */
  readonly fromS: number;
  /** End of the time shown, s since the start of the period. */
  readonly toS: number;
  readonly nodes: readonly GanttNode[];
  readonly moreNodes: number;
  readonly boxes: readonly GanttBox[];
  /** Number of pieces on the shown nodes that are not drawn. */
  readonly left: number;
}

export interface GanttNode {
  /** Name of the node's type, with the node's number if there are several. */
  readonly name: string;
  readonly cores: number;
  /** Fraction of the node's core time that jobs use, within the time shown. */
  readonly busy: number;
}

export interface GanttBox {
  /** Index of the piece's node among the nodes shown. */
  readonly node: number;
  /** Rows (cores) of the node that the piece occupies, as ranges [first row, number of rows]. */
  readonly rows: readonly (readonly [first: number, rows: number])[];
  readonly job: string;
  readonly type: string;
  readonly cores: number;
  readonly startS: number;
  readonly endS: number;
  readonly outcome: JobOutcome;
  readonly value: number;
  /** True if the job ran on other cores before this piece. */
  readonly isMovedHere: boolean;
  /** True if the job continues on other cores after this piece. */
  readonly isMovedAway: boolean;
}

/**
 * Returns the start of the busiest week, s. It is the week with the largest mean number of waiting or running jobs.
 * Weeks start at any midnight; ties go to the first.
 */
export function busiestWeekS(month: Month, schedule: MonthSchedule, durationS: number): number {
  const { arrivalS } = month;
  const days = Math.ceil(lastMomentS(month, schedule, durationS) / DAY_S);
  if (days <= SPAN_S / DAY_S) return 0;
  const present = new Float64Array(days);
  for (let job = 0; job < arrivalS.length; job++) {
    const endS = schedule.endS[job]!;
    for (let day = Math.floor(arrivalS[job]! / DAY_S); day < days && day * DAY_S < endS; day++) {
      present[day]! += Math.min(endS, (day + 1) * DAY_S) - Math.max(arrivalS[job]!, day * DAY_S);
    }
  }
  const span = SPAN_S / DAY_S;
  let sum = present.slice(0, span).reduce((total, one) => total + one, 0);
  let [best, most] = [0, sum];
  for (let day = 1; day + span <= days; day++) {
    sum += present[day + span - 1]! - present[day - 1]!;
    if (sum > most) [best, most] = [day, sum];
  }
  return best * DAY_S;
}

interface Piece {
  readonly job: number;
  readonly piece: number;
}

/**
 * Returns the data of the Gantt chart for one week of a schedule.
 *
 * @param durationS length of the period, s
 * @param fromS start of the week, s; the time shown ends earlier if nothing happens any more
 */
export function ganttOf(
  month: Month,
  schedule: MonthSchedule,
  jobName: (job: number) => string,
  durationS: number,
  fromS: number,
): Gantt {
  const { pieceNode, pieceStartS, pieceEndS, pieceCores, firstPiece } = schedule;
  const toS = Math.min(fromS + SPAN_S, lastMomentS(month, schedule, durationS));
  const shown = shownNodes(month);
  const onNode: Piece[][] = shown.map(() => []);
  for (let job = 0; job < month.typeOf.length; job++) {
    for (let piece = firstPiece[job]!; piece < firstPiece[job + 1]!; piece++) {
      if (pieceStartS[piece]! < toS && pieceEndS[piece]! > fromS) onNode[pieceNode[piece]!]?.push({ job, piece });
    }
  }
  const boxes: GanttBox[] = [];
  let pieces = 0;
  const nodes = shown.map(({ name, cores }, node): GanttNode => {
    const own = onNode[node]!.sort((a, b) => pieceStartS[a.piece]! - pieceStartS[b.piece]! || a.piece - b.piece);
    pieces += own.length;
    const untilS = new Float64Array(cores).fill(-Infinity);
    let heldS = 0;
    for (const { job, piece } of own) {
      const [startS, endS] = [pieceStartS[piece]!, pieceEndS[piece]!];
      heldS += pieceCores[piece]! * (Math.min(toS, endS) - Math.max(fromS, startS));
      const rows = rowsFor(untilS, pieceCores[piece]!, startS);
      for (const [first, count] of rows) untilS.fill(endS, first, first + count);
      boxes.push({
        node,
        rows,
        job: jobName(job),
        type: month.types[month.typeOf[job]!]!.name,
        cores: pieceCores[piece]!,
        startS,
        endS,
        value: schedule.value[job]!,
        outcome: JOB_OUTCOMES[schedule.outcome[job]!]!,
        isMovedHere: piece > firstPiece[job]!,
        isMovedAway: piece + 1 < firstPiece[job + 1]!,
      });
    }
    return { name, cores, busy: toS > fromS ? heldS / (cores * (toS - fromS)) : 0 };
  });
  // The first in time are drawn, on all nodes alike.
  const drawn = boxes.sort((a, b) => a.startS - b.startS || a.node - b.node).slice(0, MAX_BOXES);
  const all = month.nodeTypes.reduce((sum, one) => sum + one.nodes, 0);
  return { fromS, toS, nodes, moreNodes: all - shown.length, boxes: drawn, left: pieces - drawn.length };
}

/** Returns the first nodes of the month, up to MAX_NODES nodes and MAX_CORES cores. */
function shownNodes(month: Month): { readonly name: string; readonly cores: number }[] {
  const shown: { readonly name: string; readonly cores: number }[] = [];
  let room = MAX_CORES;
  const numberOf = new Int32Array(month.nodeTypes.length);
  for (const n of nodeTypeOf(month)) {
    const { name, nodes, coresPerNode } = month.nodeTypes[n]!;
    if (shown.length === MAX_NODES || (shown.length > 0 && coresPerNode > room)) break;
    const number = ++numberOf[n]!;
    shown.push({ name: nodes > 1 ? `${name} ${number}` : name, cores: coresPerNode });
    room -= coresPerNode;
  }
  return shown;
}

/**
 * Returns free rows for a number of cores: adjacent rows in the smallest sufficient gap, otherwise the lowest free
 * rows.
 *
 * @param untilS time until which each row is occupied, s
 */
function rowsFor(untilS: Float64Array, cores: number, startS: number): [number, number][] {
  const gaps: [number, number][] = [];
  for (let row = 0; row < untilS.length; row++) {
    if (untilS[row]! > startS) continue;
    const last = gaps.at(-1);
    if (last !== undefined && last[0] + last[1] === row) last[1]++;
    else gaps.push([row, 1]);
  }
  const whole = gaps.filter(([, rows]) => rows >= cores).sort((a, b) => a[1] - b[1] || a[0] - b[0])[0];
  if (whole !== undefined) return [[whole[0], cores]];
  let missing = cores;
  return gaps.flatMap(([first, rows]): [number, number][] => {
    const taken = Math.min(rows, missing);
    missing -= taken;
    return taken > 0 ? [[first, taken]] : [];
  });
}
