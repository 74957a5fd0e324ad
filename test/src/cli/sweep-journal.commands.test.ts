import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { methodNamed } from '../../../src/families/reward-rate/methods/registry.js';
import { openJournal } from '../../../src/runs/journal.js';
import { openProblem } from '../../../src/families/reward-rate/runs/open.js';
import {
  journalPoints,
  NO_POINTS,
  type PointStore,
} from '../../../src/families/reward-rate/studies/sweep/point-store.js';
import {
  prepareSweep,
  runSweep,
  sweepDesign,
  type SweepRequest,
} from '../../../src/families/reward-rate/studies/sweep/run.js';
import { plenum, plenumJson } from '../../support/run-cli.js';
import { writeSmall } from '../../support/small-instance.js';

const OVER = ['powerCapW=60:160:20', 'redLineC=35,40'];

function prepared(file: string): Extract<ReturnType<typeof prepareSweep>, { ok: true }> {
  const opened = openProblem(file);
  if (!opened.ok) throw new Error('not opened');
  const sweep = prepareSweep(opened, file, dirname(resolve(file)), OVER);
  if (!sweep.ok) throw new Error('not prepared');
  return sweep;
}

function request(store: PointStore, interrupted = (): boolean => false): SweepRequest {
  return {
    method: methodNamed('config-lp')!,
    naive: false,
    seed: 1,
    limits: { timeLimitS: null, workLimit: null },
    engine: 'highs',
    withBound: true,
    nowS: () => 0,
    interrupted,
    onProgress: () => undefined,
    store,
  };
}

/** A sweep stopped once so many points were kept; how many there are. */
async function stoppedAfter(points: number, file: string, journalFile: string): Promise<number> {
  const sweep = prepared(file);
  const answer = openJournal(journalFile, sweepDesign(request(NO_POINTS), sweep));
  if (!answer.ok) throw new Error(answer.reason);
  const store = journalPoints(answer.journal);
  let kept = 0;
  const counting: PointStore = {
    read: store.read,
    keep: (digest, point) => {
      store.keep(digest, point);
      kept++;
    },
  };
  const result = await runSweep(
    request(counting, () => kept >= points),
    sweep,
  );
  answer.journal.close();
  return result.points.length;
}

describe('a sweep that was cut short', () => {
  it('keeps no point whose cheaper methods were cut by a second Ctrl-C, although its method had ended', async () => {
    const sweep = prepared('instances/reward-rate/tiny-two-node-types.json');
    const method = methodNamed('config-lp')!;
    let signals = 0;
    const kept: unknown[] = [];
    const store: PointStore = { read: () => null, keep: (_, point) => void kept.push(point) };
    const result = await runSweep(
      {
        ...request(store, () => signals >= 1),
        interruptedTwice: () => signals >= 2,
        method: {
          ...method,
          solve: async (input) => {
            const outcome = await method.solve(input);
            signals = 2;
            return outcome;
          },
        },
      },
      sweep,
    );
    expect([kept.length, result.points.length]).toEqual([0, 0]);
    expect(result.pointsLeft).toBeGreaterThan(0);
  });

  it('goes on where it ended, after any point, and its points are the same to the last byte', async () => {
    const { file, out } = writeSmall();
    const whole = await runSweep(request(NO_POINTS), prepared(file));
    expect(whole.points).toHaveLength(12);
    for (const first of [1, 5, 11]) {
      const journalFile = join(out, `${first}.jsonl`);
      expect(await stoppedAfter(first, file, journalFile)).toBe(first);
      const answer = openJournal(journalFile, sweepDesign(request(NO_POINTS), prepared(file)));
      if (!answer.ok) throw new Error(answer.reason);
      expect(answer.journal.lines).toHaveLength(first);
      const store = journalPoints(answer.journal);
      let solved = 0;
      const keep: PointStore['keep'] = () => solved++;
      const resumed = await runSweep(request({ read: store.read, keep }), prepared(file));
      expect(solved).toBe(12 - first);
      expect(JSON.stringify(resumed)).toBe(JSON.stringify(whole));
      answer.journal.close();
    }
  });

  it('keeps its journal until it is whole, does again what was damaged, and refuses that of another sweep', async () => {
    const { file, out } = writeSmall();
    const journal = join(out, 'sweep.journal.jsonl');
    const words = ['sweep', file, ...OVER.flatMap((over) => ['--over', over])];
    const { json: whole } = await plenumJson(...words);
    await stoppedAfter(7, file, journal);
    const other = await plenum(...words, '--seed', '2', '--out', out);
    expect(other.code).toBe(2);
    expect(other.stderr).toContain('the journal of another sweep');
    const lines = readFileSync(journal, 'utf8').split('\n');
    // A digit of the fourth point: it is not believed.
    writeFileSync(journal, lines.map((line, n) => (n === 4 ? line.replace(/\d(?=\D*$)/, '9') : line)).join('\n'));
    const resumed = await plenumJson(...words, '--out', out);
    expect(resumed.code).toBe(0);
    expect(resumed.stderr).toMatch(/1 line.*not believed and done again/);
    expect(resumed.stderr).toContain('6 of 12 points are taken from');
    const objectives = (json: Record<string, unknown>): unknown =>
      ((json['details'] as Record<string, unknown>)['points'] as { objective: number; bound: number }[]).map(
        ({ objective, bound }) => [objective, bound],
      );
    expect(objectives(resumed.json)).toEqual(objectives(whole));
    expect(existsSync(journal)).toBe(false);
    expect(existsSync(join(out, 'sweep.json'))).toBe(true);
  });
});
