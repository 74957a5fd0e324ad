/** Share of the random cases that an everyday run tries: with a quarter of them the whole suite ends within fifteen minutes on two cores. Ours. */
const EVERYDAY_SHARE = 0.25;

/** Number of random cases an everyday run tries, of `all` that there are; `PLENUM_FUZZ=all` tries all of them. */
export function fuzzCount(all: number): number {
  return process.env['PLENUM_FUZZ'] === 'all' ? all : Math.ceil(EVERYDAY_SHARE * all);
}
