/** Words with a meaning in the LP format, in lower case. */
const RESERVED = new Set(
  (
    'obj max maximize maximise maximum min minimize minimise minimum subject such to that st s.t. st. bound bounds free inf ' +
    'infinity general generals gen integer integers int binary binaries bin semi semi-continuous semis sec sos sos1 sos2 end'
  ).split(' '),
);

/** Maximum length of a name. Readers of the formats accept 255 characters and more. */
const LONGEST = 200;

/**
 * Returns names that MPS and LP readers accept: letters, digits, underscores and dots; beginning with a letter that
 * cannot start a number (3 e2 is 300); no reserved word; unique. Acceptable names are kept, others are replaced by
 * `prefix` and a number.
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

/** Returns the shortest decimal that reads back as an equal double; no negative zero. */
export function exportNumber(value: number): string {
  return value === 0 ? '0' : String(value);
}
