import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FileMatrix } from '../../../models/physics/airflow/import-faults.js';
import { importMatrix } from '../../../models/physics/airflow/imported.js';
import { formatFaults } from '../../../src/instances/fault.js';
import { MatrixFileError, parseMatrix, readMatrixFile } from '../../../src/facility/matrix-file.js';
import { facilityOf } from '../../models/physics/airflow/small-rooms.js';
import { thermalResponse } from '../../../models/physics/thermal/thermal-response.js';
import { denseOf } from '../../support/dense-of.js';
import { describeShared } from '../../support/shared-data.js';
import { fuzzCount } from '../../support/fuzz.js';

/** Dense and row by row. */
const valuesOf = ({ entries, columns }: FileMatrix): Float64Array => denseOf(entries, columns);
const octave = (rows: readonly (readonly number[])[], type = 'matrix', count = rows.length): string =>
  [
    '# Created by Octave 8.4.0, Mon Jan 05 08:00:00 2026 CET <me@here>',
    '# name: D',
    `# type: ${type}`,
    `# rows: ${count}`,
    `# columns: ${rows[0]!.length}`,
    ...rows.map((row) => ` ${row.join(' ')}`),
  ].join('\n');
const cut = (text: string): string => text.slice(text.indexOf('\n') + 1);
const market = (...lines: string[]): string => ['%%MatrixMarket matrix', ...lines].join(' ').replace(/ ?\| ?/g, '\n');

function matrixIn(path: string): FileMatrix {
  const read = readMatrixFile(path);
  if (!read.ok) throw new Error(`${path}: ${String(read.fault.value)}`);
  return read.matrix;
}

describe('parseMatrix', () => {
  it('reads back what was written as CSV, to the last bit', () => {
    const anyMatrix = fc
      .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 }))
      .chain(([rows, columns]) =>
        fc.tuple(
          fc.constant(columns),
          fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), {
            minLength: rows * columns,
            maxLength: rows * columns,
          }),
        ),
      );
    fc.assert(
      fc.property(anyMatrix, fc.constantFrom('\n', '\r\n'), ([columns, values], newline) => {
        const lines: string[] = [];
        for (let i = 0; i < values.length; i += columns) lines.push(values.slice(i, i + columns).join(', '));
        const matrix = parseMatrix(lines.join(newline) + newline, 'm.csv');
        expect([matrix.rows, matrix.columns]).toEqual([values.length / columns, columns]);
        expect([...valuesOf(matrix)]).toEqual(values.map((value) => (Object.is(value, -0) ? 0 : value)));
      }),
      { seed: 3, numRuns: fuzzCount(100) },
    );
  });

  it.each<[string, (rows: readonly (readonly number[])[]) => string]>([
    ['NumPy (savetxt)', (rows) => rows.map((row) => row.map((x) => x.toExponential(18)).join(' ')).join('\n')],
    [
      'MATLAB (save -ascii)',
      (rows) => rows.map((row) => row.map((x) => `  ${x < 0 ? '' : ' '}${x}`).join('')).join('\n'),
    ],
    [
      'MATLAB (save -ascii -tabs)',
      (rows) => rows.map((row) => `   ${row.join('\t   ')}\t`.replace(/\t$/, '')).join('\n'),
    ],
    ['Octave (save -text)', octave],
    ['Fortran', (rows) => rows.map((row) => row.map((x) => String(x).replace('e', 'D')).join('   ')).join('\r\n')],
  ])('reads back what is written as %s writes, to the last bit', (_, write) => {
    const values = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(fc.array(values, { minLength: 1, maxLength: 5 }), (rows) => {
        const matrix = parseMatrix(`${write(rows)}\n\n`, 'm.txt');
        expect([matrix.rows, matrix.columns]).toEqual([rows.length, 3]);
        expect([...valuesOf(matrix)]).toEqual(rows.flat().map((value) => (Object.is(value, -0) ? 0 : value)));
      }),
      { seed: 4, numRuns: fuzzCount(60) },
    );
  });

  it('passes over comments and blank lines of a CSV file', () => {
    expect([...valuesOf(parseMatrix('# fractions\n1,2\n\n3,4\n', 'm.csv'))]).toEqual([1, 2, 3, 4]);
  });

  it.each([
    ['coordinate general', market('coordinate real general | % c | 2 3 2 | 1 3 5 | 2 1 -1e-3'), [0, 0, 5, -1e-3, 0, 0]],
    ['coordinate symmetric', market('coordinate real symmetric | 2 2 2 | 1 1 4 | 2 1 7'), [4, 7, 7, 0]],
    ['array general, column by column', market('array real general | 2 2 | 1 | 2 | 3 | 4'), [1, 3, 2, 4]],
    ['array symmetric, lower triangle', market('array real symmetric | 2 2 | 1 | 2 | 4'), [1, 2, 2, 4]],
  ])('reads MatrixMarket %s', (_, text, values) => {
    expect([...valuesOf(parseMatrix(text, 'm.mtx'))]).toEqual(values);
  });

  it.each([
    ['words', '1,2\n3,four\n', 'm.csv', 2, 2, /"four"/],
    ['a header', 'a,b\n1,2\n', 'm.csv', 1, 1, /"a"/],
    ['an empty field', '1,,3\n', 'm.csv', 1, 2, /""/],
    ['an infinite value', '1\nInfinity\n', 'm.csv', 2, 1, /finite/],
    ['overflow', '1e999\n', 'm.csv', 1, 1, /finite/],
    ['hexadecimal', '0x10\n', 'm.csv', 1, 1, /decimal/],
    ['a short row', '1,2,3\n4,5\n', 'm.csv', 2, 3, /2 entries/],
    ['a long row', '1,2\n4,5,6\n', 'm.csv', 2, 3, /3 entries/],
    ['semicolons', '1;2\n', 'm.csv', 1, 1, /semicolons; possible are commas, tabs and blanks/],
    ['semicolons and decimal commas', '0,5;0,2\n', 'm.csv', 1, 1, /semicolons; possible are commas, tabs and blanks/],
    ['decimal commas', '0,5 0,2\n', 'm.csv', 1, 2, /"5 0"/],
    ['a thousand', '1 000 2\n1 2\n', 'm.txt', 2, 3, /2 entries, the first has 3/],
    [
      'a sparse matrix of Octave',
      octave([[1, 2, 3]], 'sparse matrix'),
      'm.txt',
      3,
      1,
      /"sparse matrix"; possible is "matrix"/,
    ],
    [
      'a sparse matrix, cut after the first line',
      cut(octave([[1, 2, 3]], 'sparse matrix')),
      'm.txt',
      2,
      1,
      /"sparse matrix"/,
    ],
    ['two matrices, cut likewise', `${cut(octave([[1, 2]]))}\n${cut(octave([[3, 4]]))}`, 'm.txt', 7, 1, /a second/],
    ['fewer rows than said, cut likewise', cut(octave([[1, 2]], 'matrix', 2)), 'm.txt', 5, 1, /1 rows, 2 said/],
    ['two matrices of Octave', `${octave([[1, 2]])}\n${octave([[3, 4]])}`, 'm.txt', 8, 1, /a second matrix/],
    ['fewer rows than Octave says', octave([[1, 2]], 'matrix', 2), 'm.txt', 6, 1, /1 rows, 2 said/],
    ['commas after a row with tabs', '1\t2\n1,2\n', 'm.csv', 2, 2, /1 entries/],
    ['an empty file', '\n\n', 'm.csv', 1, 1, /no numbers/],
    ['a .mtx file without banner', '1,2\n', 'm.mtx', 1, 1, /%%MatrixMarket/],
    ['complex entries', market('coordinate complex general | 1 1 1 | 1 1 1 0'), 'm.mtx', 1, 4, /complex/],
    ['skew symmetry', market('array real skew-symmetric | 1 1 | 0'), 'm.mtx', 1, 5, /skew/],
    ['a row out of range', market('coordinate real general | 2 2 1 | 3 1 1'), 'm.mtx', 3, 1, /row 3/],
    ['a column out of range', market('coordinate real general | 2 2 1 | 1 0 1'), 'm.mtx', 3, 2, /column 0/],
    ['the upper triangle', market('coordinate real symmetric | 2 2 1 | 1 2 1'), 'm.mtx', 3, 2, /lower/],
    ['a double entry', market('coordinate real general | 2 2 2 | 1 1 1 | 1 1 2'), 'm.mtx', 4, 1, /twice/],
    ['missing entries', market('coordinate real general | 2 2 2 | 1 1 1'), 'm.mtx', 3, 1, /entry 2 of 2/],
    ['left-over entries', market('array real general | 1 1 | 1 | 2'), 'm.mtx', 4, 1, /more entries/],
    ['a missing value', market('coordinate real general | 2 2 1 | 1 1'), 'm.mtx', 3, 3, /3 fields/],
    ['a size beyond memory', market('array real general | 90000 90000 |'), 'm.mtx', 2, 1, /25000000/],
    ['more rows than any facility', market('coordinate real general | 1000001 2 0 |'), 'm.mtx', 2, 1, /1000000 rows/],
  ])('names line and column of %s', (_, text, name, line, column, message) => {
    let error: unknown;
    try {
      parseMatrix(text, name);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(MatrixFileError);
    expect(error).toMatchObject({ file: name, line, column });
    expect((error as MatrixFileError).message).toMatch(message);
  });
});

describe('readMatrixFile', () => {
  it('reads a file whose comments are not in UTF-8, and tells the reason in full however deep the file lies', () => {
    const folder = mkdtempSync(join(tmpdir(), 'matrix-'));
    try {
      const deep = join(folder, 'projects of the machine room group/2026 measurements/rack inlet study/run 7');
      mkdirSync(deep, { recursive: true });
      const path = join(deep, 'm.csv');
      writeFileSync(path, Buffer.from('# Température, °C\n1,2\n', 'latin1'));
      expect([...valuesOf(matrixIn(path))]).toEqual([1, 2]);
      writeFileSync(path, '1;2\n');
      const read = readMatrixFile(path);
      if (read.ok) throw new Error('read');
      const reason = 'numbers are separated by semicolons; possible are commas, tabs and blanks';
      expect(read.fault).toMatchObject({ path: 'line 1, column 1', value: reason });
      expect(formatFaults([{ file: path, ...read.fault }])).toContain(`found:   "${reason}"\n`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('refuses a file above 200 MB without reading it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'matrix-'));
    try {
      const path = join(folder, 'large.csv');
      writeFileSync(path, '1,2\n');
      expect([...valuesOf(matrixIn(path))]).toEqual([1, 2]);
      truncateSync(path, 200e6 + 1); // sparse: takes no space
      expect(readMatrixFile(path)).toMatchObject({
        fault: { path: '', value: '200000001 bytes', allowed: 'at most 200000000 bytes' },
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

/** 40 chassis from the SST simulator; not part of this repository. */
const SST_FILE = 'thermal/sst_DMatrix4_5_2.mtx';

describeShared('a published heat-recirculation matrix', 'data', SST_FILE, (path) => {
  const importAt = (airFlowM3PerS: number): ReturnType<typeof importMatrix> =>
    importMatrix(
      {
        ...facilityOf(
          {
            source: 'matrix',
            file: 'd.mtx',
            kind: 'heatRecirculation',
            rowsPer: 'node',
            nodeAirflowFactor: 1,
            provenance: 'SST',
          },
          [0, 1, 2, 3].map((rack) => ({ nodeType: 'S', count: 10, rack: `R${rack}` })),
          [40 * airFlowM3PerS * 1.2],
        ),
        nodeTypes: [{ name: 'S', cores: 1, idlePowerW: 0, airFlowM3PerS, pStateFrequenciesGHz: [1], tasks: [] }],
      },
      matrixIn(path),
    );

  it('gives the inlets its D promises at 1 kW per chassis, whatever air the chassis draw', () => {
    const values = valuesOf(matrixIn(path));
    for (const airFlowM3PerS of [0.05, 0.1, 0.2454]) {
      const result = importAt(airFlowM3PerS);
      if (!result.accepted) throw new Error(JSON.stringify(result.faults));
      expect(result.matrix.provenance.repair).toBeUndefined();
      const riseK = thermalResponse(result.matrix, 1.204 * 1006).inletRiseC(new Float64Array(40).fill(1000));
      for (let j = 0; j < 40; j++) {
        const promised = values.subarray(j * 40, j * 40 + 40).reduce((sum, d) => sum + 1000 * d, 0);
        expect(Math.abs(riseK[j]! - promised)).toBeLessThan(1e-12);
      }
    }
  });
});
