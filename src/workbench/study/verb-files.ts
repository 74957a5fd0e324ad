/** Paths of files by what is in them. */
export type Files = Readonly<Record<string, string>>;

/** Files of all parts of an answer; those of several are told apart by their part's name. */
export function filesOf(parts: readonly (readonly [part: string, files: Files])[]): Files {
  const named = (part: string, name: string): string => (parts.length === 1 ? name : `${part}.${name}`);
  return Object.fromEntries(
    parts.flatMap(([part, files]) => Object.entries(files).map(([name, path]) => [named(part, name), path] as const)),
  );
}
