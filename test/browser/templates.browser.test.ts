import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { stateAt } from '../../models/families/templates/states.js';
import { atlasPage } from '../../src/families/templates/report/html/atlas-page.js';
import { templatesDayPage } from '../../src/families/templates/report/html/day-page.js';
import { HOSTILE } from '../fixtures/report/awkward.js';
import { atlasCase, type AtlasCase, deflate, oneState } from '../fixtures/report/templates-atlas.js';
import { templatesDayFixture } from '../fixtures/report/templates-day.js';
import { browserDesk, expectSoundPage, skipsBrowser } from '../support/browser.js';

const ATLASES: Readonly<Record<string, () => AtlasCase>> = {
  'two-quadrants': () => atlasCase('two-quadrants'),
  sample: () => atlasCase('two-quadrants', { mostStates: 10 }),
  infeasible: () => atlasCase('one-quadrant', { grid: oneState(1, [20], 10) }),
  'too-hot': () => atlasCase('one-quadrant', { outletLimitC: 10 }),
  imported: () => atlasCase('two-quadrants', { imported: true, name: HOSTILE }),
};

const DAYS: Readonly<Record<string, Parameters<typeof templatesDayFixture>[0]>> = {
  day: {},
  'day-budgets': {
    budgets: [8000, 12_000, Infinity],
    methods: [
      ['greedy', 'throttling'],
      ['greedy', 'templates'],
    ],
  },
  'day-short': { hours: 1.5, budgets: [Infinity], methods: [['lbbr', 'overcooling']], name: 'short' },
};

describe.skipIf(skipsBrowser)('the pages of templates in a browser', () => {
  const desk = browserDesk();
  const cases = new Map<string, AtlasCase>();

  beforeAll(async () => {
    for (const [name, make] of Object.entries(ATLASES)) {
      const one = make();
      cases.set(name, one);
      await writeFile(join(desk.folder, `${name}.html`), atlasPage(one.atlas, { deflate }));
    }
    for (const [name, fixture] of Object.entries(DAYS)) {
      await writeFile(join(desk.folder, `${name}.html`), templatesDayPage(templatesDayFixture(fixture)));
    }
  });

  it.each(Object.keys(DAYS))('%s: every table is seen whole on a page of 1,300 px', async (name) => {
    const page = await desk.open(`${name}.html`, 1300);
    const cut = "[...document.querySelectorAll('.scroll')].filter((one) => one.scrollWidth > one.clientWidth).length";
    expect(await page.locator('.scroll').count()).toBeGreaterThan(2);
    expect(await page.evaluate(cut)).toBe(0);
  });

  const openAtlas = async (name: string, hash: string): Promise<Page> => {
    const page = await desk.newPage(1100);
    await page.goto(`${desk.urlOf(`${name}.html`)}${hash}`);
    await page.waitForSelector('html[data-atlas=ready]');
    return page;
  };

  it.each(['two-quadrants', 'infeasible', 'imported', ...Object.keys(DAYS)])(
    '%s: is sound: it is quiet, asks for nothing else, fits the screen and hides no label',
    (name) => expectSoundPage(desk, `${name}.html`, [1100, 390]),
  );

  it.each(['two-quadrants', 'infeasible', 'imported'])(
    '%s: once unpacked fits a phone, and shows numbers alone',
    async (name) => {
      const page = await openAtlas(name, '');
      await page.setViewportSize({ width: 390, height: 900 });
      for (const [control, choice] of [
        ['#atlas-measure', 'binding'],
        ['#atlas-levels', 'utilisation'],
        ['#atlas-heat', 'outlet'],
      ] as const) {
        if ((await page.locator(control).count()) > 0) await page.locator(control).selectOption(choice);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
        expect(await page.locator('main').innerText()).not.toMatch(/NaN|Infinity|undefined|null|\[object/);
      }
    },
  );

  it('keeps the figures of a large room within their cards', async () => {
    const page = await openAtlas('two-quadrants', '');
    for (const width of [1100, 900, 760, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const most =
        await page.evaluate<number>(`Math.max(...[...document.querySelectorAll('#atlas .figures > div')].map((card) => {
        const value = card.querySelector('.value');
        value.textContent = '20.908\u00a0tasks/s';
        const text = document.createRange();
        text.selectNodeContents(value);
        return text.getBoundingClientRect().right - card.getBoundingClientRect().right;
      }))`);
      expect([width, most <= 0 && most > -width]).toEqual([width, true]);
    }
  });

  it.each(['two-quadrants', 'too-hot'])('%s: shows the figures of its templates', async (name) => {
    const { templates, model, atlas, instance } = cases.get(name)!;
    const page = await openAtlas(name, '#state-0');
    const blocks = model.blocks.length;
    for (const template of templates) {
      const shown = await page.evaluate<Record<string, string>>(`({
        number: document.getElementById('atlas-number').value,
        status: document.getElementById('atlas-status').textContent,
        why: document.getElementById('atlas-why').textContent,
        whole: document.getElementById('atlas-cores-note').textContent,
        gap: document.getElementById('atlas-gap-note').textContent,
        vents: [...document.querySelectorAll('#atlas-quadrants tbody tr td:nth-of-type(1)')].map((one) => one.textContent).join(),
        running: [...document.querySelectorAll('#atlas-quadrants tbody tr td:nth-of-type(2)')].map((one) => one.textContent).join(),
        limit: document.getElementById('axis-value-${String(instance.quadrants.length + 1)}').textContent,
        blocks: [...document.querySelectorAll('[data-block]')].map((one) => one.textContent).join(),
        crac: document.querySelector('svg.wide [data-crac]').textContent,
        rack: document.querySelector('svg.wide [data-rack="0"] title').textContent,
        ...Object.fromEntries([...document.querySelectorAll('#atlas data')].map((one) => [one.dataset.field, one.value])),
      })`);
      const { index, runningCores, powerLimitW } = stateAt(instance.grid, Number(shown['number']));
      expect(index).toBe(template.state);
      expect(shown['status']).toBe(template.status);
      for (const field of ['setPointC', 'workPerS', 'powerW', 'tasksPerJ', 'hottestOutletC'] as const) {
        expect([index, field, Number(shown[field])]).toEqual([index, field, template[field]]);
      }
      const words = { 0: 'closed', 0.5: '50\u00a0%', 1: 'open' } as Readonly<Record<number, string>>;
      expect(shown['vents']).toBe(model.ventOpenings[template.vents]!.map((opening) => words[opening]).join());
      expect(shown['running']).toBe(runningCores.join());
      expect(shown['limit']).toBe(`${String(powerLimitW / 1000)}\u00a0kW`);
      expect(shown['blocks']).toBe([...template.allowableCores].join());
      expect(shown['crac']).toContain(`${template.setPointC.toFixed(2)}\u00a0°C`);
      const inletC =
        atlas.states.inletBaseC +
        Math.max(...atlas.room.racks[0]!.blocks.map((b) => atlas.states.inletCentiK[index * blocks + b]!)) / 100;
      expect(shown['rack']).toContain(`hottest inlet ${inletC.toFixed(2)}`);
      expect(shown['whole']).toContain(
        `${index.toFixed(3)}\u00a0kW, hottest outlet ${(20 + index / 8).toFixed(3)}\u00a0°C`,
      );
      expect(blocks).toBe(template.utilisation.length);
      if (template.status === 'infeasible') {
        const excess =
          template.binding === 'infeasible-power'
            ? `${((template.powerW - powerLimitW) / 1000).toFixed(3)}\u00a0kW more`
            : `${(template.hottestOutletC - instance.outletLimitC).toFixed(3)}\u00a0K above`;
        expect(shown['why']).toContain(excess);
        expect(shown['gap']).toContain('no gap');
      } else expect(shown['gap']).toContain('proven gap');
      if (index < templates.length - 1) await page.locator('#atlas-next').click();
    }
    expect(await page.locator('#atlas-next').isDisabled()).toBe(true);
  });

  it('is leafed through by keyboard', async () => {
    const page = await openAtlas('two-quadrants', '#state-0');
    const number = (): Promise<string> => page.locator('#atlas-number').inputValue();
    await page.locator('#axis-3').focus();
    await page.keyboard.press('ArrowRight');
    expect(await number()).toBe('1');
    expect(await page.locator('#axis-3').getAttribute('aria-valuetext')).toBe('2.8\u00a0kW');
    // The map: one stop of the tab key, then arrows. Right is more work, up a higher limit.
    await page.locator('#atlas-map button[tabindex="0"]').focus();
    await page.keyboard.press('ArrowUp');
    expect(await number()).toBe('2');
    await page.keyboard.press('ArrowRight');
    expect(await number()).toBe('14');
    expect(await page.evaluate('document.activeElement.id')).toBe('map-1-2');
    await page.keyboard.press('ArrowRight');
    expect(await number()).toBe('14');
    await page.locator('#atlas-number').fill('7');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('location.hash')).toBe('#state-7');
    await page.locator('#atlas-number').fill('');
    await page.locator('#atlas-number').blur();
    expect(await number()).toBe('7');
  });

  it('maps every cell as its template says, feasible or not', async () => {
    const { templates } = cases.get('two-quadrants')!;
    const page = await openAtlas('two-quadrants', '#state-4');
    for (const [measure, write] of [
      ['setPointC', (t) => t.setPointC.toFixed(1)],
      ['powerW', (t) => (t.powerW / 1000).toFixed(1)],
    ] as readonly (readonly [string, (template: AtlasCase['templates'][number]) => string])[]) {
      await page.locator('#atlas-measure').selectOption(measure);
      for (const [a, p] of [0, 1].flatMap((work) => [0, 1, 2].map((limit) => [work, limit] as const))) {
        // Running cores of state 4: none in the first quadrant, ten in the second.
        const template = templates[a * 12 + 3 + p]!;
        const cell = page.locator(`#map-${String(a)}-${String(p)}`);
        const infeasible = template.status === 'infeasible';
        expect(await cell.getAttribute('class')).toBe(infeasible ? 'hatched' : '');
        expect(await cell.textContent()).toBe(infeasible ? 'no: power' : write(template));
      }
    }
  });

  it('gives the states of a sample the numbers they have in the database', async () => {
    const { atlas, instance, templates } = cases.get('sample')!;
    const page = await openAtlas('sample', '#state-23');
    expect(await page.locator('#atlas-number').inputValue()).toBe('23');
    expect(Number(await page.locator('#atlas-powerW').getAttribute('value'))).toBe(templates[23]!.powerW);
    expect(atlas.grid.powerLimitW).not.toEqual(instance.grid.powerLimitW);
    // State 1 has a limit that is not shown: the nearest that is.
    await page.locator('#atlas-number').fill('1');
    await page.keyboard.press('Enter');
    expect(['0', '2']).toContain(await page.locator('#atlas-number').inputValue());
  });
});
