/** Adds an LP's number of iterations to a count of work. If the engine does not report it, the count is removed. */
export function countIterations<K extends string>(
  work: Partial<Record<K, number>>,
  key: K,
  iterations: number | null,
): void {
  const before: number | undefined = work[key];
  if (iterations === null) Reflect.deleteProperty(work, key);
  else if (before !== undefined) (work as Partial<Record<string, number>>)[key] = before + iterations;
}
