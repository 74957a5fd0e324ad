import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { idleConflict } from '../../../../../src/families/reward-rate/methods/infeasibility.js';
import { openModel } from '../../../../../src/families/reward-rate/runs/open.js';
import { plenum } from '../../../../support/run-cli.js';
import { temporaryDirectory } from '../../../../support/small-instance.js';

async function generated(...words: readonly string[]): Promise<string> {
  const out = temporaryDirectory();
  const { code } = await plenum('generate', ...words, '--out', out);
  expect(code).toBe(0);
  return join(
    out,
    readdirSync(out).find((name) => name.endsWith('.json'))!,
  );
}

const DEFAULTS = ['30', '60', '240', '600'].map((racks) => ['--racks', racks]);
const CHOSEN = [
  ['--racks', '60', '--cold-aisles', 'open'],
  ['--racks', '240', '--cold-aisles', 'open'],
  ['--racks', '120', '--airflow', 'nominal'],
];

describe('a generated room', () => {
  test.each([...DEFAULTS, ...CHOSEN])('of %s %s %s %s can idle within its limits', async (...words: string[]) => {
    const opened = openModel(await generated(...words));
    expect(opened.ok && idleConflict(opened.model)).toBeNull();
  });

  it.each([
    ['--racks', '12060'],
    ['--centres', '1001'],
    ['--count', '10001'],
  ])('%s %s is refused before anything is made', async (option, value) => {
    const { code, stderr } = await plenum('generate', option, value, '--out', temporaryDirectory());
    expect([code, stderr.includes(option)]).toEqual([2, true]);
  });

  it('under a cap of your own below what its nodes draw idle is written with a warning', async () => {
    const { code, stderr } = await plenum(
      'generate',
      '--racks',
      '60',
      '--power-cap',
      '200000',
      '--out',
      temporaryDirectory(),
    );
    expect(code).toBe(0);
    expect(stderr).toContain('limits.powerCapW: idle nodes');
  });
});
