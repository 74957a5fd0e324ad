import { distance } from 'fastest-levenshtein';

/** Greatest number of names compared, so that a suggestion never costs more than the reading. Ours. */
const MAX_NAMES = 5000;
/** Greatest length of a name that is compared, characters. Ours. */
const MAX_NAME = 200;

/** The name with the fewest edits from `given`, the first of several; undefined when there are no names, or too long ones. */
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

/** A question with its blank after it; empty without a name to suggest. */
export function didYouMean(given: string, names: Iterable<string>): string {
  const nearest = nearestName(given, names);
  return nearest === undefined ? '' : `Did you mean "${nearest}"? `;
}
