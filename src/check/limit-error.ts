/** The exact computation exceeds the checker's limits on work. It never gives an approximate result instead. */
export class CheckerLimitError extends Error {
  override readonly name = 'CheckerLimitError';
}
