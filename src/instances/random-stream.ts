import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** Draws uniformly from [low, high). */
export type Uniform = (low: number, high: number) => number;

/**
 * A seeded stream of its own for each purpose, so that drawing more numbers for one cannot disturb another.
 * The same seed and purpose give the same numbers on every platform.
 */
export function uniformStream(seed: number, purpose: string): Uniform {
  const rng = xoroshiro128plus(mix(seed ^ fnv1a(purpose)));
  return (low, high) => low + (high - low) * uniformFloat64(rng);
}

/** 32-bit FNV-1a of the code units. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash;
}

/** Finaliser of MurmurHash3: neighbouring seeds start far apart. */
function mix(value: number): number {
  let bits = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}

/** Rounded to four significant digits: enough for data that were drawn, and short in files. */
export function fourDigits(value: number): number {
  return Number(value.toPrecision(4));
}
