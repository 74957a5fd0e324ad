import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RewardRatePlan } from '../../../models/families/reward-rate/plan.js';
import type { SimulationRecord } from '../../../src/families/reward-rate/studies/uncertainty/record.js';
import { check, simulate, type SimulateOptions } from '../../../src/library/index.js';
import { accepted, faultsOf, jsonOf } from '../../support/accepted.js';
import { plenum } from '../../support/run-cli.js';
import { writeSmall } from '../../support/small-instance.js';

/** Two plans by hand for the small instance: two cores at work, or one. */
function planned(): { file: string; out: string; plan: string; single: string } {
  const { file, out, directory } = writeSmall();
  const written = (name: string, cores: number): string => {
    const slices = [{ taskType: 'a', pState: 1, fraction: 1 }];
    const plan: RewardRatePlan = {
      format: 'plenum.reward-rate-plan',
      formatVersion: 1,
      instance: { name: 'small', sha256: '0'.repeat(64) },
      method: 'by hand',
      claimedRewardPerS: 0,
      setPointsC: { CRAC1: 20 },
      assignments: [{ zone: 'R1/L1', nodes: 1, cores: [{ count: cores, slices }] }],
    };
    writeFileSync(join(directory, name), JSON.stringify(plan, null, 1));
    return join(directory, name);
  };
  return { file, out, plan: written('two.json', 2), single: written('one.json', 1) };
}

/** Simulation by the library: its record, as JSON too, and what a terminal shows. */
async function simulated(file: string, plans: readonly string[], options: SimulateOptions) {
  const { ended, record, text } = accepted(await simulate(file, plans, options));
  return { ended, record, text, ...(record.details as unknown as SimulationRecord) };
}

describe('simulate', () => {
  test('comes back to the checked objective without uncertainty', async () => {
    const { file, plan, single } = planned();
    const certain = { timeCov: 0, arrivalCov: 0, taskCov: 0, horizonS: 3e7, samples: 20 };
    const { record, plans } = await simulated(file, [plan, single], certain);
    expect(record.warnings.join()).toContain('another version of the instance');
    expect(plans[0]!.nominalRewardPerS).toBe(accepted(await check(file, plan)).record.objective);
    for (const { rewardPerS, nominalRewardPerS } of plans) {
      expect(rewardPerS.mean / nominalRewardPerS).toBeCloseTo(1, 3);
    }
  });

  test('writes a page and a record that agree with what it prints', async () => {
    const { file, out, plan, single } = planned();
    const asked = { samples: 400, deadlines: true, idleCores: 'drop', out } as const;
    const { record, text, differences, plans } = await simulated(file, [plan, single], asked);
    expect(JSON.parse(readFileSync(join(out, 'simulation.json'), 'utf8'))).toEqual(jsonOf(record));
    const page = readFileSync(join(out, 'simulation.html'), 'utf8');
    expect(page).not.toMatch(/<(link|img|iframe)|src=|@import|undefined|NaN|\[object/);
    expect(differences[0]!.rewardPerS.mean).toBeCloseTo(plans[1]!.rewardPerS.mean - plans[0]!.rewardPerS.mean, 10);
    const { wins, losses, ties } = differences[0]!;
    expect(wins + losses + ties).toBe(400);
    expect(text).toContain('late tasks earn nothing');
  });

  test('neither the number of plans nor their order changes the draws, but the seed does', async () => {
    const { file, plan, single } = planned();
    const means = async (files: readonly string[], seed?: number): Promise<number[]> => {
      const { plans } = await simulated(file, files, { samples: 100, ...(seed === undefined ? {} : { seed }) });
      return plans.map(({ rewardPerS }) => rewardPerS.mean);
    };
    const [one, other] = await means([plan, single]);
    expect(await means([single, plan])).toEqual([other, one]);
    expect(await means([plan], 2)).not.toEqual([one]);
  });

  test('a plan that breaks a limit ends with 3 and says so', async () => {
    const { file, plan } = planned();
    writeFileSync(file, readFileSync(file, 'utf8').replace('"powerCapW":160', '"powerCapW":85'));
    const { code, stdout } = await plenum('simulate', file, plan, '--samples', '10');
    expect(code).toBe(3);
    expect(stdout).toContain('breaks a limit');
  });
});

describe('simulate refuses', () => {
  test.each([
    ['a single sample', { samples: 1 }, 'samples'],
    ['no horizon', { horizonS: 0 }, 'horizonS'],
    ['a negative variation', { taskCov: -0.1 }, 'taskCov'],
    ['a variation beyond sense', { timeCov: 4 }, 'timeCov'],
    ['a share above 1', { share: 1.2 }, 'share'],
    ['an unknown rule', { idleCores: 'sleep' }, 'idleCores'],
  ])('%s', async (_, options, path) => {
    const { file, plan } = planned();
    const [fault] = faultsOf(await simulate(file, [plan], options));
    expect(fault).toMatchObject({ path });
  });

  test('plans of other facilities, files that are none and plans nobody can run, all at once', async () => {
    const { file, plan, single, out } = planned();
    const text = readFileSync(plan, 'utf8');
    writeFileSync(single, text.replace('"name": "small"', '"name": "other"'));
    const broken = `${plan}.broken`;
    writeFileSync(broken, '{');
    const target = join(out, 'never');
    const faults = faultsOf(await simulate(file, [plan, single, broken], { out: target }));
    expect(faults.map((fault) => fault.file)).toEqual([single, broken]);
    expect(existsSync(target)).toBe(false);
    writeFileSync(single, text.replace(/"zone": "[^"]*"/, '"zone": "nowhere"'));
    const [unrunnable] = faultsOf(await simulate(file, [single]));
    expect(unrunnable!.value).toContain('plan');
  });
});
