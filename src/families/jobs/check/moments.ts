/**
 * Rounding error of moments, relative. Our choice: an end delayed by 900,000 checks stays below; at the end of a month
 * it is a quarter of a millisecond.
 */
const MOMENT_TOLERANCE = 1e-10;

/** Returns the rounding error of a moment, s. */
export function roundingAt(atS: number): number {
  return MOMENT_TOLERANCE * Math.abs(atS);
}

/** Returns true if two moments (s) are equal up to rounding. */
export function sameMoment(aS: number, bS: number): boolean {
  return Math.abs(aS - bS) <= Math.max(roundingAt(aS), roundingAt(bS));
}

/** Returns true if a moment (s) is a checkpoint: a multiple of the interval, from the first on. */
export function isCheckpoint(atS: number, intervalS: number): boolean {
  const count = Math.round(atS / intervalS);
  return count >= 1 && sameMoment(atS, count * intervalS);
}

/** Returns the number of checkpoints strictly between two moments (s), the first and the last. */
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
 * Returns the least time that overheads take from a piece of a run, and how much of them is left at its end, s.
 * Overheads queue: those at its start, and a check at each checkpoint inside it; work continues after them.
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
