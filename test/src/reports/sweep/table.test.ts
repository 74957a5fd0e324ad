import { describe, expect, it } from 'vitest';
import { numeric } from '../../../../src/reports/html/table.js';
import { unitChart } from '../../../../src/reports/html/unit-chart.js';
import { sweptGrid } from '../../../../src/reports/sweep/charts.js';
import { shownAxis } from '../../../../src/reports/sweep/axis.js';
import { sweepPage } from '../../../../src/reports/sweep/page.js';
import { sweepCsv, sweepText, type SweepTexts } from '../../../../src/reports/sweep/table.js';
import type { AxisRecord } from '../../../../src/studies/sweep/axes.js';

const CAP: AxisRecord = { field: 'limits.powerCapW', factors: false, values: [500, 2000] };

interface Row {
  readonly values: readonly number[];
  readonly [key: string]: unknown;
}

function textsOf(rows: readonly Row[], more: Partial<SweepTexts<Row>> = {}): SweepTexts<Row> {
  return {
    name: 'room',
    lead: 'sweep over the cap',
    rows,
    heads: [numeric('powerCap, kW', ({ values }) => String(values[0]! / 1000))],
    csv: { before: [['limits.powerCapW', 'values', 0]] },
    figures: [
      { key: 'objective', label: 'reward rate', unit: 'reward/s' },
      { key: 'power.totalW', label: 'power', unit: 'W' },
      { key: 'gap', label: 'gap', unit: 'gap' },
      { key: 'billUsd', label: 'bill', unit: 'USD' },
    ],
    lines: ['That is all.'],
    ...more,
  };
}

/** Mean 0.5 of so many values. */
const mean = (n: number) => ({ n, mean: 0.5, interval: { low: -0.25, high: 1.25 } });

describe('a sweep as it is told', () => {
  it('has a column for each figure that a point has, in the unit in which it is near 1, and four digits', () => {
    const rows = [
      { values: [500], objective: 0.31251, power: { totalW: 499.96 }, gap: 0 },
      { values: [2000], objective: null, power: null, gap: null },
    ];
    expect(sweepText(textsOf(rows)).split('\n')).toEqual([
      'room: sweep over the cap',
      'powerCap, kW  Reward rate, reward/s  Power, W   Gap',
      '         0.5                 0.3125     500.0   0 %',
      '           2                   none      none  none',
      'That is all.',
      '',
    ]);
  });

  it('has all digits in its CSV file in the units of records, and no column of a figure that no point has', () => {
    const rows = [{ values: [500], objective: 0.31251, power: { totalW: 499.96 }, gap: null }];
    expect(sweepCsv(textsOf(rows))).toBe('limits.powerCapW,objective,power_total_w,gap\r\n500,0.31251,499.96,\r\n');
  });

  it('has money in the currency of its instance', () => {
    const texts = textsOf([{ values: [500], billUsd: 3 }], { currency: 'EUR' });
    expect(sweepText(texts)).toContain('Bill, EUR');
    expect(sweepCsv(texts)).toContain('bill_eur');
  });

  it.each([
    [4, 'no interval of means over fewer than five values', false],
    [5, 'the interval of means over five values', true],
  ])('of %i trials prints %s, its CSV file every one', (n, _, isPrinted) => {
    const figures = [{ key: 'share', label: 'share', unit: 'share', within: [0, 1] as const }];
    const texts = textsOf([{ values: [500], share: mean(n) }], { figures });
    expect(sweepText(texts).includes('95 % interval')).toBe(isPrinted);
    // No share is below 0 or above 1.
    expect(sweepText(texts).includes('0.00 … 100.00 %')).toBe(isPrinted);
    const page = sweepPage(texts, { kind: 'sweep', caption: 'Means.', first: [], rest: [] }, {});
    expect(page.includes('95 % interval')).toBe(isPrinted);
    expect(sweepCsv(texts)).toContain('share,share_low,share_high\r\n500,0.5,-0.25,1.25');
  });

  it('draws no chart and no grid of a figure that no point has', () => {
    const lines = [{ name: 'plans', colour: '#000000', points: [[1, null] as const] }];
    const chart = unitChart({ id: 'x', title: 'x', xName: 'x', figure: { label: 'bill', unit: 'USD' }, lines });
    expect(chart).toEqual({ markup: '' });
    const figure = { key: 'objective', label: 'reward rate', unit: 'reward/s' };
    expect(sweptGrid([CAP, CAP], [{ values: [500, 500] }], figure)).toEqual({ markup: '' });
  });
});

describe('an axis as it is shown', () => {
  it.each([
    [CAP, 'powerCap, kW', '2', 0.001],
    [{ ...CAP, values: [500, 900] }, 'powerCapW', '2000', 1],
    [{ ...CAP, factors: true }, 'factor of powerCapW', '2000', 1],
    [{ ...CAP, field: 'workload.taskTypes[*].arrivalRatePerS' }, 'arrivalRatePerS', '2000', 1],
    [{ ...CAP, field: 'facility.nodeTypes[0].powersW[*]' }, 'facility.nodeTypes[0].powers[*], kW', '2', 0.001],
    [{ ...CAP, field: 'facility.recirculationKPerW' }, 'recirculationKPerW', '2000', 1],
  ])('%j is %s', (axis, name, digits, perUnit) => {
    const shown = shownAxis(axis);
    expect([shown.name, shown.digits(2000), 1 / shown.slope(1)]).toEqual([name, digits, perUnit]);
  });
});
