import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { TrialSweep } from '../../../../src/studies/sweep/trials.js';
import { repository } from '../../../support/repository.js';
import { type Json, plenum, plenumJson } from '../../../support/run-cli.js';
import { partFiles } from '../../../support/part-files.js';
import { temporaryDirectory } from '../../../support/small-instance.js';
import { meanIn } from '../../../support/swept.js';
import { smallSerialDay } from '../../../support/utility/small-days.js';

const folder = mkdtempSync(join(tmpdir(), 'plenum-leniency-'));
const serial = join(folder, 'serial.json');
const rich = join(folder, 'rich.json');
/** Runs of the sweep: two leniencies, on line, no filter and price, on trials 1 and 2. */
const RUNS = 2 * 5;
const OVER = ['--over', 'leniency=1,2', '--method', 'upe', '--filter', 'task', '--trials', '1'];
const WORDS = [serial, ...OVER, '--no-bound'];

beforeAll(() => {
  const day = { ...smallSerialDay(), period: { durationS: 2400, measuredFromS: 0 } };
  writeFileSync(serial, JSON.stringify(day));
  writeFileSync(rich, JSON.stringify({ ...day, energyBudgetJPerDay: undefined }));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Files of a sweep in a directory, to the last byte but for paths and times. */
function filesIn(directory: string): readonly string[] {
  const record = JSON.parse(readFileSync(join(directory, 'sweep.json'), 'utf8')) as Json;
  const rest = { ...record, files: null, timeS: null };
  return [
    JSON.stringify(rest),
    ...['sweep.csv', 'sweep.html'].map((name) => readFileSync(join(directory, name), 'utf8')),
  ];
}

function sweepOf(json: Json): TrialSweep {
  return json['details'] as TrialSweep & Json;
}

/** Mean utility of a setting on the tuning trials. */
function utilityOf({ points }: TrialSweep, setting: string): number {
  return meanIn(
    points.find((one) => one.setting === setting && one.set === 'tuning')!,
    'objective',
  )!.mean;
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('plenum sweep of a filter’s leniency', () => {
  it('hears Ctrl-C between runs; taken up again it writes the bytes of one that was not cut short', async () => {
    const [whole, cut] = [join(folder, 'whole'), join(folder, 'cut')];
    expect((await plenum('sweep', ...WORDS, '--out', whole)).code).toBe(0);
    const running = plenum('sweep', ...WORDS, '--out', cut);
    const state = { isOver: false };
    void running.finally(() => (state.isOver = true));
    while (!state.isOver && partFiles(cut).length < 3) await turn();
    process.emit('SIGINT');
    const stopped = await running;
    expect([stopped.code, existsSync(join(cut, 'sweep.csv'))]).toEqual([4, false]);
    const runs = Number(/Interrupted: (\d+) runs are kept/.exec(stopped.stdout)?.[1]);
    expect(runs).toBeLessThan(RUNS);
    const resumed = await plenum('sweep', ...WORDS, '--out', cut);
    expect(resumed.code).toBe(0);
    expect(resumed.stderr).toMatch(new RegExp(`\\d of ${RUNS} runs are taken from`));
    expect(filesIn(cut)).toEqual(filesIn(whole));
  });

  it('writes the same bytes with one worker and with two', () => {
    const [one, two] = [1, 2].map((workers) => {
      const out = join(folder, `workers-${workers}`);
      const words = ['sweep', ...WORDS, '--workers', String(workers), '--out', out];
      execFileSync(process.execPath, [join(repository, 'dist/src/cli/main.js'), ...words], { stdio: 'pipe' });
      return filesIn(out);
    });
    expect(two).toEqual(one);
  });

  it('chooses nothing where all leniencies earn the same, and says so: without a budget a filter lets everything pass', async () => {
    const out = join(folder, 'rich');
    const { code, json, stderr } = await plenumJson('sweep', rich, ...OVER, '--no-bound', '--out', out);
    const sweep = sweepOf(json);
    expect(code).toBe(0);
    expect(stderr).toContain('has no budget');
    const best = { figure: 'objective', at: null, ties: [1, 2], atHeldOut: null, optimism: null };
    expect(sweep).toMatchObject({ best: [best], differences: [] });
    const free = utilityOf(sweep, 'no filter');
    expect([utilityOf(sweep, 'leniency 1'), utilityOf(sweep, 'leniency 2')]).toEqual([free, free]);
    const { stdout } = await plenum('sweep', rich, ...OVER, '--no-bound');
    expect(stdout).toContain('none chosen, all 2 values are equally good');
    expect(stdout).not.toMatch(/chosen less|Optimism/);
    const page = readFileSync(join(out, 'sweep.html'), 'utf8');
    expect(page).toContain('none chosen');
    expect(page).not.toMatch(/, chosen<|Optimism/);
  });

  it('shows which run ended on a terminal, and nothing elsewhere', async () => {
    expect((await plenum('sweep', ...WORDS)).stderr).not.toContain('runs');
    const { isTTY } = process.stderr;
    try {
      process.stderr.isTTY = true;
      const { stderr } = await plenum('sweep', ...WORDS);
      expect(stderr).toContain(`0 of ${RUNS} runs`);
      expect(stderr).toContain(`6 of ${RUNS} runs: trial 2, leniency 1`);
      expect(stderr).toContain('\r\u001b[2KNote');
    } finally {
      process.stderr.isTTY = isTTY;
    }
  });

  it('reads jobs from the log that --trace names, as solve does, and tells two logs apart', async () => {
    const file = join(folder, 'log.json');
    const pStates = [{ timeS: 100, powerW: 100 }];
    writeFileSync(
      file,
      JSON.stringify({
        format: 'plenum.utility',
        formatVersion: 1,
        name: 'log',
        environment: 'parallel',
        seed: 1,
        period: { durationS: 3600, measuredFromS: 0 },
        eventIntervalS: 60,
        droppingThreshold: 0,
        urgencyUnitS: 60,
        energyBudgetJPerDay: 1e6,
        pools: [{ name: 'pool', nodes: 4, coresPerNode: 8 }],
        utility: {
          classes: [
            {
              name: 'line',
              shape: 'points',
              points: [
                { ageS: 0, utility: 1 },
                { ageS: 9000, utility: 0 },
              ],
            },
          ],
        },
        taskTypes: { source: 'table', types: [{ name: 'work', runs: [{ pool: 'pool', nodes: 2, pStates }] }] },
        arrivals: { source: 'swf', startS: 0, times: 'trace', mostCores: 32 },
      }),
    );
    const [one, two] = [300, 600].map((stepS) => {
      const log = join(folder, `${stepS}.swf`);
      const jobs = Array.from(
        { length: 12 },
        (_, n) => `${n + 1} ${n * stepS} -1 900 16 -1 -1 16 3600 -1 1 1 1 1 1 1 -1 -1`,
      );
      writeFileSync(log, `${jobs.join('\n')}\n`);
      return log;
    });
    const words = [
      'sweep',
      file,
      '--over',
      'leniency=1',
      '--method',
      'upr',
      '--filter',
      'per-task',
      '--trials',
      '1',
      '--no-bound',
    ];
    const unnamed = await plenum(...words);
    expect([unnamed.code, unnamed.stderr]).toEqual([2, expect.stringContaining('name it with --trace')]);
    const { code, json } = await plenumJson(...words, '--trace', one!);
    expect(code).toBe(0);
    const forms = ['--method', 'upr', '--filter', 'per-task', '--leniency', '1', '--no-bound'];
    const solved = await plenumJson('solve', file, ...forms, '--trace', one!);
    expect(utilityOf(sweepOf(json), 'leniency 1')).toBe(solved.json['objective']);
    const other = await plenumJson(...words, '--trace', two!);
    expect((json['details'] as Json)['sha256']).not.toBe((other.json['details'] as Json)['sha256']);
  });

  test.each(['--time-limit', '--work-limit'])(
    '%s is refused: a run that is stopped has no schedule',
    async (option) => {
      const out = join(temporaryDirectory(), 'none');
      const { code, stderr } = await plenum('sweep', ...WORDS, option, '5', '--out', out);
      expect([code, stderr]).toEqual([2, expect.stringContaining(option)]);
      expect(existsSync(out)).toBe(false);
    },
  );
});
