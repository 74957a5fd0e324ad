import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { browserDesk, expectSoundPage, skipsBrowser } from '../support/browser.js';
import { repository } from '../support/repository.js';
import { plenum } from '../support/run-cli.js';

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

describe.skipIf(skipsBrowser)('the pages of studies in a browser', () => {
  const desk = browserDesk();

  beforeAll(async () => {
    await writeFile(join(desk.folder, 'day.csv'), 'epoch,a,powerCapW\n<b>night</b>,0,\nday,0.2,60\nhot,0.2,20\n');
    const inFolder = (word: string, n: number, words: readonly string[]): string =>
      words[n - 1] === '--out' || /^(?:day\.csv|plan\/)/.test(word) ? join(desk.folder, word) : word;
    for (const words of [['solve', TINY, '--out', 'plan'], ...PAGES.map(([, made]) => made)]) {
      const { code, stderr } = await plenum(...words.map(inFolder));
      expect([code, stderr]).toEqual([0, '']);
    }
  });

  it.each(PAGES.map(([name]) => name))(
    '%s: is sound: it is quiet, asks for nothing else, fits the screen and hides no label at any width',
    async (name) => {
      await expectSoundPage(desk, name, [1100, 400]);
      const page = await desk.open(name);
      expect(await page.locator('svg.chart').count()).toBeGreaterThan(0);
    },
  );

  it('the figures of a page are those of its record', async () => {
    const page = await desk.open('one/sweep.html');
    const record = JSON.parse(await page.locator('#plenum-data').innerText()) as Record<string, unknown>;
    const written = JSON.parse(readFileSync(join(desk.folder, 'one/sweep.json'), 'utf8')) as Record<string, unknown>;
    expect((record['details'] as Record<string, unknown>)['points']).toEqual(
      (written['details'] as Record<string, unknown>)['points'],
    );
    expect(await page.locator('main').innerText()).toContain('0.938');
  });

  it('a table that is folded on the screen is open on paper, but for folded sections, which say where they are', async () => {
    let [opened, sections] = [0, 0];
    for (const [name] of PAGES) {
      const page = await desk.open(name);
      await page.emulateMedia({ media: 'print' });
      const folded = await page.evaluate<[isSection: boolean, whole: number, table: number, after: string][]>(
        "[...document.querySelectorAll('details:not([open])')].filter((one) => one.querySelector('table') !== null).map((one) => [one.classList.contains('folded'), ...[one, one.querySelector('table')].map((it) => it.getBoundingClientRect().height), getComputedStyle(one, '::after').content])",
      );
      for (const [isSection, whole, table, after] of folded) {
        if (isSection) {
          sections++;
          expect([name, after]).toEqual([name, '"In the page on a screen."']);
        } else {
          opened++;
          expect([name, table > 40 && whole > table]).toEqual([name, true]);
        }
      }
    }
    expect([opened > 0, sections > 0]).toEqual([true, true]);
  });
});
