/** Reserved words of the LP file format, in lower case. */
const RESERVED = new Set(
  (
    'obj max maximize maximise maximum min minimize minimise minimum subject such to that st s.t. st. bound bounds free inf ' +
    'infinity general generals gen integer integers int binary binaries bin semi semi-continuous semis sec sos sos1 sos2 end'
  ).split(' '),
);

/** Maximum length of an exported row or column name. Readers of MPS and LP files accept at least 255 characters. */
const LONGEST = 200;

/**
 * Converts names of rows or columns to unique names that readers of MPS and LP files accept. Characters other than
 * letters, digits, underscores and dots become underscores. A name that is a reserved word or begins with a forbidden
 * character gets `prefix` before it. A repeated name gets a number behind it.
 *
 * A name must begin with a letter, but not with E, which could be part of a number (3 e2 would be read as 300).
 */
export function exportNames(names: readonly string[], prefix: string): string[] {
  const taken = new Set<string>();
  const nextSuffix = new Map<string, number>();
  return names.map((name) => {
    const clean = sanitise(name, prefix);
    let unique = clean;
    let suffix = nextSuffix.get(clean) ?? 2;
    while (taken.has(unique)) {
      unique = `${clean}_${suffix}`;
      suffix += 1;
    }
    nextSuffix.set(clean, suffix);
    taken.add(unique);
    return unique;
  });
}

function sanitise(name: string, prefix: string): string {
  const clean = name.replace(/[^A-Za-z0-9_.]/g, '_').slice(0, LONGEST);
  const acceptable = /^[A-DF-Za-df-z]/.test(clean) && !RESERVED.has(clean.toLowerCase());
  return acceptable ? clean : `${prefix}_${clean}`;
}

/** Returns the shortest decimal that reads back as the same double; negative zero becomes 0. */
export function exportNumber(value: number): string {
  return value === 0 ? '0' : String(value);
}
