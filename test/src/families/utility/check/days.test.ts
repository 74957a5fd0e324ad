import { describe, expect, it } from 'vitest';
import type { UtilityInstance } from '../../../../../models/families/utility/instance.js';
import { daysOfInstance, insideS } from '../../../../../src/families/utility/check/days.js';

/** Days of an instance whose measured time begins then (s), with a budget of 5 J a day. */
function daysFrom(measuredFromS: number): (number | null)[][] {
  const period = { durationS: measuredFromS + 86_400, measuredFromS };
  const instance = { period, energyBudgetJPerDay: 5 } as UtilityInstance;
  return daysOfInstance(instance).map(({ startS, endS, budgetJ }) => [startS, endS, budgetJ]);
}

describe('days, as the checker counts them', () => {
  it('go back from the measured one by 24 h, each with the budget; a part of a day before them has none', () => {
    expect(daysFrom(0)).toEqual([[0, 86_400, 5]]);
    expect(daysFrom(86_400)).toEqual([
      [0, 86_400, 5],
      [86_400, 172_800, 5],
    ]);
    expect(daysFrom(14_400)).toEqual([
      [0, 14_400, null],
      [14_400, 100_800, 5],
    ]);
    expect(daysFrom(100_000)).toEqual([
      [0, 13_600, null],
      [13_600, 100_000, 5],
      [100_000, 186_400, 5],
    ]);
  });

  it('count of each piece the part within them', () => {
    const pieces = [
      [10, 30],
      [50, 60],
    ] as const;
    expect([insideS(pieces, 0, 100), insideS(pieces, 20, 55), insideS(pieces, 30, 50)]).toEqual([30, 15, 0]);
  });
});
