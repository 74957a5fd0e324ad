import { describe, expect, it } from 'vitest';
import { utilityAt, utilityBefore } from '../../../../../models/families/utility-function.js';
import type { IntervalClass } from '../../../../../models/families/utility/definitions.js';
import type { UtilityInstance } from '../../../../../models/families/utility/instance.js';
import { bundledInstance } from '../../../../../src/instances/bundled.js';
import { FunctionBuilder } from '../../../../../src/families/utility/instances/functions.js';
import { describeShared } from '../../../../support/shared-data.js';
import { readFileSync } from 'node:fs';

const MINUTE_S = 60;

/** The twenty classes of the bundled instances. */
function twentyClasses(): readonly IntervalClass[] {
  return (bundledInstance('utility', 'serial-100') as UtilityInstance).utility.classes.filter(
    (one): one is IntervalClass => one.shape === 'intervals',
  );
}

describe('utility functions', () => {
  it('the printed example, 8 at 0, 5.18 at 15 and 2.84 at 40 min, is met by points and by two decays', () => {
    const points = [
      { ageS: 0, utility: 8 },
      { ageS: 900, utility: 5.18 },
      { ageS: 2400, utility: 2.84 },
      { ageS: 3600, utility: 0 },
    ];
    const intervals = [
      { startS: 0, fraction: 1, approaches: 0, urgencyModifier: 0.29 },
      { startS: 900, fraction: 0.647, approaches: 0, urgencyModifier: 0.24 },
      { startS: 3600, fraction: 0, approaches: 0, urgencyModifier: 0 },
    ];
    const builder = new FunctionBuilder(
      [
        { name: 'points', shape: 'points', points },
        { name: 'decays', shape: 'intervals', intervals },
      ],
      MINUTE_S,
    );
    const [straight, decaying] = [builder.of(0, 1, 0, 1), builder.of(1, 8, 0.1, 1)];
    expect(builder.fault).toBeNull();
    const functions = builder.built();
    const at = (f: number, minutes: number): number => utilityAt(functions, f, minutes * MINUTE_S);
    expect([0, 15, 40, 60, 99].map((m) => at(straight, m))).toEqual([8, 5.18, 2.84, 0, 0]);
    // Half-way: (8 + 5.18) / 2, and two thirds of the way from 5.18 to 2.84 at 31 min 40 s.
    expect(at(straight, 7.5)).toBeCloseTo(6.59, 12);
    expect(utilityAt(functions, straight, 1900)).toBeCloseTo(5.18 - (2.34 * 2) / 3, 12);
    // 8 exp(-0.029 x 15) from the left, 8 x 0.647 from there on; exp(-0.024 x 25) = 0.548812.
    expect(at(decaying, 0)).toBe(8);
    expect(utilityBefore(functions, decaying, 900)).toBeCloseTo(8 * 0.647265, 5);
    expect(at(decaying, 15)).toBeCloseTo(5.176, 12);
    expect(at(decaying, 40)).toBeCloseTo(5.176 * 0.5488116, 6);
    expect(utilityBefore(functions, decaying, 3600)).toBeCloseTo(5.176 * 0.3395955, 6);
    expect(at(decaying, 60)).toBe(0);
  });

  it('an urgency of 0.3 leaves 0.25 % after 200 min by ten minutes, and 0.05 after ten by the minute', () => {
    const shape = {
      name: 'decaying',
      shape: 'intervals',
      intervals: [
        { startS: 0, fraction: 1, approaches: 1, urgencyModifier: 0 },
        { startOverMeanTime: 1, fraction: 1, approaches: 0, urgencyModifier: 1 },
        { startOverMeanTime: 1, startS: 12_000, fraction: 0, approaches: 0, urgencyModifier: 0 },
      ],
    } as const;
    for (const [unitS, afterMin, left] of [
      [600, 199.9999999, 0.002478752],
      [60, 10, 0.0497871],
    ] as const) {
      const builder = new FunctionBuilder([shape], unitS);
      const f = builder.of(0, 1, 0.3, 3000);
      const functions = builder.built();
      expect(utilityAt(functions, f, 2999)).toBe(1);
      expect(utilityAt(functions, f, 3000 + afterMin * 60)).toBeCloseTo(left, 6);
      expect(utilityAt(functions, f, 3000 + 12_000)).toBe(0);
    }
  });

  it('functions that are equal are one, and what does not matter does not tell them apart', () => {
    const [decay, , , , , , , , , , , , step] = twentyClasses();
    const builder = new FunctionBuilder([decay!, step!], MINUTE_S);
    const f = builder.of(0, 4, 0.1, 600);
    expect(builder.of(0, 4, 0.1, 600)).toBe(f);
    expect(new Set([builder.of(0, 2, 0.1, 600), builder.of(0, 4, 0.2, 600), builder.of(0, 4, 0.1, 601), f]).size).toBe(
      4,
    );
    // A step has no use for an urgency.
    expect(builder.of(1, 4, 0.1, 600)).toBe(builder.of(1, 4, 0.6, 600));
    expect(builder.built().count).toBe(5);
  });

  it('all twenty classes are whole for their constant part, at most half or falling after it, and never rise', () => {
    const classes = twentyClasses();
    const builder = new FunctionBuilder(classes, MINUTE_S);
    const all = classes.map((_, c) => builder.of(c, 8, 0.2, 600));
    expect(builder.fault).toBeNull();
    const functions = builder.built();
    for (const [c, f] of all.entries()) {
      const constantS = [1, 1.5, 2, 3][c % 4]! * 600;
      expect(utilityAt(functions, f, constantS - 1)).toBe(8);
      expect(utilityAt(functions, f, constantS + 60)).toBeLessThan(8);
      for (let ageS = 0; ageS < 12_000; ageS += 37) {
        expect(utilityAt(functions, f, ageS)).toBeGreaterThanOrEqual(utilityAt(functions, f, ageS + 37));
      }
    }
    // By hand: two decays after one mean time, 8 (0.5 exp(-0.2 x 2 x 5) + 0.5) five minutes later; a quarter after the step.
    expect(utilityAt(functions, all[8]!, 900)).toBeCloseTo(8 * (0.5 * 0.1353353 + 0.5), 6);
    expect(utilityAt(functions, all[12]!, 900)).toBe(2);
    expect(utilityAt(functions, all[12]!, 1200)).toBe(0);
  });
});

describeShared('the classes of the reference table', 'tables', 'utility/utility_classes_recommended.csv', (file) => {
  it('are the twenty bundled ones', () => {
    const rows = readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => /^\d/.test(line));
    const listed = rows.map((line) => line.split(',').map(Number));
    const ours = twentyClasses().flatMap(({ intervals }, c) =>
      intervals.map((one, m) => [c, m, one.startOverMeanTime, one.fraction, one.approaches, one.urgencyModifier]),
    );
    expect(ours).toEqual(listed);
  });
});
