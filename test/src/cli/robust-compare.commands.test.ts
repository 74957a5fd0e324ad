import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openRecordStore } from '../../../src/runs/store/open-record-store.js';
import { canonicalJson } from '../../../src/studies/plan/canonical-json.js';
import type { RunRecord } from '../../../src/studies/plan/record.js';
import type { RobustRunResult } from '../../../src/families/robust/runs/result.js';
import { unsealLines } from '../../../src/runs/seal.js';
import { withOtherDigit } from '../../support/other-digit.js';
import { comparisonIn, comparisonOf, type ComparisonWith } from '../../support/comparison.js';
import { plenum, plenumJson } from '../../support/run-cli.js';
import { temporaryDirectory } from '../../support/small-instance.js';
import { robustFile, robustInstance, TINY } from './robust-cases.js';

type RobustComparisonRecord = ComparisonWith<
  | 'objectiveZ'
  | 'boundZ'
  | 'energyBoundJ'
  | 'energyMeanJ'
  | 'psi'
  | 'jointPsiLog10'
  | 'untilLastCoreZ'
  | 'allInTime'
  | 'budgetUntilLastCore'
>;

const FILE = robustFile('tiny-fits-one-node');
const TWO = robustFile('tiny-two-nodes');

async function compared(
  file: string,
  ...words: readonly string[]
): Promise<{ readonly code: number; readonly record: RobustComparisonRecord }> {
  const { code, json } = await plenumJson('compare', file, ...words);
  return { code, record: comparisonOf(json) };
}

/** A small bag with drawn times, so that trials can be variants. */
function generated(): string {
  const { facility, limits, ...head } = robustInstance('tiny-two-nodes');
  const tasks = {
    source: 'generated',
    count: 6,
    meanS: 40,
    taskCoV: 0.3,
    columnCoV: 0.2,
    columns: 'per-node-type',
    seed: 3,
    timeCoV: 0.1,
    varianceTaskCoV: 0.1,
    varianceColumnCoV: 0.1,
  };
  const file = join(temporaryDirectory(), 'drawn.json');
  const { taskTypes } = head.workload;
  const instance = {
    format: head.format,
    formatVersion: 1,
    name: 'drawn',
    facility,
    workload: { taskTypes, tasks },
    limits: { ...limits, deadlineS: 300, energyBudgetJ: 12_000 },
  };
  writeFileSync(file, JSON.stringify(instance));
  return file;
}

describe('compare of a robust instance', () => {
  test.each(TINY.flatMap((name) => (['mo-ec', 'eo-mc'] as const).map((goal) => [name, goal] as const)))(
    '%s, %s: ends with the exit code its runs ask for, and shows numbers alone',
    async (name, goal) => {
      const out = join(temporaryDirectory(), 'out');
      const words = ['--problem', goal, '--methods', 'lagrange,tabu,min-energy', '--trials', '2', '--work-limit', '3'];
      const { code, record } = await compared(robustFile(name), ...words, '--out', out);
      expect(record).toMatchObject({ problem: goal, trials: 2, workLimit: 3, timeLimitS: null });
      expect(record.runs).toHaveLength(6);
      const anyPlan = record.runs.some(({ feasible }) => feasible);
      const late = record.runs.some(({ termination }) => termination === 'workLimit');
      expect(code).toBe(anyPlan ? 0 : late ? 4 : 3);
      const best = robustInstance(name).knownOptimum![goal === 'mo-ec' ? 'makespanZ' : 'energyZ'];
      // Three steps find no plan without variance that is in time.
      if (best !== null && !(name === 'tiny-zero-variance' && goal === 'mo-ec')) {
        expect(record.runs.filter(({ feasible }) => feasible).length).toBeGreaterThanOrEqual(2);
        expect(record.runs.filter(({ boundZ }) => boundZ !== null)).toHaveLength(6);
      }
      for (const { objectiveZ, boundZ } of record.runs) {
        if (best === null) expect(objectiveZ).toBeNull();
        if (objectiveZ !== null) expect(objectiveZ).toBeLessThanOrEqual(best! + 1e-9 * Math.max(1, Math.abs(best!)));
        if (boundZ !== null && best !== null)
          expect(boundZ).toBeGreaterThanOrEqual(best - 1e-9 * Math.max(1, Math.abs(best)));
      }
      expect(record.warnings.filter((text) => text.includes('is wrong'))).toEqual([]);
      const page = readFileSync(join(out, 'compare.html'), 'utf8');
      const shown = page.slice(0, page.indexOf('id="plenum-data"'));
      expect(shown.match(/.{0,80}(NaN|undefined|Infinity|1e\+?308|null).{0,40}/)?.[0]).toBeUndefined();
    },
  );

  test('an instance without any plan ends with 3, the proof and a page that says so', async () => {
    const out = join(temporaryDirectory(), 'out');
    const words = ['--methods', 'min-energy,lagrange', '--trials', '2', '--work-limit', '400', '--out', out];
    const { code, record } = await compared(robustFile('tiny-budget-too-small'), ...words);
    expect(code).toBe(3);
    expect(record.summary.map(({ plans, withoutPlan }) => [plans, withoutPlan])).toEqual([
      [0, 2],
      [0, 2],
    ]);
    expect(record.bounds).toMatchObject([{ bound: null, boundZ: null }]);
    expect(record.bounds[0]!.infeasibility).toBeDefined();
    expect(record.warnings[0]).toContain(`No plan is feasible: ${record.bounds[0]!.infeasibility!}`);
    const page = readFileSync(join(out, 'compare.html'), 'utf8');
    expect(page).not.toMatch(/Nothing to show|id="convergence"/);
    expect(page).toContain('no plan is feasible');
  });

  test('choices on the command line and in a label are heeded', async () => {
    const words = ['--methods', 'tabu,tabu:limit:z+keep,lagrange', '--constraint', 'static', '--improve', 'ties'];
    const { record } = await compared(FILE, ...words, '--trials', '1', '--work-limit', '2');
    expect(record).toMatchObject({ constraint: 'static', improve: 'ties', reference: 'tabu' });
    expect(record.summary).toMatchObject([
      { method: 'tabu', asked: { method: 'tabu', constraint: 'static', improve: 'ties' } },
      { method: 'tabu:limit:z+keep', asked: { method: 'tabu', constraint: 'limit', improve: 'z,keep' } },
      { method: 'lagrange', asked: { method: 'lagrange' } },
    ]);
  });

  test('variants are those that `generate` writes, another for every trial', async () => {
    const file = generated();
    const words = [
      '--methods',
      'min-min-pmin,min-energy',
      '--trials',
      '2',
      '--vary',
      '--seed',
      '8',
      '--work-limit',
      '5',
    ];
    const { record } = await compared(file, ...words);
    expect(record.variants).toBe(true);
    expect(record.bounds.map(({ trial, seed }) => [trial, seed])).toEqual([
      [0, 8],
      [1, 9],
    ]);
    const out = temporaryDirectory();
    await plenum('generate', file, '--seed', '8', '--count', '2', '--out', out);
    for (const seed of [8, 9]) {
      const variant = join(out, `drawn-seed${seed}.json`);
      const { json } = await plenumJson('solve', variant, '--method', 'min-min-pmin');
      const run = record.runs.find((one) => one.seed === seed && one.method === 'min-min-pmin')!;
      const { psi, jointPsiLog10, energyMeanJ, energyUntilLastCore: last } = json['details'] as RobustRunResult;
      expect([run.energyMeanJ, run.psi]).toEqual([energyMeanJ, psi!.probability]);
      expect([run.jointPsiLog10, run.untilLastCoreZ]).toEqual([jointPsiLog10, last!.energyRobustness.z]);
      expect(run.allInTime).toBeCloseTo(10 ** jointPsiLog10!, 12);
      expect(run.budgetUntilLastCore).toBeCloseTo(last!.energyRobustness.probability, 12);
    }
    expect(record.runs[0]!.energyMeanJ).not.toBe(record.runs[2]!.energyMeanJ);
    // Each is held against the bound of its own variant.
    const [first, second] = record.bounds;
    expect(first!.boundZ).not.toBe(second!.boundZ);
    for (const { trial, boundZ, energyBoundJ } of record.runs) {
      expect({ boundZ, energyBoundJ }).toEqual({
        boundZ: record.bounds[trial]!.boundZ,
        energyBoundJ: record.bounds[trial]!.energyBoundJ,
      });
      expect(boundZ).not.toBeNull();
    }
  });

  test('writes files with every run, and removes those of an earlier comparison', async () => {
    const out = join(temporaryDirectory(), 'out');
    const words = ['--methods', 'min-energy,lagrange', '--trials', '2', '--work-limit', '5', '--out', out];
    const { code, stdout, stderr } = await plenum('compare', TWO, ...words);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`records       ${join(out, 'compare.records.jsonl')}`);
    expect(readdirSync(out).sort()).toEqual([
      'compare.csv',
      'compare.html',
      'compare.json',
      'compare.records.jsonl',
      'plenum.sha256',
      'records',
    ]);
    expect(readFileSync(join(out, 'compare.csv'), 'utf8').trimEnd().split('\r\n')).toHaveLength(5);
    const records = readFileSync(join(out, 'compare.records.jsonl'), 'utf8');
    const kept = unsealLines('plenum.records', records).trimEnd().split('\n');
    // Two methods in two trials, and the bound of all.
    expect(kept.map((line) => Object.keys(JSON.parse(line) as object))).toEqual(
      Array.from({ length: 5 }, () => ['key', 'outcome', 'run']),
    );
    expect(records).not.toContain(TWO);
    const page = readFileSync(join(out, 'compare.html'), 'utf8');
    expect(page).not.toMatch(/<(link|img|iframe)|src=|@import/);
    const embedded = /<script type="application\/json" id="plenum-data">(.*)<\/script>/.exec(page)![1]!;
    expect(comparisonOf(JSON.parse(embedded))).toEqual({ ...comparisonIn<object>(out), files: {} });
    // Byte by byte the same again.
    await plenum('compare', TWO, ...words);
    expect(readFileSync(join(out, 'compare.records.jsonl'), 'utf8')).toBe(records);
  });
});

describe('a comparison that was cut short', () => {
  const words = ['--methods', 'tabu,min-energy', '--trials', '2', '--work-limit', '3'];

  test('is taken up, also by one of more trials, whose runs are the same as if all were made at once', async () => {
    const out = join(temporaryDirectory(), 'out');
    await compared(FILE, ...words, '--out', out);
    // A run that nobody would find.
    const [record] = recordsIn(out).filter(({ run }) => run.method === 'min-energy' && run.seed === 1);
    const changed = { ...record!, outcome: { ...record!.outcome, work: { steps: 77 } } };
    const opened = openRecordStore(out);
    if (!opened.ok) throw new Error(JSON.stringify(opened.fault));
    opened.store.keepNow(
      record!.key,
      canonicalJson({ ...changed, machine: { ...record!.machine, timeS: { method: 5, total: 9 } } }),
    );
    const more = ['--methods', 'tabu,min-energy', '--trials', '3', '--work-limit', '3'];
    const { json, stderr } = await plenumJson('compare', FILE, ...more, '--out', out);
    expect(stderr).toContain(`5 of 7 runs and bounds are taken from ${join(out, 'records')}`);
    const { runs } = comparisonOf<RobustComparisonRecord>(json);
    expect(runs.map(({ steps, timeS }) => steps === 77 && timeS === 5)).toEqual([
      false,
      true,
      false,
      false,
      false,
      false,
    ]);
    expect(recordsIn(out)).toHaveLength(7);
  });

  test('a record with a changed digit is set aside and its run done again', async () => {
    const out = join(temporaryDirectory(), 'out');
    const whole = await compared(FILE, ...words, '--out', out);
    const { key } = recordsIn(out).find(({ run }) => run.method === 'tabu')!;
    const file = join(out, 'records', key.slice(0, 2), `${key}.json`);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, withOtherDigit(text, text.indexOf('"boundZ":') + 9));
    const { code, json, stderr } = await plenumJson('compare', FILE, ...words, '--out', out);
    expect(code).toBe(whole.code);
    expect(stderr).toContain(`${file} is not what was written, so its run counts as not made.`);
    expect(stderr).toContain('4 of 5 runs and bounds are taken from');
    const gaps = (record: RobustComparisonRecord): unknown => record.runs.map(({ gap }) => gap);
    expect(gaps(comparisonOf(json))).toEqual(gaps(whole.record));
  });
});

/** The records in a study's folder. */
function recordsIn(out: string): RunRecord[] {
  const opened = openRecordStore(out);
  if (!opened.ok) throw new Error(JSON.stringify(opened.fault));
  return [...opened.store.keys()].sort().map((key) => JSON.parse(opened.store.get(key)!) as RunRecord);
}

describe('compare of a robust instance refuses', () => {
  const own = ['--methods', 'tabu'];
  test.each([
    ['a method of the other family', ['--methods', 'config-lp'], '--methods', 'lagrange'],
    ['a misspelt method', ['--methods', 'lagrange,taboo'], '--methods', '"tabu"'],
    ['a misspelt form', ['--methods', 'tabu:statik'], '--methods', 'superiority'],
    ['the form of a method that has none', ['--methods', 'lagrange:all'], '--methods', '--improve'],
    ['a form twice', ['--methods', 'ga,ga:dynamic'], '--methods', 'once'],
    ['a naive form', ['--methods', 'tabu:naive'], '--methods', 'Correct "naive"'],
    ['a reference that does not take part', [...own, '--reference', 'ga'], '--reference', 'compared'],
    [
      'a choice all would ignore',
      ['--methods', 'lagrange,min-energy', '--constraint', 'static'],
      '--constraint',
      'tabu',
    ],
    ['improvements all would ignore', ['--methods', 'tabu:z', '--improve', 'all'], '--improve', 'whose label'],
    ['an unknown problem', [...own, '--problem', 'eo-ec'], '--problem', 'mo-ec'],
    ['an unknown handling', [...own, '--constraint', 'hard'], '--constraint', 'limit'],
    ['an unknown improvement', [...own, '--improve', 'zz'], '--improve', 'ties'],
    ['an option of the other family', [...own, '--engine', 'highs'], '--engine', 'Leave the option out'],
    ['variants of given times', [...own, '--vary'], 'workload.tasks.source', 'generated'],
    ['workers with a limit of time', [...own, '--workers', '2', '--time-limit', '1'], '--workers', '--work-limit'],
    ['workers without a limit', [...own, '--workers', '2'], '--workers', '--work-limit'],
    ['no workers', [...own, '--workers', '0'], '--workers', 'from 1'],
    ['no trials', [...own, '--trials', '0'], '--trials', 'Correct'],
    ['seeds that no times have', [...own, '--vary', '--seed', '999999999'], '--seed', 'smaller'],
  ])('%s', async (_, words, path, hint) => {
    const out = join(temporaryDirectory(), 'out');
    const { code, json } = await plenumJson('compare', FILE, ...words, '--out', out);
    expect(code).toBe(2);
    const [fault] = json['faults'] as { path: string; remedy: string; allowed: string }[];
    expect(fault).toMatchObject({ path });
    expect(`${fault!.allowed} ${fault!.remedy}`).toContain(hint);
    expect(existsSync(out)).toBe(false);
  });

  test.each([
    ['--problem', 'mo-ec'],
    ['--constraint', 'static'],
    ['--workers', '2'],
  ])('%s for a reward-rate instance', async (option, value) => {
    const file = join(robustFile('tiny-one-task'), '../../reward-rate/tiny-power-cap.json');
    const { code, json } = await plenumJson('compare', file, '--methods', 'greedy', option, value);
    expect([code, (json['faults'] as { path: string }[])[0]!.path]).toEqual([2, option]);
  });

  test('a file that is not there by what --methods says of another family', async () => {
    const { code, json } = await plenumJson('compare', 'none.json', '--methods', 'tabu');
    expect([code, (json['faults'] as { file: string }[])[0]!.file]).toEqual([2, 'none.json']);
  });
});
