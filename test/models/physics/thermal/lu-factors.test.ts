import { LuDecomposition, Matrix } from 'ml-matrix';
import { describe, expect, it } from 'vitest';
import { LuFactors, zeroColumns } from '../../../../models/physics/thermal/lu-factors.js';
import { randomStream } from '../../../../src/random/stream.js';
import { fuzzCount } from '../../../support/fuzz.js';

describe('LuFactors', () => {
  it('solve a system by hand, with the rows swapped that pivoting asks for', () => {
    // 2 y = 6, 4 x + y = 11
    const factors = new LuFactors([Float64Array.of(0, 4), Float64Array.of(2, 1)]);
    expect([...factors.solve(Float64Array.of(6, 11))]).toEqual([2, 3]);
  });

  it('refuse a singular matrix', () => {
    const factors = new LuFactors([Float64Array.of(1, 2), Float64Array.of(2, 4)]);
    expect(factors.isSingular).toBe(true);
    expect(() => factors.solve(Float64Array.of(1, 1))).toThrow('singular');
  });

  it('give the solutions of ml-matrix to the last bit, of sparse and full matrices', () => {
    for (let seed = 1; seed <= fuzzCount(60); seed++) {
      const { uniform } = randomStream(seed, 'lu factors');
      const random = (): number => uniform(0, 1);
      const count = 1 + Math.floor(random() * 25);
      const density = random();
      const dense = new Matrix(count, count);
      const columns = zeroColumns(count);
      for (let i = 0; i < count; i++) {
        for (let j = 0; j < count; j++) {
          const entry = random() < density || i === j ? 2 * random() - 1 : 0;
          dense.set(i, j, entry);
          columns[j]![i] = entry;
        }
      }
      const right = Float64Array.from({ length: count }, () => (random() < 0.5 ? 0 : random()));
      const known = new LuDecomposition(dense).solve(Matrix.columnVector(Array.from(right))).to1DArray();
      expect([seed, [...new LuFactors(columns).solve(right)]]).toEqual([seed, known]);
    }
  });
});
