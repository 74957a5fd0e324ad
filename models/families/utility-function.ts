/**
 * Utility functions of age (completion - arrival, s), non-increasing, piece by piece; F functions, P pieces. A piece
 * from its start t decays as floor + (value - floor) exp(-rate (a - t)) (rate >= 0; constant at rate 0) or falls as
 * value - slope (a - t). A piece holds from its start inclusive to the next one's start exclusive, so that a function
 * may drop between pieces. Before age 0 nothing completes.
 */
export interface UtilityFunctions {
  readonly count: number;
  /** Length F + 1: first piece of each function; every function has at least one, that starts at age 0. */
  readonly firstPiece: Int32Array;
  /** Length P: age at which the piece starts, s. */
  readonly startS: Float64Array;
  /** Length P: utility at the start of the piece. */
  readonly value: Float64Array;
  /** Length P: utility that an exponential piece tends to; `value` if the piece is constant or a line. */
  readonly floor: Float64Array;
  /** Length P: decay rate, 1/s; 0 if the piece is constant or a line. */
  readonly ratePerS: Float64Array;
  /** Length P: fall of a straight piece, utility/s, at least 0; 0 for other pieces. */
  readonly slopePerS: Float64Array;
}

/**
 * Returns the utility of function f at an age, by the latest piece that has started.
 *
 * @param ageS at least 0
 */
export function utilityAt(functions: UtilityFunctions, f: number, ageS: number): number {
  const { firstPiece, startS } = functions;
  let piece = firstPiece[f + 1]! - 1;
  const first = firstPiece[f]!;
  while (piece > first && startS[piece]! > ageS) piece--;
  return pieceAt(functions, piece, ageS);
}

/** Returns the utility of a completion just before an age (s, above 0): the limit of function f from the left. */
export function utilityBefore(functions: UtilityFunctions, f: number, ageS: number): number {
  const { firstPiece, startS } = functions;
  let piece = firstPiece[f + 1]! - 1;
  const first = firstPiece[f]!;
  while (piece > first && startS[piece]! >= ageS) piece--;
  return pieceAt(functions, piece, ageS);
}

/** Returns the starting utility of function f: its value at age 0. */
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
