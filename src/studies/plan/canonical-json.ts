/**
 * Returns the canonical JSON of plain data: keys sorted by code units, no spaces, no undefined values. Equal data have
 * identical bytes.
 *
 * @throws RangeError for a number that is not finite, which JSON cannot represent.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner === 'number' && !Number.isFinite(inner)) throw new RangeError(`${inner} is no number of JSON`);
    return isPlainObject(inner) ? sorted(inner) : inner;
  });
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sorted(object: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const keys = Object.keys(object);
  return Object.fromEntries(keys.sort((one, other) => (one < other ? -1 : 1)).map((key) => [key, object[key]]));
}
