import { describe, expect, it } from 'vitest';
import type { MethodStatistics } from '../../../../src/studies/analysis/analysis.js';
import { advise } from '../../../../src/studies/analysis/advise.js';
import { analyse } from '../../../../src/studies/analysis/analyse.js';
import { analysedBudget, analysedClass, QUICK, type Said, saidRecord } from '../../../support/analysis-records.js';

const upTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i + 1);

/** Share of the cases solved to within a gap, by the gap. */
const shares = ({ successes }: MethodStatistics): Record<number, readonly [number, number]> =>
  Object.fromEntries(successes.map(({ gap, share }) => [gap, [share.successes, share.trials]]));

describe('differences up to 1e-9 of the scale', () => {
  it('are ties in tests as in ranks, and above it neither method is favoured', () => {
    // Shares of the bound 1 by which a is better, in units of 1e-9.
    const pairOf = (units: number): unknown => {
      const { pairs } = analysedBudget([
        { method: 'a', objective: 0.5 + units * 1e-9, bound: 1 },
        { method: 'b', objective: 0.5, bound: 1 },
      ]);
      const { wins, losses, ties } = pairs[0]!;
      return [wins, losses, ties];
    };
    expect([0.7, -0.7].map(pairOf)).toEqual([
      [0, 0, 1],
      [0, 0, 1],
    ]);
    expect([1.2, -1.2].map(pairOf)).toEqual([
      [1, 0, 0],
      [0, 1, 0],
    ]);
  });

  it('make no method the less best in a performance profile', () => {
    const { performance } = analysedClass(
      upTo(3).flatMap((n): Said[] => [
        { method: 'a', objective: 100, bound: 100, changes: { capW: n } },
        { method: 'b', objective: 100 - 1e-12 * n, bound: 100, changes: { capW: n } },
        { method: 'c', objective: 99, bound: 100, changes: { capW: n } },
      ]),
    );
    expect(performance.slice(0, 2).map(({ points }) => points)).toEqual([[{ x: 1, y: 1 }], [{ x: 1, y: 1 }]]);
    expect(performance[2]!.points.at(-1)).toEqual({ x: expect.closeTo(2, 12) as number, y: 1 });
  });

  it('decide no success: 0.99 of 1.1 is within 10 % though its quotient is above it, as 99 of 110 is', () => {
    for (const unit of [1, 0.01]) {
      const { methods } = analysedBudget([{ method: 'a', objective: unit * 99, bound: unit * 110 }]);
      expect(shares(methods[0]!)).toMatchObject({ 0.05: [0, 1], 0.1: [1, 1] });
    }
  });
});

describe('a bound of 0', () => {
  it('that a plan misses counts against its method in success rates and in the primal integral, though there is no gap', () => {
    const { methods } = analysedBudget(
      upTo(2).flatMap((n): Said[] => {
        const changes = { capW: n };
        return [
          { method: 'a', objective: n === 1 ? 0 : 100, bound: n === 1 ? 0 : 100, better: 'less', changes },
          { method: 'b', objective: n === 1 ? 4 : 100, bound: n === 1 ? 0 : 100, better: 'less', changes },
        ];
      }),
    );
    expect(methods.map((one) => one.gap?.n)).toEqual([2, 1]);
    expect(methods.map((one) => shares(one)[0.25])).toEqual([
      [2, 2],
      [1, 2],
    ]);
    // Until the end of all steps there is no plan.
    expect(methods.map((one) => one.primalIntegral?.n)).toEqual([2, 2]);
  });
});

describe('the time of a run', () => {
  it('that the study ended at its limit counts as that limit, that of one that crashed not at all', () => {
    const { methods } = analysedBudget([
      { method: 'a', objective: 1, timeS: 1 },
      { method: 'a', unit: null, failure: 'time', timeS: 600, changes: { capW: 1 } },
      { method: 'a', unit: null, failure: 'crashed', timeS: 7, changes: { capW: 2 } },
    ]);
    expect(methods[0]!.timeS).toMatchObject({ n: 2, greatest: 600 });
  });

  it('ends with its checked plan: the proof of a bound that follows makes no method the dearer', () => {
    const record = saidRecord({ method: 'a', objective: 1, timeS: 7 });
    const proven = { ...record, machine: { ...record.machine, timeS: { method: 1, bound: 5, total: 7 } } };
    expect(analyse([proven], QUICK).classes[0]!.budgets[0]!.methods[0]!.timeS).toMatchObject({ n: 1, mean: 2 });
  });
});

describe('a larger budget', () => {
  /** What would change the advice on three variants: a at the bound or below it, b with these shares under 1 and 5 s. */
  const changes = (a: number, shares: readonly [number, number]): readonly string[] => {
    const said = upTo(3).flatMap((n) =>
      shares.flatMap((share, b): Said[] => {
        const common = { budget: { timeLimitS: [1, 5][b]!, workLimit: null }, bound: 100, changes: { capW: n } };
        return [
          { method: 'a', objective: a, ...common },
          { method: 'b', objective: share + 1e-4 * n, ...common },
        ];
      }),
    );
    return advise(analyse(said.map(saidRecord), QUICK))[0]!.wouldChange.filter((text) => text.includes('may change'));
  };

  it('may change ranks where a method still improves, not where the first is at the bound or figures read the same', () => {
    expect(changes(90, [40, 70])).toHaveLength(1);
    expect(changes(100, [40, 70])).toEqual([]);
    expect(changes(90, [1, 1.01])).toEqual([]);
  });
});
