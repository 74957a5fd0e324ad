import { randomStream } from '../../src/random/stream.js';

/** Prices of core-seconds of tiny months, by node type, then slot: of about what they are worth, many of them 0. */
export function randomPrices(seed: number, nodeTypes: number, slots: number): Float64Array[] {
  const draw = randomStream(seed, 'prices');
  const size = draw.uniform(0, 0.3);
  return Array.from({ length: nodeTypes }, () =>
    Float64Array.from({ length: slots }, () => (draw.uniform() < 0.4 ? 0 : draw.uniform(0, size))),
  );
}
