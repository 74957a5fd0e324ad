/** Adds the iterations of an LP to the work counter `key`, or removes the counter if they are not reported. */
export function countIterations<K extends string>(
  work: Partial<Record<K, number>>,
  key: K,
  iterations: number | null,
): void {
  const before: number | undefined = work[key];
  if (iterations === null) Reflect.deleteProperty(work, key);
  else if (before !== undefined) (work as Partial<Record<string, number>>)[key] = before + iterations;
}
