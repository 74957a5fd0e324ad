import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NodeOutcome, RobustEvaluation } from '../../../../../models/families/robust/outcome.js';
import { deadlineSlackPercent } from '../../../../../src/families/robust/runs/result-of.js';
import { finishLines } from '../../../../../src/families/robust/studies/compare/finish-lines.js';
import { fuzzCount } from '../../../../support/fuzz.js';

describe('the cores kept for the deadline slack', () => {
  const lines = fc.array(
    fc.tuple(fc.double({ min: 0, max: 1e4, noNaN: true }), fc.constantFrom(0, 0, 1, 2, 3.5, 40, 900)),
    { minLength: 1, maxLength: 12 },
  );
  const evaluationOf = (cores: readonly (readonly [number, number])[]): RobustEvaluation =>
    ({
      nodes: [
        { finishMeanS: cores.map(([mean]) => mean), finishSdS: cores.map(([, sd]) => sd) } as unknown as NodeOutcome,
      ],
    }) as unknown as RobustEvaluation;

  test('give the slack at every bound that all cores give', () => {
    fc.assert(
      fc.property(
        lines,
        fc.oneof(fc.double({ min: -40, max: 40, noNaN: true }), fc.constantFrom(1e308, -1e308)),
        (cores, z) => {
          const evaluation = evaluationOf(cores);
          const kept = finishLines(evaluation);
          const whole = deadlineSlackPercent({ deadlineS: 1000 }, evaluation, z);
          const nodes = kept.map(([meanS, sdS]) => ({ finishMeanS: [meanS], finishSdS: [sdS] }));
          const own = deadlineSlackPercent({ deadlineS: 1000 }, { nodes }, z);
          if (whole === null) expect(own).toBeNull();
          else expect(own).toBeCloseTo(whole, 6);
        },
      ),
      { seed: 39, numRuns: fuzzCount(2000) },
    );
  });

  test('are only those that decide', () => {
    const cores = Array.from({ length: 50 }, (_, n): [number, number] => [1000 - n, 1 + n / 10]);
    // One for quantiles below 0, one for those above.
    expect(finishLines(evaluationOf([...cores, [1000, 30]]))).toEqual([
      [1000, 1],
      [1000, 30],
    ]);
    expect(
      finishLines(
        evaluationOf([
          [5, 0],
          [5, 0],
          [3, 1],
          [1, 1],
        ]),
      ),
    ).toEqual([
      [5, 0],
      [3, 1],
    ]);
  });
});
