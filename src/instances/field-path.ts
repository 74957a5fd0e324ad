import { valueAt } from './draft.js';
import { nearestName } from './nearest-name.js';
import { jsonPath, type PathSegment } from './fault.js';

/** One or several fields of an instance: [*] in the path stands for all entries of a list or all members of a map. */
export interface InstanceField {
  readonly field: string;
  /** Path of each single field that `field` stands for. */
  readonly places: readonly (readonly PathSegment[])[];
}

/** Rules by which a name that a user gives is resolved to fields of an instance. */
export interface FieldNames {
  /** Full path of each short name. */
  readonly short: Readonly<Record<string, string>>;
  /** Returns true if a field of an object may be given a value although the instance does not have it. */
  readonly mayBeMissing: (place: readonly PathSegment[]) => boolean;
  /** True if a field may have a value that is not a number. */
  readonly takesWords: boolean;
  /** Returns true if the object at a path is a map: its members have one form, and [*] stands for all of them. */
  readonly isMap: (place: readonly PathSegment[]) => boolean;
}

/** Pattern of one step of a path: a name, or an index or * in brackets. */
const STEP = /([A-Za-z_$][\w$-]*)|\[(\d+|\*)\]/y;

/** Returns the field for a path or short name that a user gives, or a sentence about what is wrong with it. */
export function resolveField(
  name: string,
  instance: unknown,
  names: FieldNames,
): InstanceField | { readonly fault: string } {
  const field = Object.hasOwn(names.short, name) ? names.short[name]! : name;
  const steps = stepsOf(field);
  if (steps === null) return { fault: 'it is no path such as workload.taskTypes[2].arrivalRatePerS' };
  let places: PathSegment[][] = [[]];
  for (const step of steps) {
    const next: PathSegment[][] = [];
    for (const place of places) {
      const parent = valueAt(instance, place);
      if (step === '*') {
        const inside = membersOf(parent, place, names);
        if (inside === null) return { fault: faultAt(place, instance, names) ?? `${jsonPath(place)} is no list` };
        for (const segment of inside) next.push([...place, segment]);
      } else next.push([...place, step]);
    }
    places = next;
  }
  if (places.length === 0) return { fault: 'the list it goes through is empty' };
  for (const place of places) {
    const fault = faultAt(place, instance, names);
    if (fault !== null) return { fault };
  }
  return { field, places };
}

/** Returns the indices of a list or the keys of a map; null for any other value. */
function membersOf(
  value: unknown,
  place: readonly PathSegment[],
  { isMap }: FieldNames,
): readonly PathSegment[] | null {
  if (Array.isArray(value)) return [...value.keys()];
  return typeof value === 'object' && value !== null && isMap(place) ? Object.keys(value) : null;
}

function faultAt(place: readonly PathSegment[], instance: unknown, names: FieldNames): string | null {
  const value = valueAt(instance, place);
  if (typeof value === 'number') return null;
  const where = jsonPath(place);
  if (value !== undefined) {
    if (!names.takesWords) return `${where} is no number`;
    return typeof value === 'object' && value !== null ? `${where} is no single value` : null;
  }
  const parent = valueAt(instance, place.slice(0, -1));
  const isObject = typeof parent === 'object' && parent !== null && !Array.isArray(parent);
  if (isObject && names.mayBeMissing(place)) return null;
  const short = Object.keys(names.short);
  const known = isObject ? Object.keys(parent) : short;
  const nearest = nearestName(String(place.at(-1)), [...known, ...(place.length === 1 ? short : [])]);
  return `the instance has no ${where}${nearest === undefined ? '' : `; the nearest name is "${nearest}"`}`;
}

function stepsOf(path: string): PathSegment[] | null {
  const steps: PathSegment[] = [];
  let at = 0;
  while (at < path.length) {
    if (at > 0 && path[at] === '.') at++;
    else if (at > 0 && path[at] !== '[') return null;
    STEP.lastIndex = at;
    const match = STEP.exec(path);
    if (match === null || (steps.length === 0 && match[1] === undefined)) return null;
    steps.push(match[1] ?? (match[2] === '*' ? '*' : Number(match[2])));
    at = STEP.lastIndex;
  }
  return steps.length === 0 || path.endsWith('.') ? null : steps;
}

/**
 * Returns the full path for each short name. A field has a short name if it has a single value and its name occurs at
 * only one path, counting all indices as [*]. Linear in the size of the instance.
 */
export function shortNames(instance: unknown): Readonly<Record<string, string>> {
  const paths = new Map<string, Set<string>>();
  const visit = (value: unknown, path: string): void => {
    if (Array.isArray(value)) {
      for (const entry of value as unknown[]) if (typeof entry === 'object') visit(entry, `${path}[*]`);
      return;
    }
    if (typeof value !== 'object' || value === null) return;
    for (const [key, member] of Object.entries(value)) {
      const own = path === '' ? key : `${path}.${key}`;
      if (typeof member === 'object') visit(member, own);
      else paths.set(key, (paths.get(key) ?? new Set()).add(own));
    }
  };
  visit(instance, '');
  const single = [...paths].filter(([, own]) => own.size === 1);
  return Object.fromEntries(single.map(([name, own]) => [name, [...own][0]!]));
}

/** A field that gets a new value, or whose own value is multiplied by a factor. */
export interface FieldChange extends Pick<InstanceField, 'places'> {
  readonly value: unknown;
  /** True if `value` is a factor. */
  readonly factors: boolean;
}

/**
 * Returns an instance with changed fields. Unchanged parts are shared with the original; the others are copies.
 */
export function changedInstance(instance: unknown, changes: readonly FieldChange[]): unknown {
  const copied = new Set<unknown>();
  const own = (value: unknown): unknown => {
    if (copied.has(value)) return value;
    const copy: unknown = Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) };
    copied.add(copy);
    return copy;
  };
  const root = own(instance);
  for (const { places, value, factors } of changes) {
    for (const place of places) {
      let parent = root as Record<PathSegment, unknown>;
      for (const segment of place.slice(0, -1)) {
        const below = own(parent[segment]);
        parent[segment] = below;
        parent = below as Record<PathSegment, unknown>;
      }
      parent[place.at(-1)!] = factors ? (value as number) * (valueAt(instance, place) as number) : value;
    }
  }
  return root;
}
