import { didYouMean } from './nearest-name.js';
import { excerpt, type LocalFault, MAX_FAULTS, type PathSegment, jsonPath } from './fault.js';

/** Names to which fields may refer. Undefined if one is missing or invalid; then no reference is checked. */
export type Names = NameSet | undefined;

/**
 * Names to which other fields may refer. For an unknown name a similar one is suggested, but only for the first few,
 * because messages show no more.
 */
export class NameSet extends Set<string> {
  #suggestions = 0;

  /** Returns "Did you mean ...?" and a blank; empty if there is no name to suggest, or after MAX_FAULTS calls. */
  suggestion(given: string): string {
    return this.#suggestions++ < MAX_FAULTS ? didYouMean(given, this) : '';
  }

  /** Returns the beginning of the list of names, for messages. */
  get shown(): string {
    const first: string[] = [];
    for (const name of this) if (first.push(excerpt(name)) === 10) break;
    return `${first.join(', ')}${this.size > 10 ? ', ...' : ''}`;
  }
}

/** Returns the existing elements of a list, each with its index; none if it is no list (the schema reports that). */
export function entries<T>(list: readonly (T | undefined)[] | undefined): [number, T][] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((element: T | undefined, i): [number, T][] => (element === undefined ? [] : [[i, element]]));
}

/** Returns names as a set for checking references; undefined if a name is missing. */
export function known(names: readonly (string | undefined)[] | undefined): Names {
  return names === undefined || names.includes(undefined) ? undefined : new NameSet(names as string[]);
}

type Named = readonly ({ readonly name?: string | undefined } | undefined)[] | undefined;

/** Returns the names of elements as a set for checking references; undefined if a name is missing. */
export function knownNames(list: Named): Names {
  return known(list?.map((one) => one?.name));
}

export function duplicates(
  path: readonly PathSegment[],
  field: string,
  names: readonly (string | undefined)[] = [],
): LocalFault[] {
  const firstOf = new Map<string, number>();
  return names.flatMap((name, i) => {
    if (name === undefined) return [];
    const first = firstOf.get(name);
    if (first === undefined) {
      firstOf.set(name, i);
      return [];
    }
    return [
      {
        path: jsonPath([...path, i, field]),
        value: name,
        allowed: `each ${field} once in ${jsonPath(path)}`,
        remedy: `It is used by ${jsonPath([...path, first])} already: rename or remove one of the two.`,
      },
    ];
  });
}

/** Returns a fault for each element whose name already occurred earlier in the list. */
export function duplicateNames(path: readonly PathSegment[], list: Named): LocalFault[] {
  return duplicates(
    path,
    'name',
    list?.map((one) => one?.name),
  );
}

export function unknownReference(
  path: readonly PathSegment[],
  name: string | undefined,
  names: Names,
  where: string,
): LocalFault[] {
  if (name === undefined || names === undefined || names.has(name)) return [];
  const meant = names.suggestion(name);
  return [
    {
      path: jsonPath(path),
      value: name,
      allowed: `a name in ${where}: ${names.shown}`,
      remedy: meant === '' ? `Add it to ${where}.` : `${meant}Correct the name or add it to ${where}.`,
    },
  ];
}
