import { expect, test } from 'vitest';
import { intervalChart } from '../../../src/reports/html/interval-chart.js';

test.each([
  [0, 0],
  [5, 0],
  [-5, 0],
  [0, undefined],
])('rows that are all %d do not break the chart, or are drawn nowhere', (value, mark) => {
  const rows = ['one', 'two'].map((name) => ({ name, mean: value, low: value, high: value }));
  const { markup } = intervalChart({ id: 'i', title: 't', axis: 'x', rows, ...(mark === undefined ? {} : { mark }) });
  expect(markup).toContain('<svg');
  expect(markup).not.toMatch(/NaN|Infinity/);
});
