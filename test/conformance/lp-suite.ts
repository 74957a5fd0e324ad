import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LinearProgram, LinearRow, Sense } from '../../models/forms/linear-program.js';
import {
  InvalidModelError,
  type LpAnswer,
  type LpEngine,
  type LpOptions,
  type LpSession,
} from '../../src/solvers/linear/engine.js';
import { column, program, row } from './lp-programs.js';
import { expectOptimalityConditions, expectSameAnswer, objectiveAfter } from './lp-checks.js';
import { fuzzCount } from '../support/fuzz.js';
import { randomProgram } from './random-program.js';

/** What every engine behind the port must do; asked only for the abilities it declares. */
export function lpConformance(name: string, load: () => Promise<LpEngine>): void {
  describe(`${name} as an LP engine`, () => {
    let engine: LpEngine;
    const open: LpSession[] = [];

    beforeAll(async () => {
      engine = await load();
    });
    afterAll(() => {
      for (const session of open) session.dispose();
    });

    function start(model: LinearProgram): LpSession {
      const session = engine.open(model);
      open.push(session);
      return session;
    }

    function solve(model: LinearProgram, options?: LpOptions): LpAnswer {
      return start(model).solve(options);
    }

    function expectOptimum(answer: LpAnswer, objective: number, point?: readonly number[]): void {
      expect([answer.stopped, answer.proven]).toEqual(['finished', 'optimal']);
      expect(answer.point!.objective).toBeCloseTo(objective, 6);
      point?.forEach((value, j) => {
        expect(answer.point!.columnValues[j]).toBeCloseTo(value, 6);
      });
    }

    /** Hillier and Lieberman's Wyndor Glass: optimum 36 at (2, 6), shadow prices 0, 3/2, 1. */
    function wyndor(sense: Sense): LinearProgram {
      const sign = sense === 'maximize' ? 1 : -1;
      return program(
        sense,
        [column(3 * sign), column(5 * sign)],
        [row(-Infinity, 4, [1, 0]), row(-Infinity, 12, [0, 2]), row(-Infinity, 18, [3, 2])],
      );
    }

    it('finds a hand-known optimum in both senses', () => {
      expectOptimum(solve(wyndor('maximize')), 36, [2, 6]);
      expectOptimum(solve(wyndor('minimize')), -36, [2, 6]);
      expect([...solve(wyndor('maximize')).point!.rowActivities].map(Math.round)).toEqual([2, 12, 18]);
    });

    it('adds the offset once', () => {
      expectOptimum(solve({ ...wyndor('maximize'), offset: 100 }), 136);
    });

    it('calls an infeasible model infeasible and gives no point', () => {
      const answer = solve(program('maximize', [column(1), column(1)], [row(-Infinity, -5, [1, 1])]));
      expect(answer.proven).toBe('infeasible');
      expect(answer.point).toBeNull();
      expect(answer.duals).toBeNull();
    });

    it('calls an unbounded model unbounded', () => {
      const answer = solve(program('maximize', [column(1), column(1)], [row(-Infinity, 5, [1, -1])]));
      expect(answer.proven).toBe('unbounded');
      expect(answer.duals).toBeNull();
    });

    it('does not call a model with neither primal nor dual point optimal or unbounded', () => {
      const answer = solve(
        program('maximize', [column(1), column(1)], [row(1, Infinity, [1, -1]), row(-Infinity, 0, [1, -1])]),
      );
      const words = engine.abilities.tellsInfeasibleFromUnbounded
        ? ['infeasible']
        : ['infeasible', 'infeasibleOrUnbounded'];
      expect(words).toContain(answer.proven);
    });

    it('takes crossing bounds for an infeasible model and recovers when they are mended', () => {
      const session = start(wyndor('maximize'));
      session.setColumnBounds(0, 3, 2);
      expect(session.solve().proven).toBe('infeasible');
      session.setColumnBounds(0, 0, Infinity);
      expectOptimum(session.solve(), 36);
      session.setRowBounds(2, 19, 18);
      expect(session.solve().proven).toBe('infeasible');
      session.setRowBounds(2, -Infinity, 18);
      expectOptimum(session.solve(), 36);
      const crossed = program('maximize', [column(1, 2, 1)], [row(0, 5, [1])]);
      expect(solve(crossed).proven).toBe('infeasible');
    });

    it('solves a degenerate vertex where three rows meet in the plane', () => {
      const rows = [row(-Infinity, 2, [1, 1]), row(-Infinity, 1, [1, 0]), row(-Infinity, 1, [0, 1])];
      expectOptimum(solve(program('maximize', [column(1), column(2)], rows)), 3, [1, 1]);
    });

    it("does not cycle on Beale's example", () => {
      const model = program(
        'minimize',
        [column(-0.75), column(150), column(-0.02), column(6)],
        [
          row(-Infinity, 0, [0.25, -60, -0.04, 9]),
          row(-Infinity, 0, [0.5, -90, -0.02, 3]),
          row(-Infinity, 1, [0, 0, 1, 0]),
        ],
      );
      expectOptimum(solve(model), -0.05, [0.04, 0, 1, 0]);
    });

    it('lets free columns go negative, and columns bounded only above', () => {
      const model = program(
        'minimize',
        [column(1, -Infinity, Infinity), column(-1, -Infinity, -2)],
        [row(-3, Infinity, [1, 0]), row(-Infinity, 4, [1, -1])],
      );
      expectOptimum(solve(model), -1, [-3, -2]);
    });

    it('keeps fixed columns fixed, also when nothing else is left', () => {
      expectOptimum(
        solve(program('maximize', [column(2, 3, 3), column(1, 0, 9)], [row(-Infinity, 5, [1, 1])])),
        8,
        [3, 2],
      );
      expectOptimum(solve(program('maximize', [column(2, 3, 3)], [row(3, 3, [1])])), 6, [3]);
      expect(solve(program('maximize', [column(2, 3, 3)], [row(4, 5, [1])])).proven).toBe('infeasible');
    });

    it('honours both sides of equality and range rows', () => {
      const rows = [row(2, 2, [1, 1]), row(-1, 1, [1, -1])];
      expectOptimum(solve(program('maximize', [column(1), column(0)], rows)), 1.5, [1.5, 0.5]);
      expectOptimum(solve(program('minimize', [column(1), column(0)], rows)), 0.5, [0.5, 1.5]);
    });

    it('handles empty rows, empty columns, no rows and no columns', () => {
      const empty: LinearRow = { name: 'empty', lower: -1, upper: 1, columnIndices: [], coefficients: [] };
      expectOptimum(
        solve(program('maximize', [column(1, 0, 4), column(1, 0, 2)], [row(-Infinity, 3, [1, 0]), empty])),
        5,
        [3, 2],
      );
      expect(solve(program('maximize', [column(1, 0, 4)], [{ ...empty, lower: 1 }])).proven).toBe('infeasible');
      expectOptimum(solve(program('minimize', [column(1, 1, 3), column(-1, 2, 4)], [])), -3, [1, 4]);
      expectOptimum(solve(program('minimize', [], [empty])), 0, []);
      expect(solve(program('minimize', [], [{ ...empty, lower: 0.5 }])).proven).toBe('infeasible');
    });

    it('finds a feasible point for a zero objective', () => {
      const answer = solve(program('minimize', [column(0), column(0)], [row(2, 2, [1, 1])]));
      expectOptimum(answer, 0);
      expect(answer.point!.rowActivities[0]).toBeCloseTo(2, 6);
    });

    it('refuses models that mean nothing', () => {
      const good = column(1);
      const refused: LinearProgram[] = [
        program('minimize', [column(Number.NaN)], []),
        program('minimize', [column(Infinity)], []),
        program('minimize', [column(1, Number.NaN, 1)], []),
        program('minimize', [column(1, Infinity, Infinity)], []),
        program('minimize', [column(1, 0, 1e21)], []),
        program('minimize', [good], [row(0, Number.NaN, [1])]),
        program('minimize', [good], [{ ...row(0, 1, []), columnIndices: [1], coefficients: [1] }]),
        program('minimize', [good], [{ ...row(0, 1, []), columnIndices: [0, 0], coefficients: [1, 1] }]),
        program('minimize', [good], [{ ...row(0, 1, []), columnIndices: [0], coefficients: [] }]),
        { ...program('minimize', [good], []), offset: Number.NaN },
      ];
      for (const model of refused) expect(() => engine.open(model)).toThrow(InvalidModelError);
      const session = start(wyndor('maximize'));
      expect(() => {
        session.setCost(2, 1);
      }).toThrow(InvalidModelError);
      expect(() => {
        session.setRowBounds(-1, 0, 1);
      }).toThrow(InvalidModelError);
      expect(() => {
        session.addColumns([{ ...good, rowIndices: [3], coefficients: [1] }]);
      }).toThrow(InvalidModelError);
      expect(() => session.solve({ timeLimitS: -1 })).toThrow(RangeError);
      expectOptimum(session.solve(), 36);
    });

    it('solves a changed model as if it had been opened so, and its snapshot is that model', () => {
      for (let seed = 1; seed <= fuzzCount(25); seed += 1) {
        const session = start(randomProgram(3 * seed + 1, { columns: 8, rows: 6, boxed: true }));
        session.solve();
        session.addRows([{ name: 'new row', lower: -Infinity, upper: 7, columnIndices: [0], coefficients: [1.5] }]);
        const last = session.rowCount - 1;
        session.addColumns([
          { ...column(0.5 * seed - 6, -1, 2), rowIndices: [last], coefficients: [2] },
          { ...column(1, 0, 1), rowIndices: [], coefficients: [] },
        ]);
        expectSameAnswer(session.solve(), solve(session.snapshot()));
        session.addRows([
          { name: 'late', lower: -3, upper: 5, columnIndices: [session.columnCount - 2, 0], coefficients: [1, 1] },
        ]);
        session.setCost(0, -2);
        session.setColumnBounds(session.columnCount - 1, -4, 4);
        expectSameAnswer(session.solve(), solve(session.snapshot()));
        session.setRowBounds(last, -2, 2);
        const taken = session.snapshot();
        expectSameAnswer(session.solve(), solve(taken));
        expect([taken.columns.length, taken.rows.length]).toEqual([session.columnCount, session.rowCount]);
        expect(taken.rows[last]!.columnIndices).toEqual([0, session.columnCount - 2]);
        session.setCost(0, 17);
        expect(taken.columns[0]!.cost).toBe(-2);
      }
    });

    it('returns a result and not an exception when a limit stops it', () => {
      const model = randomProgram(10, { columns: 60, rows: 40, boxed: true });
      if (engine.abilities.iterationLimit) {
        const answer = solve(model, { iterationLimit: 1 });
        expect([answer.stopped, answer.proven, answer.duals]).toEqual(['iterationLimit', 'nothing', null]);
        expect(answer.iterations).toBeLessThanOrEqual(1);
      }
      const session = start(model);
      const answer = session.solve({ timeLimitS: 0 });
      expect(['finished', 'timeLimit']).toContain(answer.stopped);
      // The limit of one solve must not linger.
      expect(session.solve().stopped).toBe('finished');
    });

    it('refuses use after dispose with a clear error, and a second dispose is harmless', () => {
      const session = engine.open(wyndor('maximize'));
      session.dispose();
      session.dispose();
      expect(() => session.solve()).toThrow(/disposed/);
      expect(() => session.snapshot()).toThrow(/disposed/);
      expect(() => session.columnCount).toThrow(/disposed/);
      expect(() => {
        session.setCost(0, 1);
      }).toThrow(/disposed/);
    });

    it('does not keep memory over hundreds of sessions', () => {
      const count = 400;
      const wide = program(
        'minimize',
        Array.from({ length: count }, () => column(1)),
        [
          row(
            1,
            Infinity,
            Array.from({ length: count }, () => 1),
          ),
        ],
      );
      const cycle = (times: number): void => {
        for (let k = 0; k < times; k += 1) {
          const session = engine.open(wide);
          session.solve();
          session.dispose();
        }
      };
      cycle(100);
      // External memory includes WebAssembly's, which never shrinks.
      const before = process.memoryUsage().external;
      cycle(fuzzCount(1000, 400));
      expect(process.memoryUsage().external - before).toBeLessThan(fuzzCount(60e6, 24e6));
    });

    it('gives duals with the stated signs: finite differences of the right-hand side, where it has duals', () => {
      const step = 1e-4;
      for (const sense of ['maximize', 'minimize'] as const) {
        const sign = sense === 'maximize' ? 1 : -1;
        // A greater-or-equal, a range (upper side active), an equality and a less-or-equal row; nondegenerate.
        const model = program(
          sense,
          [column(2 * sign), column(3 * sign), column(-1 * sign), column(1 * sign, 0, 2)],
          [
            row(1, Infinity, [0, 0, 1, 0]),
            row(-5, 8, [1, 2, 0, 1]),
            row(1, 1, [1, -1, 0, 0]),
            row(-Infinity, 9, [1, 1, 1, 1]),
          ],
        );
        const answer = solve(model);
        expect(answer.proven).toBe('optimal');
        expect(answer.duals !== null).toBe(engine.abilities.duals);
        if (answer.duals === null) continue;
        for (const [i, changed] of model.rows.entries()) {
          const active = Math.abs(answer.point!.rowActivities[i]! - changed.upper) < 1e-6 ? 'upper' : 'lower';
          if (!Number.isFinite(changed[active])) continue;
          const after = objectiveAfter(engine, model, i, active, step);
          expect(answer.duals.rows[i]).toBeCloseTo((after - answer.point!.objective) / step, 4);
        }
        expect(Math.sign(answer.duals.rows[1]!)).toBe(sign);
      }
    });

    it('gives duals that prove optimality: reduced costs, complementary slackness, strong duality, where it has duals', () => {
      let checked = 0;
      for (let seed = 1; seed <= fuzzCount(60, 60); seed += 1) {
        const model = randomProgram(seed, { columns: 10, rows: 8, boxed: seed % 2 === 0 });
        const answer = solve(model);
        if (answer.proven !== 'optimal') continue;
        checked += 1;
        expect(answer.duals !== null).toBe(engine.abilities.duals);
        if (answer.duals !== null) expectOptimalityConditions(model, answer);
      }
      expect(checked).toBeGreaterThan(20);
    });

    it('starts warm from the last basis after new columns and rows, where it can', () => {
      const session = start(randomProgram(10, { columns: 120, rows: 60, boxed: true }));
      const cold = session.solve();
      const again = session.solve();
      session.addColumns([{ ...column(1, 0, 1), rowIndices: [0], coefficients: [0.25] }]);
      const afterColumn = session.solve();
      session.addRows([{ name: 'cut', lower: -Infinity, upper: 1e3, columnIndices: [0, 1], coefficients: [1, 1] }]);
      const afterRow = session.solve();
      expectSameAnswer(afterRow, solve(session.snapshot()));
      const warm = [again, afterColumn, afterRow].every(
        (answer) => answer.iterations! < Math.max(1, cold.iterations! / 4),
      );
      expect(warm || !engine.abilities.warmStart).toBe(true);
      expect(cold.iterations! > 20 || !engine.abilities.warmStart).toBe(true);
    });

    it('solves integer columns to integers, or refuses them', () => {
      const model = program(
        'maximize',
        [
          { ...column(5), integer: true },
          { ...column(4), integer: true },
        ],
        [row(-Infinity, 24, [6, 4]), row(-Infinity, 6, [1, 2])],
      );
      const answers = engine.abilities.integers ? [solve(model), solve(model, { algorithm: 'primalSimplex' })] : [];
      for (const answer of answers) {
        expectOptimum(answer, 20, [4, 0]);
        expect(answer.duals).toBeNull();
      }
      const refuses = ((): boolean => {
        try {
          solve(model);
          return false;
        } catch (error) {
          return error instanceof InvalidModelError;
        }
      })();
      expect(refuses).toBe(!engine.abilities.integers);
    });
  });
}
