// Random numbers by docs/engines/random-numbers.md alone, with a generator on numbers of 64 bits.

const WORD = 2n ** 32n;
const LONG = 2n ** 64n;
const rotated = (value: bigint, by: bigint): bigint => ((value << by) | (value >> (64n - by))) % LONG;

/** A stream of random numbers. */
export interface Draws {
  readonly u: () => number;
  readonly between: (a: number, b: number) => number;
  readonly whole: (a: number, b: number) => number;
  readonly normal: () => number;
  readonly index: (weights: readonly number[]) => number;
}

function hash(text: string): bigint {
  let h = 0x811c9dc5n;
  for (let n = 0; n < text.length; n++) h = ((h ^ BigInt(text.charCodeAt(n))) * 0x01000193n) % WORD;
  return h;
}

function mix(value: bigint): bigint {
  let z = ((value ^ (value >> 16n)) * 0x85ebca6bn) % WORD;
  z = ((z ^ (z >> 13n)) * 0xc2b2ae35n) % WORD;
  return z ^ (z >> 16n);
}

export function drawsFrom(seed: number, purpose: string): Draws {
  const s = mix(BigInt(seed) ^ hash(purpose));
  let [s0, s1] = [WORD * (WORD - 1n) + (WORD - 1n - s), WORD * s];
  const step = (): bigint => {
    const out = (s0 + s1) % WORD;
    const a = s0 ^ s1;
    [s0, s1] = [rotated(s0, 24n) ^ a ^ ((a << 16n) % LONG), rotated(a, 37n)];
    return out;
  };
  const u = (): number => {
    const first = Number(step() % 2n ** 26n);
    return first * 2 ** -26 + Number(step() % 2n ** 27n) * 2 ** -53;
  };
  const between = (a: number, b: number): number => a + (b - a) * u();
  let spare: number | null = null;
  return {
    u,
    between,
    whole: (a, b) => {
      const n = BigInt(b - a + 1);
      for (;;) {
        const x = (step() + WORD / 2n) % WORD;
        if (x < WORD - (WORD % n)) return Number(x % n) + a;
      }
    },
    normal: () => {
      if (spare !== null) {
        const kept = spare;
        spare = null;
        return kept;
      }
      for (;;) {
        const [x, y] = [between(-1, 1), between(-1, 1)];
        const q = x * x + y * y;
        if (!(q > 0 && q < 1)) continue;
        const f = Math.sqrt((-2 * Math.log(q)) / q);
        spare = y * f;
        return x * f;
      }
    },
    index: (weights) => {
      const all = weights.reduce((sum, weight) => sum + weight, 0);
      const limit = u() * all;
      let [sum, count] = [0, 0];
      for (const weight of weights.slice(0, -1)) if ((sum += weight) <= limit) count++;
      return count;
    },
  };
}

/** G(m, V): gamma numbers of mean m and coefficient of variation V, from one stream. */
export function gammaFrom(seed: number, purpose: string, V: number): (m: number) => number {
  if (V === 0) return (m) => m;
  const { u } = drawsFrom(seed, purpose);
  const [k, h] = [1 / (V * V), V * V];
  let spare: number | null = null;
  const normal = (): number => {
    if (spare !== null) {
      const kept = spare;
      spare = null;
      return kept;
    }
    for (;;) {
      const x = 2 * u() - 1;
      const y = 2 * u() - 1;
      const q = x * x + y * y;
      if (!(q > 0 && q <= 1)) continue;
      const f = Math.sqrt((-2 * Math.log(q)) / q);
      spare = x * f;
      return y * f;
    }
  };
  const d = (k < 1 ? k + 1 : k) - 1 / 3;
  const c = 1 / (3 * Math.sqrt(d));
  const draw = (): number => {
    if (k === 1) return -Math.log1p(-u()) * h;
    for (;;) {
      const z = normal();
      const base = 1 + c * z;
      if (base <= 0) continue;
      const v = base * (base * base);
      const w = 1 - u();
      if (w >= 1 - 0.0331 * z * z * z * z && Math.log(w) >= 0.5 * z * z + d * (1 - v + Math.log(v))) continue;
      return k < 1 ? d * v * u() ** (1 / k) * h : d * v * h;
    }
  };
  return (m) => m * Math.max(1e-6, draw());
}
