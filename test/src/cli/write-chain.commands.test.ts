import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openRecordStore } from '../../../src/runs/store/open-record-store.js';
import { withOtherDigit } from '../../support/other-digit.js';
import { partFiles } from '../../support/part-files.js';
import { repository } from '../../support/repository.js';
import { checkStudy, exportStudy, reportStudy, runStudy, studyStatus } from '../../../src/library/index.js';
import { accepted, faultsOf } from '../../support/accepted.js';
import { plenum, plenumJson } from '../../support/run-cli.js';
import { writeSmall } from '../../support/small-instance.js';

type Json = Readonly<Record<string, unknown>>;

function keysIn(folder: string): string[] {
  const opened = openRecordStore(folder);
  if (!opened.ok) throw new Error(JSON.stringify(opened.fault));
  return [...opened.store.keys()].sort();
}

/** Record of a verb without times, paths and the count of what was taken over. */
function recordIn(file: string): Json {
  const moving = ['timeS', 'files', 'epochsResumed'];
  const untimed = (name: string, value: unknown): unknown => (moving.includes(name) ? null : value);
  return JSON.parse(JSON.stringify(JSON.parse(readFileSync(file, 'utf8')), untimed)) as Json;
}

const ARRIVALS = 'epoch,a,b,powerCapW\nnight,0,0,\nmorning,0.5,0.2,\nnoon,1,0.3,150\n';

test.each([
  ['sweep', ['--over', 'powerCapW=60:160:50'], 3],
  ['day', [], 3],
] as const)(
  'a %s and the study written of it are one run with the same address, record and files; damage is named and mended',
  async (verb, axes, parts) => {
    const { file, directory } = writeSmall();
    const [study, direct, made, csv] = ['below/study.json', 'direct', 'made', 'csv'].map((name) =>
      join(directory, name),
    ) as [string, string, string, string];
    mkdirSync(join(directory, 'below'));
    writeFileSync(join(directory, 'arrivals.csv'), ARRIVALS);
    const input = verb === 'day' ? ['--arrivals', join(directory, 'arrivals.csv')] : [];
    const words = [verb, file, ...axes, ...input, '--seed', '3', '--naive', '--no-bound', '--method', 'greedy'];
    const own = (...more: readonly string[]) => plenumJson(...words, ...more);
    expect((await own('--out', direct)).code).toBe(0);
    const written = await own('--write-study', study);
    expect([written.code, written.json['details']]).toMatchObject([0, { runs: 1 }]);
    expect(accepted(await runStudy(study, { out: made, allowOutside: true })).ended).toBe('complete');
    expect(keysIn(made)).toEqual(keysIn(direct));
    expect(partFiles(made)).toHaveLength(parts);
    const places = (folder: string): string[] => partFiles(folder).map((one) => one.slice(folder.length));
    expect(places(made)).toEqual(places(direct));
    expect(recordIn(join(made, `${verb}.json`))).toEqual(recordIn(join(direct, `${verb}.json`)));
    // The command takes over what the study has made.
    const again = await own('--out', made);
    expect(again.stderr).toContain(`${parts} of ${parts} ${verb === 'day' ? 'epochs' : 'points'} are taken from`);
    const exported = async (folder: string, name: string): Promise<string> => {
      const out = `${csv}-${name}`;
      accepted(await exportStudy(folder, out, { times: false, allowOutside: true }));
      return readFileSync(out, 'utf8');
    };
    const whole = await exported(made, 'whole');
    // A folder with some of the parts and no record is what a killed process leaves.
    const killed = join(directory, 'killed');
    execFileSync('cp', ['-r', made, killed]);
    execFileSync('rm', ['-r', join(killed, 'records'), join(killed, `${verb}.json`), partFiles(killed)[0]!]);
    const [left] = partFiles(killed) as [string];
    const text = readFileSync(left, 'utf8');
    writeFileSync(left, withOtherDigit(text, text.indexOf('"objective":')));
    const main = join(repository, 'dist/src/cli/main.js');
    const keys = keysIn(made).join(',');
    // By the command line of a job of a cluster, which writes no files of the verb.
    const job = await plenum('study', 'run', killed, '--runs', keys, '--allow-outside');
    expect([job.code, job.stderr]).toEqual([0, expect.stringContaining(`${left} is not what was written`)]);
    expect(partFiles(killed)).toHaveLength(parts);
    execFileSync(process.execPath, [main, 'study', 'resume', killed, '--workers', '2', '--allow-outside'], {
      stdio: 'pipe',
    });
    expect(await exported(killed, 'killed')).toBe(whole);
    expect(recordIn(join(killed, `${verb}.json`))).toEqual(recordIn(join(made, `${verb}.json`)));
  },
);

test('sweeps of several methods and seeds are a study of as many runs, with a folder for each; bad words are refused', async () => {
  const { file, directory, out } = writeSmall();
  const study = join(directory, 'study.json');
  const whole = {
    format: 'plenum.study',
    formatVersion: 1,
    name: 'small',
    verb: 'sweep',
    instances: [{ file }],
    methods: ['greedy', 'lp'],
    words: { over: 'powerCapW=60,160' },
  };
  const told = async (changes: object): Promise<string> => {
    writeFileSync(study, JSON.stringify({ ...whole, ...changes }));
    const faults = faultsOf(await checkStudy(study, { allowOutside: true }));
    expect(faults).not.toEqual([]);
    return JSON.stringify(faults);
  };
  expect(await told({ words: {} })).toContain('words.over');
  expect(await told({ words: { over: 'noSuchField=1,2' } })).toContain('words.over');
  expect(await told({ words: { over: 5 } })).toContain('words.over');
  expect(await told({ words: { trials: 5, over: 'powerCapW=60,160' } })).toContain('over');
  expect(await told({ verb: 'day', words: {} })).toContain('options.arrivals');
  const robust = join(repository, 'instances/robust/tiny-two-nodes.json');
  expect(await told({ instances: [{ file: robust }], methods: 'all' })).toContain('plenum sweep takes no other');
  writeFileSync(study, JSON.stringify(whole));
  const { record } = accepted(await runStudy(study, { out }));
  expect(record.details).toMatchObject({ runs: 2, done: 2 });
  for (const [n, method] of ['greedy', 'lp'].entries()) {
    expect(recordIn(join(out, 'sweeps', String(n + 1), 'sweep.json'))).toMatchObject({ method });
  }
  expect((await studyStatus(out)).ok).toBe(true);
  expect((await reportStudy(out)).ok).toBe(true);
});
