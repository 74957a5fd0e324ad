import { describe, expect, it, test } from 'vitest';
import { intervalChart } from '../../../src/reports/html/interval-chart.js';
import { seriesChart } from '../../../src/reports/html/series-chart.js';

test.each([
  [0, 0],
  [5, 0],
  [-5, 0],
  [0, undefined],
])('rows that are all %d are drawn within the chart', (value, mark) => {
  const rows = ['one', 'two'].map((name) => ({ name, mean: value, low: value, high: value }));
  const { markup } = intervalChart({ id: 'i', title: 't', axis: 'x', rows, ...(mark === undefined ? {} : { mark }) });
  expect(markup).toContain('<svg');
  expect(markup).not.toMatch(/NaN|Infinity/);
});

describe('intervals of gaps that span decades', () => {
  const row = (name: string, mean: number, low = mean, high = mean) => ({ name, mean, low, high });
  const drawn = (rows: readonly ReturnType<typeof row>[]) => {
    const { markup } = intervalChart({ id: 'gaps', title: '', axis: 'gap, %', rows, mark: 0, leastShown: 1e-4 });
    const wide = markup.slice(0, markup.indexOf('</svg>'));
    const labels = new Map(
      [...wide.matchAll(/translate\(([\d.]+) [\d.]+\)" fill="#52606d">([^<]+)/g)].map(([, x, text]) => [
        text!,
        Number(x),
      ]),
    );
    const points = [...wide.matchAll(/matrix\(5,0,0,5,([\d.]+),[\d.]+\)" fill="#0072b2"/g)].map(([, x]) => Number(x));
    return { labels, points };
  };

  it('stand on a logarithmic axis, none and less than can be shown at its left end', () => {
    const { labels, points } = drawn([row('a', 0.003, -0.001, 0.006), row('none', 0), row('b', 25, 20, 30)]);
    const at = (label: string): number => labels.get(label)!;
    const decade = at('1') - at('0.1');
    expect(decade).toBeGreaterThan(50);
    expect(at('100') - at('0.0001')).toBeCloseTo(6 * decade, 2);
    expect(points[0]).toBeCloseTo(at('0.001') + Math.log10(3) * decade, 2);
    expect(points[1]).toBeCloseTo(at('0.0001'), 2);
    expect(points[2]).toBeCloseTo(at('10') + Math.log10(2.5) * decade, 2);
  });

  it('stand on a linear axis from zero on where they are close', () => {
    const { labels, points } = drawn([row('a', 1), row('b', 2), row('c', 10)]);
    const per = labels.get('10')! - labels.get('0')!;
    const shares = points.map((x) => (x - labels.get('0')!) / per);
    [0.1, 0.2, 1].forEach((share, n) => {
      expect(shares[n]).toBeCloseTo(share, 4);
    });
  });
});

/** Labels of the first drawing: text and place along the axis. */
const labelsOf = (markup: string): string[] => {
  const wide = markup.slice(0, markup.indexOf('</svg>'));
  return [...wide.matchAll(/<text[^>]*>([^<]+)/g)].map(([, text]) => text!);
};

describe('values that have ends', () => {
  const rows = [
    { name: 'sure', mean: 97, low: 74, high: 120 },
    { name: 'hopeless', mean: 4, low: -20, high: 28 },
  ];

  it('are on an axis that ends where they do, with intervals cut off there; others are not cut', () => {
    const numbers = (range: { range?: readonly [number, number] }): number[] =>
      labelsOf(intervalChart({ id: 'i', title: '', axis: 'probability, %', rows, ...range }).markup)
        .map((text) => Number(text.replace('\u2212', '-')))
        .filter((value) => !Number.isNaN(value));
    const within = numbers({ range: [0, 100] });
    expect(Math.min(...within)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...within)).toBeLessThanOrEqual(100);
    expect(Math.max(...numbers({}))).toBeGreaterThan(100);
  });

  it('the same holds of lines', () => {
    const series = [
      {
        name: 'm',
        colour: '#0072b2',
        points: [[0, 97] as const, [1, 4] as const],
        whiskers: [[0, 74, 120] as const, [1, -20, 28] as const],
      },
    ];
    const numbers = (range: { range?: readonly [number, number] }): number[] =>
      labelsOf(seriesChart({ id: 's', title: '', xName: 'x', yName: 'probability, %', series, ...range }).markup)
        .map((text) => Number(text.replace('\u2212', '-')))
        .filter((value) => !Number.isNaN(value));
    expect([Math.min(...numbers({ range: [0, 100] })), Math.max(...numbers({ range: [0, 100] }))]).toEqual([0, 100]);
    expect(Math.min(...numbers({}))).toBeLessThan(0);
  });
});

test('a long name of a row is whole on a narrow screen too', () => {
  const rows = [{ name: 'stall 10,000, thesis', mean: 1, low: 1, high: 1 }];
  const { markup } = intervalChart({ id: 'i', title: '', axis: 'x', rows });
  const narrow = markup.slice(markup.indexOf('</svg>'));
  const lines = [...narrow.matchAll(/<text[^>]*>([^<]+)/g)].map(([, text]) => text!);
  expect(lines.join(' ').replaceAll(/\s+/g, ' ')).toContain('stall 10,000, thesis');
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(16);
});
