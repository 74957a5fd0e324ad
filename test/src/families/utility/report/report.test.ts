import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AnnualEnergyBudget, UtilityInstance } from '../../../../../models/families/utility/instance.js';
import type { Schedule } from '../../../../../models/families/utility/schedule.js';
import { figures } from '../../../../../src/families/utility/figures.js';
import { fileOfInstance } from '../../../../../src/families/utility/instances/written.js';
import { chargedFigures } from '../../../../../src/families/utility/report/charged-figures.js';
import { columnBins, lineBins, meansOf, stepMeansOf } from '../../../../../src/families/utility/report/time-bins.js';
import type { PageFigures } from '../../../../../src/families/utility/report/page-figures.js';
import { utilityOverTime } from '../../../../../src/families/utility/runs/earned.js';
import type { UtilityRunResult } from '../../../../../src/families/utility/runs/result.js';
import { bundledInstance } from '../../../../../src/instances/bundled.js';
import { visibleText } from '../../../../fixtures/report/visible-text.js';
import { lastingDirectory } from '../../../../support/small-instance.js';
import { pageOf } from '../../../../support/utility/report-page.js';
import { tinyModel } from '../../../../support/utility/tiny-model.js';

/** Bundled instances and policies; one of each environment, with and without a budget and a price. */
const RUNS: readonly (readonly [string, string, boolean])[] = [
  ['tiny-serial-budget', 'price', true],
  ['tiny-parallel-budget', 'upr', true],
  ['tiny-preemptive-burst', 'upt', false],
];

/** Sections of every page. */
const SECTIONS = [
  'worth',
  'trust',
  'earned',
  'energy',
  'charged',
  'not-run',
  'queues',
  'occupancy',
  'apply',
  'prices',
  'provenance',
];

/** Exact value of a figure on a page, as text. */
function shown(page: string, field: string): string | undefined {
  return new RegExp(`data-field="${field}" (?:data-)?value="([^"]*)"`).exec(page)?.[1];
}

function embedded(page: string): { readonly result: UtilityRunResult; readonly figures: PageFigures } {
  const [, text] = /<script type="application\/json" id="plenum-data">(.*?)<\/script>/s.exec(page)!;
  return JSON.parse(text!) as { result: UtilityRunResult; figures: PageFigures };
}

describe('the report of a utility run', () => {
  it.each(RUNS)('%s by %s: has every section, and shows the figures of its result', async (...run) => {
    const [result, page] = await pageOf(...run);
    for (const id of SECTIONS) expect(page).toContain(`<section id="${id}"`);
    const budget = result.energyBudgetJ.at(-1)!;
    const left = result.tasks - result.completed! - result.dropped!;
    for (const [field, truth] of [
      ...Object.entries({ objective: result.objective, bound: result.bound, gap: result.gap }),
      ...Object.entries({ tasks: result.tasks, completed: result.completed, dropped: result.dropped, left }),
      ...Object.entries({ energyMeasuredJ: result.energyJ!.at(-1)!, energyBudgetMeasuredJ: budget }),
      ...Object.entries({ startingUtility: result.startingUtility, immediateUtility: result.immediateUtility }),
      ...Object.entries({ utilityPerMJ: result.utilityPerMJ }),
      ...Object.entries({ unspentJ: result.unspentJ, unspentShare: result.unspentShare }),
      ...(['waitMeanS', 'wait95S', 'slowdownMean', 'slowdown95', 'arrived', 'ran', 'utilisation'] as const).map(
        (key) => [`service.${key}`, result.service![key]] as const,
      ),
      ...Object.entries({ feasible: result.feasible, termination: result.termination }),
    ]) {
      expect([field, shown(page, field)]).toEqual([field, truth === null ? undefined : String(truth)]);
    }
    expect(embedded(page).result).toEqual({ ...result, files: { report: 'report.html' } });
    expect(page).not.toMatch(/>NaN|>Infinity|>undefined/);
  });

  it.each(RUNS)(
    '%s by %s: what is drawn as earned adds up to the objective, what did not run to the result by reason and type',
    async (...run) => {
      const [result, page] = await pageOf(...run);
      const { lines, earnedPerH, types, pools } = embedded(page).figures;
      // All of these are measured from the beginning.
      const earned = earnedPerH!.reduce<number>(
        (sum, perH, b) => sum + (perH! * (lines.borderS[b + 1]! - lines.borderS[b]!)) / 3600,
        0,
      );
      expect(earned).toBeCloseTo(result.objective!, 9);
      // Of these all tasks arrive in the measured time.
      const { notRun, startingUtility, service } = result;
      expect(notRun!.tasks).toBe(result.tasks - result.completed!);
      expect(service).toMatchObject({ arrived: result.tasks, ran: result.completed });
      for (const rows of [types, notRun!.reasons]) {
        expect(rows.reduce((sum, { tasks }) => sum + tasks, 0)).toBe(notRun!.tasks);
        const lost = rows.reduce((sum, row) => sum + row.startingUtility, 0);
        expect(lost).toBeCloseTo(notRun!.startingUtility, 9);
      }
      expect(notRun!.startingUtility).toBeLessThanOrEqual(startingUtility);
      const shares = pools.flatMap(({ busy }) => busy!.map((share) => share!));
      expect([Math.min(...shares) >= 0, Math.max(...shares) > 0, Math.max(...shares) <= 1]).toEqual([true, true, true]);
    },
  );

  it('waiting, slowdown, utilisation and what is unspent stand on the page in their units', async () => {
    // Of two jobs one waits 90 s and runs 230 s: 320 / 230. Of 250 kJ 246 are drawn.
    const [result, page] = await pageOf('tiny-parallel-budget', 'upr', true);
    expect(result.service).toMatchObject({ arrived: 3, ran: 2, waitMeanS: 45, wait95S: 90, slowdown95: 320 / 230 });
    expect([result.unspentJ, result.unspentUsd]).toEqual([4000, null]);
    const text = visibleText(page).replaceAll('\u00a0', ' ');
    expect(text).toContain(
      'Mean wait | 45.00 s; 95th percentile 1.500 min; of the 2 tasks that ran to their end, of 3',
    );
    expect(text).toContain('Mean slowdown | 1.196; 95th percentile 1.391; bounded');
    expect(text).toContain('Utilisation | 11.39 % of the node-seconds of the measured time');
    expect(text).toContain('Unspent | 1.60 % of the budget: 4.000 kJ');
  });

  it('sweeps say what is left of the budget, and not what was drawn of it besides', async () => {
    const [result] = await pageOf('tiny-parallel-budget', 'upr', true);
    const shares = figures.filter(({ unit, in: places }) => unit === 'share' && places.includes('sweep'));
    const ofBudget = shares.flatMap(({ key, of }) => {
      const share = of({ result, currency: 'USD' });
      return [4 / 250, 246 / 250].includes(Number(Number(share).toFixed(12))) ? [key] : [];
    });
    expect(ofBudget).toEqual(['unspentShare']);
  });

  it('a run without a bound has no prices, and says so', async () => {
    const [, page] = await pageOf('tiny-serial-budget', 'upt', false);
    expect(page).toContain('because this run proves no bound');
    expect(page).toContain('because this policy puts no price on energy');
    expect(page).not.toContain('id="price-strip');
  });
});

describe('prices and reasons on a page', () => {
  it('a serial day by prices: those of energy, and why the second task did not run, in words and numbers', async () => {
    const [result, page] = await pageOf('tiny-serial-budget', 'price', true);
    const text = visibleText(page).replaceAll('\u00a0', ' ');
    const [one] = result.notRun!.reasons;
    expect(result.notRun).toMatchObject({ tasks: 1, reasons: [{ tasks: 1 }] });
    const share = ((100 * one!.startingUtility) / result.startingUtility).toFixed(2);
    expect(text).toContain('1 task of the 2 that arrived in the measured time did not run to its end.');
    expect(text).toContain(`${one!.startingUtility.toPrecision(4)} | ${share} % |`);
    expect(text).toContain('Prices that the policy charged');
    expect(shown(page, 'charged.utilityPerMJ')).toBe(String(result.charged!.utilityPerMJ));
  });

  it('hours of prices add up to the energy of the run, and end with what is unspent', async () => {
    const [result, page] = await pageOf('tiny-parallel-budget', 'price', true);
    const { charged, columns, pools } = embedded(page).figures;
    expect(charged!.drawnMJ.reduce<number>((sum, megajoules) => sum + megajoules!, 0) * 1e6).toBeCloseTo(
      result.energyJ!.at(-1)!,
      6,
    );
    expect(charged!.leftMJ.at(-1)! * 1e6).toBeCloseTo(result.unspentJ!, 6);
    expect(charged!.utilityPerNodeH).toHaveLength(pools.length);
    expect(charged!.dropped.reduce<number>((sum, count) => sum + count!, 0)).toBe(result.dropped);
    expect(charged!.utilityPerMJ).toHaveLength(columns.borderS.length - 1);
  });

  it('limits of power are priced without a budget, too, and the page says so', async () => {
    const file = join(lastingDirectory(), 'capped');
    const bundled = bundledInstance('utility', 'tiny-facility') as UtilityInstance;
    writeFileSync(`${file}.json`, JSON.stringify({ ...bundled, energyBudgetJPerDay: undefined }));
    const [result, page] = await pageOf(relative('instances/utility', file), 'price', false);
    expect(result.charged!.utilityPerMJ).toBe(0);
    expect(page).toContain('because no day has a budget; power is priced where a limit of it is full');
    expect(visibleText(page)).toContain('full limits of power are charged beside it');
  });

  it('what a day leaves of its budget is unknown in a part of it without an event', () => {
    const model = tinyModel({
      endS: 100,
      measuredFromS: 90,
      budgetJ: 7e6,
      budgetBeforeJ: 5e6,
      kinds: [[{ timeS: 10 }]],
      functions: [[{ startS: 0, value: 1 }]],
      tasks: [],
    });
    const events = {
      timeS: Float64Array.of(0, 60),
      price: Float64Array.of(0, 0),
      nodePrice: Float64Array.of(1, 1),
      committedJ: Float64Array.of(1e6, 2e6),
      dropped: Int32Array.of(0, 3),
    };
    const columns = columnBins(model.days, 60);
    expect([...columns.borderS]).toEqual([0, 60, 90, 100]);
    const { leftMJ, dropped } = chargedFigures(model, events, columns, [0], new Float64Array(3), null)!;
    expect([leftMJ, dropped]).toEqual([
      [4, 3, null],
      [0, 3, 0],
    ]);
  });

  it('a policy without prices has none, and says so', async () => {
    const [result, page] = await pageOf('tiny-parallel-budget', 'upr', false);
    expect([result.charged, embedded(page).figures.charged]).toEqual([null, null]);
    expect(page).toContain('because this policy puts no price on energy');
  });
});

describe('why tasks did not run, on a page without the events of a simulation', () => {
  it('a stopped run says that it was stopped, not that nothing was dropped', async () => {
    const [result, page] = await pageOf('tiny-serial-budget', 'upt', false, 1);
    expect([result.termination, result.dropped]).toEqual(['workLimit', null]);
    expect(page).toContain('because the run was stopped: what had been dropped until then');
    expect([result.notRun, result.service]).toEqual([null, null]);
  });

  it('a search leaves tasks out, and gives no other reason', async () => {
    const [result, page] = await pageOf('tiny-parallel-budget', 'clairvoyant', false);
    const left = result.tasks - result.completed!;
    expect(result.notRun!.reasons.map(({ reason, tasks }) => [reason, tasks])).toEqual(
      left === 0 ? [] : [['leftOut', left]],
    );
    expect(visibleText(page)).not.toContain('last mapping event');
  });
});

describe('series of a page', () => {
  it('utility is spread over the pieces of a run, and what does not finish earns nothing', () => {
    const model = tinyModel({
      endS: 400,
      environment: 'preemptive',
      pools: [3],
      kinds: [[{ timeS: 200 }]],
      functions: [[{ startS: 0, value: 6 }]],
      tasks: [{ arrivalS: 0 }, { arrivalS: 120 }, { arrivalS: 250 }],
    });
    const schedule: Schedule = {
      task: Int32Array.of(0, 1),
      option: Int32Array.of(0, 0),
      firstPiece: Int32Array.of(0, 2, 3),
      pieceStartS: Float64Array.of(0, 250, 120),
      pieceEndS: Float64Array.of(50, 400, 180),
      node: Int32Array.of(-1, -1, -1),
      dropped: Int32Array.of(2),
      droppedS: Float64Array.of(300),
      unfinished: Int32Array.of(1),
    };
    const { earned, arriving } = utilityOverTime(model, schedule, Float64Array.of(0, 100, 300, 400));
    // 6 over 200 s: 50 s of them before 100 s, 50 s from 250 s to 300 s, 100 s after.
    expect([...earned].map((sum) => Number(sum.toFixed(12)))).toEqual([1.5, 1.5, 3]);
    expect([...arriving]).toEqual([6, 12, 0]);
  });

  it('stretches end at midnight, and are a quarter of an hour where events are many', () => {
    const days = [
      { startS: 0, endS: 2000, budgetJ: Infinity },
      { startS: 2000, endS: 2000 + 86_400, budgetJ: 1 },
    ];
    const { lengthS, borderS } = lineBins(days, 60);
    expect([lengthS, Array.from(borderS.slice(0, 5)), borderS.length]).toEqual([
      900,
      [0, 900, 1800, 2000, 2900],
      3 + 96 + 1,
    ]);
    expect(columnBins(days, 60).borderS.length).toBe(1 + 24 + 1);
    expect([...lineBins([{ startS: 0, endS: 150, budgetJ: 1 }], 60).borderS]).toEqual([0, 60, 120, 150]);
  });

  it('means leave out what is no number, and steps count by time', () => {
    const bins = { lengthS: 100, borderS: Float64Array.of(0, 100, 200, 300) };
    const values = [1, NaN, 4, NaN];
    expect(meansOf(bins, Float64Array.of(0, 50, 99, 100), (e) => values[e]!)).toEqual([2.5, null, null]);
    expect(stepMeansOf(bins, Float64Array.of(150, 175, 250), Float64Array.of(2, 6))).toEqual([null, 4, 6]);
  });
});

describe('the report of a day of an annual budget', () => {
  /** Result, page and text of a bundled instance over a day of a year. */
  async function dayOf(
    name: string,
    annualEnergyBudget: AnnualEnergyBudget,
  ): Promise<readonly [UtilityRunResult, page: string, text: string]> {
    const file = join(lastingDirectory(), 'year');
    const { knownOptimum: _, ...bundled } = fileOfInstance(bundledInstance('utility', name) as UtilityInstance);
    const period = { durationS: 86_400, measuredFromS: 0 };
    const year = { ...bundled, energyBudgetJPerDay: undefined, annualEnergyBudget, period };
    writeFileSync(`${file}.json`, JSON.stringify(year));
    const [result, page] = await pageOf(relative('instances/utility', file), 'upe', false);
    return [result, page, visibleText(page).replaceAll('\u00a0', ' ')];
  }

  it("says the year's numbers, the day's share, and what the days after it get", async () => {
    const year = { budgetJ: 1_000_000, usedJ: 250_000, daysLeft: 3 };
    const [{ annualBudget }, page, text] = await dayOf('tiny-parallel-budget', year);
    // 108 or 208 kJ of 250 kJ are drawn: of 750 kJ for 3 days 642 or 542 kJ are left for 2.
    const { drawnJ, nextDayBudgetJ } = annualBudget!;
    expect(nextDayBudgetJ).toBeCloseTo((750_000 - drawnJ) / 2, 6);
    expect(shown(page, 'annualBudget.nextDayBudgetJ')).toBe(String(nextDayBudgetJ));
    expect(shown(page, 'annualBudget.dayBudgetJ')).toBe('250000');
    expect(text).toContain('1.000 MJ less 250.0 kJ drawn before, over 3 days');
    expect(text).toMatch(
      /Of the year \| 250\.0 kJ for this day, of the 750\.0 kJ left for 3 days; .* unspent: .* kJ for each of the 2 days that follow, .* more/,
    );
  });

  it('on the last day of a year too, and tells its budget from the one above the idle room', async () => {
    const [{ unspentJ, annualBudget }, , text] = await dayOf('tiny-facility', { budgetJ: 5_190_000, daysLeft: 1 });
    // 60 W are 5.184 MJ in 24 h, which leaves 6 kJ for work.
    expect(annualBudget!.nextDayBudgetJ).toBeNull();
    expect(unspentJ).toBeCloseTo(annualBudget!.leftAfterJ, 3);
    expect(text).toMatch(
      /Of the year \| 5\.190 MJ for this day, idle room included, of the 5\.190 MJ left for 1 day; .* unspent on the last day of the year/,
    );
    expect(text).toMatch(/of the budget of 6\.000 kJ above the idle room/);
    expect(text).toMatch(/Unspent \| .* % of the budget above the idle room: /);
  });
});
