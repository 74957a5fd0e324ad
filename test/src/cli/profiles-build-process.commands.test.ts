import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readVersion } from '../../../src/workbench/version.js';
import { journalOf } from '../../../src/runs/database/build.js';
import { plenumScript } from '../../support/build-dist.js';
import { loadedFrom, newFolder, profilesBuilt, threeTypes } from '../../support/profile-databases.js';
import { repository } from '../../support/repository.js';

/** `plenum profiles build` as a process of its own: worker threads, a kill and Ctrl-C. */

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
}

/** A build whose call of fsync of this number, which puts a profile on disk, is preceded by `what`. */
function build(file: string, out: string, workers: number, what = '', call = 3): Promise<Ended> {
  const hook = `import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const original = fs.fsyncSync;
    let calls = 0;
    fs.fsyncSync = (...words) => {
      if (++calls === ${String(call)}) ${what};
      return original(...words);
    };
    syncBuiltinESMExports();`;
  const before = what === '' ? [] : ['--import', `data:text/javascript,${encodeURIComponent(hook)}`];
  return new Promise((resolve, reject) => {
    const words = [
      'profiles',
      'build',
      file,
      '--out',
      out,
      '--node-limit',
      '60',
      '--workers',
      String(workers),
      '--json',
    ];
    const child = spawn(process.execPath, [...before, plenumScript, ...words], { stdio: ['ignore', 'pipe', 'ignore'] });
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.on('error', reject);
    child.on('close', (code, signal) => {
      resolve({ code, signal, stdout });
    });
  });
}

const reference = join(newFolder(), 'reference.sqlite');
await profilesBuilt(loadedFrom(threeTypes()), reference, { plenumVersion: readVersion(repository) });
const expected = readFileSync(reference);

function written(): { readonly file: string; readonly out: string; readonly directory: string } {
  const directory = newFolder();
  const file = join(directory, 'instance.json');
  writeFileSync(file, JSON.stringify(threeTypes()));
  return { file, directory, out: join(directory, 'profiles.sqlite') };
}

describe('plenum profiles build', () => {
  it('writes the same file with two workers', async () => {
    const { file, out } = written();
    const ended = await build(file, out, 2);
    expect(JSON.parse(ended.stdout)).toMatchObject({ seed: 1, details: { outcome: 'built', jobTypes: 3, fronts: 14 } });
    expect(readFileSync(out).equals(expected)).toBe(true);
  });

  it('killed in the middle, then asked to end by Ctrl-C, then left alone it ends in the same file', async () => {
    const { file, out, directory } = written();
    expect(await build(file, out, 1, "process.kill(process.pid, 'SIGKILL')")).toMatchObject({ signal: 'SIGKILL' });
    expect(readFileSync(journalOf(out), 'utf8').trimEnd().split('\n').length).toBeGreaterThan(1);
    // As early as can be: the signal is heard between two profiles.
    const stopped = await build(file, out, 1, "process.kill(process.pid, 'SIGINT')", 1);
    expect(stopped).toMatchObject({ code: 4, signal: null });
    const { details, files } = JSON.parse(stopped.stdout) as {
      readonly details: { readonly done: number };
      readonly files: object;
    };
    expect({ details, files }).toMatchObject({
      details: { outcome: 'interrupted', total: 6 },
      files: { journal: journalOf(out) },
    });
    expect(details.done).toBeLessThan(6);
    expect(existsSync(out)).toBe(false);
    expect(await build(file, out, 2)).toMatchObject({ code: 0 });
    expect(readFileSync(out).equals(expected)).toBe(true);
    expect(readdirSync(directory).sort()).toEqual(['instance.json', 'profiles.sqlite']);
  });
});
