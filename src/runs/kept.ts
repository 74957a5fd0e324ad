/** What calls on the same files have opened or solved, by name, so that later ones need not. */
export type Kept = Map<string, unknown>;

/** Returns what is kept under a name, or makes and keeps it; the same name always stands for the same type. */
export async function keptIn<Made>(kept: Kept, name: string, make: () => Promise<Made>): Promise<Made> {
  if (!kept.has(name)) kept.set(name, await make());
  return kept.get(name) as Made;
}
