import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import type * as Pool from '../../../../src/runs/processes/pool.js';
import type { ProcessAnswer, ProcessLimits, ProcessPool } from '../../../../src/runs/processes/pool.js';
import { isRunning } from '../../../../src/runs/temporaries.js';
import { plenumScript } from '../../../support/build-dist.js';

/** What the processes run: a module of its own, as its source. */
const TASK = `
import { setTimeout as after } from 'node:timers/promises';
const kept = [];
export async function task({ what, n = 0 }) {
  if (what === 'pid') return process.pid;
  if (what === 'double') return 2 * n;
  if (what === 'throw') throw new RangeError('no such room');
  if (what === 'exit') process.exit(n);
  if (what === 'signal') process.kill(process.pid, 'SIGSEGV');
  if (what === 'asked') process.kill(process.ppid === 0 ? 0 : process.pid, n === 0 ? 'SIGTERM' : 'SIGKILL');
  if (what === 'talk') { console.log('lines', 'on stdout'); process.stdout.write('{"not":"json'); return 'said'; }
  if (what === 'moan') { process.stderr.write('x'.repeat(10000) + ' the last word'); process.exitCode = 7; await after(20); process.exit(7); }
  if (what === 'loop') for (;;);
  if (what === 'heap') { const all = []; for (;;) all.push(new Array(1000).fill({ n: all.length })); }
  if (what === 'bytes') for (;;) { kept.push(Buffer.alloc(4 * 2 ** 20, 1)); await after(5); }
  if (what === 'keep') { kept.push(Buffer.alloc(n * 2 ** 20, 1)); while (kept.length > 1) await after(10); return 1; }
  if (what === 'peak') { Buffer.alloc(n * 2 ** 20, 1); return null; }
  if (what === 'work') { const begun = process.cpuUsage().user; while (process.cpuUsage().user - begun < n * 1e6); return null; }
  throw new Error(what);
}`;
const { openProcessPool } = (await import(
  pathToFileURL(join(dirname(plenumScript), '../runs/processes/pool.js')).href
)) as typeof Pool;

const NONE: ProcessLimits = { timeS: null, memoryMiB: null };
const open: ProcessPool[] = [];
afterEach(async () => {
  for (const pool of open.splice(0)) await pool.close();
});

function opened(): ProcessPool {
  const pool = openProcessPool({ module: `data:text/javascript,${encodeURIComponent(TASK)}`, exportName: 'task' });
  open.push(pool);
  return pool;
}

async function failed(pool: ProcessPool, input: unknown, limits = NONE): Promise<ProcessAnswer & { ok: false }> {
  const answer = await pool.run(input, limits);
  if (answer?.ok !== false) throw new Error(`It did not fail: ${JSON.stringify(answer)}`);
  return answer;
}

async function output(pool: ProcessPool, input: unknown, limits = NONE): Promise<unknown> {
  const answer = await pool.run(input, limits);
  if (answer?.ok !== true) throw new Error(`It failed: ${JSON.stringify(answer)}`);
  return answer.output;
}

describe('a pool of processes', () => {
  it('runs the task in other processes, one after another in the same one, side by side in several', async () => {
    const pool = opened();
    const first = await output(pool, { what: 'pid' });
    expect(first).not.toBe(process.pid);
    expect(await output(pool, { what: 'pid' })).toBe(first);
    const both = await Promise.all([output(pool, { what: 'pid' }), output(pool, { what: 'pid' })]);
    expect(new Set(both).size).toBe(2);
    expect(await Promise.all([1, 2].map((n) => output(pool, { what: 'double', n })))).toEqual([2, 4]);
    await pool.close();
    expect(both.map((pid) => isRunning(pid as number))).toEqual([false, false]);
  });

  it.each([
    [{ what: 'throw' }, 'crashed', 'no such room', true],
    [{ what: 'exit', n: 3 }, 'crashed', 'Its process ended with exit code 3', false],
    [{ what: 'exit', n: 0 }, 'crashed', 'Its process ended with exit code 0', false],
    [{ what: 'signal' }, 'crashed', 'Its process was ended by SIGSEGV', false],
    [
      { what: 'asked', n: 9 },
      'crashed',
      'Its process was ended by SIGKILL, as the system does when memory runs out',
      false,
    ],
  ])('%j is a failure with its reason, and the next run is made', async (input, reason, message, sameProcess) => {
    const pool = opened();
    const before = await output(pool, { what: 'pid' });
    expect(await failed(pool, input)).toMatchObject({ reason, message });
    expect((await output(pool, { what: 'pid' })) === before).toBe(sameProcess);
  });

  it('says what the process wrote last to stderr, and not all of it', async () => {
    const { stderr, message } = await failed(opened(), { what: 'moan' });
    expect(message).toBe('Its process ended with exit code 7');
    expect(stderr).toMatch(/^x+ the last word$/);
    expect(stderr!.length).toBeLessThanOrEqual(4000);
  });

  it('keeps what a run prints out of its answer', async () => {
    expect(await output(opened(), { what: 'talk' })).toBe('said');
  });

  it('ends a run without end at its limit of time', async () => {
    const pool = opened();
    const limits = { ...NONE, timeS: 0.05 };
    expect(await failed(pool, { what: 'loop' }, limits)).toMatchObject({
      reason: 'time',
      message: "It ran for longer than the study's limit of 0.05 s",
    });
    expect(await output(pool, { what: 'double', n: 2 })).toBe(4);
  });

  it.each(['heap', 'bytes'])('ends a run that takes %s without end at its limit of memory', async (what) => {
    const pool = opened();
    const limits = { ...NONE, memoryMiB: 150 };
    const { reason, message } = await failed(pool, { what }, limits);
    expect(reason).toBe('memory');
    expect(message).toContain("the study's limit of 150 MiB");
    expect(await output(pool, { what: 'double', n: 2 }, limits)).toBe(4);
  });

  it('does not charge a run with the memory that runs before it left behind', async () => {
    const pool = opened();
    const limits = { ...NONE, memoryMiB: 200 };
    // A second one does not fit beside the first, and waits until it is ended for that.
    expect(await output(pool, { what: 'keep', n: 110 }, limits)).toBe(1);
    expect(await output(pool, { what: 'keep', n: 110 }, limits)).toBe(1);
  });

  it('tells the processor time of a run and the most memory it had', async () => {
    const pool = opened();
    const small = await pool.run({ what: 'peak', n: 1 }, NONE);
    const large = await pool.run({ what: 'peak', n: 100 }, NONE);
    const busy = await pool.run({ what: 'work', n: 0.2 }, NONE);
    expect(busy!.use.cpuS).toBeGreaterThanOrEqual(0.2);
    expect(large!.use.peakMemoryMiB! - small!.use.peakMemoryMiB!).toBeGreaterThan(80);
    expect(large!.use.peakMemoryMiB).toBeLessThan(1000);
  });

  it('does not take a request of others to end for a fault of the run', async () => {
    const child = opened();
    // The processes leave Ctrl-C and what schedulers send to their parent.
    expect(await failed(child, { what: 'asked', n: 0 })).toMatchObject({ message: 'asked' });
  });

  it('gives up what runs when it is aborted, and begins nothing more', async () => {
    const pool = opened();
    const pid = await output(pool, { what: 'pid' });
    const loop = pool.run({ what: 'loop' }, NONE);
    pool.abort();
    expect(await loop).toBeNull();
    expect(await pool.run({ what: 'pid' }, NONE)).toBeNull();
    await pool.close();
    expect(isRunning(pid as number)).toBe(false);
  });

  it('fails a run whose module cannot be loaded, with the reason', async () => {
    const pool = openProcessPool({ module: 'data:text/javascript,export const task = 1', exportName: 'task' });
    open.push(pool);
    const { reason, stderr } = await failed(pool, {});
    expect(reason).toBe('crashed');
    expect(stderr).toContain('exports no function task');
  });
});
