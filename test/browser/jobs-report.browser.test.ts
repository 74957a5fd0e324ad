import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { policyOf } from '../../src/families/jobs/methods/month/policies.js';
import { simulateMonth } from '../../src/families/jobs/methods/month/simulate-month.js';
import { browserDesk, expectSoundPage, skipsBrowser, unfold } from '../support/browser.js';
import { readChart } from '../support/chart-data.js';
import { expectDrawn } from '../support/chart-near.js';
import { pageOf, pageOfMonth, recordOf } from '../support/jobs/report-page.js';
import { bare, shortMonth } from '../support/jobs-months.js';

/** Ten days of jobs with bounds and a frontier: two ends, 40 h and 180 h after the start, after 40 h at 500 W each. */
function longPage(): string {
  const H = 3600;
  const month = shortMonth([[2]], 1, [
    { atS: 0, curve: [400, 100 * H, 200 * H] },
    { atS: 140 * H, curve: [800, 100 * H, 200 * H] },
    { atS: 230 * H, curve: [1, H, 2 * H] },
  ]);
  const schedule = simulateMonth(month, [[[bare(1, 40 * H, 500 * 40 * H)]]], policyOf('val-en-join-opt'));
  const bound = (perMJ: number, most: number) => ({
    kind: 'malleable' as const,
    perJ: perMJ * 1e-6,
    bound: most,
    passes: 1,
    borderS: Float64Array.of(0, 120 * H, 240 * H),
    perCoreS: [Float64Array.of(3 / H, 0)],
  });
  const record = recordOf(month, schedule, {
    rigid: bound(0, 1500),
    malleable: bound(0, 1500),
    frontier: { bounds: [bound(0, 1500), bound(5, 300)] },
    result: { policy: policyOf('val-en-join-opt'), bound: 1500, valueBoundAtEnergy: 1020, energyBoundForValueJ: 180e6 },
  });
  return pageOfMonth(month, record, 240 * H);
}

describe.skipIf(skipsBrowser)('the report of a month of jobs in a browser', () => {
  const desk = browserDesk();

  beforeAll(async () => {
    const [, page] = await pageOf('tiny-node-types', { method: 'price' });
    writeFileSync(join(desk.folder, 'tiny.html'), page);
    writeFileSync(join(desk.folder, 'long.html'), longPage());
  });

  it.each(['tiny.html', 'long.html'])(
    '%s is sound: it is quiet, asks for nothing else, fits the screen and hides no label',
    (name) => expectSoundPage(desk, name, [1280, 390]),
  );

  it('value stands over days, energy in MJ, prices per core-hour; the schedule lies below its frontier', async () => {
    const page = await desk.open('long.html');
    // "Tue 2" is the midnight at which the second day begins: a day after the start.
    await page.evaluate(`document.querySelectorAll('svg.chart text').forEach((text) => {
      const day = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) ([0-9]+)$/.exec(text.textContent);
      if (day !== null) text.textContent = String(day[1] - 1);
    })`);
    // The third job is dropped at 230 h: so long is the axis. A value is earned within the hour that begins with the end of a job.
    const value = await readChart(page, 'value earned until then');
    const ends = (points: readonly (readonly number[])[]) => [points[0]![1], points.at(-1)![1]];
    expectDrawn([...ends(value.series['earned']!), ...ends(value.series['arrived']!)], [0, 1200, 0, 1201]);
    const steps = value.series['earned']!.filter(([, earned], k, all) => k > 0 && earned > all[k - 1]![1] + 1);
    expectDrawn(steps, [
      [41 / 24, 400],
      [181 / 24, 1200],
    ]);
    const energy = await readChart(page, 'energy drawn until then');
    expect(energy.yName).toBe('energy, MJ');
    expectDrawn(energy.series['drawn']!.at(-1)![1], 144);
    const price = await readChart(page, 'price of a core-hour by the bound');
    expectDrawn([price.series['n0']![0]![1], price.series['n0']!.at(-1)![1]], [3, 0]);
    const frontier = await readChart(page, 'Value against energy');
    // The lines 1500 and 300 + 5 per MJ cross at 240 MJ.
    expectDrawn(frontier.series['no schedule is above']!.slice(0, 2), [
      [0, 300],
      [240, 1500],
    ]);
  });

  it('boxes of jobs stand where and as long as their jobs ran', async () => {
    const page = await desk.open('long.html');
    const boxes = await page.evaluate(`(() => {
      const svg = [...document.querySelectorAll('#apply svg.wide')][0];
      const ground = svg.querySelector('rect').getBoundingClientRect();
      return [...svg.querySelectorAll('rect')].filter((rect) => rect.querySelector('title')).map((rect) => {
        const { left, right } = rect.getBoundingClientRect();
        return [(left - ground.left) / ground.width, (right - ground.left) / ground.width];
      });
    })()`);
    // The first week: a job from 0 to 40 h, and one from 140 h to beyond its end.
    expectDrawn(boxes, [
      [0, 40 / 168],
      [140 / 168, 1],
    ]);
  });

  it('prints folded sections by their headings, opened ones with the tables in them, in black on white', async () => {
    const page = await desk.open('tiny.html', 1000, 'dark');
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('#fronts h2').isVisible()).toBe(true);
    expect(await page.locator('#fronts table').isVisible()).toBe(false);
    await unfold(page);
    expect(await page.locator('#fronts table').isVisible()).toBe(true);
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)');
  });
});
