import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plenumJson } from '../../support/run-cli.js';

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
});
