import { describe, expect, it } from 'vitest';
import { smallLpSolver } from '../../../../../../src/families/geo/methods/bound/small-lp.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { loadHighs } from '../../../../../../src/solvers/linear/highs.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

describe('multipliers of small linear programs', () => {
  it('give the optimum HiGHS finds, on random programs of one to four columns', async () => {
    const highs = await loadHighs();
    const { uniform, integer } = randomStream(5, 'small LP');
    for (let trial = 0; trial < fuzzCount(200); trial++) {
      const columns = integer(1, 4);
      const m = integer(0, 30);
      const rows = Float64Array.from({ length: m * columns }, () => (uniform() < 0.2 ? 0 : uniform(0, 0.1)));
      const lower = Float64Array.from({ length: columns }, () => uniform(0, 50));
      const upper = lower.map((low) => low + (uniform() < 0.1 ? 0 : uniform(0, 400)));
      const cost = Float64Array.from({ length: columns }, () => uniform(-2, 1));
      // Rows that the lower corner keeps, so that there is a point.
      const rhs = Float64Array.from({ length: m }, (_, k) => {
        let least = 0;
        for (let j = 0; j < columns; j++) least += rows[k * columns + j]! * lower[j]!;
        return least + uniform(0, 10);
      });
      const { row, value } = smallLpSolver({ columns, rows, lower, upper })(cost, rhs);
      let bound = 0;
      const net = cost.slice();
      for (const [n, k] of row.entries()) {
        expect(value[n]).toBeGreaterThanOrEqual(0);
        bound -= value[n]! * rhs[k]!;
        for (let j = 0; j < columns; j++) net[j]! += value[n]! * rows[k * columns + j]!;
      }
      for (let j = 0; j < columns; j++) bound += Math.min(net[j]! * lower[j]!, net[j]! * upper[j]!);
      const session = highs.open({
        sense: 'minimize',
        columns: [...cost].map((c, j) => ({ name: `x${j}`, cost: c, lower: lower[j]!, upper: upper[j]! })),
        rows: Array.from({ length: m }, (_, k) => ({
          name: `r${k}`,
          lower: -Infinity,
          upper: rhs[k]!,
          columnIndices: Array.from({ length: columns }, (__, j) => j),
          coefficients: [...rows.subarray(k * columns, (k + 1) * columns)],
        })),
      });
      const { point } = session.solve();
      session.dispose();
      const scale = Math.max(1, Math.abs(point!.objective));
      expect(Math.abs(bound - point!.objective) / scale, `trial ${trial}`).toBeLessThan(1e-7);
    }
  });

  it('end with valid multipliers where no point keeps the rows', () => {
    const solve = smallLpSolver({
      columns: 1,
      rows: Float64Array.of(1),
      lower: Float64Array.of(2),
      upper: Float64Array.of(3),
    });
    expect(solve(Float64Array.of(-1), Float64Array.of(1)).value.every((one) => one >= 0)).toBe(true);
  });
});
