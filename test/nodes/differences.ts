/** A place where two answers differ. */
export interface Difference {
  readonly path: string;
  readonly one: unknown;
  readonly other: unknown;
}

/**
 * Where two values as JSON holds them differ: numbers by more than `tolerance` of the larger one (0: at all), anything else at all.
 * Times are left out: keys `timeS`, `seconds`, and all that end in `TimeS`.
 */
export function differencesOf(one: unknown, other: unknown, tolerance: number, path = '$'): Difference[] {
  if (typeof one === 'number' && typeof other === 'number') {
    const isSame = one === other || Math.abs(one - other) <= tolerance * Math.max(Math.abs(one), Math.abs(other));
    return isSame ? [] : [{ path, one, other }];
  }
  if (!isRecord(one) || !isRecord(other)) return one === other ? [] : [{ path, one, other }];
  const keys = new Set(
    [...Object.keys(one), ...Object.keys(other)].filter((key) => !/^(t|.*T)imeS$|^seconds$/.test(key)),
  );
  return [...keys].flatMap((key) => differencesOf(one[key], other[key], tolerance, `${path}.${key}`));
}

/** An object or a list; their keys tell them apart as far as JSON goes, but for empty ones. */
function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
