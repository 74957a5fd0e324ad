import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import type { SweepResult } from '../../../src/families/reward-rate/studies/sweep/run.js';
import { plenum, plenumJson, withDetails } from '../../support/run-cli.js';
import { temporaryDirectory, writeSmall } from '../../support/small-instance.js';

async function sweep(...words: string[]): Promise<{ readonly code: number; readonly result: SweepResult }> {
  const { code, json } = await plenumJson('sweep', ...words);
  return { code, result: withDetails(json) as unknown as SweepResult };
}

describe('plenum sweep', () => {
  it('every point is what solve says of an instance with its values', async () => {
    const { file } = writeSmall();
    const { code, result } = await sweep(file, '--over', 'powerCapW=120,140,160', '--over', 'redLineC=35,40');
    expect(code).toBe(0);
    expect(result.points).toHaveLength(6);
    for (const { values, objective, bound, gap } of result.points) {
      const [powerCapW, redLineC] = values as [number, number];
      const { json } = await plenumJson('solve', writeSmall({ limits: { powerCapW, redLineC } }).file);
      expect(Math.abs(bound! - (json['bound'] as number))).toBeLessThan(1e-9 * bound!);
      expect(objective! / (json['objective'] as number)).toBeCloseTo(1, 9);
      expect(gap).toBeGreaterThanOrEqual(0);
    }
  });

  it('a plan that a cheaper method found is named as such in JSON, CSV, page and on the terminal, its own is not', async () => {
    const file = 'instances/reward-rate/tiny-deadline.json';
    const out = join(temporaryDirectory(), 'out');
    const over = [file, '--over', 'deadlineS=x1,x100'];
    const own = (await sweep(...over)).result.points;
    // With ample time the greedy plan under the least cap earns all there is.
    expect(own.map(({ planFrom }) => planFrom)).toEqual([undefined, 'greedy-power']);
    // Nodes that share time are said of a point as of a solve.
    expect(own.map(({ sharing }) => sharing?.nodes)).toEqual([1, undefined]);
    const words = [...over, '--work-limit', '1'];
    const { result } = await sweep(...words, '--out', out);
    const solved = await plenumJson('solve', file, '--work-limit', '1');
    expect(solved.json).toMatchObject({ planFrom: 'lp' });
    expect(result.points.map(({ planFrom }) => planFrom)).toEqual(['lp', 'greedy-power']);
    const csv = readFileSync(join(out, 'sweep.csv'), 'utf8').trim().split('\r\n');
    expect(csv.map((line) => line.split(',').at(-1))).toEqual(['plan_from', 'lp', 'greedy-power']);
    const { stdout } = await plenum('sweep', ...words);
    expect(stdout.match(/ lp$/gm)).toHaveLength(1);
    const [, points] = readFileSync(join(out, 'sweep.html'), 'utf8').split('<section id="points"');
    expect(points!.split('</section>')[0]).toMatch(/Plan from.*>lp<.*>greedy-power</s);
  });

  it('an infeasible point has its infeasibility, and the sweep goes on', async () => {
    const { code, result } = await sweep(writeSmall().file, '--over', 'powerCapW=60:160:50');
    expect(code).toBe(0);
    const [first, second] = result.points;
    expect(first).toMatchObject({ feasible: false, termination: 'infeasible', objective: null, nonDominated: false });
    expect(first!.infeasibility).toMatchObject({ constraint: 'powerCap', unit: 'W' });
    expect(second!.feasible).toBe(true);
    expect(result.pareto).not.toContain(0);
  });

  test('a sweep without any plan ends with 3', async () => {
    const { code, result } = await sweep(writeSmall().file, '--over', 'powerCapW=10,20');
    expect(code).toBe(3);
    expect(result.pareto).toEqual([]);
  });

  it('every file is there, and sweep.json is what is printed', async () => {
    const { file, out } = writeSmall();
    const { code, json } = await plenumJson('sweep', file, '--over', 'powerCapW=60:160:20', '--out', out);
    const result = withDetails(json) as unknown as SweepResult;
    expect(code).toBe(0);
    expect(readdirSync(out).sort()).toEqual([
      'parts',
      'plenum.sha256',
      'records',
      'sweep.csv',
      'sweep.html',
      'sweep.json',
    ]);
    expect(JSON.parse(readFileSync(join(out, 'sweep.json'), 'utf8'))).toEqual(json);
    const csv = readFileSync(join(out, 'sweep.csv'), 'utf8').trim().split('\r\n');
    expect(csv).toHaveLength(1 + result.points.length);
    expect(csv[0]).toMatch(/^limits\.powerCapW,termination,feasible,objective,bound/);
    const html = readFileSync(join(out, 'sweep.html'), 'utf8');
    for (const id of ['points', 'reward', 'power', 'set-points', 'marginal', 'provenance']) {
      expect(html).toContain(`<section id="${id}"`);
    }
    expect(html).not.toMatch(/NaN|undefined|Infinity/);
  });

  test('two and three fields, and no plan at all, make a report without empty sections', async () => {
    const { file, out } = writeSmall();
    const cap = ['--over', 'powerCapW=100,160'];
    const two = [...cap, '--over', 'arrivalRatePerS=x0.5,x1'];
    for (const over of [two, [...two, '--over', 'redLineC=35,40'], ['--over', 'powerCapW=10']]) {
      await plenum('sweep', file, ...over, '--out', out);
      const html = readFileSync(join(out, 'sweep.html'), 'utf8');
      expect(html).toContain('<section id="points"');
      expect(html.includes('<td>*</td>')).toBe(over.length > 2);
      expect(html).not.toMatch(/NaN|undefined|Infinity|Nothing to show/);
    }
  });

  test('methods without a bound of their own, and naive ones, are swept too', async () => {
    for (const words of [['--method', 'greedy-power'], ['--naive'], ['--method', 'greedy', '--no-bound']]) {
      const { code, result } = await sweep(writeSmall().file, '--over', 'powerCapW=120,160', ...words);
      expect(code).toBe(0);
      expect(result.points.every(({ feasible }) => feasible)).toBe(true);
      expect(result.points.every(({ bound }) => (bound === null) === words.includes('--no-bound'))).toBe(true);
    }
  });

  test.each([
    [[], '--over'],
    [['--over', 'powerCap=1,2'], '--over'],
    [['--over', 'powerCapW=2:1:1'], '--over'],
    [['--over', 'powerCapW=100kC'], '--over'],
    [['--over', 'redLineC=0.03kW'], '--over'],
    [['--over', 'setPointMinC=50'], 'facility.cracs[0].setPointMaxC'],
  ])('%j is refused, and the problem names %s', async (words, path) => {
    const { code, json } = await plenumJson('sweep', writeSmall().file, ...words);
    expect(code).toBe(2);
    expect((json['faults'] as { path: string }[])[0]!.path).toContain(path);
  });

  it('the bound of every other point lies below the proven lines', async () => {
    const { result } = await sweep(writeSmall().file, '--over', 'powerCapW=90:200:10');
    const planned = result.points.filter(({ bound }) => bound !== null);
    expect(planned.length).toBeGreaterThan(8);
    for (const { values, bound, marginal } of planned) {
      for (const other of planned) {
        const step = other.values[0]! - values[0]!;
        const line = bound! + (step < 0 ? marginal[0]!.below! : marginal[0]!.above!) * step;
        expect(other.bound!).toBeLessThanOrEqual(line * (1 + 1e-7));
      }
    }
  });
});
