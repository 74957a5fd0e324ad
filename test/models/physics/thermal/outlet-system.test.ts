import { describe, expect, it } from 'vitest';
import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import { outletSystems, sumOfProducts } from '../../../../models/physics/thermal/outlet-system.js';
import { sparseRows } from '../../../../models/physics/thermal/sparse-rows.js';
import { randomStream } from '../../../../src/random/stream.js';

/** `zones` zones and one CRAC, of whose weights a share is not 0; rows sum to at most 1. */
function randomMatrix(zones: number, filled: number, seed: number): { matrix: InfluenceMatrix; dense: Float64Array } {
  const { uniform } = randomStream(seed, 'matrix');
  const size = zones + 1;
  const dense = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    const row = Array.from({ length: size }, () => (uniform() < filled ? uniform() : 0));
    row[0]! += 0.2;
    const sum = row.reduce((all, one) => all + one, 0);
    row.forEach((one, j) => (dense[i * size + j] = one / sum));
  }
  const zone = { rack: 'R', level: 1, nodeType: 'A', nodeCount: 1, firstSlot: 1 };
  const matrix: InfluenceMatrix = {
    cracNames: ['C'],
    zones: Array.from({ length: zones }, (_, z) => ({ ...zone, name: `Z${z}` })),
    airFlowM3PerS: new Float64Array(size).fill(1),
    weights: sparseRows(dense, size),
    provenance: { kind: 'imported', summary: '', rowSumError: 0, conservationError: 0 },
  };
  return { matrix, dense };
}

describe('the outlets of a step', () => {
  // The first by the inverse, in rows of any remainder of 4; the second by sweeps; the third has a zone without any other.
  it.each([
    [9, 0.9],
    [10, 1],
    [31, 0.1],
    [5, 0],
  ])('solve their system: %i zones, %d filled', (zones, filled) => {
    const { matrix, dense } = randomMatrix(zones, filled, zones);
    const { uniform } = randomStream(zones, 'right');
    const theta = Float64Array.from({ length: zones }, () => uniform(0, 3));
    const fresh = matrix.weights.value.map((weight) => 0.9 * weight);
    const right = theta.map(() => uniform(10, 40));
    const x = theta.map(() => uniform(0, 30));
    outletSystems(matrix)(theta, fresh).solve(right, x);
    for (let zone = 0; zone < zones; zone++) {
      let left = (1 + theta[zone]!) * x[zone]!;
      for (let other = 0; other < zones; other++)
        left -= 0.9 * dense[(zone + 1) * (zones + 1) + other + 1]! * x[other]!;
      expect(Math.abs(left - right[zone]!)).toBeLessThan(1e-11 * 40);
    }
  });

  it.each([2, 13])('says so where air never gets out of %i zones', (zones) => {
    const { matrix } = randomMatrix(zones, 1, 1);
    // Each breathes what the one before it breathes out.
    const size = zones + 1;
    const ring = new Float64Array(size * size);
    ring[0] = 1;
    for (let zone = 0; zone < zones; zone++) ring[(zone + 1) * size + 1 + ((zone + 1) % zones)] = 1;
    const closed = { ...matrix, weights: sparseRows(ring, size) };
    expect(() => {
      const system = outletSystems(closed)(new Float64Array(zones), new Float64Array(size).fill(1));
      system.solve(new Float64Array(zones).fill(1), new Float64Array(zones));
    }).toThrow(/never reaches a CRAC/);
  });
});

describe('a sum of products', () => {
  it('takes every term, wherever it begins', () => {
    const a = Float64Array.from({ length: 20 }, (_, n) => n + 1);
    const b = Float64Array.from({ length: 20 }, (_, n) => 100 + n);
    for (const [from, bFrom, count] of [
      [0, 0, 20],
      [3, 1, 7],
      [5, 5, 0],
      [2, 9, 1],
      [1, 0, 10],
    ] as const) {
      let expected = 0;
      for (let n = 0; n < count; n++) expected += a[from + n]! * b[bFrom + n]!;
      expect(sumOfProducts(a, from, b, bFrom, count)).toBe(expected);
    }
  });
});
