import { describe, expect, it } from 'vitest';
import { heatMap } from '../../../src/reports/html/heat-map.js';
import { heatColour, heatScale, type RackHeat } from '../../../src/reports/html/heat-scale.js';
import { viridis } from '../../../src/reports/html/palette.js';
import { seriesChart } from '../../../src/reports/html/series-chart.js';
import { lineChart } from '../../../src/reports/study/line-chart.js';

/** Texts of the first drawing of a chart. */
const textsOf = (markup: string): string[] => {
  const wide = markup.slice(0, markup.indexOf('</svg>'));
  return [...wide.matchAll(/<text[^>]*>([^<]+)/g)].map(([, text]) => text!);
};

describe('values that are equal but for rounding', () => {
  it.each([
    ['one temperature', [25, 25]],
    ['a temperature and its last bits', [25, 25.000000000000004]],
    ['a temperature and less than its labels show', [25.00001, 25.00002]],
    ['watts', [190000, 190000.0001]],
    ['money that is lost', [-3.2e-7, -3.2e-7]],
  ])('have an axis on which no two ticks are labelled alike: %s', (_, values) => {
    const points = values.map((value, n): [number, number] => [100 + 100 * n, value]);
    const series = [{ name: 'a', colour: '#0072b2', points }];
    const texts = textsOf(seriesChart({ id: 's', title: 't', xName: 'x', yName: 'y', series }).markup);
    const numbers = texts.filter((text) => /^-?[\d.]+(e-?\d+)?$/.test(text));
    expect(numbers.length).toBeGreaterThan(4);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it.each([
    ['gaps and their last bits', [100, 99.99999999989502]],
    ['one gap', [100, 100]],
  ])('have lines at numbers alone: %s', (_, values) => {
    const points = values.map((value, n): [number, number] => [n + 1, value]);
    const { markup } = lineChart({ title: 't', xName: 'x', yName: 'y', lines: [{ name: 'a', points }], step: true });
    expect(markup).toMatch(/<path d="M[\d.]+ [\d.]+H/);
    expect(markup).not.toMatch(/NaN|Infinity/);
  });

  it('have one entry in the legend of a heat map', () => {
    const rows = [{ name: 'r', values: [25, 25] }];
    const columns = ['0', '1'];
    const map = heatMap({ id: 'h', title: 't', xName: 'h', columns, rows, scale: { min: 25, max: 25 } });
    const texts = textsOf(map.markup);
    expect(texts).toContain('all 25.0');
    expect(texts.filter((text) => /2[46]/.test(text))).toEqual([]);
  });
});

describe('the horizontal axis of a chart', () => {
  const marksOf = (xs: readonly number[]): string[] => {
    const points = xs.map((x): [number, number] => [x, x / 10]);
    const series = [{ name: 'a', colour: '#0072b2', points }];
    const texts = textsOf(seriesChart({ id: 's', title: 't', xName: 'kW', yName: 'y', series }).markup);
    return texts.filter((text) => Number(text) >= xs[0]! && Number(text) <= xs.at(-1)!);
  };

  it('has marks at round numbers, also where it begins and ends between them', () => {
    expect(marksOf([170, 200])).toEqual(['170', '175', '180', '185', '190', '195', '200']);
    expect(marksOf([171, 199])).toEqual(['175', '180', '185', '190', '195']);
  });

  it('has one mark for one value', () => {
    expect(marksOf([170])).toEqual(['170']);
  });
});

describe('racks on a floor plan', () => {
  const rack = (inletC: number): RackHeat => {
    const zone = { name: 'z', rack: 'r', level: 1, inletC, outletC: inletC + 8, nodePowerW: 1 };
    return { name: 'r', zones: [zone], hottestInletC: inletC, nodePowerW: 1, state: 'near' };
  };

  it.each([30, 29.9999999, 30.0000001])('that are all at the red line have the hottest colour: %d C', (inletC) => {
    const scale = heatScale([rack(inletC), rack(inletC)], 30);
    expect(heatColour(scale, inletC)).toBe(viridis(1));
  });

  it('that are apart go from the coldest colour to the hottest', () => {
    const scale = heatScale([rack(20), rack(30)], 30);
    expect([heatColour(scale, 20), heatColour(scale, 30)]).toEqual([viridis(0), viridis(1)]);
  });
});
