import { expect, it } from 'vitest';
import { type Method, methodNamed } from '../../../../../../src/families/reward-rate/methods/registry.js';
import { sweepPageOf } from '../../../../../../src/families/reward-rate/report/html/sweep-page.js';
import { sweepTexts, sweepWarnings } from '../../../../../../src/families/reward-rate/report/sweep.js';
import { openModel } from '../../../../../../src/families/reward-rate/runs/open.js';
import type { SweepResult } from '../../../../../../src/families/reward-rate/studies/sweep/run.js';
import { prepareSweep, runSweep } from '../../../../../../src/families/reward-rate/studies/sweep/run.js';
import { sweepPage } from '../../../../../../src/reports/sweep/page.js';
import { sweepCsv, sweepText } from '../../../../../../src/reports/sweep/table.js';
import { writeSmall } from '../../../../../support/small-instance.js';

const CONFIG = methodNamed('config-lp')!;

async function sweep(solve: Method['solve'], over = 'powerCapW=140,150,160'): Promise<SweepResult> {
  const { file } = writeSmall();
  const opened = openModel(file);
  if (!opened.ok) throw new Error(JSON.stringify(opened.faults));
  const prepared = prepareSweep(opened, file, [over]);
  if (!prepared.ok) throw new Error(JSON.stringify(prepared.faults));
  const request = {
    method: { ...CONFIG, solve },
    naive: false,
    seed: 1,
    limits: { timeLimitS: null, workLimit: null },
    engine: 'highs' as const,
    withBound: true,
    nowS: () => 0,
    interrupted: () => false,
    onProgress: () => undefined,
  };
  return runSweep(request, prepared);
}

/** Page, without the record embedded in it, and text. */
function shown(result: SweepResult): string[] {
  const told = [sweepText(sweepTexts(result)), ...sweepWarnings(result)].join('\n');
  return [sweepPage(sweepTexts(result), sweepPageOf(result), result).replace(/<script[\s\S]*?<\/script>/g, ''), told];
}

it('one point that breaks down loses no other, and is named', async () => {
  const result = await sweep((input) => {
    if (input.model.budget.powerCapW === 150) throw new RangeError('broken on purpose');
    return CONFIG.solve(input);
  });
  expect(result.points.map(({ feasible }) => feasible)).toEqual([true, false, true]);
  expect(result.points[1]).toMatchObject({ termination: 'failed', failure: 'broken on purpose', bound: null });
  expect(result.points[1]!.marginal).toMatchObject([{ perUnit: null, below: null, above: null }]);
  expect(result.pareto).not.toContain(1);
  const whole = await sweep((input) => CONFIG.solve(input));
  expect(result.points[2]!.bound! / whole.points[2]!.bound!).toBeCloseTo(1, 9);
  for (const text of [...shown(result), sweepCsv(sweepTexts(result))]) expect(text).toContain('broken on purpose');
});

it('warnings of single points are in sweep.json alone', async () => {
  const result = await sweep(async (input) => {
    const outcome = await CONFIG.solve(input);
    const { certificate } = outcome;
    const warned = { ...outcome, warnings: ['Nothing but a test.'] };
    if (certificate === null || input.model.budget.powerCapW !== 150) return warned;
    return { ...warned, certificate: { ...certificate, boundRewardPerS: certificate.boundRewardPerS / 2 } };
  }, 'powerCapW=110:160:10');
  for (const text of shown(result)) {
    expect(text).toMatch(/Point limits\.powerCapW=150: The plan earns .* one of them is wrong/);
    expect(text).toContain(
      '6 of 6 points (limits.powerCapW=110; limits.powerCapW=120; limits.powerCapW=130; limits.powerCapW=140; and 2 more): Nothing but a test.',
    );
    expect(text.match(/Nothing but a test/g)).toHaveLength(1);
  }
});
