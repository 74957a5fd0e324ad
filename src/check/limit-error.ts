/** Error: the checker cannot finish exactly within its stated work limits. It never answers approximately instead. */
export class CheckerLimitError extends Error {
  override readonly name = 'CheckerLimitError';
}
