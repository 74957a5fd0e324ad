import { describe, expect, it } from 'vitest';
import { usedUpS } from '../../../../../src/families/utility/runs/used-up.js';

describe('usedUpS', () => {
  const days = [
    { startS: 0, endS: 100, budgetJ: Infinity },
    { startS: 100, endS: 200, budgetJ: 50 },
  ];
  const model = { days, measuredFromS: 100, endS: 200 };
  // The sum of the first day still stands at its midnight.
  const series = { timeS: Float64Array.of(0, 50, 100, 150), consumedJ: Float64Array.of(0, 400, 800, 40) };

  it('lies between the mapping events before and after', () => {
    // 20 J of 40 J after half of the 50 s that follow midnight.
    expect(usedUpS(model, series, 50, 0.4)).toBe(25);
    // 45 J: half of the 10 J drawn from 150 s to the end at 200 s.
    expect(usedUpS(model, series, 50, 0.9)).toBe(75);
  });

  it('is null where that much never was drawn, or there is no budget', () => {
    expect(usedUpS(model, series, 44, 0.9)).toBeNull();
    const free = { ...model, days: [days[0]!, { ...days[1]!, budgetJ: Infinity }] };
    expect(usedUpS(free, series, 50, 0.9)).toBeNull();
  });
});
