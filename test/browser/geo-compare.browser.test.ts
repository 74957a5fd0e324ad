import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { browserDesk, expectSoundPage, skipsBrowser } from '../support/browser.js';
import { geoSample } from '../fixtures/report/comparison.js';

const PAGES = [
  ['whole', () => geoSample()],
  ['bare', () => geoSample({ 'fdld-so': [0.25] })],
  ['without a plan', () => geoSample({ 'fdld-cl': [1] })],
] as const;

describe.skipIf(skipsBrowser)('a comparison of geo methods in a browser', () => {
  const desk = browserDesk();

  beforeAll(async () => {
    for (const [name, make] of PAGES) await writeFile(join(desk.folder, `${name}.html`), (await make()).page);
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
      await page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })");
      const shown = page.locator('svg.chart[role=img]:visible');
      // Gaps, differences, the way to the best plans, performance profiles and costs of epochs.
      expect(await shown.count()).toBe(5);
      for (const chart of await shown.all()) {
        expect((await chart.getAttribute('aria-label'))!.length).toBeGreaterThan(40);
      }
      const ink = await page.evaluate<string>(
        "getComputedStyle(document.querySelector('#bounds svg text[fill]')).fill",
      );
      grounds.push(ink);
    }
    expect(new Set(grounds).size).toBe(2);
  });
});
