import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { figureDesign } from '../../../src/reproduction/chapter-3/figures.js';
import { openRecordStore } from '../../../src/runs/store/open-record-store.js';
import { canonicalJson } from '../../../src/studies/plan/canonical-json.js';
import { NO_MACHINE, recordOfTrial } from '../../../src/reproduction/run/trial-record.js';
import { runsOfDesign, trialOfRun } from '../../../src/reproduction/run/trial-run.js';
import { frameOfFigure } from '../../../src/reproduction/run/figure-run.js';
import { thesisWorld, valuesOf } from '../../fixtures/reproduction/world.js';
import { plenum } from '../../support/run-cli.js';
import { temporaryDirectory } from '../../support/small-instance.js';

const DESIGN = figureDesign('fig-3.4', { scale: 'reduced', trials: 1 });
const RUNS = runsOfDesign(DESIGN, frameOfFigure('reward-rate', DESIGN));
const figure = (...words: readonly string[]) => plenum('reproduce', 'fig-3.4', '--trials', '1', ...words);

test('a dry run shows the script of all trials with the options of sbatch, and writes nothing', async () => {
  const out = join(temporaryDirectory(), 'out');
  const words = ['--engine', 'slurm', '--tasks-per-job', '3', '--dry-run', '--out', out, '--json', '--', '--time=60'];
  const { code, stdout } = await figure(...words);
  expect(code).toBe(0);
  const json = JSON.parse(stdout) as Readonly<Record<'work' | 'details', unknown>>;
  expect(json.work).toEqual({ runs: RUNS.length, tasks: Math.ceil(RUNS.length / 3) });
  expect(JSON.stringify(json.details)).toContain('--time=60');
  expect(existsSync(out)).toBe(false);
});

test('a figure whose trials other machines have made is judged by the command without an engine', async () => {
  const out = temporaryDirectory();
  const opened = openRecordStore(out);
  if (!opened.ok) throw new Error(JSON.stringify(opened.fault));
  const kept = RUNS.map((run) => {
    const { cell, trial } = trialOfRun(run.identity);
    const output = { values: valuesOf(cell, trial, thesisWorld), times: { solve: 1 } };
    return opened.store.keep(run.key, canonicalJson(recordOfTrial(run, output, NO_MACHINE)));
  });
  await Promise.all(kept);
  const submitted = await figure('--engine', 'command', '--template', 'sh {script}', '--out', out);
  expect([submitted.code, submitted.stdout]).toEqual([0, expect.stringContaining('every run has its record')]);
  const judged = await figure('--workers', '1', '--out', out);
  expect([judged.code, judged.stderr.includes(`${RUNS.length} done before`)]).toEqual([0, true]);
  expect(judged.stdout).toContain('With isolated cold aisles all techniques earn more');
});

test('options of sbatch without an engine are refused', async () => {
  const { code, stdout } = await figure('--json', '--', '--time=60');
  expect([code, JSON.parse(stdout)]).toMatchObject([2, { faults: [{ path: '--' }] }]);
});
