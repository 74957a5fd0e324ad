import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { program } from '../../support/program.js';
import { expectOneObject } from '../../support/run-cli.js';
import { temporaryDirectory } from '../../support/small-instance.js';

/** Process of an arena. */
const arena = (...words: readonly string[]) => program(['arena', ...words]);

describe('plenum arena', () => {
  it('ends in a recommendation in the record and on the page, with the same variants for all methods, and goes on in its folder', async () => {
    const out = path.join(temporaryDirectory(), 'arena');
    const words = ['reward-rate/tiny-two-node-types', '--methods', 'greedy,lp,nlp', '--variants', '7', '--work', '5'];
    const { code, stdout, stderr } = await arena(...words, '--out', out, '--json');
    expect([code, stderr.includes('7 variants of tiny-two-node-types')]).toEqual([0, true]);
    const { details, files, warnings } = expectOneObject(stdout) as unknown as {
      details: {
        done: number;
        failed: number;
        advice: { className: string; sentences: string[]; choices: { methods: string[] }[] }[];
      };
      warnings: string[];
      files: { report: string; study: string };
    };
    expect([details.done, details.failed]).toEqual([21, 0]);
    // One test: 2 / 2^7 < .05. Plans of lp and nlp share time; those of greedy, of which there is no other, do not.
    expect(details.advice.map(({ className, choices }) => [className, choices.map(({ methods }) => methods)])).toEqual([
      ['reward-rate, tiny-two-node-types and its variants, time shared', [['lp']]],
      ['reward-rate, tiny-two-node-types and its variants, whole nodes', []],
    ]);
    expect(warnings).toContainEqual(
      expect.stringContaining('ranked apart by time shared (lp, nlp) and by whole nodes (greedy)'),
    );
    expect(readFileSync(files.report, 'utf8')).toContain(details.advice[0]!.sentences[0]!.split(':')[0]!);
    expect(existsSync(files.study)).toBe(true);

    const again = await arena(...words, '--out', out);
    expect(again.stdout).toContain('21 of 21 runs done (0 made, 21 taken over, 0 failed)');
    expect(again.stdout).toContain('What would change it');
  });

  it('leaves a field as it is that some variant could not have, unless it was asked for', async () => {
    const words = ['utility/tiny-facility', '--methods', 'upt,fcfs', '--variants', '2', '--work', '5', '--out'];
    const out = path.join(temporaryDirectory(), 'arena');
    const { code, stdout, stderr } = await arena(...words, out);
    expect([code, stderr]).toEqual([0, expect.stringContaining('energyBudgetJPerDay is the same in all variants')]);
    expect(stdout).toMatch(/2 variants of tiny-facility: (?!.*energyBudgetJPerDay)/);
    const asked = await arena(...words, `${out}-2`, '--uncertainty', 'energyBudgetJPerDay=±10 %');
    expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining('Variant of seed 1')]);
  });

  it('has every run followed by a bound where the method that proves one is not among them', async () => {
    const bounds = async (methods: string): Promise<unknown> => {
      const file = path.join(temporaryDirectory(), 'own.json');
      const words = ['--methods', methods, '--variants', '2', '--work', '5', '--write-study', file];
      expect((await arena('robust/tiny-two-nodes', ...words)).code).toBe(0);
      return (JSON.parse(readFileSync(file, 'utf8')) as { bounds: unknown }).bounds;
    };
    expect([await bounds('min-energy,tabu'), await bounds('min-energy,lagrange')]).toEqual([true, false]);
  });

  it('refuses what cannot be compared, each in a sentence, before any run', async () => {
    const refused = async (...words: string[]): Promise<string> => {
      const { code, stdout, stderr } = await arena(...words, '--out', path.join(temporaryDirectory(), 'a'));
      expect(code).toBe(2);
      return stdout + stderr;
    };
    expect(await refused('templates/tiny-one-quadrant')).toContain('plenum templates');
    expect(await refused('reward-rate/tiny-deadline', '--methods', 'lp,lq')).toContain('Did you mean "lp"');
    expect(await refused('reward-rate/tiny-deadline', '--methods', 'lp')).toContain('at least two methods');
    expect(await refused('reward-rate/tiny-deadline', '--uncertainty', 'limits.powerCapW=5 kW')).toContain(
      '--uncertainty',
    );
    const long = ['--methods', 'lp,greedy', '--budgets', '1 h', '--variants', '20'];
    expect(await refused('reward-rate/tiny-deadline', ...long)).toContain('--yes');
  });
});
