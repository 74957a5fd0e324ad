import { describe, expect, it } from 'vitest';
import { GEO_COMPARE_EPOCHS_COLUMNS, geoCompareEpochsCsv } from '../../../../../src/families/geo/report/compare.js';
import { rangeOf } from '../../../../../src/families/geo/report/html/compare.js';
import {
  bareGeoComparison,
  geoCompareCsv,
  geoComparePage,
  geoCompareText,
  geoComparison,
} from '../../../../fixtures/report/geo-comparison.js';
import { csvRows } from './case.js';

const record = geoComparison();

function shownOf(page: string): string {
  return page.slice(0, page.indexOf('id="plenum-data"'));
}

function exact(html: string, field: string): number | null {
  const found = new RegExp(`data-field="${field.replaceAll('.', '\\.')}" value="([^"]*)"`).exec(html);
  return found === null ? null : Number(found[1]);
}

describe('the page of a comparison of geo methods', () => {
  const page = geoComparePage(record);

  it('shows the figures of the record, and no name becomes an element', () => {
    expect(exact(page, 'bound')).toBe(record.bounds[0]!.bound);
    for (const { method, objective, gap, gapByCup, gridKwh, carbonKg } of record.summary) {
      const truths = { objective, gap, gapByCup, gridKwh, carbonKg };
      for (const [name, truth] of Object.entries(truths)) {
        expect([method, name, exact(page, `${name}.${method}`)]).toEqual([method, name, truth?.mean ?? null]);
      }
    }
    expect(page).not.toContain('<b>');
    const embedded = /<script type="application\/json" id="plenum-data">(.*)<\/script>/.exec(page)![1]!;
    expect(JSON.parse(embedded)).toEqual(JSON.parse(JSON.stringify(record)));
  });

  it('calls a plan that breaks limits infeasible, and says which', () => {
    const shown = shownOf(page);
    expect(shown).toContain('no: red line, carbon cap');
    expect(shown).toContain('2 of 3');
    expect(shown).toContain('Not drawn for want of a feasible plan: fdld-cl.');
  });

  it('calls a share of the bound a share, and draws the whole bound', () => {
    const shown = shownOf(page);
    expect(shown).toContain('the bound’s share of the epoch');
    expect(shown).toContain('Only the sum of the bound’s shares is proven');
    expect(shown).toContain('dashed line: the proven lower bound on all of them');
    // Shares add up to the bound, costs by epoch to bills without demand charges.
    const foot = /<tfoot><tr><th scope="row">Sum<\/th>(.*)<\/tr>/.exec(shown)![1]!;
    const sums = [...foot.matchAll(/<span class="q">([^<]*)<\/span>/g)].map(([, text]) => Number(text));
    expect(sums).toHaveLength(5);
    expect(sums.at(-1)).toBeCloseTo(record.bounds[0]!.bound!, 0);
    expect(sums[0]).toBeCloseTo(record.runs[0]!.costUsd! - 12, 0);
    expect(shown).toContain('demand charges belong to no epoch and are left out');
  });

  it.each([
    ['nothing proven', bareGeoComparison(), 'The bound is not known by epoch'],
    ['nothing feasible', bareGeoComparison('too <i>much</i>'), 'no plan is feasible'],
    ['no run ended', geoComparison({ runs: [], summary: [], bounds: [], differences: [] }), 'side by side'],
  ])('%s: is said in words', (_, bare, words) => {
    const shown = shownOf(geoComparePage(bare));
    expect(shown).toContain(words);
    expect(shown.match(/.{0,60}(NaN|undefined|Infinity|null).{0,40}/)?.[0]).toBeUndefined();
    expect(geoCompareText(bare)).not.toMatch(/NaN|undefined|Infinity|null/);
  });
});

describe('tables of a comparison of geo methods', () => {
  it('have every run, with the numbers of the record', () => {
    const rows = csvRows(geoCompareCsv(record));
    expect(Object.keys(rows[0]!)).toHaveLength(20);
    expect(rows).toHaveLength(record.runs.length);
    for (const [n, run] of record.runs.entries()) {
      expect(rows[n]).toMatchObject({
        method: run.method,
        feasible: String(run.feasible),
        broken: run.broken.join(' '),
        cost_usd: run.costUsd === null ? '' : String(run.costUsd),
        gap: run.gap === null ? '' : String(run.gap),
        cpu_s: String(run.cpuS),
      });
    }
  });

  it('have every epoch, every plan and the bound’s shares', () => {
    const rows = csvRows(geoCompareEpochsCsv(record));
    expect(Object.keys(rows[0]!)).toEqual([...GEO_COMPARE_EPOCHS_COLUMNS]);
    expect(rows).toHaveLength(24 * (6 + 1));
    const sumOf = (method: string): number =>
      rows.filter((row) => row['method'] === method).reduce((sum, row) => sum + Number(row['usd']), 0);
    expect(sumOf('bound')).toBeCloseTo(record.bounds[0]!.bound!, 9);
    expect(sumOf('gld-lp')).toBeCloseTo(1632.34 - 12, 9);
    expect(rows.at(-1)).toMatchObject({ epoch: '23', begin_h: '23', method: 'bound', trial: '' });
  });

  it('the text says what is not feasible, and the bound', () => {
    const text = geoCompareText(record);
    expect(text).toContain('1602 USD, by the run of gld-lp');
    expect(text).toMatch(/fdld-cl +0 of 1: red line, carbon cap +none/);
    expect(text).toMatch(/gld-lp less fdld-so: cost, USD -5730, share of the reference -77\.8 %; more in 0, less in 1/);
    expect(text).toContain('1 trials without a pair');
  });
});

describe('the range of costs', () => {
  it('holds every value and has a width', () => {
    for (const values of [
      [1602, 1977, 5000],
      [3, 3],
      [-2, 5],
      [0, 0],
      [1e-4, 2e-4],
    ]) {
      const { min, max, interval } = rangeOf(values);
      const rounding = 1e-9 * interval;
      expect(min).toBeLessThanOrEqual(Math.min(...values) + rounding);
      expect(max).toBeGreaterThanOrEqual(Math.max(...values) - rounding);
      expect((max - min) / interval).toBeLessThan(12);
      expect(max).toBeGreaterThan(min);
    }
  });
});
