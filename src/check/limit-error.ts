/**
 * The checker cannot finish its exact computation within its limits on work. It never gives an approximate result
 * instead.
 */
export class CheckerLimitError extends Error {
  override readonly name = 'CheckerLimitError';
}
