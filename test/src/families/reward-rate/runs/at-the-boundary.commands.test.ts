import { describe, expect, it } from 'vitest';
import type { Limits } from '../../../../../models/families/reward-rate/instance.js';
import { checkPlan } from '../../../../../src/families/reward-rate/check/check-plan.js';
import { methodNamed } from '../../../../../src/families/reward-rate/methods/registry.js';
import { withIdleRoom } from '../../../../../src/families/reward-rate/methods/idle-room.js';
import { idleConflict } from '../../../../../src/families/reward-rate/methods/infeasibility.js';
import { configurationBound } from '../../../../../src/families/reward-rate/methods/config-lp.js';
import { UNLIMITED } from '../../../../../src/methods/control.js';
import { modelInMemory } from '../../../../../src/families/reward-rate/runs/open.js';
import { solveOpened } from '../../../../../src/families/reward-rate/runs/solve.js';
import { loadHighs } from '../../../../../src/solvers/linear/highs.js';
import { checked } from '../../../../oracle/checked.js';
import { type TinyFacility, tinyRandom } from '../../../../oracle/tiny-random.js';
import { fuzzCount, triesAll } from '../../../../support/fuzz.js';

const highs = loadHighs();
/** Powers of ten from one that is tried to the next. */
const STEP = triesAll() ? 2 : 4;
const FREE = { powerCapW: 1e7, redLineC: 90 };
/** With several CRACs `greedy-power` keeps to one set-point, which may not suit where others do. */
const METHODS = { 1: ['config-lp', 'lp', 'greedy-power'], 2: ['config-lp', 'lp'] };

function under({ instance, matrix }: TinyFacility, limits: Limits): TinyFacility {
  const cracs = instance.facility.cracs.map(({ name, airFlowM3PerS, setPointMinC, setPointMaxC }) => ({
    name,
    airFlowM3PerS,
    setPointMinC,
    setPointMaxC,
  }));
  return { matrix, instance: { ...instance, limits, facility: { ...instance.facility, cracs } } };
}

/** The limits of a facility that idles within `share` of them, below or above. */
function limitsNear(facility: TinyFacility, share: number): Limits[] {
  const { cracs } = facility.instance.facility;
  const coldest = checked(
    under(facility, FREE),
    cracs.map((crac) => crac.setPointMinC),
    [],
  );
  const warmest = checked(
    under(facility, FREE),
    cracs.map((crac) => crac.setPointMaxC),
    [],
  );
  const redLineC = Math.max(...coldest.zoneInletC) * (1 + share);
  return [
    { ...FREE, powerCapW: warmest.power.totalW * (1 + share) },
    { ...FREE, redLineC },
    { powerCapW: coldest.power.totalW * (1 + share), redLineC },
  ];
}

async function solve({ instance, matrix }: TinyFacility, method: string) {
  return solveOpened(
    {
      method: methodNamed(method)!,
      naive: false,
      seed: 1,
      engine: 'highs',
      started: await highs,
      limits: { timeLimitS: null, workLimit: null },
      withBound: true,
      nowS: () => 0,
      interrupted: () => false,
      onProgress: () => undefined,
    },
    modelInMemory(instance, matrix),
  );
}

describe('a limit at what the idle facility needs, within 1e-3 to 1e-15 of it', () => {
  it.each([1, 2] as const)('is kept by a plan below a bound or called broken, with %i CRACs', async (cracs) => {
    const counted = { plans: 0, infeasible: 0 };
    for (let seed = 1; seed <= fuzzCount(4); seed++) {
      const facility = tinyRandom(seed, { mostPlans: 1e6, cracs, colocation: 'anchored' });
      // Every power of ten, in one of two neighbouring seeds; every second one in an everyday run.
      for (let k = 3 + (seed % 2); k <= 15; k += STEP) {
        for (const sign of [-1, 1]) {
          for (const [n, limits] of limitsNear(facility, sign * 2 * 10 ** -k).entries()) {
            const near = under(facility, limits);
            const method = METHODS[cracs][((k >> 1) + n) % METHODS[cracs].length]!;
            const where = `${near.instance.name}, ${method}, limits ${n}, ${sign * 10 ** -k}`;
            const { plan, record } = await solve(near, method);
            const { termination, bound, objective, infeasibility, feasible } = record.result;
            if (termination === 'infeasible') {
              counted.infeasible++;
              expect(sign, `at ${where}`).toBe(-1);
              const reasons = [infeasibility!, ...(infeasibility!.others ?? [])];
              for (const { amount } of reasons) expect(amount, `at ${where}`).toBeGreaterThan(0);
              const { violations } = checkPlan(near.instance, near.matrix, record.idle!.plan);
              for (const { constraint, where: place, amount } of violations) {
                const named = reasons.find((limit) => limit.constraint === constraint && limit.where === place);
                expect(named?.amount, `at ${where}`).toBeCloseTo(amount, 6);
              }
              expect(violations.length, `at ${where}`).toBeGreaterThan(0);
              continue;
            }
            counted.plans++;
            expect([where, feasible, termination === 'failed']).toEqual([where, true, false]);
            expect(plan, `at ${where}`).not.toBeNull();
            expect(checkPlan(near.instance, near.matrix, plan!).violations, `at ${where}`).toEqual([]);
            expect(bound, `at ${where}`).not.toBeNull();
            expect(bound!, `at ${where}`).toBeGreaterThanOrEqual(objective!);
          }
        }
      }
    }
    expect(counted.infeasible).toBeGreaterThan((24 / STEP) * (fuzzCount(4) / 4));
    expect(counted.plans).toBeGreaterThan((100 / STEP) * (fuzzCount(4) / 4));
  });

  it('broken by 1e-6 W is broken for the checker, too, with that amount', () => {
    for (let seed = 1; seed <= fuzzCount(20); seed++) {
      const facility = tinyRandom(seed, { mostPlans: 1e6, cracs: 1 });
      const setPointsC = facility.instance.facility.cracs.map((crac) => crac.setPointMaxC);
      const idleW = checked(under(facility, FREE), setPointsC, []).power.totalW;
      const near = under(facility, { ...FREE, powerCapW: idleW - 1e-6 });
      const { model } = modelInMemory(near.instance, near.matrix);
      const conflict = idleConflict(model)!;
      expect([conflict.constraint, conflict.unit]).toEqual(['powerCap', 'W']);
      expect(conflict.amount).toBeCloseTo(1e-6, 8);
      expect(checked(near, setPointsC, []).violations.map(({ constraint }) => constraint)).toEqual(['powerCap']);
    }
  });

  it('passed by what is tolerated still has a bound', async () => {
    for (let seed = 1; seed <= fuzzCount(20); seed++) {
      const facility = tinyRandom(seed, { mostPlans: 1e6, cracs: 1 });
      const [cap, red] = limitsNear(facility, -3e-10);
      for (const limits of [cap!, red!]) {
        const near = under(facility, limits);
        const { model } = modelInMemory(near.instance, near.matrix);
        expect(idleConflict(model)).toBeNull();
        const input = { model: withIdleRoom(model), engine: await highs, control: UNLIMITED, start: null };
        const certificate = await configurationBound(input, null);
        expect(certificate!.boundRewardPerS).toBeGreaterThanOrEqual(0);
      }
    }
  });
});
