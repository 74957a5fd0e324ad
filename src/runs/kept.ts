/** Cache, by name, of opened or solved data for later calls on the same files. */
export type Kept = Map<string, unknown>;

/**
 * Returns the value cached under a name; if there is none, `make` makes it. A name must always stand for the same type.
 */
export async function keptIn<Made>(kept: Kept, name: string, make: () => Promise<Made>): Promise<Made> {
  if (!kept.has(name)) kept.set(name, await make());
  return kept.get(name) as Made;
}
