/** Number of bits of a digit of the radix sort. A double has six digits: four of 11 bits and two of 10 bits. */
const DIGIT_BITS = 11;
/** Number of different values of a digit of the radix sort. */
const BUCKETS = 1 << DIGIT_BITS;
/** Bit mask that selects the last digit of the radix sort. */
const MASK = BUCKETS - 1;
/** Number of digits of the radix sort in a word of 32 bits. The third digit has only ten bits. */
const DIGITS_PER_WORD = 3;
/** Index of the less significant of the two words of a double: 0 on little-endian machines, else 1. */
const LOW_WORD = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1 ? 0 : 1;

/**
 * Returns the indices of the keys in ascending order of the keys. Equal keys keep their order. Keys must not be
 * negative (nor -0). The radix sort of the keys' bits takes time O(n) and is about 20 times faster than a sort by
 * comparison.
 */
export function ascending(keys: Float64Array): Int32Array {
  const count = keys.length;
  const words = new Uint32Array(keys.buffer, keys.byteOffset, 2 * count);
  const sizes = Array.from({ length: 2 * DIGITS_PER_WORD }, () => new Int32Array(BUCKETS));
  const [s0, s1, s2, s3, s4, s5] = sizes as [Int32Array, Int32Array, Int32Array, Int32Array, Int32Array, Int32Array];
  for (let index = 0; index < count; index++) {
    const low = words[2 * index + LOW_WORD]!;
    const high = words[2 * index + 1 - LOW_WORD]!;
    s0[low & MASK]!++;
    s1[(low >>> DIGIT_BITS) & MASK]!++;
    s2[low >>> (2 * DIGIT_BITS)]!++;
    s3[high & MASK]!++;
    s4[(high >>> DIGIT_BITS) & MASK]!++;
    s5[high >>> (2 * DIGIT_BITS)]!++;
  }
  let from = new Int32Array(count);
  let to = new Int32Array(count);
  for (let index = 0; index < count; index++) from[index] = index;
  for (const [digit, places] of sizes.entries()) {
    const word = digit < DIGITS_PER_WORD ? LOW_WORD : 1 - LOW_WORD;
    const shift = (digit % DIGITS_PER_WORD) * DIGIT_BITS;
    // All keys have this digit in common, like the last digits of numbers that once had single precision.
    if (count === 0 || places[(words[word]! >>> shift) & MASK] === count) continue;
    let place = 0;
    for (let bucket = 0; bucket < BUCKETS; bucket++) {
      const size = places[bucket]!;
      places[bucket] = place;
      place += size;
    }
    for (let n = 0; n < count; n++) {
      const index = from[n]!;
      to[places[(words[2 * index + word]! >>> shift) & MASK]!++] = index;
    }
    [from, to] = [to, from];
  }
  return from;
}
