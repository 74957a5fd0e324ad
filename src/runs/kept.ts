/** Cache, by name, of opened or solved data for later calls on the same files. */
export type Kept = Map<string, unknown>;

/**
 * Returns the value cached under a name; if there is none, `make` makes it. A name must always stand for the same type.
 */
export async function keptIn<Made>(kept: Kept, name: string, make: () => Promise<Made>): Promise<Made> {
  if (!kept.has(name)) kept.set(name, await make());
  return kept.get(name) as Made;
}

/**
 * Returns the value cached under a name if it was made for `key`; otherwise makes it and replaces the cached one. For
 * data of which calls that follow each other share one, and that are too large for all of them to be kept.
 */
export function lastKeptIn<Made>(kept: Kept, name: string, key: string, make: () => Made): Made {
  const last = kept.get(name) as { readonly key: string; readonly made: Made } | undefined;
  if (last?.key === key) return last.made;
  const made = make();
  kept.set(name, { key, made });
  return made;
}
