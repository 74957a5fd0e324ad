import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FAMILIES } from '../../../src/families/registry.js';
import { bound, check, generate, list, solve, validate } from '../../../src/library/index.js';
import { accepted } from '../../support/accepted.js';
import { interruptedJson, listening } from '../../support/interrupted-run.js';
import { type Json, plenum, plenumJson, unexpectedNulls } from '../../support/run-cli.js';
import { writeSmall } from '../../support/small-instance.js';

const FIELDS =
  'instance family method seed termination feasible objective objectiveUnit bound gap binding violations timeS work files details.claimedObjective details.colocationLoss';

function readJson(file: string): Json {
  return JSON.parse(readFileSync(file, 'utf8')) as Json;
}

/** A record without what the clock put into it. */
function timeless(text: string): string {
  return text.replace(/"timeS": ?(\{[^}]*\}|[-\d.e]+)/g, '"timeS": 0');
}

describe('plenum solve', () => {
  test('--json prints every documented field, the same as result.json holds, and nothing on stderr', async () => {
    const { file, out } = writeSmall();
    const { code, json, stderr } = await plenumJson('solve', file, '--out', out);
    expect(code).toBe(0);
    expect(stderr).toBe('');
    for (const field of FIELDS.split(' ')) expect(json).toHaveProperty(field);
    expect(json).toMatchObject({
      instance: 'small',
      family: 'reward-rate',
      method: 'config-lp',
      feasible: true,
      seed: 1,
    });
    expect(unexpectedNulls(json)).toEqual([]);
    const stored = readJson(join(out, 'result.json'));
    expect(stored).toMatchObject(json);
    expect(unexpectedNulls(stored)).toEqual([]);
    expect(readdirSync(out).sort()).toEqual(['plan.csv', 'plan.json', 'plenum.sha256', 'report.html', 'result.json']);
    expect(Object.values(json['files'] as Record<string, string>).every((name) => existsSync(name))).toBe(true);
  });

  test('reports the gap as |bound - objective| / |bound| and the checker’s value as the objective', async () => {
    const { file } = writeSmall();
    for (const method of ['config-lp', 'lp', 'greedy', 'greedy-power']) {
      const { record, plan } = accepted(await solve(file, { method }));
      const { objective, bound: most, gap } = record;
      expect(gap).toBe(Math.abs(most! - objective!) / Math.abs(most!));
      expect(most).toBeGreaterThanOrEqual(objective! * (1 - 1e-9));
      const checked = accepted(await check(file, plan!)).record;
      expect(checked).toMatchObject({ feasible: true, objective, violations: [] });
    }
  });

  test('without a bound it and the gap are null, which is explained', async () => {
    const { record } = accepted(await solve(writeSmall().file, { method: 'greedy', bound: false }));
    expect(record).toMatchObject({ bound: null, gap: null, gapReason: 'no bound was computed' });
  });

  test('two runs with the same work limit write the same bytes but for the clock', async () => {
    const { file, out } = writeSmall();
    const texts: string[] = [];
    for (let run = 0; run < 2; run++) {
      accepted(await solve(file, { workLimit: 3, out }));
      const read = (name: string): string => timeless(readFileSync(join(out, name), 'utf8'));
      texts.push(['plan.json', 'plan.csv', 'result.json'].map(read).join('\n'));
    }
    expect(texts[1]).toBe(texts[0]);
    expect(texts[0]).toContain('"termination": "workLimit"');
  });

  test('a run cut short by time says how much work it did, and that work limit gives the same plan', async () => {
    const { file } = writeSmall();
    const timed = accepted(await solve(file, { timeLimitS: 0 }));
    expect(timed.record).toMatchObject({ termination: 'timeLimit', feasible: true });
    const replayed = accepted(await solve(file, { workLimit: timed.record.work['steps']! }));
    expect(replayed.record).toMatchObject({ termination: 'workLimit', objective: timed.record.objective });
    expect(replayed.plan).toEqual(timed.plan);
  });

  test('Ctrl-C ends the run with the best plan so far, files and exit code 0', async () => {
    const { file, out } = writeSmall();
    const before = process.listenerCount('SIGINT');
    const { code, json } = await interruptedJson('solve', file, '--out', out);
    expect(code).toBe(0);
    expect(json).toMatchObject({ termination: 'interrupted', feasible: true, work: { steps: 1 } });
    expect(readdirSync(out).sort()).toEqual(['plan.csv', 'plan.json', 'plenum.sha256', 'report.html', 'result.json']);
    expect(process.listenerCount('SIGINT')).toBe(before);
  });

  test('shows progress on stderr only when that is a terminal', async () => {
    const { file } = writeSmall();
    const { isTTY } = process.stderr;
    try {
      process.stderr.isTTY = true;
      const { stderr } = await plenum('solve', file);
      expect(stderr).toContain('configuration LP');
      expect(stderr.endsWith('\r\u001b[2K')).toBe(true);
    } finally {
      process.stderr.isTTY = isTTY;
    }
  });

  test('still prints the answer when its files cannot be written in the end', async () => {
    const { file, out } = writeSmall();
    const before = process.listenerCount('SIGINT');
    const running = plenum('solve', file, '--out', out);
    await listening(before);
    // The place was free when the run began.
    writeFileSync(out, 'in the way');
    const { code, stdout, stderr } = await running;
    expect(code).toBe(2);
    expect(stdout).toContain('reward rate');
    expect(stderr).toContain('could not be written');
    expect(readFileSync(out, 'utf8')).toBe('in the way');
  });

  test('writes names with commas, quotes, HTML and other scripts so that they survive in CSV and are harmless in the report', async () => {
    const evil = 'a,"<script>alert(1)</script>"\u202Eé漢';
    const { file, out } = writeSmall();
    const text = readFileSync(file, 'utf8').replaceAll('"a"', JSON.stringify(evil));
    writeFileSync(file, text.replace('"small"', JSON.stringify('<img src=x onerror=alert(1)>')));
    const { plan } = accepted(await solve(file, { out }));
    const csv = readFileSync(join(out, 'plan.csv'), 'utf8');
    expect(csv).toContain('"a,""<script>alert(1)</script>""\u202Eé漢"');
    const report = readFileSync(join(out, 'report.html'), 'utf8');
    expect(report).not.toContain('<script>alert');
    expect(report).not.toContain('<img src=x');
    expect(accepted(await check(file, plan!)).record.feasible).toBe(true);
  });
});

describe('plenum bound', () => {
  test('is the bound solve reports, and the model it writes comes in both formats', async () => {
    const { file, directory } = writeSmall();
    const { record } = accepted(await bound(file));
    expect(record.bound).toBe(accepted(await solve(file)).record.bound);
    for (const format of ['mps', 'lp']) {
      const model = join(directory, 'models', `model.${format}`);
      const { code, stdout } = await plenum('bound', file, '--write-model', model);
      expect([code, stdout]).toEqual([0, expect.stringContaining(`\nThe LP is in ${model}.\n`)]);
      expect(readFileSync(model, 'utf8').length).toBeGreaterThan(100);
    }
  });
});

describe('plenum generate', () => {
  test('writes seeded variants that validate, and the same ones again', async () => {
    const { file, out } = writeSmall();
    const made = async () => accepted(await generate(file, { seed: 7, count: 2, out })).instances;
    const files = await made();
    expect(files).toHaveLength(2);
    const first = files.map((name) => readFileSync(name, 'utf8'));
    expect(first[0]).not.toBe(first[1]);
    expect(await made()).toEqual(files);
    expect(files.map((name) => readFileSync(name, 'utf8'))).toEqual(first);
    // They lie elsewhere than the matrix file their instance names: a copy lies beside them.
    expect((await validate(files)).ok).toBe(true);
  });

  test('keeps a file name inside the directory whatever the instance is called', async () => {
    const { file, out, directory } = writeSmall({ name: '../../escaped/x' });
    accepted(await generate(file, { out }));
    expect(readdirSync(out)).toEqual(['escaped-x-v1.json', 'mixed.csv', 'plenum.sha256']);
    expect(readdirSync(directory).sort()).toEqual(['instance.json', 'mixed.csv', 'out']);
  });
});

test('the list names the methods, the engines and the bundled instances', async () => {
  const { methods, instances } = await list();
  expect(methods).toHaveLength(FAMILIES.flatMap((family) => family.methods).length);
  expect(instances.map(({ record }) => record)).toContainEqual(
    expect.objectContaining({ name: 'room-1080-hybrid', details: { nodes: 1080, powerCapW: 190_000, redLineC: 30 } }),
  );
});

test('validate says what a valid instance holds', async () => {
  const [found] = accepted(await validate([writeSmall().file])).instances;
  expect(found!.record).toMatchObject({ details: { nodes: 3, zones: 2, cracs: 1, taskTypes: 2 } });
});
