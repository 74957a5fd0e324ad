import { lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { solve } from '../../../src/library/index.js';
import { outputFault } from '../../../src/workbench/places.js';
import { accepted } from '../../support/accepted.js';
import { plenum, plenumJson } from '../../support/run-cli.js';
import { temporaryDirectory, writeSmall } from '../../support/small-instance.js';

interface Fault {
  readonly path: string;
  readonly value: string;
  readonly remedy: string;
}

/** Words that write a file, and its name, for the small instance and a plan of it. */
const GREEDY = ['--method', 'greedy', '--no-bound'];
const CASES: readonly (readonly [
  name: string,
  option: string,
  words: (file: string, at: string) => readonly string[],
])[] = [
  ['plan.json', '--out', (file, at) => ['solve', file, ...GREEDY, '--out', at]],
  ['sweep.csv', '--out', (file, at) => ['sweep', file, ...GREEDY, '--over', 'powerCapW=100,160', '--out', at]],
  ['plans.csv', '--out', (file, at) => ['day', file, ...GREEDY, '--profile', 'flat', '--out', at]],
  ['compare.html', '--out', (file, at) => ['compare', file, '--methods', 'greedy', '--trials', '1', '--out', at]],
  ['small-v1.json', '--out', (file, at) => ['generate', file, '--out', at]],
  ['w.csv', '--out', (file, at) => ['export', 'matrix', file, '--out', join(at, 'w.csv')]],
  ['model.lp', '--write-model', (file, at) => ['bound', file, '--write-model', join(at, 'model.lp')]],
];

/** Refusal of the fault of a command line that would overwrite something. */
async function refused(words: readonly string[]): Promise<Fault> {
  const { code, json } = await plenumJson(...words);
  expect(code).toBe(2);
  return (json['faults'] as Fault[])[0]!;
}

describe('a file that Plenum did not write', () => {
  test.each(CASES)('%s is overwritten with --force alone, one that it wrote without', async (name, option, words) => {
    const { file } = writeSmall();
    const at = temporaryDirectory();
    const target = join(at, name);
    writeFileSync(target, 'mine');
    const fault = await refused(words(file, at));
    expect(fault.path).toBe(option);
    expect(fault.value).toMatch(/^a file that Plenum did not .*: \//);
    expect(fault.value).toContain(`: ${target}`);
    expect(fault.remedy).toContain('--force');
    expect(readFileSync(target, 'utf8')).toBe('mine');
    expect((await plenum(...words(file, at), '--force')).code).toBe(0);
    const written = readFileSync(target, 'utf8');
    expect(written).not.toBe('mine');
    // What was changed by hand is not Plenum's any more.
    writeFileSync(target, `${written}\n`);
    await refused(words(file, at));
    expect(readFileSync(target, 'utf8')).toBe(`${written}\n`);
    // As it was, it is.
    writeFileSync(target, written);
    expect(outputFault('--out', [target], {})).toBeNull();
  });

  test('is a link to nothing too, which --force does not replace either', () => {
    const target = join(temporaryDirectory(), 'w.csv');
    symlinkSync(join(target, '..', 'nothing'), target);
    for (const force of [false, true]) expect(outputFault('--out', [target], { force })).not.toBeNull();
    expect(lstatSync(target).isSymbolicLink()).toBe(true);
  });

  test.each([[], ['--force']])(
    'is never named plenum.sha256, by which Plenum knows its files (%s)',
    async (...force) => {
      const target = join(temporaryDirectory(), 'plenum.sha256');
      const words = ['export', 'matrix', writeSmall().file, '--out', target];
      expect((await refused([...words, ...force.filter((word) => typeof word === 'string')])).value).toBe(target);
    },
  );

  test('is not an empty folder that is there already', async () => {
    const out = join(temporaryDirectory(), 'empty');
    mkdirSync(out);
    accepted(await solve(writeSmall().file, { method: 'greedy', bound: false, out }));
    expect(readFileSync(join(out, 'plan.json'), 'utf8')).not.toBe('');
  });
});
