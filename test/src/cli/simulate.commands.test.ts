import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RewardRatePlan } from '../../../models/families/reward-rate/plan.js';
import type { SimulationRecord } from '../../../src/families/reward-rate/studies/uncertainty/record.js';
import { plenum, plenumJson } from '../../support/run-cli.js';
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

describe('simulate', () => {
  test('comes back to the checked objective without uncertainty', async () => {
    const { file, plan, single } = planned();
    const certain = ['--time-cov', '0', '--arrival-cov', '0', '--task-cov', '0', '--horizon', '3e7'];
    const { code, json, stderr } = await plenumJson('simulate', file, plan, single, '--samples', '20', ...certain);
    expect(code).toBe(0);
    expect(stderr).toContain('another version of the instance');
    const { plans } = json['details'] as SimulationRecord;
    const checked = await plenumJson('check', file, plan);
    expect(plans[0]!.nominalRewardPerS).toBe(checked.json['objective']);
    for (const { rewardPerS, nominalRewardPerS } of plans) {
      expect(rewardPerS.mean / nominalRewardPerS).toBeCloseTo(1, 3);
    }
  });

  test('writes a page and a record that agree with what it prints', async () => {
    const { file, out, plan, single } = planned();
    const words = [
      'simulate',
      file,
      plan,
      single,
      '--samples',
      '400',
      '--deadlines',
      '--idle-cores',
      'drop',
      '--out',
      out,
    ];
    const { json } = await plenumJson(...words);
    expect(JSON.parse(readFileSync(join(out, 'simulation.json'), 'utf8'))).toEqual(json);
    const page = readFileSync(join(out, 'simulation.html'), 'utf8');
    expect(page).not.toMatch(/<(link|img|iframe)|src=|@import|undefined|NaN|\[object/);
    const { differences, plans } = json['details'] as SimulationRecord;
    expect(differences[0]!.rewardPerS.mean).toBeCloseTo(plans[1]!.rewardPerS.mean - plans[0]!.rewardPerS.mean, 10);
    const { wins, losses, ties } = differences[0]!;
    expect(wins + losses + ties).toBe(400);
    const { stdout } = await plenum(...words);
    expect(stdout).toContain('late tasks earn nothing');
  });

  test('neither the number of plans nor their order changes the draws, but the seed does', async () => {
    const { file, plan, single } = planned();
    const means = async (...words: string[]): Promise<number[]> => {
      const { json } = await plenumJson('simulate', file, ...words);
      return (json['details'] as SimulationRecord).plans.map(({ rewardPerS }) => rewardPerS.mean);
    };
    const [one, other] = await means(plan, single, '--samples', '100');
    expect(await means(single, plan, '--samples', '100')).toEqual([other, one]);
    expect(await means(plan, '--samples', '100', '--seed', '2')).not.toEqual([one]);
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
    ['a single sample', ['--samples', '1'], '--samples'],
    ['no horizon', ['--horizon', '0'], '--horizon'],
    ['a negative variation', ['--task-cov', '-0.1'], '--task-cov'],
    ['a variation beyond sense', ['--time-cov', '4'], '--time-cov'],
    ['a share above 1', ['--share', '1.2'], '--share'],
    ['an unknown rule', ['--idle-cores', 'sleep'], '--idle-cores'],
  ])('%s', async (_, words, path) => {
    const { file, plan } = planned();
    const { code, json } = await plenumJson('simulate', file, plan, ...words);
    expect(code).toBe(2);
    expect((json['faults'] as { path: string }[])[0]).toMatchObject({ path });
  });

  test('plans of other facilities, files that are none and plans nobody can run, all at once', async () => {
    const { file, plan, single, out } = planned();
    const text = readFileSync(plan, 'utf8');
    writeFileSync(single, text.replace('"name": "small"', '"name": "other"'));
    const broken = `${plan}.broken`;
    writeFileSync(broken, '{');
    const target = join(out, 'never');
    const { code, json } = await plenumJson('simulate', file, plan, single, broken, '--out', target);
    expect(code).toBe(2);
    expect((json['faults'] as { file: string }[]).map((problem) => problem.file)).toEqual([single, broken]);
    expect(existsSync(target)).toBe(false);
    writeFileSync(single, text.replace(/"zone": "[^"]*"/, '"zone": "nowhere"'));
    const unrunnable = await plenumJson('simulate', file, single);
    expect(unrunnable.code).toBe(2);
    expect((unrunnable.json['faults'] as { value: string }[])[0]!.value).toContain('plan');
  });
});
