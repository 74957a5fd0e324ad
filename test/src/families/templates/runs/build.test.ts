import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatFaults } from '../../../../../src/instances/fault.js';
import { journalOf } from '../../../../../src/runs/database/build.js';
import { chunksOf, statesOfChunk } from '../../../../../src/families/templates/runs/chunks.js';
import { openTemplateDatabase } from '../../../../../src/families/templates/runs/open-database.js';
import { stateAt, stateCount } from '../../../../../models/families/templates/states.js';
import { TemplatesSolver } from '../../../../../src/families/templates/methods/solve-templates.js';
import {
  built,
  FIVE_CHUNKS,
  fiveChunks,
  newDirectory,
  openedFrom,
  tinyTemplates,
} from '../../../../support/templates-database.js';

const opened = openedFrom(fiveChunks());
const KILLED = new Error('killed');

/** A build that ends by a thrown error when so many chunks are there. */
function killedAfter(out: string, chunks: number): Promise<unknown> {
  return built(opened, out, {
    onChunk: ({ done }) => {
      if (done === chunks) throw KILLED;
    },
  });
}

const reference = join(newDirectory(), 'reference.sqlite');
await built(opened, reference);
const expected = readFileSync(reference);

describe('chunks', () => {
  it('hold every state once', () => {
    const chunks = chunksOf(FIVE_CHUNKS);
    const states = chunks.flatMap((chunk) => statesOfChunk(FIVE_CHUNKS, chunk));
    expect(chunks).toHaveLength(5);
    expect(states.sort((one, other) => one - other)).toEqual(
      Array.from({ length: stateCount(FIVE_CHUNKS) }, (_, k) => k),
    );
  });

  it('have the running cores of their states', () => {
    // The first quadrant varies slowest.
    const vectors = FIVE_CHUNKS.runningCores.reduce<number[][]>(
      (all, axis) => all.flatMap((one) => axis.map((cores) => [...one, cores])),
      [[]],
    );
    for (const chunk of chunksOf(FIVE_CHUNKS)) {
      const perVector = FIVE_CHUNKS.arrivingWorkPerS.length * FIVE_CHUNKS.powerLimitW.length;
      statesOfChunk(FIVE_CHUNKS, chunk).forEach((state, k) => {
        const vector = chunk.firstVector + Math.floor(k / perVector);
        expect(stateAt(FIVE_CHUNKS, state).runningCores).toEqual(vectors[vector]);
      });
    }
  });
});

describe('a build', () => {
  it('stores the template of each state', async () => {
    const out = join(newDirectory(), 'room.sqlite');
    writeFileSync(out, expected);
    const database = await openTemplateDatabase(out);
    if (!database.ok) throw new Error(JSON.stringify(database.faults));
    const solver = new TemplatesSolver(opened.model);
    for (const state of [0, 1, 77, 130, 239]) {
      solver.forget();
      const alone = solver.solveState(stateAt(FIVE_CHUNKS, state));
      const stored = database.book.template(state);
      expect(stored).toMatchObject({ state, status: alone.status, binding: alone.binding });
      expect(stored.powerW).toBeCloseTo(alone.powerW, 6);
      expect(stored.workPerS).toBeCloseTo(alone.workPerS, 9);
      expect(stored.setPointC).toBeCloseTo(alone.setPointC, 6);
      stored.utilisation.forEach((share, b) => {
        expect(share).toBeCloseTo(alone.utilisation[b]!, 6);
      });
    }
  });

  it('ends the same wherever it was killed, and leaves nothing behind', async () => {
    for (let chunks = 0; chunks <= 5; chunks++) {
      const directory = newDirectory();
      const out = join(directory, 'room.sqlite');
      await expect(killedAfter(out, chunks)).rejects.toBe(KILLED);
      expect(readdirSync(directory)).toEqual(['room.sqlite.journal.jsonl']);
      let resumed = -1;
      await built(opened, out, { onChunk: (progress) => (resumed = progress.resumed) });
      expect(resumed).toBe(chunks);
      expect(readFileSync(out).equals(expected)).toBe(true);
      expect(readdirSync(directory)).toEqual(['room.sqlite']);
    }
  });

  it('does a torn or damaged line of its journal again', async () => {
    const directory = newDirectory();
    const out = join(directory, 'room.sqlite');
    await expect(killedAfter(out, 3)).rejects.toBe(KILLED);
    const [header, first, second, third] = readFileSync(journalOf(out), 'utf8').split('\n');
    const flipped = second!.replace(
      /"setPointC":(\d)/,
      (_, digit: string) => `"setPointC":${(Number(digit) + 1) % 10}`,
    );
    expect(flipped).not.toBe(second);
    // Its templates are whole, but of another chunk.
    const moved = second!.replace('"chunk":1', '"chunk":4');
    expect(moved).not.toBe(second);
    for (const lines of [
      [header, first, flipped, third, ''],
      [header, first, moved, third, ''],
      [header, first, second!.slice(0, 400), third, ''],
      [header, first, second, third!.slice(0, -20)],
      [header, 'not json', '{}', '{"chunk":99,"sha256":"","solved":[],"prices":[]}', ''],
    ]) {
      writeFileSync(journalOf(out), lines.join('\n'));
      const warnings: string[] = [];
      await built(opened, out, { force: true, onWarning: (text) => warnings.push(text) });
      expect(readFileSync(out).equals(expected)).toBe(true);
      expect(warnings).toHaveLength(lines.at(-1) === '' ? 1 : 0);
    }
  });

  it('refuses the journal of another instance or version, and leaves it as it is', async () => {
    const out = join(newDirectory(), 'room.sqlite');
    await expect(killedAfter(out, 2)).rejects.toBe(KILLED);
    const journal = readFileSync(journalOf(out), 'utf8');
    const other = openedFrom(tinyTemplates('tiny-set-point'));
    for (const answer of [await built(other, out), await built(opened, out, { plenumVersion: 'next' })]) {
      expect(answer).toMatchObject({ ok: false, faults: [{ file: journalOf(out) }] });
      // All of what was found there is shown.
      expect(formatFaults(answer.ok ? [] : answer.faults)).not.toContain('…');
      expect(readFileSync(journalOf(out), 'utf8')).toBe(journal);
      expect(existsSync(out)).toBe(false);
    }
    writeFileSync(journalOf(out), 'notes\n');
    expect(await built(opened, out)).toMatchObject({ ok: false, faults: [{ value: 'a file that is no journal' }] });
    expect(await built(opened, out, { force: true })).toMatchObject({ ok: true, outcome: 'built' });
    expect(readFileSync(out).equals(expected)).toBe(true);
  });

  it('ends when asked, and keeps what it has', async () => {
    const out = join(newDirectory(), 'room.sqlite');
    let asked = 0;
    const answer = await built(opened, out, { interrupted: () => ++asked === 2 });
    expect(answer).toMatchObject({ outcome: 'interrupted', progress: { done: 2, resumed: 0, total: 5 } });
    expect(existsSync(out)).toBe(false);
    expect(await built(opened, out)).toMatchObject({ outcome: 'built', progress: { done: 5, resumed: 2 } });
    expect(readFileSync(out).equals(expected)).toBe(true);
  });

  it('refuses to overwrite what is there, and builds nothing that is complete', async () => {
    const out = join(newDirectory(), 'room.sqlite');
    writeFileSync(out, 'a thesis');
    expect(await built(opened, out)).toMatchObject({ ok: false, faults: [{ file: out }] });
    expect(readFileSync(out, 'utf8')).toBe('a thesis');
    writeFileSync(out, expected);
    let chunks = 0;
    expect(await built(opened, out, { onChunk: () => chunks++ })).toEqual({ ok: true, outcome: 'complete' });
    expect(chunks).toBe(0);
    for (const more of [{ rounding: 'ceiling' as const }, { plenumVersion: 'next' }]) {
      expect(await built(opened, out, more)).toMatchObject({ ok: false, faults: [{ file: out }] });
    }
    const other = openedFrom(tinyTemplates('tiny-set-point'));
    expect(await built(other, out)).toMatchObject({ ok: false, faults: [{ file: out }] });
    expect(readFileSync(out).equals(expected)).toBe(true);
    expect(await built(opened, out, { rounding: 'ceiling', force: true })).toMatchObject({ outcome: 'built' });
    expect(readFileSync(out).equals(expected)).toBe(false);
  });

  it('killed before its journal was removed removes it the next time', async () => {
    const out = join(newDirectory(), 'room.sqlite');
    await expect(killedAfter(out, 5)).rejects.toBe(KILLED);
    writeFileSync(out, expected);
    // Nobody has this number: what a killed process had begun to write.
    const host = hostname().replaceAll(/[^A-Za-z0-9-]/g, '-');
    const left = join(dirname(out), `.plenum.${host}.4194305.0123456789abcdef.tmp`);
    writeFileSync(left, 'part');
    expect(await built(opened, out)).toMatchObject({ outcome: 'complete' });
    expect(existsSync(journalOf(out))).toBe(false);
    await built(opened, out, { force: true });
    expect(existsSync(left)).toBe(false);
  });

  it('of a room that draws nothing, or with one state that nothing can serve, has numbers for its figures', async () => {
    const base = tinyTemplates('tiny-one-quadrant', { knownOptimum: undefined });
    const nodeTypes = base.facility.nodeTypes.map((type) => ({ ...type, idlePowerW: 0 }));
    const grid = { arrivingWorkPerS: [0], runningCores: [[0]], powerLimitW: [1000] };
    const out = join(newDirectory(), 'room.sqlite');
    await built(openedFrom({ ...base, grid, facility: { ...base.facility, nodeTypes } }), out);
    const idle = await openTemplateDatabase(out);
    if (!idle.ok) throw new Error(JSON.stringify(idle.faults));
    expect(idle.book.template(0)).toMatchObject({ status: 'optimal', powerW: 0, tasksPerJ: 0, boundTasksPerJ: 0 });
    const hopeless = { arrivingWorkPerS: [3], runningCores: [[40]], powerLimitW: [1] };
    await built(openedFrom({ ...base, grid: hopeless }), out, { force: true });
    const none = await openTemplateDatabase(out);
    if (!none.ok) throw new Error(JSON.stringify(none.faults));
    expect(none.book.template(0)).toMatchObject({ status: 'infeasible', binding: 'infeasible-outlet' });
    expect(none.facts.roundingEffects.ceiling).toMatchObject({ states: 0, workChange: { mean: 0, least: 0 } });
  });
});
