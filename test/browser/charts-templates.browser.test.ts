import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { templatesDayPage } from '../../src/families/templates/report/html/day-page.js';
import type { TemplatesDay } from '../../src/families/templates/studies/day/record.js';
import { templatesDayFixture } from '../fixtures/report/templates-day.js';
import { browserDesk, skipsBrowser } from '../support/browser.js';
import { type ChartPanel, readPanels } from '../support/chart-data.js';
import { expectDrawn } from '../support/chart-near.js';

const HOURS = 24;
const MINUTES = HOURS * 60;
/** Before noon and after it. */
const POWER_W = [120_000, 90_000] as const;
const SET_POINT_C = [24, 26] as const;
const OUTLET_C = [29, 31] as const;
const OUTLET_LIMIT_C = 33;

/** One method all day, with one change at noon. */
function dayOfTwoHalves(): TemplatesDay {
  const { record, series } = templatesDayFixture({
    hours: HOURS,
    budgets: [Infinity],
    methods: [['greedy', 'throttling']],
    name: 'room',
  });
  const halves = ([before, after]: readonly [number, number]): Float64Array =>
    Float64Array.from({ length: MINUTES }, (_, minute) => (minute < MINUTES / 2 ? before : after));
  const changed = {
    ...series[0]![0]!,
    intervalS: 60,
    totalPowerW: halves(POWER_W),
    setPointC: halves(SET_POINT_C),
    hottestOutletC: halves(OUTLET_C),
  };
  const [method] = record.methods;
  const [budget] = method!.budgets;
  const outcome = {
    ...budget!.outcome,
    reward: 400_000,
    energyJ: { cores: 5e9, idle: 2e9, crac: 2.072e9, total: 9.072e9 },
  };
  const methods = [{ ...method!, budgets: [{ ...budget!, outcome }] }];
  return { record: { ...record, outletLimitC: OUTLET_LIMIT_C, methods }, series: [[changed]] };
}

describe.skipIf(skipsBrowser)('charts of templates pages, read back in the units of their axes', () => {
  const desk = browserDesk();

  beforeAll(async () => {
    await writeFile(join(desk.folder, 'day.html'), templatesDayPage(dayOfTwoHalves()));
  });

  const read = async (name: string, title: string | RegExp): Promise<readonly ChartPanel[]> => {
    const page = await desk.open(name);
    const panels = await readPanels(page, title);
    return panels;
  };

  const panelNamed = (panels: readonly ChartPanel[], name: string): ChartPanel => {
    const found = panels.filter((panel) => panel.name.startsWith(name));
    expect(found.map((panel) => panel.name)).toHaveLength(1);
    return found[0]!;
  };

  it.each([
    ['Power, kW', POWER_W.map((watts) => watts / 1000)],
    ['CRAC set-point, °C', SET_POINT_C],
    ['Hottest outlet, °C', OUTLET_C],
  ] as const)('a day: %s, over hours', async (name, [before, after]) => {
    const panel = panelNamed(await read('day.html', 'how long each method lasts'), name);
    expect(panel.xName).toBe('hours since the start');
    const [line] = panel.lines.filter(({ dashed, points }) => !dashed && points.length > 2);
    const noon = line!.points.findIndex(([, value]) => Math.abs(value - after) < Math.abs(value - before));
    const [first, last] = [line!.points[0]!, line!.points.at(-1)!];
    expectDrawn(
      [first, line!.points[noon - 1], line!.points[noon], last],
      [
        [0, before],
        [HOURS / 2, before],
        [HOURS / 2, after],
        [HOURS, after],
      ],
    );
  });

  it('a day: the outlet limit is the dashed line', async () => {
    const panel = panelNamed(await read('day.html', 'how long each method lasts'), 'Hottest outlet, °C');
    const [limit] = panel.lines.filter(({ dashed }) => dashed);
    expectDrawn(
      limit!.points.map(([, value]) => value),
      [OUTLET_LIMIT_C, OUTLET_LIMIT_C],
    );
  });

  it('a day: arrivals in tasks/s, a bar for each hour', async () => {
    const panel = panelNamed(await read('day.html', 'how long each method lasts'), 'Arrivals, tasks/s');
    expectDrawn(
      panel.boxes.map(({ height }) => height),
      Array.from({ length: HOURS }, (_, hour) => (hour % 8 < 4 ? 9 : 3)),
    );
    expectDrawn(
      panel.boxes.map(({ x }) => x[0]),
      Array.from({ length: HOURS }, (_, hour) => hour),
    );
  });

  it('a day: reward and energy in MJ as bars', async () => {
    const panels = await read('day.html', 'Bars by energy budget and method');
    for (const [name, value] of [
      ['Reward', 400_000],
      ['Energy, MJ', 9072],
    ] as const) {
      const row = panelNamed(panels, name).rows.find((one) => one.name === 'greedy+throttling')!;
      expectDrawn(
        row.bars.map(({ from, to }) => to - from),
        [value],
      );
    }
  });
});
