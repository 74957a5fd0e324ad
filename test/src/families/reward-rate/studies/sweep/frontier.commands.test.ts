import { expect, it } from 'vitest';
import { methodNamed } from '../../../../../../src/families/reward-rate/methods/registry.js';
import { sweepPageOf } from '../../../../../../src/families/reward-rate/report/html/sweep-page.js';
import { sweepTexts } from '../../../../../../src/families/reward-rate/report/sweep.js';
import { openModel, modelInMemory } from '../../../../../../src/families/reward-rate/runs/open.js';
import type { SweepResult } from '../../../../../../src/families/reward-rate/studies/sweep/run.js';
import { prepareSweep, runSweep } from '../../../../../../src/families/reward-rate/studies/sweep/run.js';
import { sweepPage } from '../../../../../../src/reports/sweep/page.js';
import { sweepCsv } from '../../../../../../src/reports/sweep/table.js';
import { oracle } from '../../../../../oracle/brute-force.js';
import { type TinyFacility, tinyRandom } from '../../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

/** Rooms of an everyday run are few: each takes four solves. */
const ROOMS = fuzzCount(200, 8);

async function capSweep({ instance, matrix }: TinyFacility, over: string): Promise<SweepResult> {
  const prepared = prepareSweep(modelInMemory(instance, matrix), 'room.json', [over]);
  if (!prepared.ok) throw new Error(JSON.stringify(prepared.faults));
  return runSweep(
    {
      method: methodNamed('config-lp')!,
      naive: false,
      seed: 1,
      engine: 'highs',
      withBound: true,
      limits: { timeLimitS: null, workLimit: null },
      nowS: () => 0,
      interrupted: () => false,
      onProgress: () => undefined,
    },
    prepared,
  );
}

function pageOf(result: SweepResult): string {
  return sweepPage(sweepTexts(result), sweepPageOf(result), result);
}

/** Reward and least power, W, of all plans of one configuration per node that keep the limits. */
function allPlans({ instance, matrix }: TinyFacility): { readonly rewardPerS: number; readonly powerW: number }[] {
  const { zones, operate, rewardPerS } = oracle(instance, matrix);
  let plans: { ratePerS: readonly number[]; zoneW: readonly number[] }[] = [{ ratePerS: [], zoneW: [] }];
  for (const { idleW, zone } of zones) {
    plans = plans.flatMap(({ ratePerS, zoneW }) =>
      zone.map((option) => ({
        ratePerS: option.ratePerS.map((rate, i) => rate + (ratePerS[i] ?? 0)),
        zoneW: [...zoneW, idleW + option.coreW],
      })),
    );
  }
  return plans.flatMap(({ ratePerS, zoneW }) => {
    const operation = operate(zoneW);
    return operation.feasible
      ? [{ rewardPerS: rewardPerS(ratePerS), powerW: operation.totalW(operation.warmestC) }]
      : [];
  });
}

it('no plan of all of them passes the step of its power, or earns the reward of a point for less than is proven', async () => {
  const counted = { plans: 0, steps: 0, proven: 0 };
  for (let seed = 1; seed <= ROOMS; seed++) {
    const room = tinyRandom(seed, { mostPlans: 200, cracs: seed % 4 === 0 ? 2 : 1 });
    const { frontier, points, warnings } = await capSweep(room, 'powerCapW=x0.7,x0.8,x0.9,x1');
    expect([seed, frontier!.refuted, warnings.join().includes('wrong')]).toEqual([seed, [], false]);
    const plans = allPlans(room);
    for (const { rewardPerS, powerW } of plans) {
      const step = frontier!.steps.find(({ toW }) => powerW <= toW);
      if (step === undefined) continue;
      expect([seed, rewardPerS <= (step.boundRewardPerS ?? -1) * (1 + 1e-9)]).toEqual([seed, true]);
      counted.plans++;
    }
    for (const [n, leastW] of frontier!.leastPowerW.entries()) {
      if (leastW === null) continue;
      const equals = plans.filter(({ rewardPerS }) => rewardPerS >= points[n]!.objective!);
      expect([seed, equals.every(({ powerW }) => powerW >= leastW * (1 - 1e-9))]).toEqual([seed, true]);
      counted.proven++;
    }
    counted.steps += frontier!.steps.length;
  }
  expect(counted.steps).toBeGreaterThan(ROOMS);
  expect(counted.plans).toBeGreaterThan(5 * ROOMS);
  expect(counted.proven).toBeGreaterThan(0.3 * ROOMS);
});

/** Headings of the table of a section. */
function headsOf(page: string, id: string): string[] {
  const section = page.split(`<section id="${id}"`)[1]!.split('</section>')[0]!;
  return [...section.matchAll(/<th scope="col"[^>]*>(.*?)<\/th>/gs)].map(([, head]) => head!.replace(/<[^>]+>/g, ''));
}

it('steps and least powers stand in the CSV and on the page as they are in the record; a sweep of another field has none', async () => {
  const room = tinyRandom(3, { mostPlans: 200, cracs: 1 });
  const result = await capSweep(room, 'powerCapW=x0.8,x0.9,x1');
  const { steps, leastPowerW } = result.frontier!;
  const [header, ...lines] = sweepCsv(sweepTexts(result))
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
  const cell = (n: number, name: string): string => lines[n]![header!.indexOf(name)]!;
  for (const { fromW, toW, boundRewardPerS, point } of steps) {
    const bound = boundRewardPerS === null ? '' : String(boundRewardPerS);
    const cells = ['step_from_w', 'step_to_w', 'step_bound'].map((name) => cell(point, name));
    expect(cells).toEqual([String(fromW), String(toW), bound]);
  }
  for (const [n, leastW] of leastPowerW.entries())
    expect(cell(n, 'frontier_least_power_w')).toBe(leastW === null ? '' : String(leastW));
  const page = pageOf(result);
  const rowsOf = (id: string): number[][] =>
    [
      ...page
        .split(`<section id="${id}"`)[1]!
        .split('</section>')[0]!
        .matchAll(/<tr[^>]*>(.*?)<\/tr>/gs),
    ]
      .map(([, row]) =>
        [...row!.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/gs)].map(([, text]) => parseFloat(text!.replace(/<[^>]+>/g, ''))),
      )
      .filter((row) => Number.isFinite(row[0]));
  const shown = rowsOf('frontier');
  expect(shown).toHaveLength(steps.length);
  for (const [n, { toW, boundRewardPerS }] of steps.entries()) {
    expect(shown[n]![1]! / toW).toBeCloseTo(1, 3);
    if (boundRewardPerS !== null) expect(shown[n]![2]! / boundRewardPerS).toBeCloseTo(1, 3);
  }
  const place = headsOf(page, 'points').findIndex((head) => head.startsWith('Least power'));
  for (const [n, row] of rowsOf('points').entries()) {
    const leastW = leastPowerW[n] ?? null;
    if (leastW !== null) expect(row[place]! / leastW).toBeCloseTo(1, 3);
  }
  const other = await capSweep(room, 'redLineC=x1');
  expect(other.frontier).toBeUndefined();
  expect(pageOf(other)).not.toContain('id="frontier"');
  expect(sweepCsv(sweepTexts(other))).not.toContain('step_bound');
});

it('lines between caps lie below no plan where the bounds of the points are those of whole numbers of nodes on, or of one configuration', async () => {
  const file = 'instances/reward-rate/tiny-sleep.json';
  const opened = openModel(file);
  if (!opened.ok) throw new Error(JSON.stringify(opened.faults));
  const prepared = prepareSweep(opened, file, ['powerCapW=52.5:112.5:60']);
  if (!prepared.ok) throw new Error(JSON.stringify(prepared.faults));
  for (const [sharing, bound] of [
    ['always', 1.40625],
    ['never', 1.25],
  ] as const) {
    const request = {
      method: methodNamed('config-lp')!,
      naive: false,
      seed: 1,
      engine: 'highs' as const,
      withBound: true,
      sharing,
      limits: { timeLimitS: null, workLimit: null },
      nowS: () => 0,
      interrupted: () => false,
      onProgress: () => undefined,
    };
    const [least] = (await runSweep(request, prepared)).points;
    expect(least!.bound).toBeCloseTo(bound, 6);
    // At 90 W both nodes are on: 72 W of them are 40 W for being on and 32 W for eight cores at 1 GHz, which do 8 / 16 tasks/s of 5 each.
    const line = least!.bound! + (least!.marginal[0]!.above ?? Infinity) * (90 - 52.5);
    expect([sharing, line >= 2.5]).toEqual([sharing, true]);
  }
});
