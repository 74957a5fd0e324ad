import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FailuresRecord } from '../../../src/families/reward-rate/runs/failures.js';
import { plenumJson } from '../../support/run-cli.js';
import { CRAC, writeSmall } from '../../support/small-instance.js';

const INSTANCE = 'instances/reward-rate/tiny-red-line.json';
let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'plenum-failures-'));
});
afterAll(() => {
  rmSync(directory, { recursive: true, force: true });
});

describe('plenum check --failures', () => {
  it('a room without its only CRAC has no steady state, and a plan at the red line passes it at once', async () => {
    await plenumJson('solve', INSTANCE, '--out', directory);
    const words = ['check', INSTANCE, join(directory, 'plan.json')];
    const { code, json } = await plenumJson(...words, '--failures', '--thermal-mass', '5000');
    expect([code, json['feasible']]).toEqual([0, true]);
    expect(json['details']).toMatchObject({
      failures: {
        assumptions: { nodeThermalMassJPerK: 5000, plenumTimeConstantS: 20 },
        cases: [{ gone: ['CRAC1'], verdict: 'noSteadyState', atPlan: null, redLine: 'passed', timeToRedLineS: 0 }],
      },
    });
    const refused = await plenumJson(...words, '--gone', 'CRAC7');
    expect(refused.code).toBe(2);
  });

  it('the masses of the instance are those of the time to the red line, where no option says other ones', async () => {
    const cracs = ['C0', 'C1'].map((name) => ({ ...CRAC, name, airFlowM3PerS: 0.04, setPointMinC: 20 }));
    const failureResponse = { nodeThermalMassJPerK: 25_000, plenumTimeConstantS: 45 };
    const { file, out } = writeSmall({ facility: { cracs }, limits: { redLineC: 60, failureResponse } });
    await plenumJson('solve', file, '--out', out);
    const assumed = async (...words: readonly string[]): Promise<unknown> => {
      const { json } = await plenumJson('check', file, join(out, 'plan.json'), '--failures', ...words);
      return (json['details'] as { readonly failures: FailuresRecord }).failures.assumptions;
    };
    expect(await assumed()).toMatchObject(failureResponse);
    expect(await assumed('--thermal-mass', '5000')).toMatchObject({ ...failureResponse, nodeThermalMassJPerK: 5000 });
  });
});

describe('plenum solve --failures', () => {
  const cracs = ['C0', 'C1'].map((name) => ({ ...CRAC, name, airFlowM3PerS: 0.04, setPointMinC: 20 }));

  it.each([
    ['never', '0.7', 20.3],
    ['always', '0.25', 20],
  ])(
    'of two CRACs either may go, and its fallback is a plan that holds then (--sharing %s)',
    async (sharing, step, coldestC) => {
      const { file, out } = writeSmall({ facility: { cracs }, limits: { redLineC: 22 } });
      const { code, json } = await plenumJson(
        'solve',
        file,
        '--failures',
        '--sharing',
        sharing,
        '--set-point-step',
        step,
        '--out',
        out,
      );
      expect(code).toBe(0);
      const { cases } = (json['details'] as { readonly failures: FailuresRecord }).failures;
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
        expect(rewardPerS + lostRewardPerS).toBeCloseTo(json['objective'] as number, 9);
        expect(lostRewardPerS).toBeGreaterThan(0);
        // All air is mixed: with one CRAC left each W warms it by 1 / (rho c 0.04) K, from the coldest set-point accepted to 22 C at most, and a fifth is for cooling.
        const mostW = 1.2 * (22 - coldestC) * 1.204 * 1006 * 0.04;
        expect(totalPowerW).toBeLessThanOrEqual(mostW + 1e-6);
        expect(totalPowerW).toBeGreaterThan(0.9 * mostW);
        expect(hottestInletC).toBeLessThanOrEqual(22 + 1e-6);
        expect(actions.at(-1)!.rewardAfterPerS).toBeCloseTo(rewardPerS, 9);
        const { json: again } = await plenumJson(
          'check',
          file,
          join(out, fallback!.file!),
          '--gone',
          gone[0]!,
          '--set-point-step',
          step,
        );
        expect(again['details']).toMatchObject({ failures: { cases: [{ verdict: 'holds', fallback: null }] } });
        expect(again['objective']).toBeCloseTo(rewardPerS, 9);
      }
    },
  );

  it('a CRAC that the room does not have is refused before anything is searched', async () => {
    const { file } = writeSmall({ facility: { cracs } });
    const { code, json } = await plenumJson('solve', file, '--gone', 'C7');
    expect(code).toBe(2);
    expect(json['faults']).toMatchObject([{ path: '--gone', value: 'C7' }]);
  });
});
