import { execFileSync } from 'node:child_process';
import fs, { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { isOwn, SUMS, writeFileSet } from '../../../src/runs/file-set.js';
import { temporaryDirectory } from '../../support/small-instance.js';

/** A set of an age: `stale.csv` is in the old one alone, `new.csv` in the new one. */
const OLD = new Map<string, string | null>([
  ...(['plan.json', 'stale.csv'] as const).map((name): [string, string] => [name, `old ${name}`]),
  ['new.csv', null],
  ['result.json', 'old result.json'],
]);
const NEW = new Map<string, string | null>([
  ['plan.json', 'new plan.json'],
  ['stale.csv', null],
  ['new.csv', 'new new.csv'],
  ['result.json', 'new result.json'],
]);

/** Texts of the set's files that are there. */
function textsIn(directory: string): Record<string, string> {
  const names = [...NEW.keys()].filter((name) => existsSync(join(directory, name)));
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(directory, name), 'utf8')]));
}
const whole = (set: ReadonlyMap<string, string | null>): Record<string, string | null> =>
  Object.fromEntries([...set].filter(([, text]) => text !== null));

/** Functions of node:fs that change what is on a disk. */
const CHANGING = ['mkdirSync', 'openSync', 'writeFileSync', 'fsyncSync', 'renameSync', 'rmSync', 'closeSync'] as const;

/**
 * Replaces the old set by the new one, the n-th call of a changing function of node:fs failing: that call alone, as on a full
 * disk, or all from there on, as of a process that was killed and changes nothing any more. Whether it came so far, and what it threw.
 */
function replaced(
  directory: string,
  n: number,
  failing: 'once' | 'from there on',
): { readonly reached: boolean; readonly error: unknown } {
  let calls = 0;
  const spies = CHANGING.map((name) => {
    const original = fs[name] as (...words: unknown[]) => unknown;
    return vi.spyOn(fs, name).mockImplementation((...words: unknown[]): never => {
      calls++;
      if (calls === n || (calls > n && failing === 'from there on')) {
        throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
      }
      return original(...words) as never;
    });
  });
  syncBuiltinESMExports();
  let error: unknown = null;
  try {
    writeFileSet(directory, NEW);
  } catch (thrown) {
    error = thrown;
  } finally {
    for (const spy of spies) spy.mockRestore();
    syncBuiltinESMExports();
  }
  return { reached: calls >= n, error };
}

function withOldSet(): string {
  const directory = join(temporaryDirectory(), 'out');
  writeFileSet(directory, OLD);
  return directory;
}

describe('a set of files', () => {
  test('is listed for sha256sum, beside sets of other names', () => {
    const directory = withOldSet();
    writeFileSet(directory, new Map([['simulation.json', '{}']]));
    expect(readdirSync(directory).sort()).toEqual(['plan.json', SUMS, 'result.json', 'simulation.json', 'stale.csv']);
    const said = execFileSync('sha256sum', ['--check', '--strict', SUMS], { cwd: directory, encoding: 'utf8' });
    expect(said.trim().split('\n')).toHaveLength(4);
    writeFileSet(directory, NEW);
    expect(textsIn(directory)).toEqual(whole(NEW));
    execFileSync('sha256sum', ['--check', '--strict', SUMS], { cwd: directory });
  });

  test('killed before any step, is the old one, the new one, or has no file that speaks for it; all of it stays replaceable', () => {
    const found = new Set<string>();
    for (let n = 1; ; n++) {
      const directory = withOldSet();
      const { reached } = replaced(directory, n, 'from there on');
      const texts = textsIn(directory);
      const state = 'result.json' in texts ? texts['result.json'].slice(0, 3) : 'none';
      found.add(state);
      if (state !== 'none') expect(texts).toEqual(whole(state === 'old' ? OLD : NEW));
      for (const name of Object.keys(texts)) expect([n, name, isOwn(join(directory, name))]).toEqual([n, name, true]);
      // The next run needs no force, and clears away what was left, once its process is gone: no system gives one this number.
      for (const name of readdirSync(directory).filter((one) => one.endsWith('.tmp'))) {
        renameSync(join(directory, name), join(directory, name.replace(`.${process.pid}.`, '.4999999.')));
      }
      writeFileSet(directory, NEW);
      expect(textsIn(directory)).toEqual(whole(NEW));
      expect(readdirSync(directory).filter((name) => name.endsWith('.tmp'))).toEqual([]);
      if (!reached) break;
    }
    expect([...found]).toEqual(['old', 'none', 'new']);
  });

  test('refused by the disk at any step, is never a mixture, and what was beside its places is gone', () => {
    for (let n = 1; ; n++) {
      const directory = withOldSet();
      const { reached, error } = replaced(directory, n, 'once');
      if (!reached) break;
      const texts = textsIn(directory);
      if ('result.json' in texts) expect([whole(OLD), whole(NEW)]).toContainEqual(texts);
      if (error !== null) expect((error as Error).message).toContain('could not be written');
      expect([n, readdirSync(directory).filter((name) => name.endsWith('.tmp'))]).toEqual([n, []]);
      for (const name of Object.keys(texts)) expect([n, name, isOwn(join(directory, name))]).toEqual([n, name, true]);
    }
  });
});

describe('a file is Plenum’s own', () => {
  test('only as it was written, and where it was', () => {
    const directory = withOldSet();
    const plan = join(directory, 'plan.json');
    expect(isOwn(plan)).toBe(true);
    writeFileSync(plan, 'old plan.json, corrected by hand');
    expect(isOwn(plan)).toBe(false);
    writeFileSync(join(directory, 'other.json'), 'old plan.json');
    expect(isOwn(join(directory, 'other.json'))).toBe(false);
    mkdirSync(join(directory, 'deep'));
    writeFileSync(join(directory, 'deep', 'plan.json'), 'old plan.json');
    expect(isOwn(join(directory, 'deep', 'plan.json'))).toBe(false);
  });
});
