/**
 * Piecewise utility functions of age (completion - arrival, s), non-increasing. F functions, P pieces in total.
 *
 * A piece that starts at age t has utility floor + (value - floor) exp(-rate (a - t)) at age a (constant at rate 0), or
 * value - slope (a - t). It applies from its start up to, but excluding, the start of the next piece, so a function may
 * drop between pieces. Ages are >= 0.
 */
export interface UtilityFunctions {
  readonly count: number;
  /**
   * Index of the first piece of each piecewise function; a last entry holds the number of pieces. Every function has a
   * piece that starts at age 0.
   */
  readonly firstPiece: Int32Array;
  /** Age at which each piece of the piecewise functions starts, s. */
  readonly startS: Float64Array;
  /** Utility at the start of each piece of the piecewise functions. */
  readonly value: Float64Array;
  /**
   * For each piece of the piecewise functions: limit of the utility for large ages if it decays exponentially. Equal to
   * `value` for constant and straight pieces.
   */
  readonly floor: Float64Array;
  /** Exponential decay rate of each piece of the piecewise functions, 1/s; 0 for constant and straight pieces. */
  readonly ratePerS: Float64Array;
  /** Decrease of each straight piece of the piecewise functions, utility/s, >= 0; 0 for other pieces. */
  readonly slopePerS: Float64Array;
}

/**
 * Returns the utility of function f at an age.
 *
 * @param ageS age, s, >= 0
 */
export function utilityAt(functions: UtilityFunctions, f: number, ageS: number): number {
  const { firstPiece, startS } = functions;
  let piece = firstPiece[f + 1]! - 1;
  const first = firstPiece[f]!;
  while (piece > first && startS[piece]! > ageS) piece--;
  return pieceAt(functions, piece, ageS);
}

/** Returns the left-hand limit of utility function f at an age (s, above 0). */
export function utilityBefore(functions: UtilityFunctions, f: number, ageS: number): number {
  const { firstPiece, startS } = functions;
  let piece = firstPiece[f + 1]! - 1;
  const first = firstPiece[f]!;
  while (piece > first && startS[piece]! >= ageS) piece--;
  return pieceAt(functions, piece, ageS);
}

/** Returns the starting utility of function f, its utility at age 0. */
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
