import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { tinyGeoInstances } from '../support/bundled.js';
import { usInstance } from '../../src/families/geo/instances/us.js';
import { renderGeoReport } from '../../src/families/geo/report/html/report.js';
import type { GeoReportRequest } from '../../src/families/geo/report/input.js';
import { browserDesk, expectSoundPage, skipsBrowser } from '../support/browser.js';
import { randomGeoInstance } from '../support/geo.js';
import { manyCentres, type GeoReportCase, randomReportCase, reportCase } from '../src/families/geo/report/case.js';

const tiny = (name: string): GeoReportCase =>
  reportCase(tinyGeoInstances().find((one) => one.name === `tiny-${name}`)!);

const FRONT: GeoReportRequest['front'] = {
  method: 'gld-lp',
  points: [
    { carbonCapKg: null, carbonUsdPerTonne: null, carbonKg: 90, costUsd: 10, boundUsd: 9, gap: 1 / 9 },
    { carbonCapKg: 60, carbonUsdPerTonne: null, carbonKg: 55, costUsd: 14, boundUsd: 13, gap: 1 / 13 },
  ],
  pareto: [1, 0],
};

/** Sizes of units in those of records. */
const SIZES: Readonly<Record<string, number>> = { '%': 0.01, MWh: 1e3 };

const PAGES: readonly (readonly [string, () => GeoReportCase])[] = [
  ['one-epoch', () => tiny('one-epoch')],
  ['surplus', () => ({ ...tiny('surplus-printed'), front: FRONT })],
  ['tariff', () => randomReportCase(3, { prices: 'tariff', centres: 3, epochs: 4 })],
  ['us-16', () => compared(reportCase(usInstance({ centres: 16, workload: 'hybrid' })))],
  ['many', () => reportCase(manyCentres(randomGeoInstance(21, { centres: 2, epochs: 4, taskTypes: 4 }), 60))],
];

function compared(input: GeoReportCase): GeoReportCase {
  const { costUsd } = input.evaluation;
  const costByEpochUsd = input.evaluation.cells.map((row) => row.reduce((sum, { energyUsd }) => sum + energyUsd, 0));
  const methods = ['fdld-so', 'fdld-tao', 'fdld-cl', 'gald-cl'];
  return { ...input, compared: methods.map((method) => ({ method, feasible: true, costUsd, costByEpochUsd })) };
}

describe.skipIf(skipsBrowser)('the report of a geo run in a browser', () => {
  const desk = browserDesk();
  const inputs = new Map<string, GeoReportCase>();

  beforeAll(async () => {
    for (const [name, make] of PAGES) {
      const input = make();
      inputs.set(name, input);
      await writeFile(join(desk.folder, `${name}.html`), renderGeoReport(input));
    }
  });

  it.each(PAGES.map(([name]) => name))(
    '%s: is sound: it is quiet, asks for nothing else, fits the screen and hides no label',
    (name) => expectSoundPage(desk, `${name}.html`, [1280, 390]),
  );

  it('has every id once, and charts of one width at a time', async () => {
    const page = await desk.open('us-16.html');
    const ids = await page.evaluate<string[]>("[...document.querySelectorAll('[id]')].map((one) => one.id)");
    expect(ids.filter((id, n) => ids.indexOf(id) < n)).toEqual([]);
    const shown = "[...document.querySelectorAll('svg.chart')].filter((one) => one.getBoundingClientRect().width > 0)";
    expect(await page.evaluate(`${shown}.length`)).toBe(await page.locator('svg.wide').count());
  });

  it('shows figures that say what their exact values say', async () => {
    const page = await desk.newPage(1280);
    for (const [name] of PAGES) {
      await page.goto(desk.urlOf(`${name}.html`));
      const figures = await page.evaluate<[string, string, string, string][]>(
        "[...document.querySelectorAll('data[data-field]')].map((one) => [one.dataset.field, one.value, one.textContent, one.nextSibling?.textContent.trim() ?? ''])",
      );
      expect(figures.length).toBeGreaterThan(10);
      for (const [field, value, text, unit] of figures) {
        if (text.startsWith('< ')) {
          expect([field, text, Number(value) > 0 && Number(value) < 1e-4]).toEqual([field, '< 0.01', true]);
          continue;
        }
        const read = Number(text.replaceAll('\u202f', '').replaceAll('\u2212', '-'));
        const exact = Number(value) / (SIZES[unit] ?? 1);
        const places = /[.](\d+)$/.exec(text)?.[1]?.length ?? 0;
        const tolerance = /e/.test(text) ? 0.1 * Math.abs(exact) : 0.5000001 * 10 ** -places + 1e-12 * Math.abs(exact);
        expect([field, text, Math.abs(read - exact) <= tolerance]).toEqual([field, text, true]);
      }
    }
  });
});
