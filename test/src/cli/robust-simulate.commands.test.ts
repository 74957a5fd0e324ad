import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RobustPlan } from '../../../models/families/robust/plan.js';
import type { RobustSimulationAnswer } from '../../../src/families/robust/report/simulation-summary.js';
import { plenum, plenumJson, withDetails } from '../../support/run-cli.js';
import { readJson, robustFile, sharedDirectory } from './robust-cases.js';

const file = robustFile('tiny-fits-one-node');
let directory = '';
let plan = '';

beforeAll(async () => {
  directory = sharedDirectory();
  await plenum('solve', file, '--method', 'min-min-pmin', '--no-bound', '--out', directory);
  plan = join(directory, 'plan.json');
});

afterAll(() => {
  rmSync(directory, { recursive: true, force: true });
});

async function simulate(...words: readonly string[]): Promise<{ code: number; answer: RobustSimulationAnswer }> {
  const { code, json } = await plenumJson('simulate', file, ...words);
  return { code, answer: withDetails(json) as unknown as RobustSimulationAnswer };
}

describe('simulate on a robust instance', () => {
  test('analytic figures are the checker’s, and Psi is confirmed', async () => {
    const { code, answer } = await simulate(plan, '--samples', '20000');
    expect(code).toBe(0);
    const checked = (await plenumJson('check', file, plan)).json['details'] as {
      psi: { probability: number };
      phi: { probability: number };
      energyMeanJ: number;
    };
    const { analytic, laws, feasible } = answer.plans[0]!;
    expect(feasible).toBe(true);
    expect(analytic).toMatchObject({ psi: checked.psi.probability, phi: checked.phi.probability });
    expect(analytic.energyMeanJ).toBe(checked.energyMeanJ);
    expect(laws.map(({ law }) => law)).toEqual(['gaussian']);
    expect(Math.abs(laws[0]!.least.probability - analytic.psi)).toBeLessThan(0.005);
    expect(answer).toMatchObject({ family: 'robust', samples: 20_000, seed: 1, termination: 'finished' });
  });

  test('the words say that phi is not kept', async () => {
    const { answer } = await simulate(plan, '--samples', '5000');
    const { phi } = answer.plans[0]!.laws[0]!;
    expect(phi.inside).toBe(false);
    const { stdout } = await plenum('simulate', file, plan, '--samples', '5000');
    expect(stdout).toContain(`Budget: it is kept in ${phi.successes} of 5000 samples`);
    expect(stdout).toMatch(/phi = 0\.93472 is OUTSIDE that/);
    expect(stdout).toMatch(/Eq\. 10 gives the energy a standard deviation of/);
    expect(stdout).toContain('Psi = 0.99079 is of one core alone');
  });

  test('--law draws what it names, and says how far off the Gaussian assumption is', async () => {
    const relative = join(directory, 'relative.csv');
    writeFileSync(relative, 'relativeTime\n0.7\n0.9\n1\n1.1\n1.8\n');
    const list = `gamma, lognormal,empirical:${relative}`;
    const { answer } = await simulate(plan, '--samples', '1000', '--law', list);
    expect(answer.plans[0]!.laws.map(({ law }) => law)).toEqual(['gaussian', 'gamma', 'lognormal', 'empirical']);
    expect(answer.warnings[0]).toContain('5 relative times');
    const { stdout, stderr } = await plenum('simulate', file, plan, '--samples', '1000', '--law', list);
    expect(stdout.match(/Gaussian assumption is off by|No difference to Gaussian/g)).toHaveLength(3);
    expect(stderr).toContain('5 relative times');
  });

  test('the same seed gives the same samples, another one others', async () => {
    const once = await simulate(plan, '--samples', '500', '--seed', '4', '--law', 'gamma');
    expect((await simulate(plan, '--samples', '500', '--seed', '4', '--law', 'gamma')).answer).toEqual(once.answer);
    expect((await simulate(plan, '--samples', '500', '--seed', '5', '--law', 'gamma')).answer).not.toEqual(once.answer);
  });

  test('several plans are kept apart, and one that breaks its limit is marked', async () => {
    const out = join(directory, 'out');
    const late = join(directory, 'late');
    const found = await plenum('solve', file, '--method', 'min-min-pmax', '--no-bound', '--out', late);
    expect(found.code).toBe(3);
    const words = [plan, plan, join(late, 'plan.json'), '--samples', '200', '--out', out];
    const { code, json } = await plenumJson('simulate', file, ...words);
    const answer = json['details'] as RobustSimulationAnswer;
    expect(code).toBe(3);
    expect(answer.plans.map(({ name, feasible }) => [name, feasible])).toEqual([
      [plan, true],
      [`${plan} (2)`, true],
      [join(late, 'plan.json'), false],
    ]);
    expect(answer.plans[1]!.laws).toEqual(answer.plans[0]!.laws);
    expect(JSON.parse(readFileSync(join(out, 'simulation.json'), 'utf8'))).toEqual(json);
    expect((await plenum('simulate', file, ...words)).stdout).toContain('must not be applied');
  });

  test('a plan that cannot be carried out, or for another instance, is refused', async () => {
    const whole = readJson(plan) as unknown as RobustPlan;
    const write = (name: string, change: Partial<RobustPlan>): string => {
      writeFileSync(join(directory, name), JSON.stringify({ ...whole, ...change }));
      return join(directory, name);
    };
    const missing = write('missing.json', { cores: whole.cores.slice(1) });
    const foreign = write('foreign.json', { instance: { name: 'elsewhere', sha256: '0'.repeat(64) } });
    const { code, json } = await plenumJson('simulate', file, missing, foreign);
    expect(code).toBe(2);
    const files = (json['faults'] as { file: string }[]).map((problem) => problem.file);
    expect(new Set(files)).toEqual(new Set([missing, foreign]));
    const older = write('older.json', { instance: { ...whole.instance, sha256: '0'.repeat(64) } });
    expect((await plenum('simulate', file, older, '--samples', '10')).stderr).toContain('another version');
  });

  test.each([
    ['--law', 'gama'],
    ['--law', 'gamma,gamma'],
    ['--law', 'empirical'],
    ['--law', 'empirical:'],
    ['--law', 'empirical:no-such-file.csv'],
    ['--samples', '1'],
    ['--horizon', '60'],
    ['--time-cov', '0.1'],
    ['--deadlines'],
    ['--share', '0.9'],
    ['--out', ''],
  ])('%s %s is refused', async (...words) => {
    expect((await plenum('simulate', file, plan, ...words)).code).toBe(2);
  });

  test('--law is refused for a reward-rate instance', async () => {
    const other = robustFile('tiny-fits-one-node').replace('robust/tiny-fits-one-node', 'reward-rate/tiny-power-cap');
    expect(existsSync(other)).toBe(true);
    expect((await plenum('simulate', other, plan, '--law', 'gamma')).code).toBe(2);
  });

  test('Ctrl-C ends it with what it has, and with 4 before the first sample', async () => {
    const before = process.listenerCount('SIGINT');
    const pending = plenumJson('simulate', file, plan, '--samples', '1000000');
    const poll = setInterval(() => {
      if (process.listenerCount('SIGINT') <= before) return;
      clearInterval(poll);
      process.emit('SIGINT');
    }, 1);
    const { code, json } = await pending;
    clearInterval(poll);
    expect(json).toMatchObject({ termination: 'interrupted' });
    const { laws } = (json['details'] as RobustSimulationAnswer).plans[0]!;
    expect(code).toBe(laws.length === 0 ? 4 : 0);
  });
});
