/** Cache of opened or solved data, by name, for later calls on the same files. */
export type Kept = Map<string, unknown>;

/**
 * Returns the cached value of a name. If there is none, `make` makes it. A name must always stand for the same type.
 */
export async function keptIn<Made>(kept: Kept, name: string, make: () => Promise<Made>): Promise<Made> {
  if (!kept.has(name)) kept.set(name, await make());
  return kept.get(name) as Made;
}
