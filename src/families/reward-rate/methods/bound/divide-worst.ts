/**
 * Divides the part with the largest bound, again and again; of equal bounds, the last in the list.
 *
 * @param open parts that together contain all plans; a part that is divided is replaced in the list
 * @param boundOf returns a part's upper bound on reward
 * @param divide returns the parts that replace a part; null ends the search
 */
export async function divideWorst<Part>(
  open: Part[],
  boundOf: (part: Part) => number,
  divide: (worst: Part) => readonly Part[] | null | Promise<readonly Part[] | null>,
): Promise<void> {
  while (open.length > 0) {
    const worst = worstOf(open, boundOf);
    const parts = await divide(worst);
    if (parts === null) return;
    open.splice(open.indexOf(worst), 1, ...parts);
  }
}

/** Returns the part with the largest bound; of equal bounds, the last in the list. */
export function worstOf<Part>(open: readonly Part[], boundOf: (part: Part) => number): Part {
  return open.reduce((one, other) => (boundOf(other) >= boundOf(one) ? other : one));
}
