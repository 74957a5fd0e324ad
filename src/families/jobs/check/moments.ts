import { TOLERANCES } from './limits.js';

/** Returns the tolerance for a time `atS`, s. */
export function roundingAt(atS: number): number {
  return TOLERANCES.moment.value * Math.abs(atS);
}

/** Returns true if two times (s) are equal within rounding error. */
export function sameMoment(aS: number, bS: number): boolean {
  return Math.abs(aS - bS) <= Math.max(roundingAt(aS), roundingAt(bS));
}

/** Returns true if a time (s) is a positive multiple of the checkpoint interval, within rounding error. */
export function isCheckpoint(atS: number, intervalS: number): boolean {
  const count = Math.round(atS / intervalS);
  return count >= 1 && sameMoment(atS, count * intervalS);
}

/** Returns the number of checkpoints strictly between two times (s), and the times of the first and the last. */
export function checkpointsBetween(
  startS: number,
  endS: number,
  intervalS: number,
): { readonly count: number; readonly firstS: number; readonly lastS: number } {
  const first = Math.floor((startS + roundingAt(startS)) / intervalS) + 1;
  const last = Math.ceil((endS - roundingAt(endS)) / intervalS) - 1;
  return { count: Math.max(0, last - first + 1), firstS: first * intervalS, lastS: last * intervalS };
}

/**
 * Returns the least time that overheads take from a piece of a run (`takenS`), and the overhead left at the end of the
 * piece (`leftS`), s. Overheads follow each other: first those left from before the piece (`atStartS`), then one check
 * at each checkpoint in the piece. The job works only while no overhead is left.
 */
export function heldUp(
  { startS, endS }: { readonly startS: number; readonly endS: number },
  atStartS: number,
  checks: { readonly intervalS: number; readonly checkS: number } | null,
): { readonly takenS: number; readonly leftS: number } {
  const { checkS, intervalS } = checks ?? { checkS: 0, intervalS: Infinity };
  const { count, firstS, lastS } = checkpointsBetween(startS, endS, intervalS);
  const allS = atStartS + count * checkS;
  // What is left at the end came since the last moment at which nothing was: the start, or the first or the last checkpoint.
  let leftS = Math.max(0, allS - (endS - startS));
  if (count > 0) leftS = Math.max(leftS, count * checkS - (endS - firstS), checkS - (endS - lastS));
  return { takenS: allS - leftS, leftS };
}
