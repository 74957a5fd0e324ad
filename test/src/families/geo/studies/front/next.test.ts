import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../../../../src/random/stream.js';
import { type Asked, nextAsked, type Plan } from '../../../../../../src/families/geo/studies/front/next.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

/** What a perfect method finds among the plans there are. */
function answer(plans: readonly Plan[], { capKg, usdPerKg }: Asked): Plan | null {
  const kept = plans.filter(({ carbonKg }) => capKg === null || carbonKg <= capKg);
  const worth = ({ carbonKg, costUsd }: Plan): number => costUsd + usdPerKg * carbonKg;
  // Of equal ones the cleaner: otherwise a dominated one may be the answer.
  return kept.reduce<Plan | null>(
    (best, plan) =>
      best === null || worth(plan) < worth(best) || (worth(plan) === worth(best) && plan.carbonKg < best.carbonKg)
        ? plan
        : best,
    null,
  );
}

interface Swept {
  readonly runs: readonly { readonly asked: Asked; readonly plan: Plan | null }[];
  readonly ended: boolean;
}

function sweep(plans: readonly Plan[], keepsCaps: boolean, most: number): Swept {
  const runs = [0, 1e9].map((usdPerKg) => {
    const asked = { capKg: null, usdPerKg };
    return { asked, plan: answer(plans, asked) };
  });
  while (runs.length < most) {
    const asked = nextAsked(runs, keepsCaps);
    if (asked === null) return { runs, ended: true };
    runs.push({ asked, plan: answer(plans, asked) } as (typeof runs)[number]);
  }
  return { runs, ended: false };
}

function drawn(seed: number, count: number): Plan[] {
  const draw = randomStream(seed, 'front').uniform;
  return Array.from({ length: count }, () => ({ carbonKg: draw(10, 100), costUsd: draw(5, 50) }));
}

const isBetter = (one: Plan, other: Plan): boolean =>
  one.carbonKg <= other.carbonKg &&
  one.costUsd <= other.costUsd &&
  (one.carbonKg < other.carbonKg || one.costUsd < other.costUsd);

const frontOf = (plans: readonly Plan[]): Plan[] =>
  plans.filter((one) => !plans.some((other) => isBetter(other, one))).sort((a, b) => a.carbonKg - b.carbonKg);

describe('what is asked next', () => {
  it('finds every plan of the front, and ends', () => {
    for (let seed = 0; seed < fuzzCount(40); seed++) {
      const plans = drawn(seed, 12);
      const { runs, ended } = sweep(plans, true, 400);
      const found = frontOf(runs.flatMap(({ plan }) => (plan === null ? [] : [plan])));
      expect([seed, ended, [...new Set(found)]]).toEqual([seed, true, frontOf(plans)]);
    }
  });

  it('without caps finds the corners of the hull, all of them and not the plans behind', () => {
    let behind = 0;
    for (let seed = 0; seed < fuzzCount(40, 20); seed++) {
      const plans = drawn(seed, 12);
      const { runs, ended } = sweep(plans, false, 400);
      expect([seed, ended]).toEqual([seed, true]);
      expect(runs.every(({ asked }) => asked.capKg === null)).toBe(true);
      const found = new Set(runs.map(({ plan }) => plan));
      for (const plan of frontOf(plans)) {
        const isCorner = Array.from({ length: 4000 }, (_, n) => 1.005 ** n / 1e4).some(
          (usdPerKg) => answer(plans, { capKg: null, usdPerKg }) === plan,
        );
        if (isCorner) expect(found).toContain(plan);
        if (!found.has(plan)) behind++;
      }
    }
    expect(behind).toBeGreaterThan(10);
  });

  it('the widest room comes first, and a price before a cap', () => {
    const plans = [
      { carbonKg: 10, costUsd: 100 },
      { carbonKg: 60, costUsd: 40 },
      { carbonKg: 70, costUsd: 30 },
    ];
    const ends = [
      { asked: { capKg: null, usdPerKg: 0 }, plan: plans[2]! },
      { asked: { capKg: null, usdPerKg: 1e9 }, plan: plans[0]! },
    ];
    const first = nextAsked(ends, true)!;
    expect(first).toEqual({ capKg: null, usdPerKg: 70 / 60 });
    const second = nextAsked([...ends, { asked: first, plan: plans[0]! }], true);
    expect(second).toEqual({ capKg: 40, usdPerKg: 0 });
    // Nothing below the cap but the first: what is left lies above it.
    const capped = { asked: second!, plan: plans[0]! };
    const third = nextAsked([...ends, { asked: first, plan: plans[0]! }, capped], true);
    expect(third).toEqual({ capKg: 55, usdPerKg: 0 });
  });

  it('is nothing where there is nothing to trade, or no plan at all', () => {
    const asked = { capKg: null, usdPerKg: 0 };
    const plan = { carbonKg: 5, costUsd: 7 };
    expect(nextAsked([], true)).toBeNull();
    expect(nextAsked([{ asked, plan: null }], true)).toBeNull();
    expect(
      nextAsked(
        [
          { asked, plan },
          { asked: { ...asked, usdPerKg: 9 }, plan },
        ],
        true,
      ),
    ).toBeNull();
  });
});
