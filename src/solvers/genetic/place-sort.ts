/** Length of the runs that are sorted by insertion sort before they are merged. */
const RUN = 8;

/**
 * Sorts the entries `from` .. `to` - 1 of an array of indices by merge sort. The sort is stable and allocates no
 * memory.
 *
 * @param isBefore returns true if index a belongs before index b
 * @param scratch array of the same length as `places`, which is overwritten
 */
export function sortPlaces(
  places: Int32Array,
  from: number,
  to: number,
  isBefore: (a: number, b: number) => boolean,
  scratch: Int32Array,
): void {
  for (let start = from; start < to; start += RUN) {
    const end = Math.min(start + RUN, to);
    for (let n = start + 1; n < end; n++) {
      const place = places[n]!;
      let hole = n;
      for (; hole > start && isBefore(place, places[hole - 1]!); hole--) places[hole] = places[hole - 1]!;
      places[hole] = place;
    }
  }
  for (let width = RUN; width < to - from; width *= 2) {
    for (let start = from; start + width < to; start += 2 * width) {
      merge(places, start, start + width, Math.min(start + 2 * width, to), isBefore, scratch);
    }
  }
}

/** Merges two adjacent sorted runs, the first of which is copied to the scratch array. */
function merge(
  places: Int32Array,
  from: number,
  middle: number,
  to: number,
  isBefore: (a: number, b: number) => boolean,
  scratch: Int32Array,
): void {
  if (!isBefore(places[middle]!, places[middle - 1]!)) return;
  for (let n = from; n < middle; n++) scratch[n] = places[n]!;
  let left = from;
  let right = middle;
  for (let n = from; left < middle; n++) {
    if (right < to && isBefore(places[right]!, scratch[left]!)) places[n] = places[right++]!;
    else places[n] = scratch[left++]!;
  }
}
