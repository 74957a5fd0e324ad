/** Length of the runs that are sorted by insertion. */
const RUN = 8;

/**
 * Sorts places from .. to - 1 of an array, stably, by merging, without allocation. `isBefore` says whether one belongs
 * before the other; `scratch` is as long as the array and is overwritten.
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

/** Merges two neighbours, each sorted; the first is copied away. */
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
