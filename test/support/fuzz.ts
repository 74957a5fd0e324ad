/** Share of the cases that an everyday run tries, and the fewest of them, of where there are that many at all. */
const EVERYDAY = { share: 0.15, fewest: 4, shareOfFew: 0.4 };

/** Test whether a run tries all there is, not only what an everyday run tries. */
export function triesAll(): boolean {
  return process.env['PLENUM_FUZZ'] === 'all';
}

/**
 * Number of random cases a run tries, of `all` that there are: all with `PLENUM_FUZZ=all`, else as many as an everyday run
 * needs. A file whose cases are dear, or rarely meet what they are drawn for, names a number of its own.
 */
export function fuzzCount(all: number, everyday = everydayOf(all)): number {
  return triesAll() ? all : everyday;
}

function everydayOf(all: number): number {
  const few = Math.min(EVERYDAY.fewest, EVERYDAY.shareOfFew * all);
  return Math.ceil(Math.max(EVERYDAY.share * all, few));
}
