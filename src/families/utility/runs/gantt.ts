import type { UtilityModel } from '../../../../models/families/utility/model.js';
import type { Schedule } from '../../../../models/families/utility/schedule.js';
import { startingUtility, utilityAt } from '../../../../models/families/utility-function.js';
import type { EventSeries } from '../methods/outcome.js';

/** Length of the time span that the Gantt chart shows, s. */
const SPAN_S = 3600;
/** Maximum number of rows in the Gantt chart. Our choice: a page that can be read. */
export const MAX_GANTT_ROWS = 96;
/** Maximum number of bars in the Gantt chart. Our choice: it is drawn quickly, however many tasks there are. */
export const MAX_GANTT_BARS = 1500;

/** Data of a Gantt chart of one hour. Rows belong to pools; a bar is a piece of a task's execution. */
export interface Gantt {
  /** Start of the hour shown, s from the start of the simulation. */
  readonly fromS: number;
  readonly toS: number;
  /** Pools with rows, in the order of the instance. Row numbers continue from one pool to the next. */
  readonly pools: readonly GanttPool[];
  readonly bars: readonly GanttBar[];
  /** Number of pieces of execution that overlap the hour. */
  readonly pieces: number;
  /** Number of pieces in the hour that are not drawn, because there are too many rows or bars. */
  readonly left: number;
}

export interface GanttPool {
  readonly name: string;
  /** Index of the pool's first row in the chart. */
  readonly firstRow: number;
  /** Number of rows shown. */
  readonly rows: number;
  /**
   * Number of rows needed to draw all runs without overlap: the pool's machines if serial, otherwise its maximum number
   * of simultaneous runs.
   */
  readonly ofRows: number;
}

export interface GanttBar {
  readonly row: number;
  readonly task: string;
  readonly startS: number;
  readonly endS: number;
  readonly nodes: number;
  readonly pState: number;
  /**
   * Utility that the task earns when completed, as a fraction of its starting utility. 0 if it is never completed; null
   * if the starting utility is 0.
   */
  readonly share: number | null;
  readonly utility: number;
  /** True if the piece continues a task that was preempted before. */
  readonly isResumed: boolean;
  /** True if the piece ends because the task is preempted. */
  readonly isPreempted: boolean;
}

/**
 * Returns the start of the hour of the measured time in which most tasks wait, s; ties go to the first hour. It is the
 * default hour of the Gantt chart.
 */
export function busiestHourS(
  { measuredFromS, endS }: Pick<UtilityModel, 'measuredFromS' | 'endS'>,
  { timeS, waiting }: Pick<EventSeries, 'timeS' | 'waiting'>,
): number {
  const hours = Math.max(1, Math.floor((endS - measuredFromS) / SPAN_S));
  const sums = new Float64Array(hours);
  const counts = new Int32Array(hours);
  for (let e = 0; e < timeS.length; e++) {
    const hour = Math.floor((timeS[e]! - measuredFromS) / SPAN_S);
    if (hour < 0 || hour >= hours) continue;
    sums[hour]! += waiting[e]!;
    counts[hour]!++;
  }
  let best = 0;
  for (let h = 1; h < hours; h++) {
    if (counts[h]! > 0 && sums[h]! / counts[h]! > sums[best]! / Math.max(1, counts[best]!)) best = h;
  }
  return measuredFromS + best * SPAN_S;
}

interface Piece {
  readonly run: number;
  readonly piece: number;
  readonly pool: number;
  readonly startS: number;
  readonly endS: number;
}

/**
 * Returns the data of the Gantt chart for the hour that starts at `fromS`. Pieces that overlap the hour are included as
 * a whole.
 *
 * @param fromS start of the hour, s; at least 0 and less than the end of the simulation
 */
export function ganttOf(model: UtilityModel, schedule: Schedule, fromS: number): Gantt {
  const { pools, environment, options, endS } = model;
  const toS = Math.min(endS, fromS + SPAN_S);
  const pieces = piecesIn(model, schedule, fromS, toS);
  const rowOf = new Map<Piece, number>();
  const rowsOf = pools.map((pool, j) => {
    const own = pieces.filter((piece) => piece.pool === j);
    if (environment === 'serial') {
      for (const piece of own) rowOf.set(piece, schedule.node[piece.piece]!);
      return pool.nodes;
    }
    return sideBySide(own, rowOf);
  });
  const shownRows = shares(rowsOf);
  let firstRow = 0;
  const shown = pools.map(({ name }, j): GanttPool => {
    const one = { name, firstRow, rows: shownRows[j]!, ofRows: rowsOf[j]! };
    firstRow += one.rows;
    return one;
  });
  const drawn = pieces.filter((piece) => rowOf.get(piece)! < shownRows[piece.pool]!).slice(0, MAX_GANTT_BARS);
  const isUnfinished = new Set(schedule.unfinished);
  return {
    fromS,
    toS,
    pieces: pieces.length,
    left: pieces.length - drawn.length,
    pools: shown.filter(({ rows }) => rows > 0),
    bars: drawn.map((piece): GanttBar => {
      const { run, piece: q, pool, startS, endS: pieceEndS } = piece;
      const option = schedule.option[run]!;
      const [first, last] = [schedule.firstPiece[run]!, schedule.firstPiece[run + 1]! - 1];
      const never = isUnfinished.has(schedule.task[run]!);
      return {
        row: shown[pool]!.firstRow + rowOf.get(piece)!,
        task: model.tasks.name(schedule.task[run]!),
        startS,
        endS: pieceEndS,
        nodes: options.nodes[option]!,
        pState: options.pState[option]!,
        ...worthOf(model, schedule.task[run]!, never ? null : schedule.pieceEndS[last]!),
        isResumed: q > first,
        isPreempted: q < last || never,
      };
    }),
  };
}

/** Returns the pieces of execution that overlap [fromS, toS), ordered by start, then by task. */
function piecesIn({ options }: UtilityModel, schedule: Schedule, fromS: number, toS: number): Piece[] {
  const { option, firstPiece, pieceStartS, pieceEndS } = schedule;
  const found: Piece[] = [];
  for (let run = 0; run < option.length; run++) {
    for (let q = firstPiece[run]!; q < firstPiece[run + 1]!; q++) {
      const [startS, endS] = [pieceStartS[q]!, pieceEndS[q]!];
      if (startS < toS && endS > fromS) found.push({ run, piece: q, pool: options.pool[option[run]!]!, startS, endS });
    }
  }
  return found.sort((one, other) => one.startS - other.startS || one.run - other.run || one.piece - other.piece);
}

/** Assigns each piece, in order of starts, to the lowest row that is free. Returns the number of rows. */
function sideBySide(pieces: readonly Piece[], rowOf: Map<Piece, number>): number {
  const endS: number[] = [];
  for (const piece of pieces) {
    let row = endS.findIndex((end) => end <= piece.startS);
    if (row < 0) row = endS.length;
    endS[row] = piece.endS;
    rowOf.set(piece, row);
  }
  return endS.length;
}

/**
 * Returns the number of rows shown for each pool, from the number that each needs. If these are too many, each pool
 * gets its proportional share, rounded down but at least 1 while rows are left.
 */
function shares(rowsOf: readonly number[]): number[] {
  const all = rowsOf.reduce((sum, rows) => sum + rows, 0);
  if (all <= MAX_GANTT_ROWS) return [...rowsOf];
  let room = MAX_GANTT_ROWS;
  return rowsOf.map((rows) => {
    const own = Math.min(rows, room, Math.max(1, Math.floor((rows * MAX_GANTT_ROWS) / all)));
    room -= own;
    return own;
  });
}

function worthOf(
  { tasks, functions }: UtilityModel,
  task: number,
  endS: number | null,
): Pick<GanttBar, 'share' | 'utility'> {
  const f = tasks.utility[task]!;
  const whole = startingUtility(functions, f);
  const utility = endS === null ? 0 : utilityAt(functions, f, endS - tasks.arrivalS[task]!);
  return { utility, share: whole > 0 ? utility / whole : null };
}
