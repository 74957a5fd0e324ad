import { describe, expect, it } from 'vitest';
import { check, expectViolation, expectVoid } from './changed-case.js';
import { twoZones } from './two-zones.js';
import { sparseRows } from '../../../../../models/physics/thermal/sparse-rows.js';
import { denseOf } from '../../../../support/dense-of.js';

describe('matrix', () => {
  const { weights, airFlowM3PerS, zones } = twoZones().matrix;
  const dense = denseOf(weights);

  it('reports rows that do not sum to 1, air that goes nowhere and heat out of balance', () => {
    // Zone 1 draws 0.01 too much from the CRAC: 2.01 m3/s of its 2 are received.
    const evaluation = check({ matrix: { weights: sparseRows(dense.with(3, 0.91)) } });
    expectViolation(evaluation, 'matrix', 'row sum of R1/L1', 0.01);
    expectViolation(evaluation, 'matrix', 'air received from C1 over its air flow', 0.005);
    expect(evaluation.violations.map(({ constraint }) => constraint)).toContain('heatBalance');
  });

  it('reports lost heat by its amount although all rows sum to 1', () => {
    // The CRAC breathes 0.1 of its own air instead of zone 2's: 0.8 m3/s x 21.. less heat arrives.
    const evaluation = check({ matrix: { weights: sparseRows(dense.with(0, 0.35).with(2, 0.3)) } });
    // 2,000 x (0.35 x 110/87 + 0.3 x 230/87) = 2,000 x 107.5/87 W removed of 3,000 W.
    expectViolation(evaluation, 'heatBalance', '', 3000 - (2000 * 107.5) / 87, 1e-5);
    expectViolation(evaluation, 'matrix', 'air received from R2/L1 over its air flow', 0.2);
  });

  it('reports a negative weight', () => {
    const evaluation = check({ matrix: { weights: sparseRows(dense.with(3, 0.95).with(4, -0.05)) } });
    expectViolation(evaluation, 'matrix', 'negative weight in the row of R1/L1', 0.05);
  });

  it('tolerates 1e-9 of row sum and conservation', () => {
    expect(check({ matrix: { weights: sparseRows(dense.with(3, 0.9 + 0.9e-9)) } }).violations).toEqual([]);
    expect(check({ matrix: { weights: sparseRows(dense.with(3, 0.9 + 1.1e-9)) } }).violations).toHaveLength(1);
  });

  it('tolerates a millionth of an air flow, of a zone and of a CRAC', () => {
    const told = (entity: number, share: number): number => {
      const flows = Float64Array.from(airFlowM3PerS, (flow, n) => (n === entity ? flow * (1 + share) : flow));
      const { violations } = check({ matrix: { airFlowM3PerS: flows } });
      return violations.filter(({ where }) => where.startsWith('air flow of')).length;
    };
    for (const entity of [0, 1, 2]) {
      expect([told(entity, 0.9e-6), told(entity, 1.1e-6)]).toEqual([0, 1]);
      expect([told(entity, -0.9e-6), told(entity, -1.1e-6)]).toEqual([0, 1]);
    }
  });

  it('reports nodes missing from or added to the zones, by rack and type', () => {
    const evaluation = check({
      matrix: {
        zones: [
          { ...zones[0]!, nodeCount: 3 },
          { ...zones[1]!, rack: 'R7' },
        ],
      },
    });
    expectViolation(evaluation, 'matrix', 'nodes of ["R1","N"]', 2);
    expectViolation(evaluation, 'matrix', 'nodes of ["R2","N"]', 1);
    expectViolation(evaluation, 'matrix', 'nodes of ["R7","N"]', 1);
  });

  it('refuses zones whose nodes cannot be counted', () => {
    const halves = [{ ...zones[0]!, nodeCount: 1.5 }, zones[1]!];
    expectViolation(check({ matrix: { zones: halves } }), 'matrix', 'zone "R1/L1": no node count', 1);
  });

  it('reports air flows that are not the instance’s', () => {
    const evaluation = check({ matrix: { airFlowM3PerS: airFlowM3PerS.map((flow) => flow * 1.1) } });
    expectViolation(evaluation, 'matrix', 'air flow of C1', 0.2);
    expectViolation(evaluation, 'matrix', 'air flow of R1/L1', 0.1);
  });

  it.each([
    ['weights of the wrong size', { weights: sparseRows([1]) }, /weights are not 3 rows of 3 columns/],
    ['rows that end where they should not', { weights: { ...weights, start: weights.start.with(3, 7) } }, /not 3 rows/],
    ['rows that run backwards', { weights: { ...weights, start: weights.start.with(1, 6) } }, /not 3 rows/],
    ['a weight that is given twice', { weights: { ...weights, column: weights.column.with(1, 0) } }, /not 3 rows/],
    ['a column beyond the last', { weights: { ...weights, column: weights.column.with(2, 3) } }, /not 3 rows/],
    ['a column without its weight', { weights: { ...weights, value: weights.value.slice(1) } }, /not 3 rows/],
    ['air flows of the wrong number', { airFlowM3PerS: airFlowM3PerS.slice(1) }, /airFlowM3PerS is not of length 3/],
    ['an air flow of zero', { airFlowM3PerS: airFlowM3PerS.with(1, 0) }, /air flow of R1.L1 is not a positive number/],
    ['weights that are no numbers', { weights: sparseRows(dense.with(3, NaN)) }, /weights that are not finite/],
    ['a zone without CRAC air', { weights: sparseRows([1, 0, 0, 1, 0, 0, 0, 0, 1]) }, /"R2.L1" never draws/],
    ['a zone of an unknown type', { zones: [zones[0]!, { ...zones[1]!, nodeType: 'X' }] }, /unknown node type "X"/],
  ] as const)('computes no temperature from %s', (_, matrix, where) => {
    const evaluation = check({ matrix });
    expectViolation(evaluation, 'matrix', where, 1);
    expect(evaluation.zoneInletC.every(Number.isNaN)).toBe(true);
    expectVoid(evaluation);
  });

  it('refuses zones of one name and CRACs that are not the facility’s', () => {
    const [crac] = twoZones().instance.facility.cracs;
    expectViolation(
      check({ matrix: { zones: [zones[0]!, { ...zones[1]!, name: 'R1/L1' }] } }),
      'matrix',
      /occurs twice/,
      1,
    );
    expectViolation(check({ matrix: { cracNames: ['C9'] } }), 'matrix', 'CRAC "C1": 0 rows for 1 units', 1);
    expectViolation(
      check({ facility: { cracs: [crac!, { ...crac!, name: 'C2' }] } }),
      'matrix',
      'CRAC "C2": 0 rows for 1 units',
      1,
    );
  });
});
