/** Number of random cases an everyday run tries, of `all` that there are; `PLENUM_FUZZ=all` tries all of them. */
export function fuzzCount(all: number): number {
  return process.env['PLENUM_FUZZ'] === 'all' ? all : Math.ceil(0.4 * all);
}
