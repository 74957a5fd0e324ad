import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { isOwn, SUMS, writeFileSet } from '../../../src/runs/file-set.js';
import { buildIfStale } from '../../support/build-dist.js';
import { before } from '../../support/program.js';
import { repository } from '../../support/run-cli.js';
import { temporaryDirectory } from '../../support/small-instance.js';

beforeAll(() => {
  buildIfStale();
}, 120_000);

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

/** Replaces the old set by the new one in a process that does `what` before its n-th call of a changing function of node:fs. Whether it came so far. */
function replaced(directory: string, n: number, what: string): { readonly reached: boolean; readonly stderr: string } {
  const hook = `import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    let calls = 0;
    for (const name of ['mkdirSync', 'openSync', 'writeFileSync', 'fsyncSync', 'renameSync', 'rmSync', 'closeSync']) {
      const original = fs[name];
      fs[name] = (...words) => {
        if (++calls === ${n}) { fs.writeSync(2, 'reached'); ${what}; }
        return original(...words);
      };
    }
    syncBuiltinESMExports();`;
  const module = JSON.stringify(join(repository, 'dist/src/runs/file-set.js'));
  const script = `import { writeFileSet } from ${module};
    writeFileSet(${JSON.stringify(directory)}, new Map(${JSON.stringify([...NEW])}));`;
  const words = [...before(hook), '--input-type=module', '--eval', script];
  const { stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  return { reached: stderr.includes('reached'), stderr };
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
      const { reached } = replaced(directory, n, "process.kill(process.pid, 'SIGKILL')");
      const texts = textsIn(directory);
      const state = 'result.json' in texts ? texts['result.json'].slice(0, 3) : 'none';
      found.add(state);
      if (state !== 'none') expect(texts).toEqual(whole(state === 'old' ? OLD : NEW));
      for (const name of Object.keys(texts)) expect([n, name, isOwn(join(directory, name))]).toEqual([n, name, true]);
      // The next run needs no force, and clears away what was left.
      writeFileSet(directory, NEW);
      expect(textsIn(directory)).toEqual(whole(NEW));
      expect(readdirSync(directory).filter((name) => name.endsWith('.tmp'))).toEqual([]);
      if (!reached) break;
    }
    expect([...found]).toEqual(['old', 'none', 'new']);
  });

  test('refused by the disk at any step, is never a mixture, and what was beside its places is gone', () => {
    const full = `throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })`;
    for (let n = 1; ; n++) {
      const directory = withOldSet();
      const { reached, stderr } = replaced(directory, n, full);
      if (!reached) break;
      const texts = textsIn(directory);
      if ('result.json' in texts) expect([whole(OLD), whole(NEW)]).toContainEqual(texts);
      if (stderr.includes('Error')) expect(stderr).toContain('could not be written');
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
