/** Cache, by name, of opened or solved data for later calls on the same files. */
export type Kept = Map<string, unknown>;

/** Returns the cached value of a name, made by `make` if there is none. A name must always stand for the same type. */
export async function keptIn<Made>(kept: Kept, name: string, make: () => Promise<Made>): Promise<Made> {
  if (!kept.has(name)) kept.set(name, await make());
  return kept.get(name) as Made;
}
