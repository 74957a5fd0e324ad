/** Returns a function that makes something at its first call and gives the same at all later ones: what tests look at and do not change. */
export function once<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined;
  return () => (made ??= make());
}
