import { jsonPath, type LocalFault, type PathSegment } from './fault.js';

/**
 * Maximum number of entries of all lists of an instance together. Our choice: twice what the largest rooms and systems
 * need (200,000 node groups, 100,000 nodes). The schema library needs some 1 kB for every wrong entry.
 */
export const MAX_LIST_ENTRIES = 500_000;
/** Maximum number of keys of one object. Our choice: far more than any real table with a key for each row. */
export const MAX_KEYS = 100_000;

interface Place {
  readonly value: unknown;
  readonly key: PathSegment | null;
  readonly holder: Place | null;
}

/**
 * Returns a fault, at the longest list, if the lists of a parsed file together have more than `most` entries. An object
 * with more than MAX_KEYS keys is a fault as well. Null if there is no fault. Takes linear time, and stops when a limit
 * is exceeded.
 */
export function longListFault(raw: unknown, most = MAX_LIST_ENTRIES): LocalFault | null {
  const open: Place[] = [{ value: raw, key: null, holder: null }];
  let longest: { readonly place: Place; readonly length: number } | null = null;
  let entries = 0;
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { value } = place;
    if (typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value)) {
      entries += value.length;
      if (longest === null || value.length > longest.length) longest = { place, length: value.length };
      if (entries > most) return tooLong(longest.place, longest.length, most);
      for (const [index, entry] of value.entries()) {
        if (typeof entry === 'object' && entry !== null) open.push({ value: entry, key: index, holder: place });
      }
    } else {
      const members = Object.entries(value);
      if (members.length > MAX_KEYS) return tooManyKeys(place, members.length);
      for (const [key, entry] of members) open.push({ value: entry, key, holder: place });
    }
  }
  return null;
}

function tooLong(place: Place, length: number, most: number): LocalFault {
  return {
    path: pathOf(place),
    value: `a list of ${length} entries`,
    allowed: `at most ${most} entries in all lists of the file together`,
    remedy: 'Shorten the list, or divide the instance.',
  };
}

function tooManyKeys(place: Place, count: number): LocalFault {
  return {
    path: pathOf(place),
    value: `an object of ${count} keys`,
    allowed: `at most ${MAX_KEYS} keys`,
    remedy: 'Remove what is not part of the format, or divide the instance.',
  };
}

function pathOf(place: Place): string {
  const segments: PathSegment[] = [];
  for (let at: Place | null = place; at !== null; at = at.holder) if (at.key !== null) segments.unshift(at.key);
  return jsonPath(segments);
}
