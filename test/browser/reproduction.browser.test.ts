import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { figurePage } from '../../src/reproduction/run/figure-page.js';
import { paperOfFigure } from '../../src/reproduction/registry.js';
import type { Records } from '../../src/experiments/record.js';
import { madeUpGeoRecords } from '../fixtures/reproduction/geo-world.js';
import { madeUpRobustRecords } from '../fixtures/reproduction/robust-world.js';
import { browserDesk, expectSoundPage, skipsBrowser } from '../support/browser.js';
import { readChart } from '../support/chart-data.js';

const FIGURES: readonly (readonly [string, Records])[] = [
  ['table-4.2', madeUpGeoRecords('table-4.2')],
  ['fig-2.2', madeUpRobustRecords('fig-2.2')],
];

describe.skipIf(skipsBrowser)('the page of a reproduced figure', () => {
  const desk = browserDesk();

  beforeAll(async () => {
    for (const [figure, records] of FIGURES) {
      const page = await figurePage(await paperOfFigure(figure).load(), figure, records);
      if (page instanceof Error) throw page;
      writeFileSync(join(desk.folder, `${figure}.html`), page);
    }
  });

  it.each(FIGURES.map(([figure]) => figure))('%s is sound on wide and narrow screens', (figure) =>
    expectSoundPage(desk, `${figure}.html`, [1280, 390]),
  );

  it('draws the reductions of Table 4.2 in per cent beside the printed ones, and the verdicts', async () => {
    const page = await desk.open('table-4.2.html');
    const { rows, xName } = await readChart(page, 'us-8, demand 1: reduction');
    expect(xName).toContain('%');
    const dot = (name: string): number | undefined => rows.find((row) => row.name === name)?.dots[0];
    // Printed: 39.2 and 15.7 %; the made-up world has 39.2 and 11.9 %.
    expect(dot('gald-cl-eq25, thesis')).toBeCloseTo(39.2, 0);
    expect(dot('gald-cl-eq25')).toBeCloseTo(39.2, 0);
    expect(dot('fdld-cl, thesis')).toBeCloseTo(15.7, 0);
    expect(dot('fdld-cl')).toBeCloseTo(11.9, 1);
    expect(await page.locator('[data-field="verdict.gald-cl-amount"]').innerText()).toBe('holds: with demand 1 alone');
  });
});
