/** Adds an LP's iterations to a count of work; once an engine does not tell them, the count is left out. */
export function countIterations<K extends string>(
  work: Partial<Record<K, number>>,
  key: K,
  iterations: number | null,
): void {
  const before: number | undefined = work[key];
  if (iterations === null) Reflect.deleteProperty(work, key);
  else if (before !== undefined) (work as Partial<Record<string, number>>)[key] = before + iterations;
}
