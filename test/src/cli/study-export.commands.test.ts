import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  checkStudy,
  exportStudy,
  type ExportStudyOptions,
  reportStudy,
  studyStatus,
} from '../../../src/library/index.js';
import { accepted, faultsOf, jsonOf } from '../../support/accepted.js';
import { schemaFaults } from '../../support/committed-schema.js';
import { csvCells } from '../../support/csv-cells.js';
import { madeStudy } from '../../support/made-study.js';
import { plenum, plenumJson } from '../../support/run-cli.js';
import { lastingDirectory } from '../../support/small-instance.js';

const root = lastingDirectory();
let study = '';

beforeAll(async () => {
  study = await madeStudy(root);
});

/** Copy of the study folder without its first record. */
function incomplete(name: string): string {
  const copy = join(root, name);
  cpSync(study, copy, { recursive: true });
  const [shard] = readdirSync(join(copy, 'records'));
  rmSync(join(copy, 'records', shard!), { recursive: true });
  return copy;
}

/** Details of an export, whose record is as its schema says. */
async function exported(folder: string, out: string, options: ExportStudyOptions = {}) {
  const { record } = accepted(await exportStudy(folder, out, options));
  expect(schemaFaults('study-export', jsonOf(record))).toEqual([]);
  return record;
}

describe('the export of a study', () => {
  it.each(['csv', 'sqlite', 'parquet'] as const)(
    'writes the same bytes of %s for a copy of the folder elsewhere',
    async (format) => {
      const copy = join(root, `copy-${format}`);
      cpSync(study, copy, { recursive: true });
      const files = [study, copy].map((_, n) => join(root, `${n}.${format}`));
      for (const [n, folder] of [study, copy].entries()) {
        const { details } = await exported(folder, files[n]!, { format, times: false });
        expect(details).toMatchObject({ runs: 4, done: 4, failed: 0, missing: 0, notAsked: 0, times: false });
      }
      expect(readFileSync(files[0]!).equals(readFileSync(files[1]!))).toBe(true);
    },
  );

  it('shows the runs in the order of the study: each power cap by each method', async () => {
    const out = join(root, 'runs.csv');
    await exported(study, out);
    const [head, ...rows] = csvCells(readFileSync(out, 'utf8'));
    const shown = ['factor.limits.powerCapW', 'method', 'work_limit', 'feasible', 'failure'];
    expect(rows.map((row) => shown.map((name) => row[head!.indexOf(name)]))).toEqual([
      ['0.8', 'greedy', '5', 'true', null],
      ['0.8', 'config-lp', '5', 'true', null],
      ['1', 'greedy', '5', 'true', null],
      ['1', 'config-lp', '5', 'true', null],
    ]);
    const gaps = rows.map((row) => Number(row[head!.indexOf('gap')]));
    expect(gaps[1]!).toBeLessThan(gaps[0]!);
  });

  it('misses no runs of seeds that a stopping rule does not ask for', async () => {
    // The interval is as narrow as it must be from the first look on: of ten seeds three are run.
    const stop = { of: 'objective', halfWidth: 1000, least: 3, step: 3 };
    const folder = await madeStudy(root, { seeds: '1..10', stop, changes: {}, methods: ['greedy'] }, 3);
    const { details } = await exported(folder, join(root, 'stop.csv'));
    expect(details).toMatchObject({ runs: 3, done: 3, missing: 0, notAsked: 0 });
  });

  it('says what the table does not have', async () => {
    const { code, stderr } = await plenum('study', 'export', incomplete('less'), '--out', join(root, 'less.csv'));
    expect(code).toBe(0);
    expect(stderr).toContain('Without a record: 1 of 4 runs.');
  });

  it('refuses what is no study folder', async () => {
    const { code, json } = await plenumJson('study', 'export', root, '--out', join(root, 'never.csv'));
    expect([code, schemaFaults('refused', json)]).toEqual([2, []]);
    const file = join(root, 'a-study.json');
    writeFileSync(file, '{}');
    expect(faultsOf(await exportStudy(file, join(root, 'never.csv')))).not.toEqual([]);
    expect(readdirSync(root)).not.toContain('never.csv');
  });
});

describe('plenum study resume', () => {
  it('of a study that is complete makes nothing', async () => {
    const { code, json } = await plenumJson('study', 'resume', study);
    expect([code, schemaFaults('study-run', json)]).toEqual([0, []]);
    expect(json['details']).toMatchObject({ study: 'tiny', runs: 4, done: 4, made: 0, takenOver: 4 });
  });
});

describe('the report, the check and the submission of a study', () => {
  it('answer as their schemas say', async () => {
    const page = join(root, 'page.html');
    const reported = accepted(await reportStudy(study, { out: page })).record;
    expect(schemaFaults('study-report', jsonOf(reported))).toEqual([]);
    expect(reported.files).toEqual({ report: page });
    const checked = accepted(await checkStudy(study)).record;
    expect(schemaFaults('study-check', jsonOf(checked))).toEqual([]);
    expect(checked.details).toMatchObject({ study: 'tiny', runs: 4, done: 4 });
    const words = ['--engine', 'command', '--template', '{command}', '--dry-run'];
    const submitted = await plenumJson('study', 'submit', incomplete('submitted'), ...words);
    expect([submitted.code, schemaFaults('study-submit', submitted.json)]).toEqual([0, []]);
    expect(submitted.json['details']).toMatchObject({ runs: 4, dryRun: true, open: 0, tasksTaken: 0 });
    expect(submitted.json['work']).toEqual({ runs: 1, tasks: 1 });
  });
});

describe('plenum study status', () => {
  it('counts what is done and missing, and names a damaged record that it leaves where it is', async () => {
    const copy = incomplete('status');
    const [shard] = readdirSync(join(copy, 'records'));
    const [name] = readdirSync(join(copy, 'records', shard!));
    writeFileSync(join(copy, 'records', shard!, name!), '{"cut off');
    const { record } = accepted(await studyStatus(copy));
    expect(schemaFaults('study-status', jsonOf(record))).toEqual([]);
    expect(record.details).toMatchObject({ study: 'tiny', runs: 4, done: 2, failed: 0, missing: 2, setAside: 0 });
    expect(record.warnings).toEqual([expect.stringContaining(`${name!} is not what was written`)]);
    expect(readFileSync(join(copy, 'records', shard!, name!), 'utf8')).toBe('{"cut off');
    const { stdout: text } = await plenum('study', 'status', study);
    expect(text).toMatch(/^tiny: 4 of 4 runs done, 0 missing\nlast record +\d+ s ago/);
    // Plans of whole nodes and plans that share time are not compared. By hand, greedy has both cores at 1 GHz: 4 x 0.18 reward/s.
    expect(text).toMatch(
      /best +tiny-two-node-types \(limits\.powerCapW=x1, whole nodes\): 0\.7200 reward\/s by greedy/,
    );
    expect(text).toMatch(
      /best +tiny-two-node-types \(limits\.powerCapW=x1, time shared\): 0\.98\d\d reward\/s by config-lp/,
    );
  });
});
