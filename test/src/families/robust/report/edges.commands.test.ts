import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { robustMethodNamed } from '../../../../../src/families/robust/methods/registry.js';
import { PRINTED } from '../../../../../src/families/robust/methods/outcome.js';
import { renderRobustReport } from '../../../../../src/families/robust/report/html/report.js';
import { ROBUST_PLAN_CSV_COLUMNS, robustPlanCsv } from '../../../../../src/families/robust/report/plan-csv.js';
import { robustSummaryText } from '../../../../../src/families/robust/report/summary.js';
import { jointText, robustnessText } from '../../../../../src/families/robust/report/wording.js';
import { openRobust } from '../../../../../src/families/robust/runs/open.js';
import { type SolvedRobust, solveOpenedRobust } from '../../../../../src/families/robust/runs/solve.js';
import type { RobustFront } from '../../../../../src/families/robust/studies/front/front.js';
import { repository } from '../../../../support/repository.js';
import { leastRobust } from '../../../../../src/families/robust/report/html/sections.js';
import { drawCharts } from '../../../../support/charts-drawn.js';

drawCharts();

async function solved(name: string, method: string): Promise<SolvedRobust> {
  const opened = openRobust(join(repository, 'instances/robust', `${name}.json`));
  if (!opened.ok) throw new Error(`${name} is not valid`);
  const request = {
    method: robustMethodNamed(method)!,
    goal: 'mo-ec' as const,
    handling: 'dynamic' as const,
    improvements: PRINTED,
    seed: 1,
    limits: { timeLimitS: null, workLimit: 40 },
    withBound: true,
    nowS: () => 0,
    interrupted: () => false,
    onProgress: () => undefined,
  };
  return solveOpenedRobust(request, opened);
}

/** The section of the report, without the record embedded in the page. */
function sectionOf({ opened, record }: SolvedRobust, id: string, front: RobustFront | null = null): string {
  const html = renderRobustReport({ instance: opened.instance, record, front });
  return html.slice(html.indexOf(`<section id="${id}"`)).split('</section>')[0]!;
}

describe('figures at the edges', () => {
  it('a probability keeps its tails in words', () => {
    const text = (z: number, probability: number, complement: number): string =>
      robustnessText({ z, probability, complement });
    expect(text(9, 1, 1.13e-19)).toBe('1 - 1.13e-19 (z 9.000)');
    expect(text(5, 1 - 2.87e-7, 2.87e-7)).toBe('1 - 2.87e-7 (z 5.000)');
    expect(text(1e308, 1, 0)).toBe('1.000000 (z infinite)');
    expect(text(-9, 1.13e-19, 1)).toBe('1.130e-19 (z -9.000)');
    expect([0, -1e-12, -0.3, -7, -1e308].map(jointText)).toEqual([
      '1.000000',
      '1 - 2.30e-12',
      '0.501187',
      '10^-7.00',
      '0',
    ]);
  });

  it('a bound close to 1 is shown with the digits it has, never as certain', async () => {
    const { record } = await solved('tiny-more-cores-than-tasks', 'min-min-pmin');
    const line = (bound: number, boundZ: number): string =>
      /^upper bound +(.*), no plan within its scope has more$/m.exec(
        robustSummaryText({ ...record, result: { ...record.result, bound, boundZ } }),
      )![1]!;
    expect(line(1 - 2 ** -53, 8.1944)).toBe('> 1 - 1e-12 (z 8.194)');
    expect(line(1, 9)).toBe('> 1 - 1e-12 (z 9.000)');
    expect(line(1, 1e308)).toBe('1.000000 (z infinite)');
    expect(line(0.75, 0.6745)).toBe('0.750000 (z 0.6745)');
  });

  it('an energy of a thousand joules is shown in kJ', async () => {
    const facts = sectionOf(await solved('tiny-one-task', 'lagrange'), 'worth');
    expect(facts).toMatch(/Energy<\/dt><dd><span[^>]*><data[^>]*>1\.000<\/data>\u00a0kJ/);
    expect(facts).toMatch(/Least energy<\/dt><dd><span[^>]*><data[^>]*>1\.000<\/data>\u00a0kJ/);
  });

  it('infinite quantiles are not drawn, and leave the finite ones in place', async () => {
    const certain = await solved('tiny-zero-variance', 'ga');
    const { record } = certain;
    expect(record.trajectory.at(-1)!.incumbent).toBe(1e308);
    expect(sectionOf(certain, 'convergence')).toContain('no feasible plan with a finite quantile');
    const [first, ...rest] = record.trajectory;
    const trajectory = [{ ...first!, incumbent: 1.5 }, ...rest];
    const mixed = sectionOf({ ...certain, record: { ...record, trajectory } }, 'convergence');
    expect(mixed).toContain('<svg');
    expect(mixed).not.toMatch(/NaN|e\+?308/);
  });

  it('where all cores are certain, the one shown for its node is the last to finish', () => {
    const node = {
      node: 'still',
      nodeType: 'T',
      dynamicJ: 1,
      staticJ: 1,
      overheadJ: 1,
      tasksInPState: [2],
      tasks: [0, 1, 1],
      secondsInPState: [60],
      finishMeanS: [0, 40, 20],
      finishSdS: [0, 0, 0],
      z: [1e308, 1e308, 1e308],
    };
    expect(leastRobust({ name: 'still', nodes: [node] })).toEqual({ meanS: 40, sdS: 0, z: 1e308 });
  });

  it('a front is not rounded to certainty, and is left out where it was stopped before its first point', async () => {
    const run = await solved('tiny-one-task', 'lagrange');
    expect(sectionOf(run, 'front', { method: 'lagrange', boundOn: 'psi', points: [] }).trim()).toBe('');
    const promise = { allInTime: 0, budgetUntilLastCore: 3e-7 };
    const point = {
      eta: 0.5,
      etaZ: 0,
      ...promise,
      psi: 0.9999999,
      psiZ: 5.2,
      objectiveZ: 5.2,
      phi: 1e-9,
      bound: 0.99999999,
      boundZ: 5.6,
    };
    const front = sectionOf(run, 'front', { method: 'lagrange', boundOn: 'psi', points: [point] });
    expect(front.match(/&gt; 0\.99999/g)).toHaveLength(2);
    expect(front).toContain('1.000e\u22129');
    expect(front).toContain('&lt; 1e\u2212300');
    expect(front).toContain('3.000e\u22127');
  });

  it('plan.csv tells how far times vary, for the P-state of the plan', async () => {
    const { opened, mapping } = await solved('tiny-fits-one-node', 'min-energy');
    const [header, ...lines] = robustPlanCsv(opened.model, mapping!).trim().split('\r\n');
    expect(header).toBe(ROBUST_PLAN_CSV_COLUMNS.join(','));
    for (const line of lines) {
      const [meanS, sdS, coefficient] = line.split(',').slice(5).map(Number);
      expect(sdS! / meanS!).toBeCloseTo(coefficient!, 12);
      expect(coefficient).toBeGreaterThan(0);
    }
  });
});
