import { beforeAll, describe, expect, it } from 'vitest';
import { geoCompareEpochsCsv } from '../../../../src/families/geo/report/compare.js';
import type { GeoComparisonRecord } from '../../../../src/families/geo/report/html/epoch-section.js';
import { compareCsv, compareText } from '../../../../src/reports/compare/report.js';
import { BOUND_USD, geoSample, robustSample, type Sample, told } from '../../../fixtures/report/comparison.js';
import { visibleText } from '../../../fixtures/report/visible-text.js';

let geo: Sample;
let robust: Sample;

beforeAll(async () => {
  [geo, robust] = await Promise.all([geoSample(), robustSample()]);
});

function exact(html: string, field: string): number | null {
  const found = new RegExp(`data-field="${field.replaceAll('.', '\\.')}" value="([^"]*)"`).exec(html);
  return found === null ? null : Number(found[1]);
}

/** Rows of a CSV text without quotes, by the heads of its columns. */
function csvRows(text: string): Readonly<Record<string, string>>[] {
  const [heads, ...rows] = text
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
  return rows.map((cells) => Object.fromEntries(cells.map((cell, n) => [heads![n]!, cell])));
}

function sectionsOf(html: string): string[] {
  return [...html.matchAll(/<section id="([^"]+)"/g)].map(([, id]) => id!);
}

/** A mean of as many values as an interval is printed for. */
const FIVE_VALUES = { n: 5, mean: -0.5, wins: 0, losses: 5, ties: 0, sd: 0.1, interval: { low: -0.6, high: -0.4 } };

describe('the page of a comparison', () => {
  it('answers first which method to take, then why that can be trusted; the rest is folded', () => {
    const ids = ['result', 'differences', 'bounds', 'convergence', 'profiles', 'epochs', 'runs'];
    expect(sectionsOf(geo.page)).toEqual(ids);
    for (const id of ids) {
      const isFolded = geo.page.includes(
        `<section id="${id}" aria-labelledby="${id}-title">\n<details class="folded">`,
      );
      expect([id, isFolded]).toEqual([id, ['convergence', 'profiles', 'epochs', 'runs'].includes(id)]);
    }
    expect(geo.page).toContain('<strong>gld-lp has the best plan in 3 of 3 trials</strong>');
  });

  it('shows the figures of the record, and no name becomes an element', () => {
    const { summary, bounds, differences } = geo.record;
    expect(exact(geo.page, 'bound')).toBe(bounds[0]!.bound);
    for (const row of summary) {
      for (const key of ['objective', 'gap', 'gapByCup', 'gridKwh', 'carbonKg']) {
        const mean = (row as unknown as Readonly<Record<string, { readonly mean: number } | null>>)[key]?.mean ?? null;
        expect([row.method, key, exact(geo.page, `${key}.${row.method}`)]).toEqual([row.method, key, mean]);
      }
    }
    for (const { method, objective } of differences) {
      expect(exact(geo.page, `difference.objective.${method}`)).toBe(objective?.mean ?? null);
    }
    expect(geo.page).not.toContain('<b>');
    const embedded = /<script type="application\/json" id="plenum-data">(.*)<\/script>/.exec(geo.page)![1]!;
    expect(JSON.parse(embedded)).toEqual(JSON.parse(JSON.stringify(geo.record)));
  });

  it('calls a plan that breaks limits infeasible, says which, and what broke down', () => {
    const text = visibleText(geo.page);
    for (const said of [
      'no: red line, carbon cap',
      '2 of 3',
      'broke down: out of <b>memory</b>'.replace(/<\/?b>/g, (tag) => tag),
    ]) {
      expect(text.replaceAll('&lt;', '<').replaceAll('&gt;', '>')).toContain(said);
    }
    // A full table breaks no word of how a run ended.
    expect(geo.page).toContain('<td><span class="words">finished');
    expect(text).toContain('Only the sum of the bound’s shares is proven');
    expect(text).toContain('Not drawn for want of a feasible plan: fdld-cl.');
  });

  it('leaves out what there is nothing of, and speaks of intervals where they are drawn alone', async () => {
    const { page } = await told(geo, {
      differences: [],
      bounds: [],
      convergence: { ...geo.record.convergence, curves: [] },
      profiles: [],
    });
    expect(sectionsOf(page)).toEqual(['result', 'epochs', 'runs']);
    const few = await geoSample({ 'fdld-so': [7000], 'gld-lp': [1700] });
    expect(few.page.slice(0, few.page.indexOf('id="plenum-data"'))).not.toContain('95 %');
    expect(geo.page.slice(0, geo.page.indexOf('id="plenum-data"'))).not.toContain('95 %');
    const { differences } = geo.record;
    const ofFive = differences.map((one) => (one.objective === null ? one : { ...one, ofReference: FIVE_VALUES }));
    expect((await told(geo, { differences: ofFive })).page).toContain('with 95 % intervals');
    // Of one plan in five runs there is no median, and of no plan at all no difference.
    const lucky = await geoSample({ 'fdld-so': [7000], 'gald-cl': [1930, null, null, null, null] });
    expect(sectionsOf(lucky.page)).not.toContain('convergence');
    const hopeless = await geoSample({ 'gald-cl': [null], 'fdld-cl': [7000] });
    expect(sectionsOf(hopeless.page)).not.toContain('differences');
    expect(compareText(hopeless)).not.toContain('Figures less');
    const empty = await told(geo, { runs: [], summary: [], bounds: [], differences: [] });
    expect(visibleText(empty.page)).not.toMatch(/NaN|undefined|Infinity|null/);
  });

  it('a run without a plan counts as the worst: of three the middle one is the dearer of two plans', () => {
    const [line, ...others] = geo.record.convergence.curves;
    expect([line!.method, others, geo.record.convergence.to]).toEqual(['gald-cl', [], 'bound']);
    expect(line!.median.at(-1)).toBeCloseTo(2025.06 / BOUND_USD - 1, 12);
    expect([line!.median[0], line!.high.at(-1)]).toEqual([null, null]);
    const last = geo.record.convergence.at.length - 1;
    expect(exact(geo.page, `convergence.gald-cl.${last}`)).toBe(line!.median[last]);
  });

  it('says of each kind of rules which method is best, by the trials with such plans alone', async () => {
    const [first, second] = robust.record.summary;
    const summary = [
      { ...first!, method: 'A', best: 3, bestByRules: { 'time shared': 2, 'whole nodes': 1 } },
      { ...second!, method: 'B', best: 2, bestByRules: { 'whole nodes': 2 } },
    ];
    const ruled = [
      ['A', 'time shared'],
      ['A', 'whole nodes'],
      ['B', 'whole nodes'],
    ] as const;
    const runs = ruled.map(([method, rules]) => ({ ...robust.record.runs[0]!, method, rules }));
    const sample = await told(robust, { summary, runs, differences: [] });
    expect(sample.page).toContain('<td><bdi class="nb">whole nodes</bdi></td>');
    expect(geo.page).not.toContain('>Rules<');
    expect(compareText(sample)).toContain(
      'A has the best plan of time shared in 2 of 3 trials; B has the best plan of whole nodes in 2 of 3 trials',
    );
  });

  it('money is in the currency of the instance', async () => {
    const { page, ...sample } = await told(geo, { currency: 'EUR' });
    expect(page.slice(0, page.indexOf('id="plenum-data"'))).not.toContain('USD');
    expect(compareText(sample)).toMatch(/ Lower bound, EUR .*\nall +any +1602 .* its own run$/m);
    expect(compareCsv(sample).split('\r\n')[0]).toContain('cost_by_cup_eur');
  });

  it('probabilities keep their digits, and plans are ranked by quantiles', () => {
    const { summary, differences, rankedBy } = robust.record;
    expect([rankedBy, summary.map(({ best }) => best)]).toEqual(['objectiveZ', [2, 1, 0]]);
    expect(differences[0]).toMatchObject({ method: 'ga', unpaired: 1, objectiveZ: { n: 2, losses: 2 } });
    const text = compareText(robust);
    expect(text).toMatch(/^tabu +2 of 3 +0\.010000 +0\.100000 +0\.610000 /m);
    expect(text).toMatch(/^min-energy +0 of 3: energy-robustness +none/m);
    for (const shown of [visibleText(robust.page), text, compareCsv(robust)]) {
      expect(shown.match(/.{0,60}(NaN|undefined|Infinity|1e\+?308|null).{0,40}/)?.[0]).toBeUndefined();
    }
  });

  it('runs that break down have no figures, and the others keep theirs', async () => {
    const { record } = await robustSample(1.5, 'out of memory');
    const none = { failure: 'out of memory', objective: null, psiGap: null, deadlineSlackPercent: null };
    expect(record.runs.find(({ method }) => method === 'min-energy')).toMatchObject(none);
    expect(record.runs.find(({ method }) => method === 'tabu')).toEqual(robust.record.runs[0]);
    expect(record.warnings).toContain('The run of min-energy with seed 4 broke down: out of memory');
  });

  it('a certain bound is said to be infinite', async () => {
    const certain = await robustSample(1e308);
    expect(compareText(certain)).toMatch(
      / Upper bound .* Quantile .*\nall +any +1\.000000 .* infinite .* its own run$/m,
    );
  });
});

describe('files and text of a comparison', () => {
  it('compare.csv has every run, with the figures of the record under their keys', () => {
    const rows = csvRows(compareCsv(geo));
    expect(rows).toHaveLength(geo.record.runs.length);
    for (const [n, run] of geo.record.runs.entries()) {
      expect(rows[n]).toMatchObject({
        method: run.method,
        feasible: String(run.feasible),
        broken: run.broken.join(' '),
        plan_objective: String(run.planObjective ?? ''),
        gap: String(run.gap ?? ''),
        cpu_s: String(run.cpuS ?? ''),
      });
    }
  });

  it('compare-epochs.csv has every epoch, every plan and the bound’s shares', () => {
    const record = geo.record as GeoComparisonRecord;
    const rows = csvRows(geoCompareEpochsCsv(record));
    expect(rows).toHaveLength(3 * (6 + 1));
    const sumOf = (method: string): number =>
      rows.filter((row) => row['method'] === method).reduce((sum, row) => sum + Number(row['cost_usd']), 0);
    expect(sumOf('bound')).toBeCloseTo(BOUND_USD, 9);
    expect(sumOf('gld-lp')).toBeCloseTo(1632.34 - 12, 9);
    expect(rows.at(-1)).toMatchObject({ epoch: '2', method: 'bound', trial: '' });
    const halves = csvRows(geoCompareEpochsCsv({ ...record, epochS: 1800 }));
    expect([...new Set(halves.map((row) => row['begin_h']))]).toEqual(['0', '0.5', '1']);
  });

  it('the text says what is not feasible, the bound, and what is best', () => {
    const text = compareText(geo);
    expect(text).toMatch(/ Lower bound, USD .*\nall +any +1602 .* its own run$/m);
    expect(text).toMatch(/^Proven bound +1602 /m);
    expect(text).toMatch(/^best +gld-lp has the best plan in 3 of 3 trials$/m);
    expect(text).toMatch(/fdld-cl +0 of 1: red line, carbon cap +none/);
    expect(text).toMatch(/^Figures less those of fdld-so .*\nMethod +Cost, USD .* Of the reference .* Left out$/m);
    expect(text).toMatch(/^gld-lp +-5730 +-77\.83 % +0 \/ 1 \/ 0 +0$/m);
    expect(text).toMatch(/^fdld-cl +none .* none +1$/m);
  });
});
