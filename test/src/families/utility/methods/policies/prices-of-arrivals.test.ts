import { describe, expect, it } from 'vitest';
import type { UtilityModel } from '../../../../../../models/families/utility/model.js';
import { pricesOfDayBefore } from '../../../../../../src/families/utility/methods/policies/capacity-prices.js';
import { steadyPrice } from '../../../../../../src/families/utility/methods/policies/steady-price.js';
import { tinyModel, type TinyModel } from '../../../../../support/utility/tiny-model.js';

const H = 3600;
const DAY = 24 * H;

/** Ten tasks of 100 s and 1000 J on one machine within 2000 s, five worth 5 and five worth 1, whenever they end. */
function twoWorths(changes: Partial<TinyModel> = {}): UtilityModel {
  return tinyModel({
    endS: 4000,
    kinds: [[{ timeS: 100, powerW: 10 }]],
    functions: [[{ startS: 0, value: 5 }], [{ startS: 0, value: 1 }]],
    tasks: Array.from({ length: 10 }, (_, n) => ({ arrivalS: 200 * n, utility: n % 2 })),
    ...changes,
  });
}

describe('the price of energy that follows from arrivals', () => {
  it('is the utility per J of the tasks that energy suffices for in part', () => {
    // In 2000 s: 8000 J for five tasks worth 5 and three of five worth 1; 3000 J for three of five worth 5.
    expect(steadyPrice(twoWorths(), 2000, 4)!.price / 0.001).toBeCloseTo(1, 1);
    expect(steadyPrice(twoWorths(), 2000, 1.5)!.price / 0.005).toBeCloseTo(1, 1);
  });

  it('is nothing where energy suffices for all, or where machines are what lacks', () => {
    expect(steadyPrice(twoWorths(), 2000, 6)!.price).toBeLessThan(0.0001);
    const long = twoWorths({ kinds: [[{ timeS: 1000, powerW: 1 }]] });
    expect(steadyPrice(long, 2000, 3)!.price).toBeLessThan(0.0001);
  });

  it('comes with its scale: mean utility over mean energy', () => {
    expect(steadyPrice(twoWorths(), 2000, 4)!.scale).toBeCloseTo(0.003, 12);
  });

  it('knows nothing of what has not arrived, and nothing before the first arrival', () => {
    const all = twoWorths();
    const some = twoWorths({ tasks: Array.from({ length: 5 }, (_, n) => ({ arrivalS: 200 * n, utility: n % 2 })) });
    expect(steadyPrice(all, 900, 1)).toEqual(steadyPrice(some, 900, 1));
    expect(steadyPrice(twoWorths({ tasks: [{ arrivalS: 1000 }] }), 900, 1)).toBeNull();
  });

  it('looks at the last four hours alone', () => {
    const late = twoWorths({ endS: DAY, tasks: twoWorthsAt(10 * H) });
    const both = twoWorths({ endS: DAY, tasks: [...twoWorthsAt(H, 0), ...twoWorthsAt(10 * H)] });
    expect(steadyPrice(both, 12 * H, 0.2)).toEqual(steadyPrice(late, 12 * H, 0.2));
  });
});

function twoWorthsAt(fromS: number, utility?: number): { arrivalS: number; utility: number }[] {
  return Array.from({ length: 10 }, (_, n) => ({ arrivalS: fromS + 200 * n, utility: utility ?? n % 2 }));
}

describe('prices of nodes from the day before', () => {
  const day = { startS: DAY, endS: 2 * DAY, budgetJ: Infinity };
  /** Two tasks for each slot of the first noon to evening, worth 9 if done at once and nothing later; a machine can do one of them. */
  const crowd = Array.from({ length: 24 }, (_, k) => 12 * H + 900 * k).flatMap((arrivalS) => [
    { arrivalS },
    { arrivalS },
  ]);
  const crowded = (tasks: TinyModel['tasks']): UtilityModel =>
    tinyModel({
      measuredFromS: DAY,
      endS: 2 * DAY,
      tasks,
      kinds: [[{ timeS: 900 }]],
      functions: [
        [
          { startS: 0, value: 9 },
          { startS: 901, value: 0 },
        ],
      ],
    });

  it('are what a task pays that is turned away, at the hours of the crowd, and nothing at others', () => {
    const prices = pricesOfDayBefore(crowded(crowd), day)!;
    expect(prices.mean(0, DAY + 14 * H, 900) / 0.01).toBeCloseTo(1, 1);
    expect(prices.mean(0, DAY + 2 * H, 900)).toBeLessThan(0.0005);
    // Half of the time at one price, half at the other; and after midnight the same hours again.
    const half = prices.mean(0, DAY + 11 * H, 2 * H);
    expect(half).toBeCloseTo((prices.mean(0, DAY + 11 * H, H) + prices.mean(0, DAY + 12 * H, H)) / 2, 12);
    expect(prices.mean(0, DAY + 23 * H, 4 * H)).toBeCloseTo(
      (prices.mean(0, DAY + 23 * H, H) + 3 * prices.mean(0, DAY, 3 * H)) / 4,
      12,
    );
  });

  it('know nothing of the day itself', () => {
    const more = crowded([...crowd, { arrivalS: DAY }, { arrivalS: DAY + 5 * H }]);
    const [one, other] = [pricesOfDayBefore(crowded(crowd), day)!, pricesOfDayBefore(more, day)!];
    for (let h = 0; h < 24; h++) expect(one.mean(0, DAY + h * H, 900)).toBe(other.mean(0, DAY + h * H, 900));
  });

  it('do not exist where no whole day lies before', () => {
    expect(pricesOfDayBefore(crowded(crowd), { ...day, startS: DAY - 1 })).toBeNull();
  });
});
