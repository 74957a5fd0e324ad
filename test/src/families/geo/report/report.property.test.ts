import { describe, expect, it } from 'vitest';
import { tinyGeoInstances } from '../../../../support/bundled.js';
import {
  cellsOfCentre,
  energyUse,
  largestCentres,
  longitudeRows,
  westToEast,
} from '../../../../../src/families/geo/report/sums.js';
import type { GeoReportRequest } from '../../../../../src/families/geo/report/input.js';
import type { GeoFront } from '../../../../../src/families/geo/studies/front/front.js';
import { geoSummaryText } from '../../../../../src/families/geo/report/summary.js';
import { renderGeoReport } from '../../../../../src/families/geo/report/html/report.js';
import { niceTop } from '../../../../../src/families/geo/report/html/small-panels.js';
import { bandName } from '../../../../../src/families/geo/report/html/strip-section.js';
import { randomGeoInstance } from '../../../../support/geo.js';
import { manyCentres, randomReportCase, reportCase } from './case.js';

const BROKEN = /.{0,80}(NaN|undefined|Infinity|\[object|>null<).{0,40}/;

const visible = (html: string): string => html.slice(0, html.indexOf('id="plenum-data"'));

function exact(html: string, field: string): number {
  const found = new RegExp(`data-field="${field.replaceAll('.', '\\.')}" value="([^"]*)"`).exec(html);
  if (found === null) throw new Error(`no ${field}`);
  return Number(found[1]);
}

function sectionOf(html: string, id: string): string {
  return html.slice(html.indexOf(`<section id="${id}"`)).split('</section>')[0]!;
}

const FRONT: GeoFront = {
  method: 'gld-lp',
  points: [
    { carbonCapKg: null, carbonUsdPerTonne: null, carbonKg: 90, costUsd: 10, boundUsd: 9, gap: 1 / 9 },
    { carbonCapKg: 60, carbonUsdPerTonne: null, carbonKg: 55, costUsd: 14, boundUsd: 13, gap: 1 / 13 },
    { carbonCapKg: null, carbonUsdPerTonne: 40, carbonKg: 40, costUsd: 18, boundUsd: 12, gap: 6 / 12 },
    { carbonCapKg: 10, carbonUsdPerTonne: null, carbonKg: null, costUsd: null, boundUsd: null, gap: null },
    { carbonCapKg: 80, carbonUsdPerTonne: null, carbonKg: 60, costUsd: 15, boundUsd: 9.5, gap: 5.5 / 9.5 },
  ],
  pareto: [2, 1, 0],
};

describe('the report of a geo run', () => {
  const cases = [
    ...tinyGeoInstances().map((instance): [string, () => GeoReportRequest] => [
      instance.name,
      () => reportCase(instance),
    ]),
    ['demand charges', () => randomReportCase(3, { prices: 'tariff' })] as [string, () => GeoReportRequest],
    ['price of carbon', () => randomReportCase(4, { carbon: 'price' })] as [string, () => GeoReportRequest],
    ['cap on carbon', () => randomReportCase(5, { carbon: 'cap' })] as [string, () => GeoReportRequest],
    ['surplus as printed', () => randomReportCase(6, { surplus: { rule: 'printed' }, renewables: 1 })] as [
      string,
      () => GeoReportRequest,
    ],
  ];

  it.each(cases)('%s: shows numbers where there are some, and the figures of the record', (_, make) => {
    const input = make();
    const { record, model } = input;
    const html = renderGeoReport(input);
    expect(visible(html).match(BROKEN)?.[0]).toBeUndefined();
    expect(geoSummaryText(model.instance, record)).not.toMatch(/NaN|undefined|Infinity|null/);
    const { result, evaluation } = record;
    expect(html).toContain(`data-field="feasible" data-value="${String(result.feasible)}"`);
    for (const field of ['objective', 'bound', 'gap', 'costByCupUsd', 'boundByCupUsd', 'gapByCup'] as const) {
      expect([field, exact(html, field)]).toEqual([field, result[field]]);
    }
    expect(exact(html, 'ledgerCostUsd')).toBe(evaluation!.costUsd);
    expect(exact(html, 'ledgerResidualUsd')).toBeLessThanOrEqual(1e-9 * (1 + Math.abs(evaluation!.costUsd)));
    expect(exact(html, 'ledgerResidualKwh')).toBeLessThanOrEqual(1e-9 * exact(html, 'drawnKwh'));
    const embedded = JSON.parse(/id="plenum-data">([^<]*)</.exec(html)![1]!) as unknown;
    expect(embedded).toEqual(JSON.parse(JSON.stringify({ result, evaluation })));
  });

  it('epochs, nodes, rates and inlets add up to the evaluation', () => {
    const { evaluation, instance, ...input } = randomReportCase(11, {
      centres: 3,
      nodeTypes: 2,
      epochs: 4,
      carbon: 'price',
      boundary: 'open',
    });
    const html = renderGeoReport(input);
    const { cells, arrivalPerS, servedPerS } = evaluation;
    for (const [t, row] of cells.entries()) {
      let usd = 0;
      for (const cell of row) {
        usd += cell.energyUsd + cell.transitionUsd + (cell.carbonKg * instance.rules.carbonUsdPerTonne!) / 1000;
      }
      expect(exact(html, `costByEpochUsd.${t}`)).toBeCloseTo(usd, 12);
    }
    for (const j of instance.nodeTypes.keys()) {
      expect(exact(html, `starts.${j}`)).toBe(cells.flat().reduce((sum, cell) => sum + cell.starts[j]!, 0));
      expect(exact(html, `stops.${j}`)).toBe(cells.flat().reduce((sum, cell) => sum + cell.stops[j]!, 0));
    }
    expect(cells.flat().some(({ starts }) => starts.some((count) => count > 0))).toBe(true);
    for (const i of instance.taskTypes.keys()) {
      expect(exact(html, `arrivalPerS.${i}`)).toBeCloseTo(arrivalPerS.reduce((sum, row) => sum + row[i]!, 0) / 4, 12);
      expect(exact(html, `servedPerS.${i}`)).toBeCloseTo(servedPerS.reduce((sum, row) => sum + row[i]!, 0) / 4, 12);
    }
    for (const [n, d] of westToEast(instance).entries()) {
      const hottest = Math.max(...cells.map((row) => row[d]!.hottestInletC));
      expect(exact(html, `hottestInletC.${n}`)).toBe(hottest);
    }
  });

  it('centres stand from west to east, each with its own clock', () => {
    const base = randomGeoInstance(12, { centres: 3, epochs: 3 });
    const degrees = [-90, -120, -75];
    const zones = ['America/Chicago', 'America/Los_Angeles', 'America/New_York'];
    const instance = {
      ...base,
      horizon: { ...base.horizon, epochMinutes: 60 },
      dataCentres: base.dataCentres.map((centre, d) => ({
        ...centre,
        name: `at${Math.abs(degrees[d]!)}`,
        longitudeDeg: degrees[d]!,
        timeZone: zones[d]!,
      })),
    };
    const strip = sectionOf(renderGeoReport(reportCase(instance)), 'longitude');
    const drawing = strip.slice(strip.indexOf('<svg'), strip.indexOf('</svg>'));
    const texts = [...drawing.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text!);
    // 10:00 UTC is 3:00 in San Francisco.
    expect(texts.slice(0, 4)).toEqual(['at120 120° W', '3', '4', '5']);
    expect(texts.slice(4, 8)).toEqual(['at90 90° W', '5', '6', '7']);
    expect(texts.slice(8, 12)).toEqual(['at75 75° W', '6', '7', '8']);
  });

  it('says that a plan, a rating or a bound is missing', () => {
    const whole = randomReportCase(13);
    const { model, series, record } = whole;
    const missing = {
      ...record.result,
      feasible: false,
      objective: null,
      bound: null,
      gap: null,
      boundByEpochUsd: null,
    };
    const noCup = { costByCupUsd: null, boundByCupUsd: null, gapByCup: null, claimedCostUsd: null };
    const result = {
      ...missing,
      ...noCup,
      termination: 'infeasible' as const,
      gapReason: 'there is no feasible plan',
      infeasibility: { message: 'epoch 2 lacks 0.5 tasks/s of k0' },
    };
    const none: GeoReportRequest = {
      model,
      series,
      plan: null,
      compared: [],
      front: null,
      record: { result, evaluation: null },
    };
    const html = visible(renderGeoReport(none));
    expect(html.match(BROKEN)?.[0]).toBeUndefined();
    expect(html).toContain('✗ No feasible plan');
    expect(html).toContain('epoch 2 lacks 0.5 tasks/s of k0');
    expect(html.match(/Nothing to show, because/g)).toHaveLength(7);
    expect(geoSummaryText(model.instance, none.record)).toMatch(
      /no plan, infeasible[\s\S]*why +epoch 2 lacks[\s\S]*cost +none, because there is no plan\nlower bound +none, because it is proven that no plan is feasible\ngap +none, because there is no feasible plan\n/,
    );
    const unrated = { ...whole.evaluation, cells: [], costUsd: NaN, costByCupUsd: NaN, energyUsd: NaN };
    const broken = visible(renderGeoReport({ ...none, plan: whole.plan, record: { result, evaluation: unrated } }));
    expect(broken.match(BROKEN)?.[0]).toBeUndefined();
    expect(broken).toContain('✗ Not feasible');
    expect(geoSummaryText(model.instance, { result, evaluation: unrated })).toContain('because it has no rating');
  });

  it('no name becomes an element or ends the embedded record', () => {
    const hostile = '</script><script>alert(1)</script>';
    const base = randomGeoInstance(14, { centres: 2, nodeTypes: 1, taskTypes: 1 });
    const room = base.dataCentres[0]!.room;
    const instance = {
      ...base,
      name: hostile,
      dataCentres: base.dataCentres.map((centre, d) => ({ ...centre, room, name: `${hostile}${d}` })),
      taskTypes: base.taskTypes.map((task) => ({ ...task, allowedDataCentres: undefined })),
    };
    const html = renderGeoReport({ ...reportCase(instance), front: FRONT });
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html).not.toContain('alert(1)</script>');
  });

  it('the picture of costs has the methods compared, and says which plan is not feasible', () => {
    const input = randomReportCase(15, { epochs: 3 });
    const other = { method: 'fdld-so', feasible: false, costUsd: 7.5, costByEpochUsd: [2, 3, 2.5] };
    const cost = sectionOf(renderGeoReport({ ...input, compared: [other] }), 'cost');
    expect(cost).toContain('fdld-so (not feasible)');
    expect(cost).toMatch(/fdld-so<\/bdi><\/th><td>no<\/td>/);
    expect(cost).toContain('the bound’s share of the epoch');
  });
});

describe('many centres', () => {
  const instance = manyCentres(randomGeoInstance(21, { centres: 2, epochs: 2, nodeTypes: 2 }), 200);

  it('bands hold every centre, from west to east', () => {
    const rows = longitudeRows(instance, bandName);
    expect(rows).toHaveLength(20);
    expect(rows.flatMap(({ centres }) => centres)).toEqual(westToEast(instance));
    expect(rows.every(({ centres }) => centres.length === 10)).toBe(true);
    expect(rows[0]!.name).toMatch(/^120–11\d(\.\d)?° W \(10\)$/);
    expect(bandName(-1.5, 2.25, 3)).toBe('1.5° W–2.3° E (3)');
    // A band of one is that centre.
    const few = longitudeRows(manyCentres(randomGeoInstance(21, { centres: 2 }), 25), bandName);
    expect(few.filter(({ centres }) => centres.length === 1).map(({ name }) => name.slice(0, 1))).toEqual(
      Array.from({ length: 15 }, () => 'c'),
    );
    expect(few.filter(({ name }) => name.includes('(2)'))).toHaveLength(5);
  });

  it('the panels hold every centre, those that draw most by themselves', () => {
    const { evaluation } = reportCase(instance);
    const groups = largestCentres(instance, evaluation);
    expect(groups).toHaveLength(12);
    const all = groups.flatMap(({ centres }) => centres);
    expect([...all].sort((a, b) => a - b)).toEqual(instance.dataCentres.map((_, d) => d));
    const drawn = (d: number): number => energyUse(cellsOfCentre(evaluation, d)).drawnKwh;
    const others = groups.at(-1)!.centres;
    const least = Math.min(...groups.slice(0, -1).map(({ centres }) => drawn(centres[0]!)));
    expect(Math.max(...others.map(drawn))).toBeLessThanOrEqual(least);
  });

  it('a report of 200 centres is readable, and its rows add up to all', () => {
    const input = reportCase(instance);
    const html = renderGeoReport(input);
    expect(visible(html).match(BROKEN)?.[0]).toBeUndefined();
    expect(html.length).toBeLessThan(3e6);
    expect(sectionOf(html, 'power')).toContain('the other 189 together');
    const ledger = sectionOf(html, 'ledger');
    expect(ledger).toContain('the other 171 centres');
    const cells = [...ledger.slice(ledger.indexOf('By data centre')).matchAll(/<tr>.*?<\/tr>/g)].map(([row]) =>
      [...row.matchAll(/class="q">([^<]*)</g)].map(([, text]) =>
        Number(text!.replaceAll('\u202f', '').replace('−', '-')),
      ),
    );
    const rows = cells.filter((row) => row.length > 0);
    expect(rows).toHaveLength(31);
    const greatest = Math.max(...rows.at(-1)!.map((value) => Math.abs(value)));
    // Thirty rows, each within half of the last of four digits of the greatest figure.
    for (const column of rows[0]!.keys()) {
      const sum = rows.slice(0, -1).reduce((total, row) => total + row[column]!, 0);
      const all = rows.at(-1)![column]!;
      expect(Math.abs(sum - all)).toBeLessThanOrEqual(31 * 5e-4 * greatest);
    }
    const embedded = JSON.parse(/id="plenum-data">([^<]*)</.exec(html)![1]!) as { evaluation: { costUsd: number } };
    expect(embedded.evaluation.costUsd).toBe(input.evaluation.costUsd);
  });
});

describe('scales', () => {
  it('reach above the greatest value, by little', () => {
    expect([0, 1, 1.01, 5.5, 9, 1600, 1601, 0.031].map(niceTop)).toEqual([1, 1, 1.2, 6, 10, 1600, 2000, 0.04]);
  });
});
