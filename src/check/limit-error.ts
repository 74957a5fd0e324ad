/**
 * Thrown if an exact computation exceeds the checker's limits on work. The checker never gives an approximate result
 * instead.
 */
export class CheckerLimitError extends Error {
  override readonly name = 'CheckerLimitError';
}
