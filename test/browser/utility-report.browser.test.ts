import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { browserDesk, expectSoundPage, skipsBrowser, unfold } from '../support/browser.js';
import { pageOf } from '../support/utility/report-page.js';

/** Bundled instances and policies, with or without a bound. */
const RUNS: readonly (readonly [string, string, boolean])[] = [
  ['tiny-serial-budget', 'price', true],
  ['tiny-parallel-budget', 'upr', true],
  ['tiny-preemptive-two-clusters', 'upt', false],
];

describe.skipIf(skipsBrowser)('the report of a utility run in a browser', () => {
  const desk = browserDesk();

  beforeAll(async () => {
    for (const [name, ...how] of RUNS) {
      const [, page] = await pageOf(name, ...how);
      writeFileSync(join(desk.folder, `${name}.html`), page);
    }
  });

  it.each(RUNS.map(([name]) => name))(
    '%s: is sound: it is quiet, asks for nothing else, fits the screen and hides no label',
    (name) => expectSoundPage(desk, `${name}.html`, [1280, 390]),
  );

  it('prints folded sections by their headings, opened ones with the tables in them, in black on white', async () => {
    const page = await desk.open('tiny-serial-budget.html', 1000, 'dark');
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('#queues h2').isVisible()).toBe(true);
    expect(await page.locator('#queues table').isVisible()).toBe(false);
    await unfold(page);
    expect(await page.locator('#queues table').isVisible()).toBe(true);
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)');
  });
});
