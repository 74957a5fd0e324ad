import type { Highs } from 'highs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { LinearProgram } from '../../../../models/forms/linear-program.js';
import { HighsSession } from '../../../../src/solvers/linear/highs-session.js';

let highs: Highs;

beforeAll(async () => {
  const loaded = (await import('highs')) as unknown as { default: () => Promise<Highs> };
  highs = await loaded.default();
});

/** Maximise 3 x + 2 y with x + y <= 4, x + 3 y <= 6 and 0 <= x <= 3: 11 at (3, 1). */
const PROGRAM: LinearProgram = {
  sense: 'maximize',
  columns: [
    { name: 'x', cost: 3, lower: 0, upper: 3 },
    { name: 'y', cost: 2, lower: 0, upper: Infinity },
  ],
  rows: [
    { name: 'a', lower: -Infinity, upper: 4, columnIndices: [0, 1], coefficients: [1, 1] },
    { name: 'b', lower: -Infinity, upper: 6, columnIndices: [0, 1], coefficients: [1, 3] },
  ],
};

describe('a simplex that goes in circles', () => {
  it('is ended, and other algorithms find the optimum', () => {
    const asked: number[] = [];
    // No simplex may take a step, so only the interior point method comes to an end.
    const session = new HighsSession(highs, PROGRAM, (lines) => (asked.push(lines), 0));
    const { proven, stopped, point } = session.solve();
    session.dispose();
    expect([proven, stopped, asked.every((lines) => lines === 4)]).toEqual(['optimal', 'finished', true]);
    expect(asked.length).toBeGreaterThan(1);
    expect(point!.objective).toBeCloseTo(11, 6);
  });

  it('of a caller with a limit of its own ends there', () => {
    const session = new HighsSession(highs, PROGRAM, () => 0);
    const { proven, stopped } = session.solve({ iterationLimit: 0 });
    session.dispose();
    expect([proven, stopped]).toEqual(['nothing', 'iterationLimit']);
  });
});
