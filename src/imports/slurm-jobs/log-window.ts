import { S_PER_DAY, S_PER_H } from '../../../models/units.js';
import type { LocalDays } from './log-clock.js';

/** A log counts as one of whole days if the first and last of them lack ends for at most this time, s. Our choice. */
const MAX_EDGE_S = S_PER_H;
/** The same as a multiple of the mean time between ends: of random ends, one log in 150 has a longer edge. */
const MAX_EDGE_GAPS = 5;

/** Which times of jobs say that they belong to the window. */
export type WindowBy = 'ends' | 'submits';

/** Time [fromS, toS) for which a log states all jobs, s since 1970 in UTC. */
export interface LogWindow {
  readonly by: WindowBy;
  readonly fromS: number;
  readonly toS: number;
}

/** First and last times of a log, s since 1970 in UTC. */
export interface LogSpan {
  readonly firstSubmitS: number;
  readonly lastSubmitS: number;
  readonly firstEndS: number;
  readonly lastEndS: number;
  /** Number of jobs that ended, whether or not they ran. */
  readonly ended: number;
  /** Number of jobs that run or wait. */
  readonly unfinished: number;
}

/**
 * Returns the window of a log. A log that is listed by ends has no unfinished jobs, its ends fill whole days, and submits
 * reach back before them: its window are these days. Of other logs, jobs are taken by submits, from the first one or,
 * if that is later, the beginning of the day of the first end: jobs submitted before and ended before are not listed.
 *
 * @param by how the user wants it
 */
export function windowOf(span: LogSpan, days: LocalDays, by: WindowBy | 'auto'): LogWindow {
  const { firstSubmitS, lastSubmitS, firstEndS, lastEndS, ended } = span;
  const fromS = ended === 0 ? Infinity : days.startS(days.dayOf(firstEndS));
  const toS = ended === 0 ? -Infinity : days.startS(days.dayOf(lastEndS - 1) + 1);
  if (ended > 0 && (by === 'ends' || (by === 'auto' && isListedByEnds(span, fromS, toS)))) {
    return { by: 'ends', fromS, toS };
  }
  const isCut = firstSubmitS < fromS && fromS < lastSubmitS;
  return { by: 'submits', fromS: isCut ? fromS : firstSubmitS, toS: lastSubmitS };
}

function isListedByEnds(span: LogSpan, fromS: number, toS: number): boolean {
  const { firstSubmitS, lastSubmitS, firstEndS, lastEndS, ended, unfinished } = span;
  const edgeS = Math.min(S_PER_DAY / 2, Math.max(MAX_EDGE_S, (MAX_EDGE_GAPS * (toS - fromS)) / ended));
  const fillsDays = firstEndS - fromS <= edgeS && toS - lastEndS <= edgeS;
  // Of a log by other times, jobs end long after the last one was submitted.
  return unfinished === 0 && fillsDays && firstSubmitS < fromS && toS - lastSubmitS <= edgeS;
}
