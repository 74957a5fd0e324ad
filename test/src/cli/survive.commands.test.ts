import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RewardRateInstance } from '../../../models/families/reward-rate/instance.js';
import type { RewardRatePlan } from '../../../models/families/reward-rate/plan.js';
import type { RunResult } from '../../../src/families/reward-rate/runs/result.js';
import { check, solve } from '../../../src/library/index.js';
import { accepted, faultsOf, solvedAs } from '../../support/accepted.js';
import { temporaryDirectory } from '../../support/small-instance.js';

const TINY = 'instances/reward-rate/tiny-survive.json';

/** tiny-survive with a CoP of T / 5, a red line of 20.8 C, and a cap of 76 W of which 0.9 W are a reserve. */
function warmRoom(): RewardRateInstance {
  const tiny = JSON.parse(readFileSync(TINY, 'utf8')) as RewardRateInstance;
  const coolingPerformance = { quadraticPerC2: 0, linearPerC: 0.2, constant: 0 };
  return {
    ...tiny,
    knownOptimum: undefined,
    facility: { ...tiny.facility, coolingPerformance },
    limits: { powerCapW: 76, redLineC: 20.8, reserve: { powerW: 0.9 }, survive: 'any-crac-reset' },
  };
}

describe('plenum solve --survive, in a room solved by hand', () => {
  it('set-points for each failure let all four cores run at 2 GHz, which unchanged ones do not, and the results say what surviving costs', async () => {
    // 60 W within 75.1 W at the meter ask for a CoP of 60 / 15.1, 19.87 C or warmer. With one CRAC at T the inlet is at T + 60 / 60.56: unchanged, the red
    // line asks for 19.81 C or colder. Three cores at 2 GHz and one at 1 GHz draw 54 W with the node and hold at both.
    const directory = temporaryDirectory();
    const file = join(directory, 'warm.json');
    writeFileSync(file, JSON.stringify(warmRoom()));
    const surviving = async (survive: 'any-crac' | 'any-crac-reset') => {
      const { ended, record, plan } = await solvedAs<RunResult>(file, {
        survive,
        sharing: 'never',
        objective: 'reward',
      });
      expect(ended).toBe('solved');
      return { record, plan: plan! };
    };
    const { record: held } = await surviving('any-crac');
    expect(held.objective).toBeCloseTo(5 * (3 / 10 + 1 / 16), 9);
    expect(held.bound).toBeLessThan(2);
    expect(held.survival).toMatchObject({ survive: 'any-crac', withoutFailures: { objective: 2 } });
    expect(held.survival!.lost).toBeCloseTo(5 * (1 / 10 - 1 / 16), 9);
    const { record: anew, plan: found } = await surviving('any-crac-reset');
    expect(anew.objective).toBeCloseTo(2, 9);
    expect(anew.survival?.lost).toBeCloseTo(0, 9);
    expect(anew.boundScope).toMatch(/any set-points in range for each failure from the reaction time on/);
    const plan = found as unknown as RewardRatePlan;
    const coldestC = 60 / 15.1 / 0.2;
    const warmestC = 20.8 - 60 / (1.204 * 1006 * 0.05);
    expect(plan.setPointsC['CRAC1']).toBeGreaterThan(coldestC - 1e-6);
    for (const [gone, left] of [
      ['CRAC1', 'CRAC2'],
      ['CRAC2', 'CRAC1'],
    ] as const) {
      expect(plan.failureSetPointsC?.[gone]?.[left]).toBeLessThan(warmestC + 1e-6);
    }
    const checked = accepted(await check(file, found, { failures: true })).record;
    expect(checked.feasible).toBe(true);
    expect(checked.details).toMatchObject({
      failures: { cases: [{ verdict: 'holdsReset' }, { verdict: 'holdsReset' }] },
    });
  });

  it('what is given up for less power is no cost of surviving', async () => {
    const file = join(temporaryDirectory(), 'three.json');
    const tiny = JSON.parse(readFileSync(TINY, 'utf8')) as RewardRateInstance;
    const nodeGroups = tiny.facility.nodeGroups.map((group) => ({ ...group, count: 3 }));
    const taskTypes = tiny.workload.taskTypes.map((one) => ({ ...one, arrivalRatePerS: 0.3 }));
    // With a red line of 30 C every plan of these nodes survives, and all 0.3 tasks/s of 5 each can be done.
    const warm = { facility: { ...tiny.facility, nodeGroups }, limits: { ...tiny.limits, redLineC: 30 } };
    writeFileSync(file, JSON.stringify({ ...tiny, ...warm, workload: { taskTypes }, knownOptimum: undefined }));
    const { objective, survival } = (await solvedAs<RunResult>(file, { rewardTolerance: 0.01 })).record;
    expect(objective).toBeLessThan(1.499);
    expect(survival).toMatchObject({ withoutFailures: { objective: 1.5 }, lost: 0, lostShare: 0 });
  });

  it('limits that bind after a failure are named with their worth: the red line of tiny-survive is worth what it is in the failed room', async () => {
    const { binding } = (await solvedAs<RunResult>(TINY)).record;
    const ofFailures = binding.filter(({ constraint }) => constraint === 'failureRedLine');
    expect(ofFailures.map(({ where }) => where)).toEqual(['CRAC1: R1/L1', 'CRAC2: R1/L1']);
    for (const { value, limit } of ofFailures) expect(value).toBeCloseTo(limit, 6);
    // A kelvin more is 60.56 W for cores, worth 0.15 tasks/s of 5 per 24 W between 1 and 2 GHz.
    const worth = ofFailures.reduce((sum, { marginalValue }) => sum + (marginalValue ?? 0), 0);
    expect(worth).toBeCloseTo((1.204 * 1006 * 0.05 * 5 * 0.15) / 24, 6);
  });

  it('groups are asked for by name only where the instance has some', async () => {
    expect(faultsOf(await solve(TINY, { survive: 'any-group' }))).toHaveLength(1);
  });
});

describe('plenum solve --failures where nodes on standby change the air', () => {
  it('a warning says that failures were not looked at', async () => {
    const { record } = accepted(await solve('tiny-still', { failures: true }));
    expect(record.details).not.toHaveProperty('failures');
    expect(record.warnings).toContainEqual(
      expect.stringContaining(
        'The air depends on which nodes are on standby, so what happens when CRACs fail was not computed',
      ),
    );
  });
});
