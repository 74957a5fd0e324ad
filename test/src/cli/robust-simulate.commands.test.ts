import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RobustPlan } from '../../../models/families/robust/plan.js';
import type { RobustSimulationAnswer } from '../../../src/families/robust/report/simulation-summary.js';
import { check, simulate, type SimulateOptions } from '../../../src/library/index.js';
import { accepted, faultsOf, jsonOf } from '../../support/accepted.js';
import { interruptedJson } from '../../support/interrupted-run.js';
import { once } from '../../support/once.js';
import { plenum, withDetails } from '../../support/run-cli.js';
import { lastingDirectory } from '../../support/small-instance.js';
import { readJson, robustFile, solveRobust } from './robust-cases.js';

const file = robustFile('tiny-fits-one-node');
const directory = lastingDirectory();
const plan = join(directory, 'plan.json');
const solved = once(() => solveRobust(file, { method: 'min-min-pmin', bound: false, out: directory }));

async function simulated(options: SimulateOptions, ...plans: readonly string[]) {
  await solved();
  const { ended, record, text } = accepted(await simulate(file, [plan, ...plans], options));
  return { ended, record, text, answer: withDetails({ ...record }) as unknown as RobustSimulationAnswer };
}

describe('simulate on a robust instance', () => {
  test('analytic figures are the checker’s, and Psi is confirmed', async () => {
    const { ended, answer } = await simulated({ samples: 20_000 });
    const { psi, phi, energyMeanJ } = (await solved()).record;
    expect(accepted(await check(file, plan)).record.details).toMatchObject({ psi, phi, energyMeanJ });
    const { analytic, laws, feasible } = answer.plans[0]!;
    expect([ended, feasible]).toEqual(['solved', true]);
    expect(analytic).toMatchObject({ psi: psi!.probability, phi: phi!.probability });
    expect(analytic.energyMeanJ).toBe(energyMeanJ);
    expect(laws.map(({ law }) => law)).toEqual(['gaussian']);
    expect(Math.abs(laws[0]!.least.probability - analytic.psi)).toBeLessThan(0.005);
    expect(answer).toMatchObject({ family: 'robust', samples: 20_000, seed: 1, termination: 'finished' });
  });

  test('the words say that phi is not kept', async () => {
    const { answer, text } = await simulated({ samples: 5000 });
    const { phi } = answer.plans[0]!.laws[0]!;
    expect(phi.inside).toBe(false);
    expect(text).toContain(`Budget: it is kept in ${phi.successes} of 5000 samples`);
    expect(text).toMatch(/phi = 0\.93472 is OUTSIDE that/);
    expect(text).toMatch(/Eq\. 10 gives the energy a standard deviation of/);
    expect(text).toContain('Psi = 0.99079 is of one core alone');
  });

  test('laws named are drawn, and how far off the Gaussian assumption is is said', async () => {
    const relative = join(directory, 'relative.csv');
    writeFileSync(relative, 'relativeTime\n0.7\n0.9\n1\n1.1\n1.8\n');
    const { answer, text } = await simulated({ samples: 1000, law: `gamma, lognormal,empirical:${relative}` });
    expect(answer.plans[0]!.laws.map(({ law }) => law)).toEqual(['gaussian', 'gamma', 'lognormal', 'empirical']);
    expect(answer.warnings[0]).toContain('5 relative times');
    expect(text.match(/Gaussian assumption is off by|No difference to Gaussian/g)).toHaveLength(3);
  });

  test('the same seed gives the same samples, another one others', async () => {
    const drawn = async (seed: number): Promise<unknown> => {
      const { plans } = (await simulated({ samples: 500, seed, law: 'gamma' })).answer;
      return plans;
    };
    const first = await drawn(4);
    expect(await drawn(4)).toEqual(first);
    expect(await drawn(5)).not.toEqual(first);
  });

  test('several plans are kept apart, and one that breaks its limit is marked', async () => {
    const [out, late] = [join(directory, 'out'), join(directory, 'late')];
    const found = await solveRobust(file, { method: 'min-min-pmax', bound: false, out: late });
    expect(found.ended).toBe('noFeasiblePlan');
    const broken = join(late, 'plan.json');
    const { ended, record, answer, text } = await simulated({ samples: 200, out }, plan, broken);
    expect(ended).toBe('noFeasiblePlan');
    expect(answer.plans.map(({ name, feasible }) => [name, feasible])).toEqual([
      [plan, true],
      [`${plan} (2)`, true],
      [broken, false],
    ]);
    expect(answer.plans[1]!.laws).toEqual(answer.plans[0]!.laws);
    expect(readJson(join(out, 'simulation.json'))).toEqual(jsonOf(record));
    expect(text).toContain('must not be applied');
  });

  test('a plan that cannot be carried out, or for another instance, is refused', async () => {
    await solved();
    const whole = JSON.parse(readFileSync(plan, 'utf8')) as RobustPlan;
    const write = (name: string, change: Partial<RobustPlan>): string => {
      writeFileSync(join(directory, name), JSON.stringify({ ...whole, ...change }));
      return join(directory, name);
    };
    const missing = write('missing.json', { cores: whole.cores.slice(1) });
    const foreign = write('foreign.json', { instance: { name: 'elsewhere', sha256: '0'.repeat(64) } });
    const faults = faultsOf(await simulate(file, [missing, foreign]));
    expect(new Set(faults.map((fault) => fault.file))).toEqual(new Set([missing, foreign]));
    const older = write('older.json', { instance: { ...whole.instance, sha256: '0'.repeat(64) } });
    // By the command: its warnings are notes on stderr.
    const { code, stderr } = await plenum('simulate', file, older, '--samples', '10');
    expect([code, stderr]).toEqual([0, expect.stringContaining('another version')]);
  });

  test.each([
    [{ law: 'gama' }, 'law'],
    [{ law: 'gamma,gamma' }, 'law'],
    [{ law: 'empirical' }, 'law'],
    [{ law: 'empirical:' }, 'law'],
    [{ law: 'empirical:no-such-file.csv' }, ''],
    [{ samples: 1 }, 'samples'],
    [{ horizonS: 60 }, 'horizonS'],
    [{ timeCov: 0.1 }, 'timeCov'],
    [{ deadlines: true }, 'deadlines'],
    [{ share: 0.9 }, 'share'],
  ])('%j is refused', async (options, path) => {
    await solved();
    const faults = faultsOf(await simulate(file, [plan], options));
    expect(faults.map((fault) => fault.path)).toEqual([expect.stringMatching(`^${path}`)]);
  });

  test('a law is refused for a reward-rate instance', async () => {
    expect(faultsOf(await simulate('tiny-power-cap', [plan], { law: 'gamma' }))).toMatchObject([{ path: 'law' }]);
  });

  test('Ctrl-C ends it with what it has, and with 4 before the first sample', async () => {
    await solved();
    const { code, json } = await interruptedJson('simulate', file, plan, '--samples', '1000000');
    expect(json).toMatchObject({ termination: 'interrupted' });
    const { laws } = (json['details'] as RobustSimulationAnswer).plans[0]!;
    expect(code).toBe(laws.length === 0 ? 4 : 0);
  });
});
