import { describe, expect, it } from 'vitest';
import {
  exceeded,
  type LimitAt,
  limitedBy,
  limitName,
  nearness,
  unitOfDifference,
  worstFirst,
} from '../../../models/facility/limits.js';

const at = (more: Partial<LimitAt<number>>): LimitAt<number> => ({
  constraint: 'rackPower',
  unit: 'W',
  where: 'R1',
  limit: 1000,
  use: (value) => value,
  ...more,
});
const amounts = (limit: LimitAt<number>, value: number): number[] =>
  exceeded([limit], value).map(({ amount }) => amount);

describe('a limit', () => {
  it('is exceeded beyond what checkers tolerate: a billionth of a power up to a milliwatt, a microkelvin, a milliwatt of heat', () => {
    expect(amounts(at({}), 1000 + 0.9e-6)).toEqual([]);
    expect(amounts(at({}), 1000 + 1.1e-6)).toHaveLength(1);
    expect(amounts(at({ limit: 1e9 }), 1e9 + 0.9e-3)).toEqual([]);
    expect(amounts(at({ limit: 1e9 }), 1e9 + 1.1e-3)).toHaveLength(1);
    const redLine = at({ constraint: 'redLine', unit: 'C', limit: 25 });
    expect([amounts(redLine, 25 + 0.9e-6), amounts(redLine, 25 + 1.1e-6).length]).toEqual([[], 1]);
    const capacity = at({ constraint: 'coolingCapacity', limit: 10 });
    expect([amounts(capacity, 10 + 0.9e-3), amounts(capacity, 10 + 1.1e-3).length]).toEqual([[], 1]);
  });

  it('that must be reached is exceeded from below, by the amount that lacks', () => {
    const least = at({ constraint: 'setPointRange', unit: 'C', limit: 10, isLeast: true });
    expect([amounts(least, 8), amounts(least, 10), amounts(least, 12)]).toEqual([[2], [], []]);
  });

  it('is exceeded by what is no number, and has a tolerance of its own where it states one', () => {
    expect(exceeded([at({})], NaN)).toHaveLength(1);
    expect([amounts(at({ tolerated: 5 }), 1005), amounts(at({ tolerated: 5 }), 1006)]).toEqual([[], [6]]);
  });

  it('tells place, unit, value, limit and amount', () => {
    expect(exceeded([at({}), at({ where: 'R2', limit: 900 })], 1200)).toEqual([
      { constraint: 'rackPower', where: 'R1', unit: 'W', value: 1200, limit: 1000, amount: 200 },
      { constraint: 'rackPower', where: 'R2', unit: 'W', value: 1200, limit: 900, amount: 300 },
    ]);
  });

  it('is met within a thousandth, a temperature within a millikelvin, a number of nodes exactly', () => {
    expect(nearness({ unit: 'W', limit: -2000 })).toBe(2);
    expect(nearness({ unit: 'C', limit: 2000 })).toBe(1e-3);
    expect(nearness({ unit: 'nodes', limit: 2000 })).toBe(0);
  });

  it('has its differences in kelvins if it is a temperature', () => {
    expect(['C', 'W', 'K', 'nodes'].map(unitOfDifference)).toEqual(['K', 'W', 'K', 'nodes']);
  });

  it('names the quantity that is limited', () => {
    expect(limitedBy('rackPower', 'R1')).toBe('draw of rack R1');
    expect(limitedBy('pduPower', 'P')).toBe('draw of the racks under P');
    expect(limitedBy('rackNoise', 'R1')).toBe('rack noise of R1');
    expect([limitName('redLine', ''), limitName('redLine', 'R1/L1')]).toEqual(['red line', 'red line at R1/L1']);
  });
});

describe('violations in the order in which people read them', () => {
  const found = (constraint: string, amount: number, unit = 'W') => ({ constraint, unit, amount });

  it('begin with the worst of each kind, in the order of the kinds; the others follow, the worst of a kind first', () => {
    const all = [found('b', 1), found('a', 5), found('b', 3), found('a', 7), found('b', 2), found('a', 6)];
    expect(worstFirst(all).map(({ constraint, amount }) => `${constraint}${amount}`)).toEqual([
      'b3',
      'a7',
      'b2',
      'b1',
      'a6',
      'a5',
    ]);
    expect(all[0]).toEqual(found('b', 1));
  });

  it('keep faults without an amount in their order, and counts of further ones behind what has an amount', () => {
    const all = [found('plan', 1, 'count'), found('plan', 3, 'count'), found('redLine', 2, 'C')];
    expect(worstFirst(all)).toEqual([all[0], all[2], all[1]]);
    const rest = found('redLine', 900, 'count');
    expect(worstFirst([rest, found('redLine', 2, 'C')])).toEqual([found('redLine', 2, 'C'), rest]);
  });

  it('are all of them, each once', () => {
    const all = Array.from({ length: 40 }, (_, n) => found('abc'[n % 3]!, (n * 7) % 11));
    expect(new Set(worstFirst(all)).size).toBe(40);
    expect(worstFirst([])).toEqual([]);
  });
});
