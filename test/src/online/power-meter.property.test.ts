import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  coreSecondsUntil,
  energyUntilJ,
  momentUsedS,
  type PowerMeter,
  powerMeter,
} from '../../../src/online/power-meter.js';
import { fuzzCount } from '../../support/fuzz.js';

/** One node with nothing on it; run n draws powerW on one core from n up to n + lengthS. */
function staircase(runs: number, powerW: number, lengthS: number, endS: number): PowerMeter {
  const meter = powerMeter(1);
  meter.open(new Float64Array(1), new Int32Array(1), 0, endS);
  const changes = Array.from({ length: runs }, (_, n) => [
    { atS: n, sign: 1 },
    { atS: n + lengthS, sign: -1 },
  ]).flat();
  for (const { atS, sign } of changes.sort((a, b) => a.atS - b.atS)) meter.change(0, sign * powerW, sign, atS);
  return meter;
}

describe('a window of the power meter', () => {
  it('integrates a staircase up and down to runs x power x length', () => {
    const { window } = staircase(100, 3, 40.5, 200);
    expect(window.nodeJ[0]).toBeCloseTo(100 * 3 * 40.5, 8);
    expect(energyUntilJ(window, 200)).toBeCloseTo(100 * 3 * 40.5, 8);
    expect(coreSecondsUntil(window, 200)).toBeCloseTo(100 * 40.5, 8);
    // At 40 s runs 0 to 39 have run 40, 39, ..., 1 s: 820 s together.
    expect(energyUntilJ(window, 40)).toBeCloseTo(3 * 820, 9);
    expect(coreSecondsUntil(window, 40)).toBeCloseTo(820, 9);
  });

  it('begins with what nodes drew before, and tells nodes apart', () => {
    const meter = powerMeter(2);
    meter.open(Float64Array.of(10, 4), Int32Array.of(3, 1), 100, 110);
    meter.change(0, -10, -3, 102.5);
    meter.change(1, 6, 2, 107.5);
    const { window } = meter;
    expect([window.startW, window.startCores]).toEqual([14, 4]);
    expect(Array.from(window.nodeJ)).toEqual([25, 4 * 10 + 6 * 2.5]);
    expect(energyUntilJ(window, 105)).toBe(10 * 2.5 + 4 * 5);
    expect(coreSecondsUntil(window, 110)).toBe(4 * 10 - 3 * 7.5 + 2 * 2.5);
  });

  it('tells the moment at which an energy is used, of which its energy is the inverse', () => {
    const { window } = staircase(3, 2, 5, 12);
    // 2 W from 0, 4 W from 1, 6 W from 2 s on; 6 J come beside them.
    expect(momentUsedS(window, 0, 1)).toBe(0.5);
    expect(momentUsedS(window, 0, 9)).toBe(2.5);
    expect(momentUsedS(window, 1, 9)).toBeCloseTo(2 + 1 / 7, 12);
    expect(momentUsedS(window, 0, 31)).toBe(12);
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 29.99, noNaN: true }), (joules) => {
        expect(energyUntilJ(window, momentUsedS(window, 0, joules))).toBeCloseTo(joules, 9);
      }),
      { seed: 53, numRuns: fuzzCount(100) },
    );
  });

  it('does not count what changes while it is closed', () => {
    const meter = powerMeter(1);
    meter.change(0, 5, 1, 0);
    meter.open(Float64Array.of(5), Int32Array.of(1), 0, 2);
    meter.close();
    meter.change(0, -5, -1, 3);
    expect(energyUntilJ(meter.window, 2)).toBe(10);
    expect(meter.window.nodeJ[0]).toBe(10);
  });

  it('is refused where another is open, or its end is before its start or no number', () => {
    const meter = powerMeter(1);
    const open = (startS: number, endS: number) => () => {
      meter.open(Float64Array.of(0), Int32Array.of(0), startS, endS);
    };
    for (const endS of [-1, NaN, Infinity]) expect(open(0, endS)).toThrow(/A window from 0 to/);
    open(0, 1)();
    expect(open(1, 2)).toThrow(/while one is open until 1 s/);
  });
});
