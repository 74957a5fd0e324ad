import { distance } from 'fastest-levenshtein';

/**
 * Maximum number of names that are compared to find a similar one. Our choice: a suggestion then never takes longer
 * than reading the file.
 */
const MAX_NAMES = 5000;
/** Longer names are not compared, characters. */
const MAX_NAME = 200;

/**
 * Returns the name that is most similar to `given` (smallest edit distance; the first one on ties). Undefined if
 * `given` is too long, or if there are no names that are short enough.
 */
export function nearestName(given: string, names: Iterable<string>): string | undefined {
  if (given.length > MAX_NAME) return undefined;
  let nearest: string | undefined;
  let fewest = Infinity;
  let seen = 0;
  for (const name of names) {
    if (seen++ >= MAX_NAMES) break;
    if (name.length > MAX_NAME) continue;
    const edits = distance(given, name);
    if (edits < fewest) {
      nearest = name;
      fewest = edits;
    }
  }
  return nearest;
}

/** Returns the question "Did you mean ...?" followed by a blank; empty if there is no name to suggest. */
export function didYouMean(given: string, names: Iterable<string>): string {
  const nearest = nearestName(given, names);
  return nearest === undefined ? '' : `Did you mean "${nearest}"? `;
}
