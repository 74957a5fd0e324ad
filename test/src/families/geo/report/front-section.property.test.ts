import { describe, expect, it } from 'vitest';
import type { GeoFront } from '../../../../../src/families/geo/studies/front/front.js';
import { boundSteps } from '../../../../../src/families/geo/report/html/front-section.js';
import { renderGeoReport } from '../../../../../src/families/geo/report/html/report.js';
import { randomReportCase } from './case.js';

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

describe('cost against carbon', () => {
  it('the report shows the points of the record', () => {
    const html = sectionOf(renderGeoReport({ ...randomReportCase(31), front: FRONT }), 'front');
    for (const [n, { carbonKg, costUsd, boundUsd }] of FRONT.points.slice(0, 3).entries()) {
      expect(exact(html, `front.${n}.carbonKg`)).toBe(carbonKg);
      expect(exact(html, `front.${n}.costUsd`)).toBe(costUsd);
      expect(exact(html, `front.${n}.boundUsd`)).toBe(boundUsd);
    }
    expect(html).toMatch(/at most 60(\.0+)? kg/);
    expect(html).toContain('40 USD per tonne');
    // Dominated ones are counted, not listed.
    expect(html.match(/<tr>/g)).toHaveLength(1 + FRONT.pareto.length);
    expect(html).toContain('2 more runs found nothing better');
    expect(html).not.toContain('front.4.');
  });

  it('without any plan is said in words, without an empty table', () => {
    const points = [
      { carbonCapKg: null, carbonUsdPerTonne: 0, carbonKg: null, costUsd: null, boundUsd: null, gap: null },
    ];
    const html = sectionOf(
      renderGeoReport({ ...randomReportCase(31), front: { ...FRONT, points, pareto: [] } }),
      'front',
    );
    expect(html).toContain('no run found a feasible plan');
    expect(html).not.toContain('<table>');
  });

  it('the strongest bound is drawn wherever it holds', () => {
    // Up to 40 kg both 12 and 13 hold, up to 60 kg 13, up to 80 kg 9.5, up to 90 kg 9.
    expect(boundSteps(FRONT.points, 30)).toEqual([
      [30, 13],
      [40, 13],
      [60, 9.5],
      [80, 9],
      [90, 9],
    ]);
    expect(boundSteps([], 30)).toEqual([]);
  });
});
