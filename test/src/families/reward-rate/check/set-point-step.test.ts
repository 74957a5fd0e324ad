import { describe, expect, it } from 'vitest';
import type { Violation } from '../../../../../models/families/violation.js';
import { check } from './changed-case.js';
import { twoZones } from './two-zones.js';

/** Violations of the step in the hand case, whose CRAC has this range and step and whose plan has this set-point. */
function stepped(setPointC: number, setPointStepC: number, range: readonly [number, number] = [10, 30]): Violation[] {
  const [setPointMinC, setPointMaxC] = range;
  const { cracs } = twoZones().instance.facility;
  const facility = { cracs: cracs.map((crac) => ({ ...crac, setPointMinC, setPointMaxC, setPointStepC })) };
  const { violations } = check({ facility, plan: { ...twoZones().plan, setPointsC: { C1: setPointC } } });
  return violations.filter(({ constraint }) => constraint === 'setPointStep');
}

describe('steps of set-points', () => {
  it('accept whole multiples, counted from 0 C, within a millionth of a kelvin', () => {
    for (const setPointC of [20, 20.5, 20.5 + 9e-7]) expect(stepped(setPointC, 0.5)).toEqual([]);
    expect(stepped(20.3, 0.1)).toEqual([]);
  });

  it('refuse others, with the distance from the nearest allowed and both next to it', () => {
    expect(stepped(20.3, 0.5)).toEqual([
      {
        constraint: 'setPointStep',
        where: 'C1 (allowed next to it: 20 C and 20.5 C)',
        unit: 'C',
        value: 20.3,
        limit: 20.5,
        amount: expect.closeTo(0.2, 9) as number,
      },
    ]);
    expect(stepped(20.5 + 2e-6, 0.5)).toHaveLength(1);
  });

  it('name only what the range allows', () => {
    expect(stepped(20.3, 0.5, [10, 20.4])[0]).toMatchObject({ where: 'C1 (allowed next to it: 20 C)', limit: 20 });
  });
});
