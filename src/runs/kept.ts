/** Cache of what calls have opened or solved, by name, for later calls on the same files. */
export type Kept = Map<string, unknown>;

/** Returns the cached value of a name, or makes and caches it. The same name always stands for the same type. */
export async function keptIn<Made>(kept: Kept, name: string, make: () => Promise<Made>): Promise<Made> {
  if (!kept.has(name)) kept.set(name, await make());
  return kept.get(name) as Made;
}
