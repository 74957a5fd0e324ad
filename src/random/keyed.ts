/**
 * Returns a pseudo-random whole number from 0 to 2^32 - 1. The number depends only on the lower 32 bits of the seed and
 * of the two keys (whole numbers), so it stays the same if other draws are omitted. The finaliser of MurmurHash3 mixes
 * in one key after the other.
 */
export function keyedDraw(seed: number, first: number, second: number): number {
  return mix(mix(mix(seed | 0) ^ (first | 0)) ^ (second | 0)) >>> 0;
}

function mix(value: number): number {
  let bits = (value + 0x9e3779b9) | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}
