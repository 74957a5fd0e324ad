import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  denseRow,
  entryAt,
  rowCollector,
  sparseRows,
  transposedRows,
  withoutZeros,
} from '../../../../models/physics/thermal/sparse-rows.js';
import { denseOf } from '../../../support/dense-of.js';
import { fuzzCount } from '../../../support/fuzz.js';

const anyMatrix = fc
  .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 }))
  .chain(([rows, columns]) =>
    fc.record({
      rows: fc.constant(rows),
      columns: fc.constant(columns),
      dense: fc.array(fc.constantFrom(0, 0, 1.5, -2, 0.25), { minLength: rows * columns, maxLength: rows * columns }),
    }),
  );

describe('sparse rows', () => {
  it('hold what the dense matrix holds, entry by entry, and no zeros', () => {
    fc.assert(
      fc.property(anyMatrix, ({ rows, columns, dense }) => {
        const matrix = sparseRows(dense, columns);
        expect([...denseOf(matrix, columns)]).toEqual(dense);
        expect(matrix.value.includes(0)).toBe(false);
        for (let row = 0; row < rows; row++) {
          expect([...denseRow(matrix, row, columns)]).toEqual(dense.slice(row * columns, (row + 1) * columns));
          for (let c = 0; c < columns; c++) expect(entryAt(matrix, row, c)).toBe(dense[row * columns + c]);
        }
      }),
      { seed: 61, numRuns: fuzzCount(100) },
    );
  });

  it('transpose to the same entries with ascending columns', () => {
    fc.assert(
      fc.property(anyMatrix, ({ rows, columns, dense }) => {
        const flipped = transposedRows(sparseRows(dense, columns), columns);
        const back = denseOf(flipped, rows);
        dense.forEach((entry, n) => {
          expect(back[(n % columns) * rows + Math.floor(n / columns)]).toBe(entry);
        });
        for (let row = 0; row < columns; row++) {
          const inRow = [...flipped.column.subarray(flipped.start[row], flipped.start[row + 1])];
          expect(inRow).toEqual([...inRow].sort((a, b) => a - b));
        }
      }),
      { seed: 62, numRuns: fuzzCount(100) },
    );
  });

  it('are collected from entries in any order of rows', () => {
    fc.assert(
      fc.property(anyMatrix, fc.boolean(), ({ rows, columns, dense }, upwards) => {
        const collected = rowCollector(rows);
        for (let c = 0; c < columns; c++) {
          for (let n = 0; n < rows; n++) {
            const row = upwards ? n : rows - 1 - n;
            collected.add(row, c, dense[row * columns + c]!);
          }
        }
        expect(collected.rows()).toEqual(sparseRows(dense, columns));
      }),
      { seed: 63, numRuns: fuzzCount(100) },
    );
  });

  it('lose stored zeros and nothing else', () => {
    const stored = { start: Int32Array.of(0, 2, 3), column: Int32Array.of(0, 1, 1), value: Float64Array.of(0, 3, 0) };
    expect(withoutZeros(stored)).toEqual(sparseRows([0, 3, 0, 0]));
  });

  it('collect more entries than they begin with', () => {
    const collected = rowCollector(100);
    for (let c = 0; c < 100; c++) for (let row = 0; row < 100; row++) collected.add(row, c, 1 + row + 100 * c);
    expect(entryAt(collected.rows(), 37, 91)).toBe(1 + 37 + 9100);
    expect(collected.rows().value).toHaveLength(10_000);
  });
});
