import { beforeAll, describe, expect, it } from 'vitest';
import type { LinearProgram } from '../../../../models/forms/linear-program.js';
import type { LpEngine } from '../../../../src/solvers/linear/engine.js';
import { loadHighs } from '../../../../src/solvers/linear/highs.js';
import { randomProgram } from '../../../conformance/random-program.js';
import { fuzzCount } from '../../../support/fuzz.js';

describe('HiGHS adapter', () => {
  let engine: LpEngine;

  beforeAll(async () => {
    engine = await loadHighs();
  });

  it('reaches a verdict on infeasible models with unbounded directions, where the dual simplex ends without one', () => {
    for (const seed of [1848, 2412, 2496, 2784]) {
      const session = engine.open(randomProgram(seed, { columns: 40, rows: 30 }));
      expect(session.solve().proven).toBe('infeasible');
      session.dispose();
    }
  });

  it('every algorithm finds the same optimum, and interior point without crossover gives a point', () => {
    const session = engine.open(randomProgram(10, { columns: 120, rows: 60, boxed: true }));
    const objective = session.solve().point!.objective;
    for (const algorithm of ['dualSimplex', 'primalSimplex', 'interiorPoint'] as const) {
      for (const crossover of [true, false]) {
        const answer = session.solve({ algorithm, crossover });
        expect(answer.proven).toBe('optimal');
        expect(answer.point!.objective).toBeCloseTo(objective, 4);
      }
    }
    session.dispose();
  });

  it('keeps coefficients far below the default threshold of 1e-9', () => {
    const program: LinearProgram = {
      sense: 'minimize',
      columns: [{ name: 'x', cost: 1, lower: 0, upper: Infinity }],
      rows: [{ name: 'r', lower: 5e-9, upper: Infinity, columnIndices: [0], coefficients: [1e-10] }],
    };
    const session = engine.open(program);
    const answer = session.solve({ primalTolerance: 1e-10 });
    expect(answer.proven).toBe('optimal');
    expect(answer.point!.columnValues[0]).toBeGreaterThan(48);
    session.dispose();
  });

  it('gives a proven bound with integer columns and no gap larger than asked', () => {
    for (let seed = 1; seed <= fuzzCount(10); seed += 1) {
      const session = engine.open(randomProgram(3 * seed + 1, { columns: 10, rows: 6, integers: true, boxed: true }));
      const answer = session.solve();
      expect(answer.proven).toBe('optimal');
      if (answer.mipBound !== undefined) expect(answer.mipBound).toBeCloseTo(answer.point!.objective, 5);
      session.dispose();
    }
  });
});
