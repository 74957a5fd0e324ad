/**
 * An instance without the values that the schema refuses; any part may be missing. Checks that concern several fields
 * run on such a draft.
 */
export type Draft<T> =
  | undefined
  | (T extends readonly (infer U)[]
      ? readonly Draft<U>[]
      : T extends object
        ? { readonly [K in keyof T]?: Draft<T[K]> }
        : T);

/** Returns the value at a path; undefined if there is none. */
export function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let value = root;
  for (const segment of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, segment)) return undefined;
    // The length of a list is no entry of it.
    if (Array.isArray(value) && segment === 'length') return undefined;
    value = (value as Record<PropertyKey, unknown>)[segment];
  }
  return value;
}

export function withoutValues(root: unknown, paths: readonly (readonly PropertyKey[])[]): unknown {
  const copy: unknown = structuredClone(root);
  for (const path of paths) {
    if (path.length === 0) return undefined;
    const parent = valueAt(copy, path.slice(0, -1));
    if (typeof parent === 'object' && parent !== null)
      (parent as Record<PropertyKey, unknown>)[path.at(-1)!] = undefined;
  }
  return copy;
}
