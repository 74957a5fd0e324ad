import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UtilityInstance } from '../../../../models/families/utility/instance.js';
import { trialOf } from '../../../../src/families/utility/instances/trial.js';
import { solveUtilityInstance } from '../../../../src/families/utility/runs/solve.js';
import { repository } from '../../../support/repository.js';
import { faultsOf, type Swept, swept } from '../../../support/swept.js';
import { smallSerialDay } from '../../../support/utility/small-days.js';

const folder = mkdtempSync(join(tmpdir(), 'plenum-trials-'));
const WORDS = { method: 'random', filter: 'task', trials: 1 };

/** Writes an instance and returns its file. */
function fileOf(instance: UtilityInstance): string {
  const file = join(folder, `${instance.name}.json`);
  writeFileSync(file, JSON.stringify(instance));
  return file;
}

const day: UtilityInstance = { ...smallSerialDay(), period: { durationS: 2400, measuredFromS: 600 } };
let sweep: Swept['details'];

beforeAll(async () => {
  sweep = (await swept(fileOf(day), ['leniency=2,1'], WORDS, { seed: 7 })).details;
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('a sweep of leniencies', () => {
  it('runs each leniency, the one learnt on line, no filter and price on the tuning and the held-out trials', () => {
    const settings = ['leniency 1', 'leniency 2', 'online', 'no filter', 'price'];
    expect(sweep.runs.map(({ trial, method }) => [trial, method])).toEqual(
      [0, 1].flatMap((trial) => settings.map((setting) => [trial, setting])),
    );
    expect(sweep.points.map(({ setting, set, trials }) => [setting, set, trials])).toEqual([
      ...settings.map((setting) => [setting, 'tuning', '1']),
      ...settings.map((setting) => [setting, 'held-out', '2']),
    ]);
  });

  it('makes of the second trial the run that solve makes of its instance with the next seed', async () => {
    const answer = await solveUtilityInstance({
      file: fileOf(trialOf(day, 2)),
      asked: { method: 'random', filter: 'task', leniency: 2 },
      seed: 8,
      limits: { timeLimitS: null, workLimit: null },
      withBound: true,
      nowS: () => 0,
      interrupted: () => false,
      onProgress: () => undefined,
    });
    if (!answer.ok) throw new Error(JSON.stringify(answer.faults));
    const { objective, bound, gap, energyJ, completed, dropped } = answer.solved.record.result;
    const run = sweep.runs.find(({ trial, method }) => trial === 1 && method === 'leniency 2');
    expect(run).toMatchObject({ objective, bound, gap, energyMeasuredJ: energyJ!.at(-1), completed, dropped });
  });

  it('has one bound for each trial, which no run exceeds', () => {
    expect(new Set(sweep.runs.map(({ bound }) => bound)).size).toBe(2);
    for (const { bound, objective } of sweep.runs) expect(objective).toBeLessThanOrEqual(bound!);
  });

  it('reads leniencies as a range or a list, ascending, and refuses what is no axis of positive numbers', async () => {
    const file = fileOf(day);
    const range = await swept(file, ['leniency=0.6:1.2:0.6'], WORDS, { withBound: false });
    expect(range.details.axes[0].values).toEqual([0.6, 1.2]);
    expect(sweep.axes[0].values).toEqual([1, 2]);
    const wrong = [
      'leniency=0:1:0.5',
      'leniency=1:0.5:0.1',
      'leniency=1,1',
      'leniency=1e-9,1',
      'leniency=1e-9:1e-8:1e-9',
      'gain=1',
      'leniency',
      'leniency=0.001:1:0.001',
    ];
    for (const over of wrong) {
      expect(await faultsOf(file, [over], WORDS)).toMatchObject([{ path: '--over' }]);
    }
    const two = ['leniency=1', 'leniency=2'];
    expect(await faultsOf(file, two, WORDS)).toMatchObject([{ path: '--over' }]);
  });

  it('refuses seeds of which the last trial has none of its own', async () => {
    const more = { withBound: false, seed: Number.MAX_SAFE_INTEGER };
    expect(await faultsOf(fileOf(day), ['leniency=1'], WORDS, more)).toMatchObject([{ path: '--seed' }]);
  });

  it('refuses an instance in which nothing is drawn, and options that it does not heed', async () => {
    const still = join(repository, 'instances/utility/tiny-serial-budget.json');
    expect(await faultsOf(still, ['leniency=1'], WORDS)).toMatchObject([
      { path: '--trials', value: '1 of tiny-serial-budget', allowed: expect.stringContaining('is drawn') as string },
    ]);
    const words = { ...WORDS, filter: 'per-task' };
    expect(await faultsOf(fileOf(day), ['leniency=1'], words)).toMatchObject([{ path: '--filter' }]);
  });
});
