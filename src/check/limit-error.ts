/**
 * Thrown if the checker cannot finish its exact computation within its work limits. It never gives an approximate
 * result instead.
 */
export class CheckerLimitError extends Error {
  override readonly name = 'CheckerLimitError';
}
