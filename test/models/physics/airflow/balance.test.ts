import { describe, expect, it } from 'vitest';
import { balanceErrors, sinkhornInPlace } from '../../../../models/physics/airflow/balance.js';
import { sparseRows } from '../../../../models/physics/thermal/sparse-rows.js';
import { denseOf } from '../../../support/dense-of.js';

describe('balance', () => {
  it('measures row sums and heat conservation separately', () => {
    // Row 1 sums to 1.1; the columns carry 2*0.5+1*0.6 = 1.6 of 2 and 2*0.5+1*0.5 = 1.5 of 1.
    const errors = balanceErrors(sparseRows([0.5, 0.5, 0.6, 0.5]), Float64Array.of(2, 1));
    expect(errors.rowSum).toBeCloseTo(0.1, 12);
    expect(errors.conservation).toBeCloseTo(0.5, 12);
  });

  it('leaves a balanced matrix untouched', () => {
    const weights = sparseRows([0.5, 0.5, 1, 0]);
    expect(sinkhornInPlace(weights, Float64Array.of(2, 1), 1e-12, 10)).toBe(0);
    expect([...denseOf(weights)]).toEqual([0.5, 0.5, 1, 0]);
  });

  it('brings a positive matrix to both invariants', () => {
    const weights = sparseRows(Array.from({ length: 25 }, (_, i) => 1 + ((i * 7) % 5)));
    const flows = Float64Array.of(3, 1, 0.5, 2, 1.5);
    expect(sinkhornInPlace(weights, flows, 1e-12, 1000)).not.toBeNull();
    const errors = balanceErrors(weights, flows);
    expect(Math.max(errors.rowSum, errors.conservation)).toBeLessThanOrEqual(1e-12);
  });

  it('reports failure when the zeros cannot carry the flows', () => {
    // Entity 2 (flow 1) may only breathe entity 1 and entity 1 (flow 2) only entity 2: 2 m3/s of air from a flow of 1.
    expect(sinkhornInPlace(sparseRows([0, 1, 1, 0]), Float64Array.of(2, 1), 1e-10, 500)).toBeNull();
  });
});
