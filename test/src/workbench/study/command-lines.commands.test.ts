import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { repeatLine, shellWord, soloLine } from '../../../../src/workbench/study/command-lines.js';
import { drawnStudy } from '../../../support/study-records.js';

const [run] = drawnStudy({ instances: ['a room'], seeds: 1 }).runs;

describe('command lines that make runs again', () => {
  it('reach the program as they were meant, whatever is in them', () => {
    const words = ['plain', "it's", '$HOME `id` "x"', '', '*', 'a\nb', '--x=\\'];
    const text = execFileSync('sh', ['-c', `printf '%s\\0' ${words.map(shellWord).join(' ')}`], { encoding: 'utf8' });
    expect(text.split('\0').slice(0, -1)).toEqual(words);
  });

  it('name file, method, seed, limits and options of a solve', () => {
    const identity = {
      ...run!.identity,
      options: { lpEngine: 'highs', naive: true, bound: false, swaps: 3, none: null },
      budget: { timeLimitS: 2.5, workLimit: 40 },
    };
    expect(soloLine({ ...run!, identity }, '/studies')).toBe(
      "plenum solve '/studies/rooms/a room.json' --method config-lp --seed 1 --time-limit 2.5 --work-limit 40 --lp-engine highs --naive --no-bound --swaps 3",
    );
    expect(soloLine({ ...run!, identity: { ...identity, verb: 'sweep' } }, '/studies')).toBeNull();
    expect(soloLine({ ...run!, file: null }, '/studies')).toBeNull();
  });

  it('go to another folder, which holds no record of the run', () => {
    expect(repeatLine('my study/')).toBe("plenum study run 'my study/' --out 'my study-again' --runs");
  });
});
