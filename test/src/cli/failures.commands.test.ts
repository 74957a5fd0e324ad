import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FailuresRecord } from '../../../src/families/reward-rate/runs/failures.js';
import { check, type CheckOptions, solve } from '../../../src/library/index.js';
import { accepted, faultsOf } from '../../support/accepted.js';
import { CRAC, writeSmall } from '../../support/small-instance.js';

const INSTANCE = 'instances/reward-rate/tiny-red-line.json';

describe('the check of failures', () => {
  it('a room without its only CRAC has no steady state, and a plan at the red line passes it at once', async () => {
    const plan = accepted(await solve(INSTANCE)).plan!;
    const { record } = accepted(await check(INSTANCE, plan, { failures: true, thermalMass: 5000 }));
    expect(record.feasible).toBe(true);
    expect(record.details).toMatchObject({
      failures: {
        assumptions: { nodeThermalMassJPerK: 5000, plenumTimeConstantS: 20 },
        cases: [{ gone: ['CRAC1'], verdict: 'noSteadyState', atPlan: null, redLine: 'passed', timeToRedLineS: 0 }],
      },
    });
    expect(faultsOf(await check(INSTANCE, plan, { gone: 'CRAC7' }))).toMatchObject([{ value: 'CRAC7' }]);
  });

  it('the masses of the instance are those of the time to the red line, where no option says other ones', async () => {
    const cracs = ['C0', 'C1'].map((name) => ({ ...CRAC, name, airFlowM3PerS: 0.04, setPointMinC: 20 }));
    const failureResponse = { nodeThermalMassJPerK: 25_000, plenumTimeConstantS: 45 };
    const { file } = writeSmall({ facility: { cracs }, limits: { redLineC: 60, failureResponse } });
    const plan = accepted(await solve(file)).plan!;
    const assumed = async (more: CheckOptions = {}): Promise<unknown> => {
      const { record } = accepted(await check(file, plan, { failures: true, ...more }));
      return (record.details as unknown as { readonly failures: FailuresRecord }).failures.assumptions;
    };
    expect(await assumed()).toMatchObject(failureResponse);
    expect(await assumed({ thermalMass: 5000 })).toMatchObject({ ...failureResponse, nodeThermalMassJPerK: 5000 });
  });
});

describe('a plan made for failures', () => {
  const cracs = ['C0', 'C1'].map((name) => ({ ...CRAC, name, airFlowM3PerS: 0.04, setPointMinC: 20 }));

  it.each([
    ['never', 0.7, 20.3],
    ['always', 0.25, 20],
  ] as const)(
    'of two CRACs either may go, and its fallback is a plan that holds then (sharing %s)',
    async (sharing, setPointStep, coldestC) => {
      const { file, out } = writeSmall({ facility: { cracs }, limits: { redLineC: 22 } });
      const { ended, record } = accepted(await solve(file, { failures: true, sharing, setPointStep, out }));
      expect(ended).toBe('solved');
      const { cases } = (record.details as unknown as { readonly failures: FailuresRecord }).failures;
      expect(cases.map(({ gone, verdict }) => [gone, verdict])).toEqual([
        [['C0'], 'broken'],
        [['C1'], 'broken'],
      ]);
      for (const { fallback, gone } of cases) {
        const { rewardPerS, boundRewardPerS, lostRewardPerS, actions, totalPowerW, hottestInletC } = fallback!;
        expect(fallback!.scope).toContain(
          sharing === 'always' ? 'none faster than some one' : 'in its P-state or a slower one',
        );
        expect(rewardPerS).toBeLessThanOrEqual(boundRewardPerS!);
        expect(rewardPerS + lostRewardPerS).toBeCloseTo(record.objective!, 9);
        expect(lostRewardPerS).toBeGreaterThan(0);
        // All air is mixed: with one CRAC left each W warms it by 1 / (rho c 0.04) K, from the coldest set-point accepted to 22 C at most, and a fifth is for cooling.
        const mostW = 1.2 * (22 - coldestC) * 1.204 * 1006 * 0.04;
        expect(totalPowerW).toBeLessThanOrEqual(mostW + 1e-6);
        expect(totalPowerW).toBeGreaterThan(0.9 * mostW);
        expect(hottestInletC).toBeLessThanOrEqual(22 + 1e-6);
        expect(actions.at(-1)!.rewardAfterPerS).toBeCloseTo(rewardPerS, 9);
        const left = { gone: gone[0]!, setPointStep };
        const again = accepted(await check(file, join(out, fallback!.file!), left)).record;
        expect(again.details).toMatchObject({ failures: { cases: [{ verdict: 'holds', fallback: null }] } });
        expect(again.objective).toBeCloseTo(rewardPerS, 9);
      }
    },
  );

  it('a CRAC that the room does not have is refused before anything is searched', async () => {
    const { file } = writeSmall({ facility: { cracs } });
    expect(faultsOf(await solve(file, { gone: 'C7' }))).toMatchObject([{ path: 'gone', value: 'C7' }]);
  });
});
