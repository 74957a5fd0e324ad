import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { figureDesign } from '../../../src/reproduction/chapter-3/figures.js';
import { openRecordStore } from '../../../src/runs/store/open-record-store.js';
import { canonicalJson } from '../../../src/studies/plan/canonical-json.js';
import type { RunRecord } from '../../../src/studies/plan/record.js';
import { NO_MACHINE, recordOfTrial } from '../../../src/reproduction/run/trial-record.js';
import { runsOfDesign, trialOfRun } from '../../../src/reproduction/run/trial-run.js';
import { frameOfFigure } from '../../../src/reproduction/run/figure-run.js';
import { thesisWorld, valuesOf } from '../../fixtures/reproduction/world.js';
import { openStudy } from '../../../src/workbench/study/open.js';
import { repository } from '../../support/repository.js';
import { plenum, plenumJson } from '../../support/run-cli.js';
import { temporaryDirectory } from '../../support/small-instance.js';
import { robustFile } from './robust-cases.js';

/** The records in a folder without what depends on the machine, by key. */
function recordsOf(folder: string): Readonly<Record<string, unknown>> {
  const opened = openRecordStore(folder);
  if (!opened.ok) throw new Error(JSON.stringify(opened.fault));
  const texts = [...opened.store.keys()].sort().map((key) => opened.store.get(key)!);
  return Object.fromEntries(
    texts.map((text) => JSON.parse(text) as RunRecord).map((one) => [one.key, { ...one, machine: null }]),
  );
}

test('comparisons of a study that differ in a changed field alone name it, in text and page', async () => {
  const directory = temporaryDirectory();
  const [study, out] = [join(directory, 'study.json'), join(directory, 'out')];
  const written = {
    format: 'plenum.study',
    formatVersion: 1,
    name: 'caps',
    verb: 'compare',
    instances: [{ file: resolve(repository, 'instances/reward-rate/tiny-power-cap.json') }],
    changes: { 'limits.powerCapW': [41, 43] },
    methods: ['greedy', 'config-lp'],
    seeds: 1,
    budgets: [{ work: 20 }],
  };
  writeFileSync(study, JSON.stringify(written));
  const { code, stdout } = await plenum('study', 'run', study, '--out', out, '--allow-outside');
  expect([code, stdout.match(/limits\.powerCapW +(41|43)$/gm)?.length]).toEqual([0, 2]);
  expect(readFileSync(join(out, 'comparisons', '2', 'compare.html'), 'utf8')).toContain('limits.powerCapW: 43.');
});

test('a comparison and the study written of it have the same runs, the same records but for the machine, and the same outputs', async () => {
  const directory = temporaryDirectory();
  const [own, study, made] = ['own', 'study.json', 'made'].map((name) => join(directory, name)) as [
    string,
    string,
    string,
  ];
  const words = [robustFile('tiny-two-nodes'), '--methods', 'tabu:static,min-energy', '--reference', 'min-energy'];
  const limits = ['--trials', '2', '--seed', '3', '--work-limit', '3', '--improve', 'none'];
  expect((await plenum('compare', ...words, ...limits, '--out', own)).code).toBe(0);
  const { code, json } = await plenumJson('compare', ...words, ...limits, '--write-study', study);
  expect([code, json['files'], json['details']]).toMatchObject([0, { study }, { runs: 5 }]);
  expect(existsSync(made)).toBe(false);
  // The instance lies outside the folder of the study, which the command says.
  expect(json['details']).toMatchObject({ allowOutside: true });
  expect((await plenum('study', 'check', study)).code).toBe(2);
  const run = await plenum('study', 'run', study, '--out', made, '--allow-outside');
  expect([run.code, run.stdout.includes('min-energy')]).toEqual([0, true]);
  expect(Object.keys(recordsOf(made))).toHaveLength(5);
  expect(recordsOf(made)).toEqual(recordsOf(own));
  const records = readFileSync(join(own, 'compare.records.jsonl'), 'utf8');
  expect(readFileSync(join(made, 'compare.records.jsonl'), 'utf8')).toBe(records);
  const told = (folder: string): unknown => {
    const { details } = JSON.parse(readFileSync(join(folder, 'compare.json'), 'utf8')) as {
      details: Record<string, unknown>;
    };
    return [details['reference'], details['methods'], details['trialsAsked']];
  };
  expect(told(made)).toEqual(['min-energy', ['tabu:static', 'min-energy'], 2]);
  expect(told(made)).toEqual(told(own));
  // The command takes over what the study has made.
  const again = await plenum('compare', ...words, ...limits, '--out', made);
  expect(again.stderr).toContain('5 of 5 runs and bounds are taken from');
});

test('a figure and the study written of it have the same runs, and the study ends with its verdicts', async () => {
  const directory = temporaryDirectory();
  const study = join(directory, 'study.json');
  const folder = join(directory, 'made');
  mkdirSync(folder);
  expect((await plenum('reproduce', 'fig-3.4', '--trials', '2', '--write-study', study)).code).toBe(0);
  const design = figureDesign('fig-3.4', { scale: 'reduced', trials: 2 });
  const opened = openRecordStore(folder);
  if (!opened.ok) throw new Error(JSON.stringify(opened.fault));
  const runs = runsOfDesign(design, frameOfFigure('reward-rate', design));
  const kept = runs.map((run) => {
    const { cell, trial } = trialOfRun(run.identity);
    const output = { values: valuesOf(cell, trial, thesisWorld), times: { solve: 1 } };
    return opened.store.keep(run.key, canonicalJson(recordOfTrial(run, output, NO_MACHINE)));
  });
  await Promise.all(kept);
  const { code, stdout } = await plenum('study', 'run', study, '--out', folder);
  expect(code).toBe(0);
  const { json } = await plenumJson('study', 'run', study, '--out', folder);
  const named = json['files'] as Readonly<Record<string, string>>;
  expect(named['records']).toBe(join(folder, 'fig-3.4-reduced.records.jsonl'));
  expect(Object.values(named).filter((file) => !existsSync(file))).toEqual([]);
  expect(stdout).toContain(`${runs.length} of ${runs.length} runs done (0 made`);
  expect(stdout).toContain('With isolated cold aisles all techniques earn more');
  expect(existsSync(join(folder, 'fig-3.4-reduced.records.jsonl'))).toBe(true);
});

test('a study is written of judged words alone, and over no file of others', async () => {
  const study = join(temporaryDirectory(), 'study.json');
  const words = [robustFile('tiny-two-nodes'), '--work-limit', '3', '--write-study', study];
  const wrong = await plenumJson('compare', ...words, '--methods', 'taboo');
  expect([wrong.code, wrong.json['faults']]).toMatchObject([2, [{ path: '--methods' }]]);
  expect(existsSync(study)).toBe(false);
  writeFileSync(study, 'mine');
  const other = await plenumJson('compare', ...words, '--methods', 'tabu');
  expect([other.code, other.json['faults']]).toMatchObject([2, [{ path: '--write-study' }]]);
  expect(readFileSync(study, 'utf8')).toBe('mine');
});

test('seeds with gaps, and words that a comparison does not know, are refused by the study', async () => {
  const file = join(temporaryDirectory(), 'study.json');
  const head = {
    format: 'plenum.study',
    formatVersion: 1,
    name: 'gaps',
    verb: 'compare',
    methods: ['tabu', 'min-energy'],
  };
  const rest = { instances: [{ file: robustFile('tiny-two-nodes') }], budgets: [{ work: 3 }] };
  for (const [more, path] of [
    [{ seeds: [1, 3] }, 'seeds'],
    [{ words: { referenze: 'tabu' } }, 'words'],
    [{ words: { reference: 'ga' } }, '--reference'],
  ] as const) {
    writeFileSync(file, JSON.stringify({ ...head, ...rest, ...more }));
    const { code, json } = await plenumJson(
      'study',
      'run',
      file,
      '--allow-outside',
      '--out',
      join(temporaryDirectory(), 'out'),
    );
    expect([code, json['faults']]).toMatchObject([2, [{ file, path }]]);
  }
});

test('the same comparison from two folders has the same runs: a file that an option names counts by its bytes', async () => {
  const log = '; UnixStartTime: 0\n1 46700000 0 100 64 -1 -1 64 200 -1 1 1 1 -1 1 -1 -1 -1\n';
  const keys = async (trace: string): Promise<readonly string[]> => {
    const [folder, logs] = [temporaryDirectory(), temporaryDirectory()];
    writeFileSync(join(logs, 'own.swf'), trace);
    const words = ['utility/curie', '--methods', 'fcfs', '--trials', '1', '--work-limit', '1'];
    const study = join(folder, 'study.json');
    const { code, stderr } = await plenum(
      'compare',
      ...words,
      '--trace',
      join(logs, 'own.swf'),
      '--write-study',
      study,
    );
    expect([code, stderr]).toEqual([0, '']);
    const opened = await openStudy({
      study,
      out: null,
      yes: false,
      allowOutside: true,
      packageDirectory: repository,
      plenumVersion: '1.0.0',
    });
    if (!opened.ok) throw new Error(JSON.stringify(opened.faults));
    expect(JSON.stringify(opened.runs.map(({ identity }) => identity))).not.toContain(logs);
    return opened.runs.map(({ key }) => key);
  };
  const first = await keys(log);
  expect(first).toHaveLength(2);
  expect(await keys(log)).toEqual(first);
  expect(await keys(log.replace('100', '101'))).not.toEqual(first);
});
