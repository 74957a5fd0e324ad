import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { csvText } from '../../src/reports/csv.js';
import { studyReportPage } from '../../src/reports/study/page.js';
import { studyReport } from '../fixtures/report/study-report.js';
import { browserDesk, expectSoundPage, unfold, skipsBrowser } from '../support/browser.js';
import { readChart } from '../support/chart-data.js';
import { DRAWN_METHODS, drawnStudy } from '../support/study-records.js';

const drawn = drawnStudy({ powerCapsW: [100_000, 120_000, 140_000], seeds: 4 });
const report = studyReport(drawn);
const { table } = report;
const NASTY = `</script><b>"'& שלום 🧊 ${'very '.repeat(60)}long`;
const nasty = studyReport(
  drawnStudy({
    methods: [...DRAWN_METHODS, { ...DRAWN_METHODS[2]!, name: NASTY }],
    name: NASTY,
    title: NASTY,
    instances: [NASTY, 'b'],
    unit: '<i>',
  }),
);

/** Column of the table as the page shows it, by its head. */
async function column(page: Page, head: string): Promise<string[]> {
  const heads = await page.locator('#runs-table thead th').allInnerTexts();
  const at = heads.findIndex((text) => text.startsWith(head));
  return page.locator(`#runs-table tbody tr > :nth-child(${String(at + 1)})`).allInnerTexts();
}

/** Bytes of the file that a button downloads. */
async function downloaded(page: Page, button: string): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator(button).click()]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

const csvOf = (rows: readonly (readonly (string | number | boolean | null)[])[]): string =>
  csvText([table.columns.map(({ name }) => name), ...rows], { quoteEmpty: true });
const valueOf = (row: readonly unknown[], name: string): unknown =>
  row[table.columns.findIndex((one) => one.name === name)];

describe.skipIf(skipsBrowser)('the page of a study in a browser', () => {
  const desk = browserDesk();

  beforeAll(async () => {
    await writeFile(join(desk.folder, 'study.html'), studyReportPage(report));
    await writeFile(join(desk.folder, 'nasty.html'), studyReportPage(nasty));
  });

  it.each(['study.html', 'nasty.html'])('%s: is sound, wide in the light and narrow in the dark', async (name) => {
    await expectSoundPage(desk, name, [1280, 390]);
  });

  it('draws anew what stands in the file: the first rows of the table, and the map for the axes it begins with', async () => {
    const page = await desk.open('study.html');
    await unfold(page);
    const shown = await page.evaluate(
      `(() => {
      const html = new DOMParser().parseFromString(HTML, 'text/html');
      const cells = (root, selector) => [...root.querySelectorAll(selector)].map((one) => one.textContent);
      document.getElementById('heat-rows').dispatchEvent(new Event('change'));
      return ['#runs-table tbody > tr > *', '#heat-map caption, #heat-map th, #heat-map td'].map((selector) => [cells(html, selector), cells(document, selector)]);
    })()`.replace('HTML', () =>
        JSON.stringify(studyReportPage(report).replace(/<script[\s\S]*?<\/script>/g, '')).replaceAll('<', '\\u003c'),
      ),
    );
    for (const [file, drawnAnew] of shown as [string[], string[]][]) {
      expect(file.length).toBeGreaterThan(10);
      expect(drawnAnew).toEqual(file);
    }
  });

  it('sorts by keyboard, numbers by their size, and says so to screen readers', async () => {
    const page = await desk.open('study.html');
    await unfold(page);
    const head = page.locator('#runs-table th', { hasText: 'Objective' });
    const objectives = table.rows.map((row) => valueOf(row, 'objective')).filter((value) => typeof value === 'number');
    const rising = [...objectives].sort((a, b) => a - b);
    for (const [sorted, order] of [
      ['ascending', rising],
      ['descending', [...rising].reverse()],
    ] as const) {
      await head.locator('button').focus();
      await page.keyboard.press('Enter');
      expect(await head.getAttribute('aria-sort')).toBe(sorted);
      const texts = (await column(page, 'Objective')).map((text) => Number(text.replaceAll('\u202f', '')));
      expect(texts).toHaveLength(50);
      texts.forEach((value, n) => {
        expect(value).toBe(Number(order[n]!.toPrecision(4)));
      });
    }
    expect(await page.locator('[aria-sort=ascending]').count()).toBe(0);
  });

  it('selects by column and by text; the CSV files hold all runs, or those selected, as the table of the study has them', async () => {
    const page = await desk.open('study.html');
    await unfold(page);
    await page.getByLabel('Method', { exact: true }).selectOption('nlp');
    await page.locator('#filter-text').fill('room-b LIMIT');
    const own = table.rows.filter((row) => valueOf(row, 'method') === 'nlp' && valueOf(row, 'instance') === 'room-b');
    expect(await page.locator('#runs-count').innerText()).toContain(`of ${String(own.length)} runs selected of 72`);
    expect(new Set(await column(page, 'Method'))).toEqual(new Set(['nlp']));
    expect(await downloaded(page, '#csv-shown')).toBe(csvOf(own));
    expect(await downloaded(page, '#csv-all')).toBe(csvOf(table.rows));
    await page.locator('#filter-text').fill('no such run');
    expect(await page.locator('#runs-count').innerText()).toContain('No run');
    await page.getByRole('button', { name: 'All runs' }).click();
    await expect.poll(() => page.locator('#runs-count').innerText()).toContain('of 72 runs');
  });

  it('opens the command lines of a run, and chooses axes of the map, by keyboard alone', async () => {
    const page = await desk.open('study.html', 390);
    await unfold(page);
    await page.getByRole('button', { name: 'Run 2: command line' }).focus();
    await page.keyboard.press('Enter');
    const { key } = table.records[1]!;
    expect(await page.locator('.detail code').allInnerTexts()).toEqual([
      report.commands.get(key),
      `${report.repeat} ${key}`,
    ]);
    expect(await page.evaluate('document.activeElement.getAttribute("aria-expanded")')).toBe('true');
    await page.getByLabel('Figure').focus();
    await page.keyboard.press('End');
    await page.getByLabel('Columns').focus();
    await page.keyboard.press('Home');
    const cells = await page.locator('#heat-map data').allInnerTexts();
    expect(await page.locator('#heat-caption').innerText()).toMatch(/^Mean time, s, by .* and instance/);
    expect(cells.length).toBeGreaterThan(1);
  });

  it('draws gap and profile at the places of the analysis', async () => {
    const page = await desk.open('study.html');
    await unfold(page);
    const [{ anytime, performance }] = report.analysis.classes as [(typeof report.analysis.classes)[number]];
    const gap = await readChart(page, 'Gap over steps');
    for (const { method, median } of anytime!.curves) {
      const points = gap.series[method]!;
      anytime!.at.forEach((x, n) => {
        const y = median[n] ?? null;
        if (y === null) return;
        const near = points.filter(
          ([px, py]) => Math.abs(Math.log(px / x)) < 0.02 && Math.abs(Math.log(py / (100 * y))) < 0.05,
        );
        expect([method, x, near.length > 0]).toEqual([method, x, true]);
      });
    }
    const profile = await readChart(page, 'Performance profile');
    for (const { method, points } of performance) {
      for (const { x, y } of points) {
        const near = profile.series[method]!.filter(
          ([px, py]) => Math.abs(px - x) < 0.05 && Math.abs(py - 100 * y) < 1,
        );
        expect([method, x, near.length > 0]).toEqual([method, x, true]);
      }
    }
  });

  it('prints every run on white paper without controls, no wider than the sheet', async () => {
    const page = await desk.newPage(718, 'dark');
    await page.goto(desk.urlOf('study.html'));
    await unfold(page);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    expect(await page.locator('#runs-table tbody tr').count()).toBe(72);
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)');
    for (const control of ['#runs-filters', '.leaf', '.heat-choice'])
      expect(await page.locator(control).isVisible()).toBe(false);
    expect(await page.locator('#apply details ul').first().isVisible()).toBe(true);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(718);
    await page.evaluate("dispatchEvent(new Event('afterprint'))");
    expect(await page.locator('#runs-table tbody tr').count()).toBe(50);
  });

  it('asks for nothing: the file names no other', async () => {
    const html = await readFile(join(desk.folder, 'study.html'), 'utf8');
    expect(html).not.toMatch(/https?:\/\/(?!www\.w3\.org\/2000\/svg)/);
  });
});
