import { describe, expect, it } from 'vitest';
import { interiorPoint } from '../../../../src/solvers/nonlinear/interior-point.js';
import { kktResidual, largest } from '../../../../src/solvers/nonlinear/kkt.js';
import { HOCK_SCHITTKOWSKI, programOf, type SmallProgram } from './programs.js';

const solve = (small: SmallProgram, start: readonly number[], tolerance = 1e-8): ReturnType<typeof interiorPoint> =>
  interiorPoint(programOf(small), Float64Array.from(start), { tolerance });

const linear = (coefficients: readonly number[]): SmallProgram['objective'] => ({
  value: (x) => coefficients.reduce((sum, value, j) => sum + value * x[j]!, 0),
  gradient: () => coefficients,
});

describe('interior point', () => {
  for (const [name, { start, optimum, ...small }] of Object.entries(HOCK_SCHITTKOWSKI)) {
    it(`finds the printed optimum of ${name}`, async () => {
      const answer = await solve(small, start);
      expect(answer.status).toBe('localOptimum');
      expect(answer.objective).toBeCloseTo(optimum, 6);
      expect(largest(answer.kkt)).toBeLessThan(1e-6);
      expect(answer.iterations).toBeLessThan(100);
    });
  }

  it('gives the multipliers of HS 35 with the stated signs', async () => {
    const { start, ...small } = HOCK_SCHITTKOWSKI['HS 35, a quadratic program with an active row']!;
    const { multipliers } = await solve(small, start);
    // d optimum / d rhs = -2/9 at rhs 3, so the multiplier of the upper bound is +2/9.
    expect(multipliers.rows[0]).toBeCloseTo(2 / 9, 5);
  });

  it('calls a contradiction infeasible and throws nothing', async () => {
    const row = linear([1, 1]);
    const answer = await solve(
      {
        objective: linear([1, 0]),
        rows: [
          { ...row, upper: 1 },
          { ...row, lower: 3 },
        ],
        lower: [0, 0],
        upper: [5, 5],
      },
      [1, 1],
    );
    expect(answer.status).toBe('infeasible');
    expect(answer.kkt.feasibility).toBeGreaterThan(0.5);
  });

  it('calls a row that its bounds cannot reach infeasible', async () => {
    const circle = { value: (x: ArrayLike<number>) => x[0]! ** 2, gradient: (x: ArrayLike<number>) => [2 * x[0]!] };
    const answer = await solve(
      { objective: linear([1]), rows: [{ ...circle, lower: 4 }], lower: [-1], upper: [1.5] },
      [1],
    );
    expect(answer.status).toBe('infeasible');
  });

  it('solves a feasible set of a single point, where there is no interior', async () => {
    const answer = await solve(
      { objective: linear([-1, -1]), rows: [{ ...linear([1, 1]), upper: 0 }], lower: [0, 0], upper: [1, 1] },
      [0.5, 0.5],
      1e-6,
    );
    expect(answer.status).toBe('localOptimum');
    expect(Math.max(...answer.x)).toBeLessThan(1e-5);
  });

  it('solves with the same row stated three times, whose multipliers are not unique', async () => {
    const row = { ...linear([1, 2]), upper: 2 };
    const answer = await solve(
      { objective: linear([-1, -1]), rows: [row, row, row], lower: [0, 0], upper: [9, 9] },
      [1, 1],
    );
    expect(answer.status).toBe('localOptimum');
    expect(answer.objective).toBeCloseTo(-2, 6);
  });

  it.each([
    [-Infinity, Infinity],
    [-Infinity, 1e8],
    [-Infinity, 1e12],
    [-1e300, 1e300],
  ])('is not held up by a row whose bounds are as far as %d and %d', async (lower, upper) => {
    const objective = {
      value: (x: ArrayLike<number>) => (x[0]! - 3) ** 2 + (x[1]! - 4) ** 2,
      gradient: (x: ArrayLike<number>) => [2 * (x[0]! - 3), 2 * (x[1]! - 4)],
    };
    const squares = {
      value: (x: ArrayLike<number>) => x[0]! ** 2 + x[1]! ** 2,
      gradient: (x: ArrayLike<number>) => [2 * x[0]!, 2 * x[1]!],
    };
    // Local to one block, and linking two.
    for (const blockStart of [
      [0, 2],
      [0, 1, 2],
    ]) {
      const small: SmallProgram = {
        objective,
        rows: [{ ...squares, lower, upper }],
        lower: [0, 0],
        upper: [9, 9],
        blockStart,
      };
      const answer = await solve(small, [0.5, 8]);
      expect(answer.status).toBe('localOptimum');
      expect(answer.iterations).toBeLessThan(20);
      expect([...answer.x]).toEqual([expect.closeTo(3, 5), expect.closeTo(4, 5)]);
    }
  });

  it('keeps fixed variables where they are', async () => {
    const small = HOCK_SCHITTKOWSKI['HS 43, Rosen and Suzuki']!;
    const answer = await solve({ ...small, lower: [-9, 0.5, -9, -9], upper: [9, 0.5, 9, 9] }, [0, 0.5, 0, 0]);
    expect(answer.status).toBe('localOptimum');
    expect(answer.x[1]).toBe(0.5);
    expect(answer.objective).toBeGreaterThan(-44);
  });

  it('leaves a saddle point that is stationary', async () => {
    const saddle = {
      value: (x: ArrayLike<number>) => x[0]! ** 2 - x[1]! ** 2,
      gradient: (x: ArrayLike<number>) => [2 * x[0]!, -2 * x[1]!],
    };
    const answer = await solve({ objective: saddle, rows: [], lower: [-1, -1], upper: [1, 1.5] }, [0.5, 1e-3]);
    expect(answer.status).toBe('localOptimum');
    expect(answer.objective).toBeLessThan(-0.99);
  });

  it('gives one answer whether independent parts are stated as blocks or as one', async () => {
    const small: SmallProgram = {
      objective: {
        value: (x) =>
          (x[0]! - 3) ** 2 + x[0]! * x[1]! + x[1]! ** 2 + Math.exp(x[2]! / 3) - 2 * x[2]! * x[3]! + 2 * x[3]! ** 2,
        gradient: (x) => [
          2 * (x[0]! - 3) + x[1]!,
          x[0]! + 2 * x[1]!,
          Math.exp(x[2]! / 3) / 3 - 2 * x[3]!,
          -2 * x[2]! + 4 * x[3]!,
        ],
      },
      rows: [
        { ...linear([1, 1, 1, 1]), upper: 2.5 },
        { ...linear([0, 0, 1, 2]), upper: 1.5 },
        { ...linear([1, -1, 0, 0]), lower: 0.2, upper: 0.9 },
      ],
      lower: [-2, -2, -2, -2],
      upper: [3, 3, 3, 3],
    };
    const dense = await solve(small, [0, 0, 0, 0]);
    // Structural zeros of local rows have to go for the rows to be local.
    const blocks = programOf({ ...small, blockStart: [0, 2, 4] });
    const split = await interiorPoint(
      {
        ...blocks,
        pattern: { start: Int32Array.of(0, 4, 6, 8), column: Int32Array.of(0, 1, 2, 3, 2, 3, 0, 1) },
        jacobianInto: (values) => {
          values.set([1, 1, 1, 1, 1, 2, 1, -1]);
        },
      },
      new Float64Array(4),
      { tolerance: 1e-8 },
    );
    expect(split.status).toBe('localOptimum');
    for (let j = 0; j < 4; j++) expect(split.x[j]).toBeCloseTo(dense.x[j]!, 5);
  });

  it('ends where it is told to, with a finite point inside its bounds', async () => {
    const { start, ...small } = HOCK_SCHITTKOWSKI['HS 71, active bounds, an inequality and an equality']!;
    const answer = await interiorPoint(programOf(small), Float64Array.from(start), {
      onIteration: ({ iteration }) => Promise.resolve(iteration === 2),
    });
    expect(answer.status).toBe('stopped');
    expect(answer.iterations).toBe(2);
    expect(answer.x.every((value) => value >= 1 && value <= 5)).toBe(true);
  });

  it('says that the iteration limit ended it', async () => {
    const { start, ...small } = HOCK_SCHITTKOWSKI['HS 43, Rosen and Suzuki']!;
    const answer = await interiorPoint(programOf(small), Float64Array.from(start), { iterationLimit: 2 });
    expect(answer.status).toBe('iterationLimit');
  });

  it('ends without an exception where functions are not numbers', async () => {
    const nan = { value: () => NaN, gradient: () => [NaN] };
    const answer = await solve({ objective: nan, rows: [], lower: [0], upper: [1] }, [0.5]);
    expect(answer.status).toBe('stalled');
  });
});

describe('KKT residual', () => {
  it('is 0 at an optimum by hand and shows each fault under its own name', () => {
    // min x^2, 1 <= x: optimum 1 with dual 2.
    const program = programOf({
      objective: { value: (x) => x[0]! ** 2, gradient: (x) => [2 * x[0]!] },
      rows: [],
      lower: [1],
      upper: [Infinity],
    });
    const at = (x: number, dual: number): ReturnType<typeof kktResidual> =>
      kktResidual(program, Float64Array.of(x), {
        rows: new Float64Array(0),
        lower: Float64Array.of(dual),
        upper: new Float64Array(1),
      });
    expect(at(1, 2)).toEqual({ stationarity: 0, feasibility: 0, complementarity: 0 });
    expect(at(1, 1.5)).toMatchObject({ stationarity: 0.5, complementarity: 0 });
    expect(at(0.9, 1.8).feasibility).toBeCloseTo(0.1, 12);
    expect(at(2, 4).complementarity).toBe(4);
  });

  it('does not excuse a multiplier of a side without bound', () => {
    const program = programOf({ objective: linear([0]), rows: [{ ...linear([0]), upper: 1 }], lower: [0], upper: [1] });
    const residual = kktResidual(program, Float64Array.of(0.5), {
      rows: Float64Array.of(-3),
      lower: new Float64Array(1),
      upper: new Float64Array(1),
    });
    expect(residual.stationarity).toBe(3);
  });
});
