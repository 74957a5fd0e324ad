import { distance } from 'fastest-levenshtein';

/** The name with the fewest edits from `given`, the first of several; undefined when there are no names. */
export function nearestName(given: string, names: readonly string[]): string | undefined {
  let nearest: string | undefined;
  let fewest = Infinity;
  for (const name of names) {
    const edits = distance(given, name);
    if (edits < fewest) {
      nearest = name;
      fewest = edits;
    }
  }
  return nearest;
}
