import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openRecordStore } from '../../../src/runs/store/open-record-store.js';
import { canonicalJson } from '../../../src/studies/plan/canonical-json.js';
import type { StudyRun } from '../../../src/studies/plan/run.js';
import { parseRecordsFile } from '../../../src/studies/records-file.js';
import { NO_MACHINE, recordOfTrial } from '../../../src/reproduction/run/trial-record.js';
import { runsOfDesign, trialOfRun } from '../../../src/reproduction/run/trial-run.js';
import { frameOfFigure } from '../../../src/reproduction/run/figure-run.js';
import { figureDesign } from '../../../src/reproduction/chapter-3/figures.js';
import { thesisWorld, valuesOf } from '../../fixtures/reproduction/world.js';
import { withOtherDigit } from '../../support/other-digit.js';
import { schemaFaults } from '../../support/committed-schema.js';
import { plenum, plenumJson } from '../../support/run-cli.js';
import { temporaryDirectory } from '../../support/small-instance.js';

let directory: string;
beforeEach(() => {
  directory = temporaryDirectory();
});

const inDirectory = (...names: string[]): string => path.join(directory, ...names);

/** The run of every trial. */
function runs(): StudyRun[] {
  const design = figureDesign('fig-3.4', { scale: 'reduced', trials: 2 });
  return runsOfDesign(design, frameOfFigure('reward-rate', design));
}

/** Records of made-up trials, all but one or two of greedy. */
async function nearlyDone(left = 1): Promise<number> {
  const all = runs();
  const undone = all.filter(({ identity }) => identity.method === 'greedy').slice(0, left);
  const opened = openRecordStore(directory);
  if (!opened.ok) throw new Error(JSON.stringify(opened.fault));
  const kept = all
    .filter((run) => !undone.includes(run))
    .map((run) => {
      const { cell, trial } = trialOfRun(run.identity);
      const output = { values: valuesOf(cell, trial, thesisWorld), times: { solve: 1 } };
      return opened.store.keep(run.key, canonicalJson(recordOfTrial(run, output, NO_MACHINE)));
    });
  await Promise.all(kept);
  return all.length;
}
const REPRODUCE = ['reproduce', 'fig-3.4', '--trials', '2', '--workers', '1'];
const reproduce = (...words: string[]): ReturnType<typeof plenum> =>
  plenum('reproduce', ...words, '--workers', '1', '--out', directory);

describe('plenum reproduce', () => {
  it('does only what its records lack, and keeps what it writes', async () => {
    const total = await nearlyDone();
    const docs = inDirectory('docs');
    const { code, stdout, stderr } = await reproduce('fig-3.4', '--trials', '2', '--write-docs', docs);
    expect([code, stderr.includes(`${total} solves, ${total - 1} done before`)]).toEqual([0, true]);
    const records = readFileSync(inDirectory('fig-3.4-reduced.records.jsonl'), 'utf8');
    expect(parseRecordsFile(records).records).toHaveLength(total);
    expect(records).not.toContain('solve');
    expect(existsSync(inDirectory('fig-3.4-reduced.times.json'))).toBe(true);
    expect(stdout).toContain('With isolated cold aisles all techniques earn more');
    const page = readFileSync(path.join(docs, 'claims.md'), 'utf8');
    expect(page).toMatch(/ \| not judged \(no records\) \|.*`plenum reproduce fig-3\.3` \|$/m);
    // Two trials are fewer than the rule asks for.
    expect(page).toMatch(
      /^\| With isolated cold aisles .* \| not judged \(2 of \d+ trials\) .* \| `plenum reproduce fig-3\.4 --trials 2` \|$/m,
    );
    const details = readFileSync(inDirectory('details.md'), 'utf8');
    expect(details).toContain('### isolation-earns: ');
    // Again, without solving, from the records, and from the CSV alone.
    rmSync(path.join(docs, 'claims.md'));
    expect((await reproduce('--write-docs', docs)).code).toBe(0);
    expect(readFileSync(path.join(docs, 'claims.md'), 'utf8')).toBe(page);
    rmSync(inDirectory('fig-3.4-reduced.records.jsonl'));
    expect((await reproduce('--write-docs', docs)).code).toBe(0);
    expect(readFileSync(path.join(docs, 'claims.md'), 'utf8')).toBe(page);
    expect(readFileSync(inDirectory('details.md'), 'utf8')).toBe(details);
  });

  it('replaces results that it wrote itself, and what others wrote with --force alone', async () => {
    await nearlyDone();
    const target = inDirectory('fig-3.4-reduced.records.jsonl');
    writeFileSync(target, 'mine');
    const words = ['fig-3.4', '--trials', '2'];
    const { code, stderr } = await reproduce(...words);
    expect([code, stderr.includes('a file that Plenum did not write')]).toEqual([2, true]);
    expect(readFileSync(target, 'utf8')).toBe('mine');
    expect((await reproduce(...words, '--force')).code).toBe(0);
    const written = readFileSync(target, 'utf8');
    expect(written).not.toBe('mine');
    expect((await reproduce(...words)).code).toBe(0);
    expect(readFileSync(target, 'utf8')).toBe(written);
  });

  it('takes over what another number of trials has in common', async () => {
    const total = await nearlyDone();
    const { code, stderr } = await reproduce('fig-3.4', '--trials', '1');
    expect(code).toBe(0);
    expect(stderr).toContain(`${total / 2} solves, ${total / 2 - 1} done before`);
  });

  it('estimates the time of a study without starting it', async () => {
    const { code, json } = await plenumJson('reproduce', 'all', '--full', '--estimate', '--out', directory);
    expect([code, schemaFaults('reproduce', json)]).toEqual([0, []]);
    const { figures } = json['details'] as { figures: { figure: string; trials: number; seconds: number }[] };
    expect(figures.map(({ figure, trials }) => `${figure} ${trials}`)).toEqual([
      ...['2.1', '2.2', '2.3', '2.4', '2.5', '2.6', 'B.1'].map((number) => `fig-${number} 96`),
      'text-2.5 96',
      'text-2.7 96',
      ...['3.3', '3.4', '3.5', '3.6', '3.7'].map((number) => `fig-${number} 48`),
      ...['3.3.6', '3.6.4', '3.6.5'].map((section) => `text-${section} 48`),
      'fig-4.2 12',
      'fig-4.3 12',
      'table-4.2 12',
      'text-5.6 1',
      'text-5.6.2 12',
      'fig-5.4 12',
      'fig-5.5 12',
      ...['serial', 'parallel-5000', 'budgets', 'parallel-10000'].map((name) => `utility-${name} 48`),
      // Curie's log is not named.
      'utility-curie 1',
      'utility-testbed 48',
      'utility-preemptive 64',
      'utility-bursts 64',
      ...['checkpoints', 'nodes', 'cores', 'profiles', 'bounds'].map((name) => `jobs-${name} 100`),
    ]);
    // The evaluations of the thesis' hour per epoch: 77 s of one core for a day of GALD-CL with 4 centres.
    expect(figures.find(({ figure }) => figure === 'fig-4.2')!.seconds).toBeGreaterThan(12 * 77);
    expect(figures.find(({ figure }) => figure === 'table-4.2')!.seconds).toBeLessThan(12 * 3600);
    expect(existsSync(inDirectory('records'))).toBe(false);
  });

  it('an interruption costs nothing that was done, and ends with 4', async () => {
    const total = await nearlyDone(2);
    // Ctrl-C as soon as somebody listens: before the first of the two is solved.
    process.once('newListener', () => {
      queueMicrotask(() => process.emit('SIGINT'));
    });
    const { code, stdout } = await reproduce('fig-3.4', '--trials', '2');
    expect([code, stdout.trim()]).toEqual([
      4,
      `fig-3.4: interrupted after ${total - 2} of ${total}; the same command goes on from there.`,
    ]);
    const { code: again, json } = await plenumJson(...REPRODUCE, '--out', directory);
    expect([again, schemaFaults('reproduce', json)]).toEqual([0, []]);
    const details = { figures: [{ figure: 'fig-3.4', family: 'reward-rate', done: total }] };
    expect(json).toMatchObject({ family: 'reward-rate', termination: 'finished', files: {}, details });
  });

  it.each([
    ['<figure>', []],
    ['<figure>', ['fig-3.8']],
    ['--full', ['fig-3.3', '--full', '--reduced']],
    ['--workers', ['fig-3.3', '--workers', '0']],
    ['--trials', ['fig-3.3', '--trials', '0']],
    ['--trials', ['fig-3.3', 'table-4.2', '--trials', '37', '--estimate']],
  ])('refuses bad words: %s', async (option, words) => {
    const { code, json } = await plenumJson('reproduce', ...words);
    expect([code, (json['faults'] as { path: string }[])[0]!.path]).toEqual([2, option]);
  });

  it('a stored record with one changed digit is refused, and the page stays', async () => {
    const docs = inDirectory('docs');
    await nearlyDone();
    await reproduce('fig-3.4', '--trials', '2', '--write-docs', docs);
    const file = inDirectory('fig-3.4-reduced.records.jsonl');
    const page = readFileSync(path.join(docs, 'claims-reward-rate.md'), 'utf8');
    const text = readFileSync(file, 'utf8');
    const changed = withOtherDigit(text, text.lastIndexOf('.') + 1);
    for (const damaged of [text.split('\n').slice(0, -2).join('\n'), changed]) {
      writeFileSync(file, damaged);
      const { code, stderr } = await reproduce('--write-docs', docs);
      expect([code, stderr.includes('fig-3.4-reduced.records.jsonl')]).toEqual([2, true]);
      expect(readFileSync(path.join(docs, 'claims-reward-rate.md'), 'utf8')).toBe(page);
    }
  });

  it('a record with one changed digit is set aside, and its trial done again', async () => {
    await nearlyDone();
    await reproduce('fig-3.4', '--trials', '2');
    const records = readFileSync(inDirectory('fig-3.4-reduced.records.jsonl'), 'utf8');
    // One of greedy, which is solved again in no time, though what it finds is not what was made up.
    const { key } = runs().filter(({ identity }) => identity.method === 'greedy')[1]!;
    const file = inDirectory('records', key.slice(0, 2), `${key}.json`);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, withOtherDigit(text, text.indexOf('"rewardPerS":') + 13));
    const { code, stderr } = await reproduce('fig-3.4', '--trials', '2');
    expect([code, stderr.includes(`It is kept as ${inDirectory('set-aside')}`)]).toEqual([0, true]);
    const changed = readFileSync(inDirectory('fig-3.4-reduced.records.jsonl'), 'utf8').split('\n');
    // Nothing but the one trial is done again.
    expect(records.split('\n').filter((one, n) => one !== changed[n])).toHaveLength(1);
  });
});
