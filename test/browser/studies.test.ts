import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plenum, repository } from '../support/run-cli.js';
import { labelFaults } from './label-faults.js';
import { BROWSER_ARGUMENTS, findBrowser } from './find-browser.js';

const executablePath = findBrowser();
const required = process.env.PLENUM_REQUIRE_BROWSER === '1';
const TINY = join(repository, 'instances/reward-rate/tiny-power-cap.json');
const BAG = join(repository, 'instances/robust/tiny-two-nodes.json');
/** Entries of a legend beyond one row. */
const SEARCHES = 'lagrange,ga,ga:limit:z+ties,ga:superiority:keep,min-energy,tabu:static:all';

/** Page, and what makes it; `out` and `plan` stand for paths. */
const PAGES: readonly (readonly [string, readonly string[]])[] = [
  ['one/sweep.html', ['sweep', TINY, '--over', 'powerCapW=20:80:20', '--out', 'one']],
  ['two/sweep.html', ['sweep', TINY, '--over', 'powerCapW=30,60', '--over', 'arrivalRatePerS=x0.5,x1', '--out', 'two']],
  ['point/sweep.html', ['sweep', TINY, '--over', 'powerCapW=50', '--out', 'point']],
  ['day/day.html', ['day', TINY, '--arrivals', 'day.csv', '--out', 'day']],
  [
    'compare/compare.html',
    [
      'compare',
      TINY,
      '--methods',
      'config-lp,greedy,greedy:naive',
      '--trials',
      '2',
      '--work-limit',
      '20',
      '--out',
      'compare',
    ],
  ],
  [
    'robust/compare.html',
    ['compare', BAG, '--methods', SEARCHES, '--trials', '3', '--work-limit', '12', '--out', 'robust'],
  ],
  [
    'simulate/simulation.html',
    ['simulate', TINY, 'plan/plan.json', 'plan/plan.json', '--samples', '50', '--out', 'simulate'],
  ],
];

describe.skipIf(executablePath === null && !required)('the pages of studies in a browser', () => {
  let browser: Browser;
  let folder: string;

  beforeAll(async () => {
    browser = await chromium.launch({
      ...(executablePath === null ? {} : { executablePath }),
      args: BROWSER_ARGUMENTS,
    });
    folder = await mkdtemp(join(tmpdir(), 'plenum-studies-'));
    await writeFile(join(folder, 'day.csv'), 'epoch,a,powerCapW\n<b>night</b>,0,\nday,0.2,60\nhot,0.2,20\n');
    const inFolder = (word: string, n: number, words: readonly string[]): string =>
      words[n - 1] === '--out' || /^(?:day\.csv|plan\/)/.test(word) ? join(folder, word) : word;
    for (const words of [['solve', TINY, '--out', 'plan'], ...PAGES.map(([, made]) => made)]) {
      const { code, stderr } = await plenum(...words.map(inFolder));
      expect([code, stderr]).toEqual([0, '']);
    }
  }, 60_000);

  afterAll(async () => {
    await (browser as Browser | undefined)?.close();
    if ((folder as string | undefined) !== undefined) await rm(folder, { recursive: true });
  });

  it.each(PAGES.map(([name]) => name))(
    '%s: complains, asks for nothing else, is wider than the screen or hides a label at no width',
    async (name) => {
      const url = pathToFileURL(join(folder, name)).href;
      for (const [width, colorScheme] of [
        [1100, 'light'],
        [400, 'dark'],
      ] as const) {
        const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
        const heard: string[] = [];
        page.on('console', (message) => heard.push(message.text()));
        page.on('pageerror', (error) => heard.push(error.message));
        page.on('request', (request) => {
          if (request.url() !== url) heard.push(request.url());
        });
        await page.goto(url);
        expect(heard).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
        expect(await labelFaults(page)).toEqual([]);
        expect(await page.locator('svg.chart').count()).toBeGreaterThan(0);
        expect(await page.locator('main').innerText()).not.toMatch(/NaN|Infinity|undefined|\[object/);
        await page.close();
      }
    },
  );

  it('the figures of a page are not others than those of its record', async () => {
    const page = await browser.newPage();
    await page.goto(pathToFileURL(join(folder, 'one/sweep.html')).href);
    const record = JSON.parse(await page.locator('#plenum-data').innerText()) as Record<string, unknown>;
    const written = JSON.parse(readFileSync(join(folder, 'one/sweep.json'), 'utf8')) as Record<string, unknown>;
    expect(record['points']).toEqual(written['points']);
    expect(await page.locator('main').innerText()).toContain('0.937500');
    await page.close();
  });
});
