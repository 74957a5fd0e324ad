import { distance } from 'fastest-levenshtein';

/** Maximum number of names compared to find a similar one. Our choice: it never takes longer than reading the file. */
const MAX_NAMES = 5000;
/** Maximum length of a name that is compared, characters. */
const MAX_NAME = 200;

/** Returns the name nearest to `given` (edit distance), the first on ties; undefined if all are too long. */
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

/** Returns "Did you mean ...?" and a blank; empty if there is no name to suggest. */
export function didYouMean(given: string, names: Iterable<string>): string {
  const nearest = nearestName(given, names);
  return nearest === undefined ? '' : `Did you mean "${nearest}"? `;
}
