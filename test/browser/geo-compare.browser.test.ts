import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { browserDesk, expectSoundPage, skipsBrowser } from '../support/browser.js';
import { bareGeoComparison, geoComparePage, geoComparison } from '../fixtures/report/geo-comparison.js';

const PAGES = [
  ['whole', () => geoComparison()],
  ['bare', () => bareGeoComparison()],
  ['infeasible', () => bareGeoComparison('too much')],
] as const;

describe.skipIf(skipsBrowser)('a comparison of geo methods in a browser', () => {
  const desk = browserDesk();

  beforeAll(async () => {
    for (const [name, make] of PAGES) await writeFile(join(desk.folder, `${name}.html`), geoComparePage(make()));
  });

  it.each(PAGES.map(([name]) => name))(
    '%s: is sound: it is quiet, asks for nothing else, fits the screen and hides no label',
    (name) => expectSoundPage(desk, `${name}.html`, [1100, 390]),
  );

  it('all tables fit a screen of 1,100 px and paper, without scrolling', async () => {
    const page = await desk.open('whole.html', 1100);
    await page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })");
    const hidden =
      "[...document.querySelectorAll('.scroll')].filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.getAttribute('aria-label'))";
    expect(await page.evaluate(hidden)).toEqual([]);
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 1000, height: 900 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(1000);
  });

  it('every chart has a name, stands there once, and has other ink in the dark', async () => {
    const grounds: string[] = [];
    for (const scheme of ['light', 'dark'] as const) {
      const page = await desk.open('whole.html', 1100, scheme);
      const ids = await page.evaluate<string[]>("[...document.querySelectorAll('[id]')].map((one) => one.id)");
      expect(ids.filter((id, n) => ids.indexOf(id) < n)).toEqual([]);
      const shown = page.locator('svg.chart[role=img]:visible');
      expect(await shown.count()).toBe(4);
      for (const chart of await shown.all()) {
        expect((await chart.getAttribute('aria-label'))!.length).toBeGreaterThan(40);
      }
      const ink = await page.evaluate<string>(
        "getComputedStyle(document.querySelector('#result svg text[fill]')).fill",
      );
      grounds.push(ink);
    }
    expect(new Set(grounds).size).toBe(2);
  });

  it('the line of the bound stands where the axis says', async () => {
    const page = await desk.open('whole.html', 1100);
    const { line, bars, left } = await page.evaluate<{ line: number[]; bars: number[]; left: number }>(`(() => {
      const boxes = (test) => [...document.querySelectorAll('#result svg.wide path')].filter(test).map((one) => one.getBBox());
      const dashed = boxes((one) => one.hasAttribute('stroke-dasharray')).filter((box) => box.height > 100);
      const bars = boxes((one) => one.getAttribute('fill') === '#0072b2').filter((box) => box.height === 20);
      return { line: dashed.map((box) => box.x), bars: bars.map((box) => box.x + box.width), left: bars[0].x };
    })()`);
    const { summary, bounds } = geoComparison();
    const [bound] = bounds;
    const costs = summary.flatMap(({ objective }) => (objective === null ? [] : [objective.mean]));
    expect([line.length, bars.length]).toEqual([1, costs.length]);
    const usdPerPx = costs[0]! / (bars[0]! - left);
    expect(Math.abs((line[0]! - left) * usdPerPx - bound!.bound!)).toBeLessThan(usdPerPx);
    for (const [n, usd] of costs.entries()) expect(Math.abs((bars[n]! - left) * usdPerPx - usd)).toBeLessThan(usdPerPx);
  });
});
