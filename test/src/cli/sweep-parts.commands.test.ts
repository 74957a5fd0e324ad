import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { methodNamed } from '../../../src/families/reward-rate/methods/registry.js';
import { openModel } from '../../../src/families/reward-rate/runs/open.js';
import { prepareSweep, runSweep, type SweepRequest } from '../../../src/families/reward-rate/studies/sweep/run.js';
import { NO_PARTS, type PartStore, partStore } from '../../../src/runs/store/part-store.js';
import { withOtherDigit } from '../../support/other-digit.js';
import { partFiles } from '../../support/part-files.js';
import { plenum, plenumJson } from '../../support/run-cli.js';
import { writeSmall } from '../../support/small-instance.js';

const OVER = ['powerCapW=60:160:20', 'redLineC=35,40'];

function prepared(file: string): Extract<ReturnType<typeof prepareSweep>, { ok: true }> {
  const opened = openModel(file);
  if (!opened.ok) throw new Error('not opened');
  const sweep = prepareSweep(opened, file, OVER);
  if (!sweep.ok) throw new Error('not prepared');
  return sweep;
}

function request(store: PartStore, interrupted = (): boolean => false): SweepRequest {
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
async function stoppedAfter(points: number, file: string, store: PartStore): Promise<number> {
  let kept = 0;
  const counting: PartStore = {
    read: store.read,
    keep: (digest, point) => {
      store.keep(digest, point);
      kept++;
    },
  };
  const result = await runSweep(
    request(counting, () => kept >= points),
    prepared(file),
  );
  return result.points.length;
}

const objectives = (json: Record<string, unknown>): unknown =>
  ((json['details'] as Record<string, unknown>)['points'] as { objective: number; bound: number }[]).map(
    ({ objective, bound }) => [objective, bound],
  );

describe('a sweep that was cut short', () => {
  it('keeps no point whose cheaper methods were cut by a second Ctrl-C, although its method had ended', async () => {
    // Standby is not shared: a gap is left, and the cheaper methods are asked.
    const sweep = prepared('instances/reward-rate/tiny-sleep.json');
    const method = methodNamed('config-lp')!;
    let signals = 0;
    const kept: unknown[] = [];
    const store: PartStore = { read: () => null, keep: (_, point) => void kept.push(point) };
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
    const whole = await runSweep(request(NO_PARTS), prepared(file));
    expect(whole.points).toHaveLength(12);
    for (const first of [1, 5, 11]) {
      const folder = join(out, String(first));
      mkdirSync(folder, { recursive: true });
      const store = partStore(folder, [], () => undefined);
      expect(await stoppedAfter(first, file, store)).toBe(first);
      expect(partFiles(folder)).toHaveLength(first);
      let solved = 0;
      const keep: PartStore['keep'] = () => solved++;
      const resumed = await runSweep(request({ read: store.read, keep }), prepared(file));
      expect(solved).toBe(12 - first);
      expect(JSON.stringify(resumed)).toBe(JSON.stringify(whole));
    }
  });
});

describe('plenum sweep --out', () => {
  it('takes over what is there, makes again what was damaged and names it, and shares the folder with other sweeps', async () => {
    const { file, out } = writeSmall();
    const words = ['sweep', file, ...OVER.flatMap((over) => ['--over', over]), '--out', out];
    const { json: whole } = await plenumJson(...words);
    const [damaged] = partFiles(out) as [string];
    const text = readFileSync(damaged, 'utf8');
    writeFileSync(damaged, withOtherDigit(text, text.indexOf('"objective":')));
    const again = await plenumJson(...words);
    expect(again.code).toBe(0);
    expect(again.stderr).toContain(`${damaged} is not what was written: not believed and done again. It is kept as`);
    expect(again.stderr).toContain('11 of 12 points are taken from');
    expect(objectives(again.json)).toEqual(objectives(whole));
    const other = await plenum(...words, '--seed', '2');
    expect([other.code, other.stderr]).toEqual([0, expect.not.stringContaining('points are taken')]);
    expect(partFiles(out)).toHaveLength(24);
    const first = await plenumJson(...words);
    expect(first.stderr).toContain('12 of 12 points are taken from');
    expect(objectives(first.json)).toEqual(objectives(whole));
  });
});
