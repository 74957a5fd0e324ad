import { describe, expect, it } from 'vitest';
import type { Reserve } from '../../../../../models/families/reward-rate/instance.js';
import { check, expectViolation } from './changed-case.js';
import { twoZones } from './two-zones.js';

/** Inlet of the warmer zone of the hand case, C. */
const WARMER_C = 20 + 56 / 87;

/** The hand case (4,000 W at the meter, 3,000 W of heat) with limits of its own. */
function reserved(reserve: Reserve, limits: { readonly powerCapW?: number; readonly redLineC?: number } = {}) {
  const { cracs } = twoZones().instance.facility;
  return check({
    facility: { cracs: cracs.map((crac) => ({ ...crac, coolingCapacityW: 3200 })) },
    limits: { ...limits, reserve },
  });
}

describe('reserves', () => {
  it('that the plan leaves free are no violation', () => {
    expect(reserved({ powerW: 15_999, inletK: 9, coolingShare: 0.05 }).violations).toEqual([]);
  });

  it('that it uses are named, with what it uses of them', () => {
    const evaluation = reserved({ powerW: 16_001, inletK: 9.5, coolingShare: 0.1 });
    expectViolation(evaluation, 'powerReserve', '', 1, 1e-6);
    expectViolation(evaluation, 'inletReserve', 'R2/L1', WARMER_C - 20.5);
    expectViolation(evaluation, 'coolingReserve', 'C1', 120, 1e-6);
  });

  it('are not named where the limit itself is passed', () => {
    const { violations } = reserved({ powerW: 100, inletK: 1 }, { powerCapW: 3900, redLineC: 20.5 });
    const named = new Set(violations.map(({ constraint }) => constraint));
    expect(named).toContain('powerCap');
    expect(named).toContain('redLine');
    expect(named).not.toContain('powerReserve');
    expect(violations.filter(({ constraint, where }) => constraint === 'inletReserve' && where === 'R2/L1')).toEqual(
      [],
    );
  });
});
