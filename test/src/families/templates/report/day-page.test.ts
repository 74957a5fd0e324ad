import { describe, expect, it } from 'vitest';
import { dayBuckets } from '../../../../../src/families/templates/report/html/day-buckets.js';
import { templatesDayPage } from '../../../../../src/families/templates/report/html/day-page.js';
import { roundRange, ticks } from '../../../../../src/reports/html/svg-text.js';
import { templatesDayFixture } from '../../../../fixtures/report/templates-day.js';
import { visibleText } from '../../../../fixtures/report/visible-text.js';

const GOLDEN = '../../../../fixtures/report/golden';
const day = templatesDayFixture({
  budgets: [10_000, Infinity],
  methods: [
    ['greedy', 'throttling'],
    ['greedy', 'templates'],
    ['consolidation', 'overcooling'],
  ],
});

describe('the page of a day', () => {
  const html = templatesDayPage(day);

  it('says what the checked-in text says', async () => {
    await expect(visibleText(html)).toMatchFileSnapshot(`${GOLDEN}/templates-day.txt`);
  });

  it('shows rewards and energies of the record, for every method', () => {
    const shown = new Map(
      [...html.matchAll(/data-field="([^"]+)" value="([^"]+)"/g)].map(([, name, value]) => [name, Number(value)]),
    );
    for (const { name, budgets } of day.record.methods) {
      budgets.forEach(({ outcome }, b) => {
        expect(shown.get(`reward.${name}.${String(b)}`)).toBe(outcome.reward);
        expect(shown.get(`energyJ.${name}.${String(b)}`)).toBe(outcome.energyJ.total);
      });
    }
  });

  it('makes no name an element, and writes numbers alone', () => {
    expect(html).not.toContain('<b>');
    expect(html).not.toMatch(/="[^"]*(NaN|Infinity|undefined)/);
    expect(visibleText(html)).not.toMatch(/NaN|Infinity|undefined|null/);
    expect(html).not.toMatch(/https?:\/\/(?!www.w3.org\/2000\/svg)/);
  });

  it('draws a method that stopped up to its stop, and says when that was', () => {
    const { stoppedAtS } = day.record.methods[0]!.budgets[0]!.outcome;
    expect(stoppedAtS).toBeGreaterThan(0);
    expect(html).toContain(`greedy+throttling: stops at ${(stoppedAtS! / 3600).toFixed(2)} h`);
    expect(html).toContain('greedy+templates: lasts the day');
  });

  it('tells of methods left out, ledgers that do not close, and a day without any method', () => {
    const { record, series } = day;
    const [first, ...others] = record.methods;
    const open = first!.budgets.map((one) => ({ ...one, closure: { ...one.closure, closes: false } }));
    const faulty = { ...record, methodsLeft: 2, methods: [{ ...first!, budgets: open }, ...others] };
    const text = visibleText(templatesDayPage({ record: faulty, series }));
    expect(text).toContain('2 methods');
    expect(text).toContain('A ledger does not close');
    expect(visibleText(html)).not.toContain('A ledger');
    const none = visibleText(templatesDayPage({ record: { ...record, methods: [], methodsLeft: 1 }, series: [] }));
    expect(none).toContain('no method was simulated to its end');
    expect(none).toContain('Interrupted: 1 method');
  });
});

describe('a day with nothing in it', () => {
  it('has numbers for all its figures, without budget, arrivals or time', () => {
    for (const fixture of [{ budgets: [0] }, { hours: 0.01, budgets: [Infinity] }]) {
      const { record, series } = templatesDayFixture({ ...fixture, methods: [['greedy', 'overcooling']] });
      const arrivals = { ...record.arrivals, tasks: 0, greatestReward: 0, tasksPerSByHour: [0] };
      const html = templatesDayPage({ record: { ...record, arrivals }, series });
      expect(html).not.toMatch(/="[^"]*(NaN|Infinity|undefined)/);
      expect(visibleText(html)).not.toMatch(/NaN|Infinity|undefined|null/);
    }
  });
});

describe('stretches of a day', () => {
  const { durationS } = day.record.arrivals;

  it.each([
    [0, 0],
    [0, 1],
    [2, 0],
  ])('hold the energy of the outcome, of method %i and budget %i', (m, b) => {
    const { stoppedAtS, energyJ } = day.record.methods[m]!.budgets[b]!.outcome;
    for (const most of [480, 144, 24, 7]) {
      const buckets = dayBuckets(day.series[m]![b]!, durationS, stoppedAtS, most);
      expect(buckets.length).toBeLessThanOrEqual(most);
      const totalJ = buckets.reduce((sum, { fromS, toS, powerW }) => sum + powerW * (toS - fromS), 0);
      expect(Math.abs(totalJ / energyJ.total - 1)).toBeLessThan(1e-9);
      expect(buckets.at(-1)!.toS).toBe(stoppedAtS ?? durationS);
      buckets.forEach(({ fromS, toS }, k) => {
        expect(toS).toBeGreaterThan(fromS);
        expect(fromS).toBe(k === 0 ? 0 : buckets[k - 1]!.toS);
      });
      expect(Math.max(...buckets.map(({ hottestOutletC }) => hottestOutletC!))).toBeLessThanOrEqual(
        day.record.methods[m]!.budgets[b]!.outcome.hottestOutletC,
      );
    }
  });
});

describe('round marks', () => {
  it('hold all values, and are there', () => {
    for (const [least, most] of [
      [0, 1],
      [21.97, 28.03],
      [-3, 7e5],
      [5, 5],
      [0, 0],
    ] as const) {
      const { min, max } = roundRange([least, most], 3);
      expect(min).toBeLessThanOrEqual(least + 1e-9);
      expect(max).toBeGreaterThanOrEqual(most - 1e-9);
      expect(max).toBeGreaterThan(min);
      const marks = ticks(min, max, 3);
      expect(marks.length).toBeGreaterThan(1);
      expect(marks.every((mark) => mark >= min - 1e-9 && mark <= max + 1e-9)).toBe(true);
    }
  });
});
