/** Returns the length of the intersection of [fromS, toS) and [startS, endS), s, >= 0. */
export function overlapS(fromS: number, toS: number, startS: number, endS: number): number {
  return Math.max(0, Math.min(toS, endS) - Math.max(fromS, startS));
}
