import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { balanceErrors } from '../../../../models/physics/airflow/balance.js';
import { carrying } from '../../../../models/physics/airflow/carrying.js';
import { newtonInPlace } from '../../../../models/physics/airflow/newton-scaling.js';
import { sparseRows } from '../../../../models/physics/thermal/sparse-rows.js';
import { fuzzCount } from '../../../support/fuzz.js';

/** Weights of up to 5 entities, about half of them 0 and every row with one above it, and whole flows, so that ties are common. */
const anyPattern = fc.integer({ min: 2, max: 5 }).chain((size) =>
  fc.record({
    flows: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: size, maxLength: size }),
    dense: fc
      .array(fc.oneof(fc.constant(0), fc.double({ min: 0.05, max: 1, noNaN: true })), {
        minLength: size * size,
        maxLength: size * size,
      })
      .map((values) => values.map((value, n) => (n % (size + 1) === 0 && value === 0 && n % 2 === 0 ? 0.3 : value)))
      .filter((values) => flowsOf(values, size).every((row) => row.some((value) => value > 0))),
  }),
);

function flowsOf(values: readonly number[], size: number): number[][] {
  return Array.from({ length: size }, (_, row) => values.slice(row * size, (row + 1) * size));
}

/** What all subsets of sources say (Hall, Gale): air of a set and flow of all sinks that take any of it. */
function subsets(
  dense: readonly number[],
  flows: readonly number[],
): { readonly of: number; readonly near: number; readonly extra: number }[] {
  const size = flows.length;
  return Array.from({ length: 2 ** size - 1 }, (_, n) => {
    const of = n + 1;
    let near = 0;
    for (let sink = 0; sink < size; sink++) {
      for (let source = 0; source < size; source++) {
        if ((of >> source) & 1 && dense[sink * size + source]! > 0) near |= 1 << sink;
      }
    }
    const flowOf = (set: number): number => flows.reduce((sum, flow, i) => sum + ((set >> i) & 1 ? flow : 0), 0);
    return { of, near, extra: flowOf(of) - flowOf(near) };
  });
}

describe('carrying', () => {
  it('finds flows stranded exactly where some set of sources gives more than all its sinks draw, and names such a set', () => {
    const met = { stranded: 0, carried: 0, idle: 0 };
    fc.assert(
      fc.property(anyPattern, ({ dense, flows }) => {
        const all = subsets(dense, flows);
        const { stranded, idle } = carrying(sparseRows(dense), Float64Array.from(flows));
        const isStranded = all.some(({ extra }) => extra > 0);
        expect(stranded !== null).toBe(isStranded);
        if (stranded !== null) {
          met.stranded++;
          const set = stranded.sources.reduce((bits, source) => bits | (1 << source), 0);
          const own = all.find(({ of }) => of === set)!;
          expect(own.extra).toBeGreaterThan(0);
          expect(stranded.givenM3PerS - stranded.drawnM3PerS).toBeCloseTo(own.extra, 9);
          return;
        }
        met.carried++;
        // Sinks of a tight set take all their air from it: nothing from any other source.
        const size = flows.length;
        const tight = all.filter(({ extra }) => extra === 0);
        let stored = 0;
        const expected = dense.flatMap((value, n) => {
          if (value === 0) return [];
          const position = stored++;
          const [sink, source] = [Math.floor(n / size), n % size];
          return tight.some(({ of, near }) => !((of >> source) & 1) && (near >> sink) & 1) ? [position] : [];
        });
        expect(idle).toEqual(expected);
        if (idle.length > 0) met.idle++;
      }),
      { seed: 8, numRuns: fuzzCount(600, 300) },
    );
    expect(Math.min(...Object.values(met))).toBeGreaterThan(20);
  });

  it('without its idle weights whatever is carried is scaled to the flows, by one factor for each row and column', () => {
    fc.assert(
      fc.property(anyPattern, ({ dense, flows: whole }) => {
        const flows = Float64Array.from(whole);
        const weights = sparseRows(dense);
        const { stranded, idle } = carrying(weights, flows);
        fc.pre(stranded === null);
        for (const n of idle) weights.value[n] = 0;
        const before = weights.value.slice();
        expect(newtonInPlace(weights, flows, 1e-10)).toBe(true);
        const { rowSum, conservation } = balanceErrors(weights, flows);
        expect(Math.max(rowSum, conservation)).toBeLessThan(1e-10);
        // Around every two rows and columns the factors cancel.
        const { start, column, value } = weights;
        const at = (row: number, col: number): number => {
          for (let n = start[row]!; n < start[row + 1]!; n++)
            if (column[n] === col && value[n]! > 0) return value[n]! / before[n]!;
          return NaN;
        };
        for (let i = 0; i < flows.length; i++) {
          for (let j = 0; j < i; j++) {
            for (let a = 0; a < flows.length; a++) {
              for (let b = 0; b < a; b++) {
                const cross = (at(i, a) * at(j, b)) / (at(i, b) * at(j, a));
                if (!Number.isNaN(cross)) expect(cross).toBeCloseTo(1, 6);
              }
            }
          }
        }
      }),
      { seed: 9, numRuns: fuzzCount(300) },
    );
  });
});
