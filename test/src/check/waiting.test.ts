import { describe, expect, it } from 'vitest';
import { waitingOf } from '../../../src/check/waiting.js';

describe('waiting time and bounded slowdown', () => {
  it('are those of three tasks worked out by hand: a short one counts as 10 s, none is faster than 1', () => {
    const served = [
      // Waits 90 s for 30 s: slowdown 4.
      { responseS: 120, ranS: 30 },
      // Waits 14 s for 1 s: 15 s over 10 s.
      { responseS: 15, ranS: 1 },
      // Does not wait: 2 s over 10 s is no speed-up.
      { responseS: 2, ranS: 2 },
    ];
    expect(waitingOf(served)).toEqual({
      waitMeanS: (90 + 14) / 3,
      wait95S: 90,
      slowdownMean: (4 + 1.5 + 1) / 3,
      slowdown95: 4,
    });
  });

  it('the 95th percentile of 20 values is the 19th, of 21 the 20th, in numbers and not in letters', () => {
    const waits = (count: number): number | null =>
      waitingOf(Array.from({ length: count }, (_, k) => ({ responseS: 100 + count - k, ranS: 100 }))).wait95S;
    expect([20, 21, 40, 60, 100].map(waits)).toEqual([19, 20, 38, 57, 95]);
  });

  it('have no value where nothing ran', () => {
    expect(waitingOf([])).toEqual({ waitMeanS: null, wait95S: null, slowdownMean: null, slowdown95: null });
  });
});
