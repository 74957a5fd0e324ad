import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ReportRequest } from '../../src/families/reward-rate/report/input.js';
import { renderReport } from '../../src/families/reward-rate/report/report.js';
import type { RunRecord } from '../../src/families/reward-rate/runs/result.js';
import { awkward, infeasiblePlan, withoutPlan } from '../fixtures/report/awkward.js';
import { readBack } from '../fixtures/report/expected-figures.js';
import { facilityInput } from '../fixtures/report/facility.js';
import { browserDesk, labelFaults, planFaults, skipsBrowser } from '../support/browser.js';

if (skipsBrowser) {
  process.stderr.write('No Chromium found: browser tests of the report are skipped (set CHROMIUM_PATH).\n');
}

const CASES: [string, ReportRequest][] = [
  ['room', facilityInput(30)],
  ['small', facilityInput(20)],
  ['large', facilityInput(120)],
  ['awkward', awkward],
  ['without-plan', withoutPlan],
  ['infeasible-plan', infeasiblePlan],
];

describe.skipIf(skipsBrowser)('the report in a browser', () => {
  const desk = browserDesk();

  beforeAll(async () => {
    for (const [name, input] of CASES) await writeFile(join(desk.folder, `${name}.html`), renderReport(input));
  });

  async function open(name: string, width: number, colorScheme: 'light' | 'dark' = 'light') {
    const page = await desk.newPage(width, colorScheme);
    const complaints: string[] = [];
    const requests: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => requests.push(request.url()));
    const url = desk.urlOf(`${name}.html`);
    await page.goto(url);
    return { page, complaints, requests, url };
  }

  it.each(CASES.map(([name]) => name))('opens without complaint and asks for nothing else: %s', async (name) => {
    const { page, complaints, requests, url } = await open(name, 1280);
    expect(complaints).toEqual([]);
    expect(requests).toEqual([url]);
    expect(await page.evaluate('window.hit')).toBeUndefined();
    const ids = await page.evaluate<string[]>('[...document.querySelectorAll("section")].map(({ id }) => id)');
    expect(ids.slice(0, 3)).toEqual(['apply', 'worth', 'trust']);
    expect(ids).toContain('provenance');
  });

  it('shows the figures of its embedded record', async () => {
    const { page } = await open('room', 1280);
    const { result, evaluation } = JSON.parse(await page.locator('#plenum-data').innerText()) as RunRecord;
    const shown = async (field: string): Promise<{ value: number; tolerance: number }> =>
      readBack(await page.locator(`.q:has(> [data-field="${field}"])`).first().innerText());
    const truths: [string, number][] = [
      ['objective', result.objective!],
      ['bound', result.bound!],
      ['power.totalW', evaluation!.power.totalW],
      ['hottestInletC', Math.max(...evaluation!.zoneInletC)],
    ];
    for (const [field, truth] of truths) {
      const { value, tolerance } = await shown(field);
      expect({ field, close: Math.abs(value - truth) <= tolerance }).toEqual({ field, close: true });
    }
    const gap = await page.locator('.q:has(> [data-field="gap"])').first().innerText();
    expect([gap.replaceAll(/\s/g, ' '), result.gap! < 1e-4]).toEqual(['< 0.01 %', true]);
    expect(await page.locator('[data-field=instance]').innerText()).toBe(result.instance);
    expect(await page.locator('[data-field=termination]').getAttribute('data-value')).toBe(result.termination);
  });

  it.each([
    ['room', 1280],
    ['room', 400],
    ['awkward', 1280],
    ['awkward', 400],
    ['infeasible-plan', 400],
    ['without-plan', 400],
  ])('fits the width of the screen: %s at %i px', async (name, width) => {
    const { page } = await open(name, width);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  });

  it.each([1280, 400])(
    'draws one version of each chart, with no label over another or cut off, at %i px',
    async (width) => {
      const { page } = await open('room', width);
      expect(await labelFaults(page)).toEqual([]);
    },
  );

  it.each([
    ['small', 1280],
    ['room', 1280],
    ['room', 390],
    ['large', 1280],
    ['awkward', 1280],
  ])('no text of the floor plan lies over another or leaves its rack: %s at %i px', async (name, width) => {
    const { page } = await open(name, width);
    expect(await planFaults(page)).toEqual([]);
  });

  it.each(['small', 'room', 'large'])('racks have the names and powers of the record: %s', async (name) => {
    const { page } = await open(name, 1280);
    const { evaluation } = JSON.parse(await page.locator('#plenum-data').innerText()) as RunRecord;
    const { zones } = new Map(CASES).get(name)!.matrix;
    const names = [...new Set(zones.map(({ rack }) => rack))];
    const titles = await page.locator('svg.plan g:has(> .rack) > .body > title').allTextContents();
    const labels = await page.evaluate<string[]>(`[...document.querySelectorAll('svg.plan g:has(> .rack-label)')].map(
      (group) => [...group.querySelectorAll('.rack-label')].map((text) => text.textContent).join(' '))`);
    expect(titles).toHaveLength(names.length);
    if (name !== 'large') expect(labels).toHaveLength(names.length);
    for (const [r, rack] of names.entries()) {
      const own = zones.flatMap((zone, z) => (zone.rack === rack ? [z] : []));
      const kW = own.reduce((sum, z) => sum + evaluation!.zoneNodePowerW[z]!, 0) / 1000;
      const inletC = Math.max(...own.map((z) => evaluation!.zoneInletC[z]!));
      const [, titleKW, titleC] = /: ([\d.]+) kW, hottest inlet ([\d.]+) °C$/.exec(titles[r]!)!;
      expect(titles[r]!.startsWith(`${rack}: `)).toBe(true);
      expect(Math.abs(Number(titleKW) - kW)).toBeLessThan(1e-3 * kW);
      expect(Math.abs(Number(titleC) - inletC)).toBeLessThan(0.006);
      const label = labels[r];
      if (label === undefined) continue;
      const [, shown, labelKW] = /^(?:(\S+) )?([\d.]+) kW/.exec(label)!;
      expect([undefined, rack]).toContain(shown);
      expect(Math.abs(Number(labelKW) - kW)).toBeLessThan(6e-3 * kW);
    }
  });

  it('turns dark with the reader’s setting, charts included, and stays white on paper', async () => {
    const { page } = await open('room', 1280, 'dark');
    const ground = (): Promise<unknown> => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const label = (): Promise<unknown> =>
      page.evaluate(`getComputedStyle(document.querySelector('svg.chart text[fill="#1f2933"]')).fill`);
    expect(await ground()).toBe('rgb(18, 23, 28)');
    expect(await label()).toBe('rgb(230, 234, 238)');
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await ground()).toBe('rgb(255, 255, 255)');
    expect(await label()).toBe('rgb(31, 41, 51)');
  });

  it('prints its tables whole, that of the operators too, with nothing wider than the paper', async () => {
    const { page } = await open('room', 1280);
    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
    const sheets = pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0;
    // Three for the figures, the rest for what each of 30 racks runs.
    expect(sheets).toBeGreaterThanOrEqual(10);
    expect(sheets).toBeLessThanOrEqual(36);
    await page.setViewportSize({ width: 688, height: 980 });
    await page.emulateMedia({ media: 'print' });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(688);
  });
});
