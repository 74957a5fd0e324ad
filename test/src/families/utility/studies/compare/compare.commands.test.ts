import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { UtilityComparisonRecord as Recorded } from '../../../../../../src/families/utility/report/html/course-section.js';
import type { DayCourse } from '../../../../../../src/families/utility/studies/compare/day-course.js';
import type { ComparisonRecord } from '../../../../../../src/studies/compare/compare.js';
import type { SettingRun } from '../../../../../support/swept.js';
import { comparisonIn, comparisonOf, type ComparisonWith } from '../../../../../support/comparison.js';
import { plenum, plenumJson } from '../../../../../support/run-cli.js';
import { temporaryDirectory } from '../../../../../support/small-instance.js';
import { smallPreemptiveDay, smallSerialDay } from '../../../../../support/utility/small-days.js';
import { drawCharts } from '../../../../../support/charts-drawn.js';

drawCharts();

type UtilityRecord = ComparisonWith<
  'used98S' | 'energyMeasuredJ' | 'shareOfBound' | 'preemptions',
  Omit<Recorded, keyof ComparisonRecord> & Pick<ComparisonRecord, 'profiles'>
>;
type UtilityRun = UtilityRecord['runs'][number] & { readonly series: DayCourse };
type UtilityComparisonRecord = Omit<UtilityRecord, 'runs'> & { readonly runs: readonly UtilityRun[] };

const TINY = 'instances/utility/tiny-serial-budget.json';
const METHODS = 'price,upt,upt:task@1.2,random';
const folder = mkdtempSync(join(tmpdir(), 'plenum-compare-'));
const serial = join(folder, 'serial.json');
const preemptive = join(folder, 'preemptive.json');
const out = join(folder, 'out');
let record: UtilityComparisonRecord;

beforeAll(async () => {
  writeFileSync(serial, JSON.stringify(smallSerialDay()));
  writeFileSync(preemptive, JSON.stringify(smallPreemptiveDay()));
  const words = ['--methods', METHODS, '--trials', '2', '--vary', '--seed', '1', '--work-limit', '1000'];
  expect(await plenumJson('compare', serial, ...words, '--out', out)).toMatchObject({ code: 0 });
  record = comparisonIn(out);
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('compare of a utility instance', () => {
  it('gives every policy the trials of a sweep, and the same figures', async () => {
    const [price, upt, chosen] = METHODS.split(',');
    const labels: Readonly<Record<string, string | undefined>> = { 'leniency 1.2': chosen, 'no filter': upt, price };
    const words = ['--over', 'leniency=1.2', '--method', 'upt', '--filter', 'task', '--trials', '1', '--seed', '1'];
    const { json } = await plenumJson('sweep', serial, ...words);
    const { runs } = json['details'] as { readonly runs: readonly SettingRun[] };
    const alike = runs.filter(({ method }) => labels[method] !== undefined);
    expect(alike).toHaveLength(2 * 3);
    for (const { trial, method, ...figures } of alike) {
      const run = record.runs.find((one) => one.trial === trial && one.method === labels[method])!;
      const { objective, bound, gap, used98S, dropped, energyMeasuredJ, shareOfBound } = figures;
      const same = { feasible: true, objective, bound, gap, used98S, dropped, energyMeasuredJ, shareOfBound };
      expect(run).toMatchObject(same);
    }
  });

  it('means, differences and profiles are of the runs', () => {
    const of = (method: string): number[] =>
      record.runs.filter((run) => run.method === method).map(({ objective }) => objective!);
    for (const { method, objective, plans } of record.summary) {
      const [one, other] = of(method);
      expect(plans).toBe(2);
      expect(objective!.mean).toBeCloseTo((one! + other!) / 2, 9);
    }
    expect(record.differences.map(({ method }) => method)).toEqual(METHODS.split(',').slice(1));
    for (const { method, objective } of record.differences) {
      const [one, other] = of(method).map((utility, trial) => utility - of('price')[trial]!);
      expect(objective!.mean).toBeCloseTo((one! + other!) / 2, 9);
    }
    expect(record.profiles.map(({ losses }) => losses.length)).toEqual([2, 2, 2, 2]);
    expect(record.bounds.map(({ trial, source }) => [trial, source])).toEqual([
      [0, 'bound'],
      [1, 'bound'],
    ]);
  });

  it('courses add up to what is earned and end with what is drawn, to the six digits they have', () => {
    const { courseBorderS: borders, runs } = record;
    expect(borders.at(-1)).toBe(2 * 3600);
    for (const { series, objective, energyMeasuredJ } of runs) {
      const earned = series.earnedPerH.reduce(
        (sum, perH, b) => sum + (perH * (borders[b + 1]! - borders[b]!)) / 3600,
        0,
      );
      expect(earned / objective!).toBeCloseTo(1, 5);
      expect(series.drawnMJ.at(-1)! / (energyMeasuredJ! / 1e6)).toBeCloseTo(1, 5);
      expect(series.drawnMJ).toEqual(series.drawnMJ.toSorted((one, other) => one - other));
    }
  });

  it('the page has its sections, panels for every policy, and no number for a missing value', () => {
    const html = readFileSync(join(out, 'compare.html'), 'utf8');
    for (const id of ['result', 'courses', 'profiles', 'differences', 'bounds', 'runs']) {
      expect(html).toContain(`<section id="${id}"`);
    }
    for (const id of ['means', 'earned-panels', 'energy-panels', 'queue-panels']) {
      expect(html).toContain(`${id}-wide`);
    }
    expect(html).toContain('<title>Share of the trials in which a method loses no more than so much to the best one');
    expect(html).not.toContain('id="convergence"');
    const seen = html.slice(0, html.indexOf('id="plenum-data"'));
    expect(seen).not.toMatch(/>(NaN|Infinity|undefined|null)/);
    for (const method of METHODS.split(',')) expect(seen.split(method).length).toBeGreaterThan(6);
  });

  it('on one instance what draws nothing is run once and stands for all trials', async () => {
    const words = ['--methods', 'upt:greedy,random', '--trials', '2', '--work-limit', '1000'];
    const { code, json } = await plenumJson('compare', preemptive, ...words);
    const compared = comparisonOf<UtilityComparisonRecord>(json);
    expect(code).toBe(0);
    expect(compared.runs.map(({ method, trial }) => [method, trial])).toEqual([
      ['upt:greedy', 0],
      ['random', 0],
      ['random', 1],
    ]);
    expect(compared.bounds).toHaveLength(1);
    expect(compared.summary[0]).toMatchObject({ asked: { method: 'upt', preemption: 'greedy' }, plans: 1, best: 2 });
    expect(compared.summary[0]!.preemptions!.mean).toBeGreaterThan(0);
  });

  it('a simulation that a limit stops has no schedule', async () => {
    const words = ['--methods', 'upt,price', '--trials', '1', '--work-limit', '3'];
    const { code, json } = await plenumJson('compare', serial, ...words);
    expect(code).toBe(4);
    const { runs } = comparisonOf<UtilityComparisonRecord>(json);
    expect(runs.map(({ termination, objective, series }) => [termination, objective, series.earnedPerH])).toEqual([
      ['workLimit', null, null],
      ['workLimit', null, null],
    ]);
  });

  test.each([
    ['an unknown policy', serial, ['--methods', 'prise'], 'The nearest in spelling is "price"'],
    ['an unknown form', serial, ['--methods', 'price,upt:tas'], 'Correct "tas"'],
    ['a filter of other tasks', serial, ['--methods', 'upt:per-task'], '--filter'],
    ['preemption of serial tasks', serial, ['--methods', 'upt:greedy'], '--preemption'],
    ['variants where nothing is drawn', TINY, ['--methods', 'upt', '--vary'], 'leave --vary out'],
    ['a trace for tasks of a generator', serial, ['--methods', 'upt', '--trace', TINY], '--trace'],
    ['a reference that is not compared', serial, ['--methods', 'upt', '--reference', 'price'], '--reference'],
  ])('%s is refused before any work', async (_, file, words, said) => {
    const directory = join(temporaryDirectory(), 'none');
    const { code, stderr } = await plenum('compare', file, ...words, '--out', directory);
    expect([code, stderr.includes(said) ? said : stderr]).toEqual([2, said]);
    expect(existsSync(directory)).toBe(false);
  });
});
