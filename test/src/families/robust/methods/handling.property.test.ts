import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalCdf, normalQuantile } from '../../../../../models/families/robust/normal.js';
import type { RobustGoal } from '../../../../../models/families/robust/plan.js';
import { ConstraintHandler, exactOrder } from '../../../../../src/families/robust/methods/handling.js';
import { CONSTRAINT_HANDLING, type ConstraintHandling } from '../../../../../src/families/robust/methods/outcome.js';
import { tinyRobust } from '../../../../support/robust.js';
import { fuzzCount } from '../../../../support/fuzz.js';

const { model } = tinyRobust({ limits: { energyRobustness: 0.9, makespanRobustness: 0.8 } });
const PRINT = { zSpace: false, ties: false };
const Z_SPACE = { zSpace: true, ties: false };

type Pair = readonly [makespanZ: number, energyZ: number];

function handler(goal: RobustGoal, handling: ConstraintHandling, improvements = PRINT): ConstraintHandler {
  return new ConstraintHandler(model, goal, handling, improvements);
}

/** Whether b improves on a. */
function improves(judge: ConstraintHandler, a: Pair, b: Pair): boolean {
  judge.hold(...a);
  return judge.improves(...b);
}

/** Quantiles of probabilities. */
function at(psi: number, phi: number): Pair {
  return [normalQuantile(psi), normalQuantile(phi)];
}

/** Number of bits behind the point in `areaTo`. */
const BITS = 700n;

/**
 * Returns Phi(z) - 1/2 in units of the density at 0, by the series of z^(2k + 1) (-1)^k / (2^k k! (2k + 1)) in integers.
 * For |z| <= 16, it is exact to 1e-150.
 */
function areaTo(z: number): bigint {
  const scaled = BigInt(z * 2 ** 44) << (BITS - 44n);
  const square = (scaled * scaled) >> BITS;
  let term = scaled;
  let sum = scaled;
  for (let k = 1n; term !== 0n && term !== -1n; k++) {
    term = -((term * square) >> BITS) / (2n * k);
    sum += term / (2n * k + 1n);
  }
  return sum;
}

describe('constraint handling', () => {
  it('MO-EC static: Psi - 2 (0.9 - phi) decides (Eq. 13), a distance below 0 earns nothing', () => {
    const judge = handler('mo-ec', 'static');
    // 0.5 within the limit against 0.72 - 2 * 0.1 = 0.52 and 0.68 - 0.2 = 0.48 beyond it.
    expect(improves(judge, at(0.5, 0.9), at(0.72, 0.8))).toBe(true);
    expect(improves(judge, at(0.5, 0.9), at(0.68, 0.8))).toBe(false);
    expect(improves(judge, at(0.5, 0.91), at(0.5, 0.99))).toBe(false);
    expect(improves(judge, at(0.5, 0.99), at(0.51, 0.9))).toBe(true);
  });

  it('EO-MC static: phi - 2 (0.8 - Psi) decides (Eq. 14)', () => {
    const judge = handler('eo-mc', 'static');
    expect(improves(judge, at(0.8, 0.5), at(0.7, 0.72))).toBe(true);
    expect(improves(judge, at(0.8, 0.5), at(0.7, 0.68))).toBe(false);
    expect(improves(judge, at(0.85, 0.5), at(0.95, 0.5))).toBe(false);
  });

  it('the weight is what a distance costs, and moves by 0.01 down to 0 under a dynamic penalty only', () => {
    const judge = handler('mo-ec', 'dynamic');
    judge.weight = 0.5;
    expect(improves(judge, at(0.5, 0.9), at(0.56, 0.8))).toBe(true);
    judge.adapt(false);
    expect(judge.weight).toBe(0.51);
    for (let n = 0; n < 50; n++) judge.adapt(true);
    expect(judge.weight).toBe(0.01);
    for (let n = 0; n < 3; n++) judge.adapt(true);
    expect(judge.weight).toBe(0);
    judge.adapt(false);
    expect(judge.weight).toBe(0.01);
    for (const handling of ['static', 'superiority', 'limit'] as const) {
      const fixed = handler('mo-ec', handling);
      fixed.adapt(false);
      expect(fixed.weight).toBe(2);
    }
  });

  it('superiority: any feasible one beats any infeasible one; infeasible ones by distance alone; feasible ones by objective', () => {
    for (const improvements of [PRINT, Z_SPACE]) {
      const judge = handler('mo-ec', 'superiority', improvements);
      expect(improves(judge, at(0.99, 0.89), at(0.01, 0.9001))).toBe(true);
      expect(improves(judge, at(0.01, 0.9001), at(0.99, 0.89))).toBe(false);
      expect(improves(judge, at(0.9, 0.5), at(0.1, 0.51))).toBe(true);
      expect(improves(judge, at(0.1, 0.51), at(0.9, 0.5))).toBe(false);
      expect(improves(judge, at(0.1, 0.5), at(0.9, 0.5))).toBe(false);
      expect(improves(judge, at(0.5, 0.95), at(0.51, 0.91))).toBe(true);
    }
  });

  it('limiting admits nothing infeasible, not even where the one held is infeasible too', () => {
    const judge = handler('mo-ec', 'limit');
    expect(improves(judge, at(0.1, 0.1), at(0.9, 0.89))).toBe(false);
    expect(improves(judge, at(0.1, 0.1), at(0.05, 0.9001))).toBe(true);
    expect(improves(judge, at(0.1, 0.95), at(0.2, 0.9001))).toBe(true);
  });

  it('probabilities that are equal as doubles are told apart, with zSpace too', () => {
    const saturated: [Pair, Pair] = [
      [9, 2],
      [10, 2],
    ];
    const vanished: [Pair, Pair] = [
      [1, -60],
      [1, -50],
    ];
    for (const handling of CONSTRAINT_HANDLING) {
      expect(improves(handler('mo-ec', handling), ...saturated)).toBe(true);
      expect(improves(handler('mo-ec', handling, Z_SPACE), ...saturated)).toBe(true);
      expect(improves(handler('mo-ec', handling), ...vanished)).toBe(handling !== 'limit');
      expect(improves(handler('mo-ec', handling, Z_SPACE), ...vanished)).toBe(handling !== 'limit');
    }
  });

  it('told apart where they round to the same, plans are ordered as exact probabilities are', () => {
    const told = (handling: ConstraintHandling): ConstraintHandler => handler('mo-ec', handling);
    for (const handling of CONSTRAINT_HANDLING) {
      // Within the limit by Psi alone.
      expect(improves(told(handling), [9, 2], [10, 1.9])).toBe(true);
      expect(improves(told(handling), [-60, 2], [-50, 1.9])).toBe(true);
      expect(improves(told(handling), [9, 2], [9, 3])).toBe(false);
    }
    for (const handling of ['static', 'dynamic'] as const) {
      // Psi + c phi: of 1e-348 and 1e-544 the first rules, whatever c is.
      expect(improves(told(handling), [-50, -60], [-70, -40])).toBe(true);
      expect(improves(told(handling), [-40, -60], [-70, -50])).toBe(false);
      expect(improves(told(handling), [-40, -60], [-40, -59])).toBe(true);
      const free = told(handling);
      free.weight = 0;
      expect(improves(free, [-50, -60], [-70, -40])).toBe(false);
      expect(improves(free, [-50, 2], [-49, -40])).toBe(true);
    }
    // By the distance from the limit alone.
    expect(improves(told('superiority'), [-50, -60], [-70, -59])).toBe(true);
    expect(improves(told('superiority'), [-50, -60], [3, -60])).toBe(false);
  });

  it('in z-space c weighs distances between quantiles', () => {
    const judge = handler('mo-ec', 'static', Z_SPACE);
    const { energyZ } = model;
    expect(improves(judge, [1, energyZ], [2.1, energyZ - 0.5])).toBe(true);
    expect(improves(judge, [1, energyZ], [1.9, energyZ - 0.5])).toBe(false);
  });

  it('ties: among equals the greater quantile of the limited measure wins', () => {
    const tied = { zSpace: true, ties: true };
    expect(improves(handler('mo-ec', 'static', Z_SPACE), [1, 2], [1, 3])).toBe(false);
    expect(improves(handler('mo-ec', 'static', tied), [1, 2], [1, 3])).toBe(true);
    expect(improves(handler('mo-ec', 'static', tied), [1, 3], [1, 2])).toBe(false);
    expect(improves(handler('eo-mc', 'static', tied), [2, 1], [3, 1])).toBe(true);
    // Printed probabilities with ties: a plateau is left by the quantile of the limited measure.
    expect(improves(handler('mo-ec', 'dynamic', { zSpace: false, ties: true }), [9, -60], [9, -50])).toBe(true);
  });

  const anyZ = fc.oneof(
    fc.double({ min: -12, max: 12, noNaN: true }),
    fc.integer({ min: -60, max: 60 }),
    fc.constantFrom(Infinity, -Infinity, model.energyZ, model.makespanZ),
  );
  const anyPair = fc.tuple(anyZ, anyZ);
  const anyJudge = fc
    .tuple(
      fc.constantFrom<RobustGoal>('mo-ec', 'eo-mc'),
      fc.constantFrom(...CONSTRAINT_HANDLING),
      fc.boolean(),
      fc.boolean(),
      fc.integer({ min: 0, max: 500 }),
    )
    .map(([goal, handling, zSpace, ties, hundredths]) => {
      const judge = handler(goal, handling, { zSpace, ties });
      judge.weight = hundredths / 100;
      return judge;
    });

  it('is a strict order: not reflexive, not both ways, transitive', () => {
    fc.assert(
      fc.property(anyJudge, anyPair, anyPair, anyPair, (judge, a, b, c) => {
        expect(improves(judge, a, a)).toBe(false);
        if (improves(judge, a, b)) expect(improves(judge, b, a)).toBe(false);
        if (improves(judge, a, b) && improves(judge, b, c)) expect(improves(judge, a, c)).toBe(true);
      }),
      { seed: 140, numRuns: fuzzCount(5000) },
    );
  });

  it('is monotone: what improves still does with more of both, which bounds rely on', () => {
    fc.assert(
      fc.property(anyJudge, anyPair, anyPair, anyPair, (judge, a, b, c) => {
        const more: Pair = [Math.max(b[0], c[0]), Math.max(b[1], c[1])];
        if (improves(judge, a, b)) expect(improves(judge, a, more)).toBe(true);
      }),
      { seed: 151, numRuns: fuzzCount(5000) },
    );
  });

  it('says what the penalised objective written out says, shortcuts and bounds or not', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<RobustGoal>('mo-ec', 'eo-mc'),
        fc.double({ min: 0, max: 5, noNaN: true }),
        anyPair,
        anyPair,
        (goal, weight, a, b) => {
          const judge = handler(goal, 'static');
          judge.weight = weight;
          const penalised = ([makespanZ, energyZ]: Pair): number => {
            const objective = normalCdf(goal === 'mo-ec' ? makespanZ : energyZ);
            const limited = goal === 'mo-ec' ? energyZ : makespanZ;
            const limit = goal === 'mo-ec' ? model.energyZ : model.makespanZ;
            return limited >= limit ? objective : objective - weight * (normalCdf(limit) - normalCdf(limited));
          };
          // Where doubles are equal, the next test judges.
          fc.pre(penalised(b) !== penalised(a));
          expect(improves(judge, a, b)).toBe(penalised(b) > penalised(a));
        },
      ),
      { seed: 161, numRuns: fuzzCount(5000) },
    );
  });

  it('the order of Psi + c phi is that of 700-bit arithmetic, whatever the signs of the quantiles and however close they are', () => {
    const z = fc.oneof(
      fc.integer({ min: -13 * 64, max: 13 * 64 }).map((n) => n / 64),
      fc.constantFrom(8, 9, 10, -8, -9, -10),
    );
    const apart = fc.constantFrom(0, 0, 2 ** -8, 2 ** -20, -(2 ** -30), 2 ** -40, 1, -2);
    const cases = fc.tuple(z, z, fc.option(z), fc.option(z), apart, apart, fc.constantFrom(0, 50, 100, 200, 137, 500));
    fc.assert(
      fc.property(cases, ([objective, limited, otherObjective, otherLimited, first, second, hundredths]) => {
        const other = [otherObjective ?? objective + first, otherLimited ?? limited + second] as const;
        const exact =
          100n * (areaTo(objective) - areaTo(other[0])) + BigInt(hundredths) * (areaTo(limited) - areaTo(other[1]));
        const sign = exact === 0n ? 0 : exact > 0n ? 1 : -1;
        expect(exactOrder(objective, limited, ...other, hundredths / 100)).toBe(sign);
        expect(exactOrder(...other, objective, limited, hundredths / 100)).toBe(0 - sign);
      }),
      {
        seed: 47,
        numRuns: fuzzCount(1000),
        examples: [[[12, -9.25, 13, -15, 0, 0, 200]], [[9, -10, -10, 9.5, 0, 0, 100]]],
      },
    );
  });

  it('the order of Psi + c phi is exact beyond the reach of doubles', () => {
    // The tails beyond 10, 50, 60, 2,000: each is nothing beside the one before it.
    expect(exactOrder(10.00001, -2000, 10, -50, 2)).toBe(1);
    expect(exactOrder(10, -50, 10, -2000, 2)).toBe(1);
    expect(exactOrder(-50, -60, -70, -40, 0.01)).toBe(-1);
    expect(exactOrder(50, -60, 60, -70, 5)).toBe(-1);
    expect(exactOrder(60, -50, Infinity, -60, 0.01)).toBe(1);
    expect(exactOrder(-Infinity, -60, -2000, -Infinity, 0.01)).toBe(1);
    expect(exactOrder(-2000, -60, -2000, -60, 2)).toBe(0);
    // At the same distance the weight decides.
    expect(exactOrder(-50, -60, -60, -50, 2)).toBe(-1);
    expect(exactOrder(-50, -60, -60, -50, 0.5)).toBe(1);
  });

  it('what may improve with the best of energies is what does, in whatever order quantiles are asked for', () => {
    fc.assert(
      fc.property(anyJudge, anyPair, fc.array(anyZ, { maxLength: 12 }), anyPair, (judge, a, asked, next) => {
        for (const held of [a, next]) {
          judge.hold(...held);
          for (const makespanZ of asked) {
            expect(judge.mayImprove(makespanZ)).toBe(judge.improves(makespanZ, Infinity));
          }
        }
      }),
      { seed: 184, numRuns: fuzzCount(5000) },
    );
  });

  it('ties: within the limit, less of the objective’s quantile never wins, even where its probability is the same', () => {
    const tied = { zSpace: false, ties: true };
    for (const handling of CONSTRAINT_HANDLING) {
      expect(improves(handler('mo-ec', handling, tied), [10, 2], [9, 3])).toBe(false);
      expect(improves(handler('mo-ec', handling, tied), [-50, 2], [-60, 3])).toBe(false);
    }
  });

  it('what was held before leaves no trace, even where one of its quantiles is the same', () => {
    fc.assert(
      fc.property(anyJudge, anyPair, anyPair, fc.double({ min: -3, max: 3, noNaN: true }), (judge, a, b, other) => {
        const wanted = improves(judge, a, b);
        for (const before of [[a[0], other] as const, [other, a[1]] as const]) {
          judge.hold(other - 1, other + 1);
          judge.hold(...before);
          expect(improves(judge, a, b)).toBe(wanted);
        }
      }),
      { seed: 206, numRuns: fuzzCount(5000) },
    );
  });

  it('a gain is measured against the reference, with its share of it', () => {
    const judge = handler('mo-ec', 'static');
    judge.hold(...at(0.5009, 0.95));
    const reference = judge.weigh({ makespanZ: normalQuantile(0.5), energyZ: 2 });
    expect(judge.gainedOver(reference, 0.001)).toBe(true);
    expect(judge.gainedOver(reference, 0.002)).toBe(false);
    const superior = handler('mo-ec', 'superiority');
    superior.hold(...at(0.1, 0.91));
    expect(superior.gainedOver(superior.weigh({ makespanZ: 5, energyZ: 0 }), 0.5)).toBe(true);
    superior.hold(...at(0.9, 0.5));
    // Distance 0.4 against 0.41.
    const further = superior.weigh({ makespanZ: 0, energyZ: normalQuantile(0.49) });
    expect(superior.gainedOver(further, 0.02)).toBe(true);
    expect(superior.gainedOver(further, 0.03)).toBe(false);
  });
});
