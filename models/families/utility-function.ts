/**
 * F functions that give the utility of a task by its age at completion (completion time - arrival time, s). Utility
 * does not increase with age. Functions consist of pieces, P in total.
 *
 * A piece that starts at age t gives one of two utilities at age a >= t:
 *
 * floor + (value - floor) exp(-rate (a - t)), or value - slope (a - t)
 *
 * A piece with rate and slope 0 is constant. It ends where the next piece starts, so a function may drop between
 * pieces.
 */
export interface UtilityFunctions {
  readonly count: number;
  /**
   * For each function, index of its first piece. One more entry at the end is the number of pieces. The first piece of
   * every function starts at age 0.
   */
  readonly firstPiece: Int32Array;
  /** Age at which each piece starts, s. */
  readonly startS: Float64Array;
  /** Utility at the start of each piece. */
  readonly value: Float64Array;
  /** For each exponentially decaying piece, limit of its utility for large ages; `value` for all other pieces. */
  readonly floor: Float64Array;
  /** Rate at which each piece decays exponentially, 1/s; 0 for constant and straight pieces. */
  readonly ratePerS: Float64Array;
  /** For each straight piece, decrease of its utility, utility/s, >= 0; 0 for all other pieces. */
  readonly slopePerS: Float64Array;
}

/**
 * Returns the utility of a task that completes at an age, by its utility function f.
 *
 * @param ageS age at completion, s, >= 0
 */
export function utilityAt(functions: UtilityFunctions, f: number, ageS: number): number {
  const { firstPiece, startS } = functions;
  let piece = firstPiece[f + 1]! - 1;
  const first = firstPiece[f]!;
  while (piece > first && startS[piece]! > ageS) piece--;
  return pieceAt(functions, piece, ageS);
}

/**
 * Returns the utility just before an age > 0, s. If the function drops at this age, it is the value before the drop.
 */
export function utilityBefore(functions: UtilityFunctions, f: number, ageS: number): number {
  const { firstPiece, startS } = functions;
  let piece = firstPiece[f + 1]! - 1;
  const first = firstPiece[f]!;
  while (piece > first && startS[piece]! >= ageS) piece--;
  return pieceAt(functions, piece, ageS);
}

/** Returns the utility at age 0 of function f, which is its largest value. */
export function startingUtility({ firstPiece, value }: UtilityFunctions, f: number): number {
  return value[firstPiece[f]!]!;
}

function pieceAt({ startS, value, floor, ratePerS, slopePerS }: UtilityFunctions, piece: number, ageS: number): number {
  const beyondS = ageS - startS[piece]!;
  const rate = ratePerS[piece]!;
  if (rate > 0) return floor[piece]! + (value[piece]! - floor[piece]!) * Math.exp(-rate * beyondS);
  const slope = slopePerS[piece]!;
  return slope > 0 ? Math.max(0, value[piece]! - slope * beyondS) : value[piece]!;
}
