import { describe, expect, it } from 'vitest';
import { keyedDraw } from '../../../src/random/keyed.js';

describe('keyedDraw', () => {
  it('draws the same whatever was drawn before, and differs by seed and by each key', () => {
    const first = keyedDraw(1, 2, 3);
    keyedDraw(9, 9, 9);
    expect(keyedDraw(1, 2, 3)).toBe(first);
    expect(new Set([first, keyedDraw(2, 2, 3), keyedDraw(1, 3, 3), keyedDraw(1, 2, 4)]).size).toBe(4);
  });

  it('falls evenly into sixteen parts over neighbouring keys', () => {
    const counts = new Array<number>(16).fill(0);
    for (let first = 0; first < 400; first++) {
      for (let second = 0; second < 400; second++) counts[Math.floor((keyedDraw(7, first, second) / 2 ** 32) * 16)]!++;
    }
    // 10,000 expected in each; standard deviation 97.
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(500);
  });
});
