import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** Draws uniformly from [low, high), by default [0, 1). */
export type Uniform = (low?: number, high?: number) => number;

/** A seeded source of random numbers, the only one in Plenum; passed to functions that need random numbers. */
export interface RandomStream {
  readonly uniform: Uniform;
  /**
   * Draws a whole number uniformly from low .. high, both included.
   *
   * @throws RangeError if low > high.
   */
  readonly integer: (low: number, high: number) => number;
  readonly normal: () => number;
  /** Returns an independent stream that depends only on this one's seed and `purpose`, not on earlier draws. */
  readonly fork: (purpose: string) => RandomStream;
}

/**
 * Returns the stream of random numbers for one purpose. Streams of different purposes are independent, so drawing more
 * numbers from one does not affect another. Equal seeds (safe integers) and purposes give equal numbers on every
 * platform.
 *
 * The initial state has 32 bits. The higher bits of a larger seed are hashed in; if they are 0, they change nothing.
 */
export function randomStream(seed: number, purpose: string): RandomStream {
  const beyond = Math.trunc(seed / 2 ** 32);
  const mixed = mix(seed ^ mix(beyond) ^ fnv1a(purpose));
  const rng = xoroshiro128plus(mixed);
  const uniform = (low = 0, high = 1): number => low + (high - low) * uniformFloat64(rng);
  let spare: number | null = null;
  return {
    uniform,
    integer: (low, high) => {
      if (!(low <= high)) throw new RangeError(`no integer between ${low} and ${high}`);
      return uniformInt(rng, low, high);
    },
    normal: () => {
      if (spare !== null) {
        const kept = spare;
        spare = null;
        return kept;
      }
      // Marsaglia's polar method: two independent normals from a point in the unit disc.
      for (;;) {
        const x = uniform(-1, 1);
        const y = uniform(-1, 1);
        const square = x * x + y * y;
        if (square >= 1 || square === 0) continue;
        const factor = Math.sqrt((-2 * Math.log(square)) / square);
        spare = y * factor;
        return x * factor;
      }
    },
    fork: (inner) => randomStream(mixed, inner),
  };
}

/** Returns the 32-bit FNV-1a hash of the text's UTF-16 code units. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash;
}

/** Applies the finaliser of MurmurHash3, so that neighbouring seeds give unrelated states. */
function mix(value: number): number {
  let bits = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}
