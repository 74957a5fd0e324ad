import { describe, expect, it } from 'vitest';
import { evaluateAllocation } from '../../../../../../models/families/geo/evaluate.js';
import type { GeoEvaluation } from '../../../../../../models/families/geo/outcome.js';
import type { GeoModel } from '../../../../../../models/families/geo/model.js';
import { withoutUnarrivedWork } from '../../../../../../src/families/geo/methods/finish/arrived-work.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { randomAllocation } from '../../../../../models/families/geo/geo-case.js';
import { randomGeoModel } from '../../../../../support/geo.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

/** Rates of a task type in an epoch of data centres with a price below 0, and of all, tasks/s. */
function rates(
  { centres }: GeoModel,
  { cells }: GeoEvaluation,
  t: number,
  i: number,
): readonly [paying: number, all: number] {
  let [paying, all] = [0, 0];
  for (const [d, { servedPerS }] of cells[t]!.entries()) {
    all += servedPerS[i]!;
    if (centres[d]!.usdPerKwh[t]! < 0) paying += servedPerS[i]!;
  }
  return [paying, all];
}

describe('work beyond what arrives where a kWh earns money', () => {
  it.each(['anchored', 'none'] as const)(
    'is cut to just what arrives, whatever tasks slow each other down; all else stays: co-location %s',
    (colocation) => {
      const seen = { cut: 0, kept: 0, elsewhere: 0 };
      for (let seed = 1; seed <= fuzzCount(120); seed++) {
        const draw = randomStream(seed, 'arrived').uniform;
        const { model: drawn } = randomGeoModel(seed, {
          colocation,
          hot: false,
          load: draw(0.05, 0.5),
          cores: 1 + (seed % 4),
        });
        const centres = drawn.centres.map((centre) => ({
          ...centre,
          usdPerKwh: centre.usdPerKwh.map((price) => (draw() < 0.6 ? -price : price)),
          surplusUsdPerKwh: centre.surplusUsdPerKwh.map(() => 0),
        }));
        const model = { ...drawn, centres };
        const allocation = randomAllocation(model, draw);
        const before = evaluateAllocation(model, allocation);
        const cut = withoutUnarrivedWork(model, allocation);
        const after = evaluateAllocation(model, cut);
        expect(
          after.violations.filter(({ constraint }) => constraint === 'unarrivedWork'),
          `${seed}`,
        ).toEqual([]);
        for (const [t, row] of before.cells.entries()) {
          for (const [d, cell] of row.entries()) {
            expect(after.cells[t]![d]!.awake).toEqual(cell.awake);
            if (centres[d]!.usdPerKwh[t]! > 0) expect(after.cells[t]![d]).toEqual({ ...cell });
          }
          for (const [i, arriving] of before.arrivalPerS[t]!.entries()) {
            const [paying, all] = rates(model, before, t, i);
            const [payingAfter, allAfter] = rates(model, after, t, i);
            if (paying > arriving) {
              seen.cut++;
              expect(Math.abs(payingAfter - arriving), `${seed}`).toBeLessThanOrEqual(1e-10 * arriving);
            } else {
              seen.kept++;
              // Other company may make the others faster, but to no more than what arrives.
              expect(payingAfter, `${seed}`).toBeLessThanOrEqual(arriving * (1 + 1e-9));
              if (colocation === 'none')
                expect(Math.abs(payingAfter - paying), `${seed}`).toBeLessThanOrEqual(1e-12 * paying);
            }
            if (paying < all) seen.elsewhere++;
            // What is served stays served.
            if (all >= arriving && colocation === 'none')
              expect(allAfter).toBeGreaterThanOrEqual(arriving * (1 - 1e-10));
          }
        }
      }
      expect(Math.min(...Object.values(seen))).toBeGreaterThan(30);
    },
  );

  it('leaves a plan as it is where energy costs money', () => {
    const { model } = randomGeoModel(3, {});
    const allocation = randomAllocation(model, randomStream(3, 'arrived').uniform);
    expect(withoutUnarrivedWork(model, allocation)).toBe(allocation);
  });
});
