import loadPackage, { type Highs } from 'highs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { LinearProgram } from '../../../../models/forms/linear-program.js';
import { type LpEngine, InvalidModelError } from '../../../../src/solvers/linear/engine.js';
import { loadHighs } from '../../../../src/solvers/linear/highs.js';
import { writeLp } from '../../../../src/solvers/linear/write-lp.js';
import { writeMps } from '../../../../src/solvers/linear/write-mps.js';
import { randomProgram } from '../../../conformance/random-program.js';
import { fuzzCount } from '../../../support/fuzz.js';

const awkward: LinearProgram = {
  sense: 'maximize',
  offset: -1.25,
  columns: [
    { name: 'free', cost: -0.1, lower: -Infinity, upper: Infinity },
    { name: 'e2', cost: 1 / 3, lower: -5, upper: -2 },
    { name: 'two words', cost: 1, lower: 0, upper: 0.30000000000000004 },
    { name: 'two_words', cost: 1, lower: 7e-9, upper: 7e-9 },
    { name: '3x', cost: 2, lower: -Infinity, upper: -1 },
    { name: '', cost: 0, lower: 0, upper: Infinity },
    { name: 'st', cost: 1.5, lower: 0, upper: 2.5, integer: true },
    { name: 'Größe [kW]', cost: -1, lower: 0, upper: Infinity, integer: true },
    { name: 'z', cost: 1, lower: -4.5, upper: Infinity, integer: true },
    { name: 'm', cost: 1, lower: -Infinity, upper: -0.5, integer: true },
  ],
  rows: [
    { name: 'obj', lower: -1e3, upper: 1e3, columnIndices: [0, 5], coefficients: [1, 1e-3] },
    { name: 'obj', lower: 0.1, upper: Infinity, columnIndices: [0, 7, 1], coefficients: [1, 1, -1] },
    { name: 'nothing', lower: -1, upper: 1, columnIndices: [], coefficients: [] },
    { name: 'any', lower: -Infinity, upper: Infinity, columnIndices: [1], coefficients: [2] },
    { name: 'equal', lower: 1 / 3, upper: 1 / 3, columnIndices: [5, 0], coefficients: [1, -1] },
    { name: 'cap', lower: -Infinity, upper: 9, columnIndices: [8, 6], coefficients: [1, 1] },
    { name: 'narrow', lower: 0.1, upper: 0.7, columnIndices: [2, 3], coefficients: [1, 1] },
  ],
};

/** Bounds, costs and matrix as HiGHS read them, in the order of the program. */
function readBack(
  highs: Highs,
  format: 'lp' | 'mps',
  text: string,
): ReturnType<ReturnType<Highs['createModel']>['getModel']> {
  return highs.withModel((model) => {
    model.options.set({ output_flag: false, small_matrix_value: 1e-12 });
    model.readModel({ format, data: text });
    return model.getModel('csr');
  });
}

function objectiveOfText(highs: Highs, format: 'lp' | 'mps', text: string): number | null {
  return highs.withModel((model) => {
    model.options.set({ output_flag: false, small_matrix_value: 1e-12, mip_rel_gap: 0 });
    model.readModel({ format, data: text });
    const { modelStatus } = model.run();
    return modelStatus === highs.constants.modelStatus.optimal ? model.getObjectiveValue() : null;
  });
}

function objectiveOf(engine: LpEngine, program: LinearProgram): number | null {
  const session = engine.open(program);
  try {
    const answer = session.solve();
    return answer.proven === 'optimal' ? answer.point!.objective : null;
  } finally {
    session.dispose();
  }
}

describe('writers', () => {
  let highs: Highs;
  let engine: LpEngine;

  beforeAll(async () => {
    highs = await (loadPackage as unknown as () => Promise<Highs>)();
    engine = await loadHighs();
  });

  it.each([
    ['mps', writeMps],
    ['lp', writeLp],
  ] as const)('%s: no bound, cost, coefficient or integer mark is lost or rounded', (format, write) => {
    const model = readBack(highs, format, write(awkward, 'awkward model'));
    expect(model.sense).toBe(highs.constants.objectiveSense.maximize);
    expect(model.offset).toBe(-1.25);
    expect([...model.colCost]).toEqual(awkward.columns.map((column) => column.cost));
    expect([...model.colLower]).toEqual(awkward.columns.map((column) => column.lower));
    expect([...model.colUpper]).toEqual(awkward.columns.map((column) => column.upper));
    expect([...model.integrality]).toEqual(awkward.columns.map((column) => (column.integer === true ? 1 : 0)));
    // HiGHS drops free rows of an MPS file; the LP format has two-sided rows in two parts.
    const rows = awkward.rows.flatMap((row) => {
      if (format === 'mps') return row.name === 'any' ? [] : [row];
      const two = row.lower !== row.upper && row.lower !== -Infinity && row.upper !== Infinity;
      return two
        ? [
            { ...row, upper: Infinity },
            { ...row, lower: -Infinity },
          ]
        : [row];
    });
    const stored = rows.map((_, i) => {
      const entries: [number, number][] = [];
      for (let p = model.matrix.starts[i]!; p < model.matrix.starts[i + 1]!; p += 1) {
        if (model.matrix.values[p] !== 0) entries.push([model.matrix.indices[p]!, model.matrix.values[p]!]);
      }
      return entries.sort((a, b) => a[0] - b[0]);
    });
    const expected = rows.map((row) =>
      row.columnIndices.map((j, k): [number, number] => [j, row.coefficients[k]!]).sort((a, b) => a[0] - b[0]),
    );
    expect(stored).toEqual(expected);
    rows.forEach((row, i) => {
      expect(model.rowLower[i]).toBeCloseTo(row.lower, 15);
      expect(model.rowUpper[i]).toBeCloseTo(row.upper, 15);
    });
  });

  it.each([
    ['mps', writeMps],
    ['lp', writeLp],
  ] as const)('%s: 150 random programs, some with integers, keep their optimal value', (format, write) => {
    let optimal = 0;
    for (let seed = 1; seed <= fuzzCount(150, 150); seed += 1) {
      const program = randomProgram(seed, { columns: 10, rows: 8, integers: seed % 5 === 0, boxed: seed % 2 === 0 });
      const direct = objectiveOf(engine, program);
      const read = objectiveOfText(highs, format, write(program, `random ${seed}`));
      expect(read === null, `seed ${seed}`).toBe(direct === null);
      if (direct === null || read === null) continue;
      optimal += 1;
      expect(Math.abs(read - direct), `seed ${seed}`).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(direct)));
    }
    expect(optimal).toBeGreaterThan(60);
  });

  it('lp: lines stay within what CPLEX reads when an expression has hundreds of terms', () => {
    const count = 500;
    const program: LinearProgram = {
      sense: 'minimize',
      columns: Array.from({ length: count }, (_, j) => ({
        name: `column.${j}`,
        cost: Math.sqrt(j),
        lower: 1,
        upper: 2,
      })),
      rows: [
        {
          name: 'long',
          lower: count / 7,
          upper: Infinity,
          columnIndices: Array.from({ length: count }, (_, j) => j),
          coefficients: Array.from({ length: count }, (_, j) => 1 / (j + 1)),
        },
      ],
    };
    const text = writeLp(program, 'long');
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(255);
    expect(objectiveOfText(highs, 'lp', text)).toBeCloseTo(objectiveOf(engine, program)!, 6);
  });

  it('crossing bounds are refused, not written as something feasible', () => {
    const crossing: LinearProgram = {
      sense: 'minimize',
      columns: [{ name: 'x', cost: 1, lower: 2, upper: 1 }],
      rows: [],
    };
    expect(() => writeMps(crossing, 'c')).toThrow(InvalidModelError);
    expect(() => writeLp(crossing, 'c')).toThrow(InvalidModelError);
  });
});
