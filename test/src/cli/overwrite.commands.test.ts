import { lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
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
  ['report.html', '--out', (file, at) => ['solve', file, ...GREEDY, '--out', at]],
  ['sweep.csv', '--out', (file, at) => ['sweep', file, ...GREEDY, '--over', 'powerCapW=100,160', '--out', at]],
  ['plans.csv', '--out', (file, at) => ['day', file, ...GREEDY, '--profile', 'flat', '--out', at]],
  ['compare.html', '--out', (file, at) => ['compare', file, '--methods', 'greedy', '--trials', '1', '--out', at]],
  ['small-v1.json', '--out', (file, at) => ['generate', file, '--out', at]],
  ['w.csv', '--out', (file, at) => ['export', 'matrix', file, '--out', join(at, 'w.csv')]],
  ['model.lp', '--write-model', (file, at) => ['bound', file, '--write-model', join(at, 'model.lp')]],
];

describe('a file that Plenum did not write', () => {
  test.each(CASES)('%s is overwritten with --force alone, one that it wrote without', async (name, option, words) => {
    const { file } = writeSmall();
    const at = temporaryDirectory();
    const target = join(at, name);
    writeFileSync(target, 'mine');
    const refused = await plenumJson(...words(file, at));
    expect(refused.code).toBe(2);
    const [fault] = refused.json['faults'] as Fault[];
    expect(fault!.path).toBe(option);
    expect(fault!.value).toMatch(/^a file that Plenum did not .*: \//);
    expect(fault!.value).toContain(`: ${target}`);
    expect(fault!.remedy).toContain('--force');
    expect(readFileSync(target, 'utf8')).toBe('mine');
    expect((await plenum(...words(file, at), '--force')).code).toBe(0);
    const written = readFileSync(target, 'utf8');
    expect(written).not.toBe('mine');
    expect((await plenum(...words(file, at))).code).toBe(0);
    // What was changed by hand is not Plenum's any more.
    writeFileSync(target, `${written}\n`);
    expect((await plenum(...words(file, at))).code).toBe(2);
    expect(readFileSync(target, 'utf8')).toBe(`${written}\n`);
  });

  test('is a link to nothing too, which --force does not replace either', async () => {
    const { file } = writeSmall();
    const target = join(temporaryDirectory(), 'w.csv');
    symlinkSync(join(target, '..', 'nothing'), target);
    const words = ['export', 'matrix', file, '--out', target];
    for (const more of [[], ['--force']]) {
      expect((await plenum(...words, ...more)).code).toBe(2);
      expect(lstatSync(target).isSymbolicLink()).toBe(true);
    }
  });

  test.each(['', '--force'])('is never named plenum.sha256, by which Plenum knows its files (%s)', async (force) => {
    const { file } = writeSmall();
    const target = join(temporaryDirectory(), 'plenum.sha256');
    const words = ['export', 'matrix', file, '--out', target, ...(force === '' ? [] : [force])];
    const { code, json } = await plenumJson(...words);
    expect([code, (json['faults'] as Fault[])[0]!.value]).toEqual([2, target]);
  });

  test.each(CASES)('is not an empty folder that is there already (%s)', async (name, _, words) => {
    const { file } = writeSmall();
    const at = join(temporaryDirectory(), 'empty');
    mkdirSync(at);
    expect((await plenum(...words(file, at))).code).toBe(0);
    expect(readFileSync(join(at, name), 'utf8')).not.toBe('');
  });
});
