import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readVersion } from '../../../src/workbench/version.js';
import { openTemplates } from '../../../src/families/templates/instances/open.js';
import { journalOf } from '../../../src/runs/database/build.js';
import { plenumScript } from '../../support/build-dist.js';
import { repository } from '../../support/repository.js';
import { built, fiveChunks, newDirectory, writeInstance } from '../../support/templates-database.js';

/** `plenum templates build` as a process of its own: workers, Ctrl-C, and kills at any moment. */

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
}

function build(file: string, out: string, more: readonly string[], hook = ''): Promise<Ended> {
  const before = hook === '' ? [] : ['--import', `data:text/javascript,${encodeURIComponent(hook)}`];
  return new Promise((resolve, reject) => {
    const words = ['templates', 'build', file, '--out', out, '--json', ...more];
    const child = spawn(process.execPath, [...before, plenumScript, ...words], { stdio: ['ignore', 'pipe', 'ignore'] });
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.on('error', reject);
    child.on('close', (code, signal) => {
      resolve({ code, signal, stdout });
    });
  });
}

/** Replaces a function of node:fs by one that does `what` at its n-th call, before or after the call itself. */
function at(name: string, call: number, what: string, when: 'before' | 'after' = 'before'): string {
  return `import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const original = fs.${name};
    let calls = 0;
    fs.${name} = (...words) => {
      calls++;
      if (calls === ${call} && ${when === 'before'}) ${what};
      const answer = original(...words);
      if (calls === ${call} && ${when === 'after'}) ${what};
      return answer;
    };
    syncBuiltinESMExports();`;
}

const KILL = "process.kill(process.pid, 'SIGKILL')";

function openedAt(file: string): Extract<ReturnType<typeof openTemplates>, { readonly ok: true }> {
  const opened = openTemplates(file);
  if (!opened.ok) throw new Error(JSON.stringify(opened.faults));
  return opened;
}

const plenumVersion = readVersion(repository);
const expected = await expectedBytes();

/** Of the same instance, built here in one go. */
async function expectedBytes(): Promise<Buffer> {
  const directory = newDirectory();
  const out = join(directory, 'room.sqlite');
  await built(openedAt(writeInstance(directory, fiveChunks())), out, { plenumVersion });
  return readFileSync(out);
}

describe('plenum templates build', () => {
  it('writes the same file with two workers', async () => {
    const directory = newDirectory();
    const file = writeInstance(directory, fiveChunks());
    const out = join(directory, 'room.sqlite');
    const ended = await build(file, out, ['--workers', '2']);
    expect(JSON.parse(ended.stdout)).toMatchObject({ details: { outcome: 'built', states: 240 } });
    expect(readFileSync(out).equals(expected)).toBe(true);
  });

  // The journal's header and each chunk go to disk with one call each, then the database.
  it.each([
    ['while it writes its journal', at('fsyncSync', 3, KILL), 2],
    ['when the database is written but not safe', at('fsyncSync', 7, KILL), 5],
    ['before the database gets its name', at('renameSync', 1, KILL), 5],
    ['before the journal is removed', at('renameSync', 1, KILL, 'after'), 5],
  ])('killed %s it ends in the same file', async (_, hook, chunks) => {
    const directory = newDirectory();
    const file = writeInstance(directory, fiveChunks());
    const out = join(directory, 'room.sqlite');
    expect(await build(file, out, ['--workers', '1'], hook)).toMatchObject({ signal: 'SIGKILL' });
    expect(readFileSync(journalOf(out), 'utf8').trimEnd().split('\n')).toHaveLength(chunks + 1);
    expect(await built(openedAt(file), out, { plenumVersion })).toMatchObject({ ok: true });
    expect(readFileSync(out).equals(expected)).toBe(true);
    expect(readdirSync(directory).sort()).toEqual(['instance.json', 'room.sqlite']);
  });

  it('asked to end by Ctrl-C ends with 4, and says how to go on', async () => {
    const directory = newDirectory();
    const file = writeInstance(directory, fiveChunks());
    const out = join(directory, 'room.sqlite');
    const hook = at('fsyncSync', 2, "process.kill(process.pid, 'SIGINT')");
    const ended = await build(file, out, ['--workers', '1'], hook);
    expect(ended).toMatchObject({ code: 4, signal: null });
    const answer = JSON.parse(ended.stdout) as { readonly details: { readonly done: number } };
    const files = { journal: journalOf(out) };
    expect(answer).toMatchObject({ termination: 'interrupted', files, details: { outcome: 'interrupted', total: 5 } });
    expect(answer.details.done).toBeLessThan(5);
    expect(existsSync(out)).toBe(false);
  });
});
