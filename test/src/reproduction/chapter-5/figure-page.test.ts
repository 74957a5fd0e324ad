import { describe, expect, it } from 'vitest';
import { trialsOf } from '../../../../src/experiments/design.js';
import type { Records } from '../../../../src/experiments/record.js';
import { meanInterval } from '../../../../src/experiments/statistics.js';
import { templatesFigurePage } from '../../../../src/reproduction/chapter-5/figure-page.js';
import { intervalBars } from '../../../../src/reports/html/interval-bars.js';
import { budgetsOf, figureDesign } from '../../../../src/reproduction/chapter-5/figures.js';
import { METHODS, powerAt, under } from '../../../../src/reproduction/chapter-5/levels.js';
import { templatesFigure } from '../../../../src/reproduction/chapter-5/figure-data.js';

/** Records nobody simulated, the last method of the first pattern without any. */
function recordsOf(figure: 'fig-5.4' | 'fig-5.5'): Records {
  const design = figureDesign(figure, { scale: 'reduced' });
  const records = trialsOf(design).map(({ cell, trial, seed }) => {
    const m = METHODS.indexOf(cell['method']!);
    const values = budgetsOf(design).flatMap((budgetMJ): [string, number][] => [
      [under('reward', budgetMJ), budgetMJ * (40 - m) + 100 * trial ** 2],
      [under('energyMJ', budgetMJ), Math.min(budgetMJ, 12_500 - 300 * m + trial)],
      [under('stopS', budgetMJ), Math.min(86_400, budgetMJ * 7)],
    ]);
    const power = Array.from({ length: 48 }, (_, k): [string, number] => [powerAt(k), 1e5 + 1000 * m + 10 * trial + k]);
    return { cell, trial, seed, values: Object.fromEntries([...values, ...power]) };
  });
  const last = METHODS.at(-1)!;
  return { design, records: records.filter(({ cell }) => cell['pattern'] !== 'constant' || cell['method'] !== last) };
}

describe('the pictures of chapter 5', () => {
  it('show the means and intervals of the records', () => {
    const records = recordsOf('fig-5.4');
    const figure = templatesFigure(records);
    expect(figure.patterns.map(({ pattern }) => pattern)).toEqual(['constant', 'bursty', 'sinusoidal']);
    const place = (name: string): number => figure.methods.findIndex((method) => method.name === name);
    expect(figure.methods.slice(0, 4).every(({ mapping }) => mapping === 'greedy')).toBe(true);
    const m = place('lbbn+throttling');
    const b = figure.budgetsMJ.indexOf(12_000);
    const own = records.records.filter(
      ({ cell }) => cell['pattern'] === 'bursty' && cell['method'] === 'lbbn+throttling',
    );
    const found = figure.patterns[1]!.budgets[b]![m]!;
    expect(found.reward).toEqual(meanInterval(own.map(({ values }) => values[under('reward', 12_000)] as number)));
    expect(found.energyMJ).toEqual(meanInterval(own.map(({ values }) => values[under('energyMJ', 12_000)] as number)));
    expect(found.reward.interval!.high).toBeGreaterThan(found.reward.mean);
    expect(figure.patterns[0]!.budgets[b]![place(METHODS.at(-1)!)]).toBeNull();
    expect(figure.patterns[0]!.power).toBeNull();
    const html = templatesFigurePage(figure);
    const shown = /data-field="reward\.1\.lbbn\+throttling\.12000" value="([^"]+)"/.exec(html);
    expect(Number(shown![1])).toBe(found.reward.mean);
    // The first bar of the first pattern: its reward stands first.
    const first = figure.patterns[0]!.budgets[0]![0]!.reward.mean;
    const bar = />greedy\+overcooling<\/text><rect[^>]*\/>(?:<line[^>]*\/>)*<text[^>]*>([^<]*)<\/text>/.exec(html)![1]!;
    expect(Number(bar.replaceAll('\u202f', ''))).toBeCloseTo(first, 0);
    expect(html).not.toMatch(/NaN|Infinity|undefined/);
  });

  it('show the mean power over the trials', () => {
    const { patterns, methods } = templatesFigure(recordsOf('fig-5.5'));
    const { everyS, powerW } = patterns[0]!.power!;
    expect(everyS).toBe(1800);
    methods.forEach(({ name }, k) => {
      const m = METHODS.indexOf(name);
      // Trials 0 to 3.
      expect(powerW[k]![5]).toBeCloseTo(1e5 + 1000 * m + 15 + 5, 6);
    });
    expect(templatesFigurePage(templatesFigure(recordsOf('fig-5.5')))).toContain(
      'Power over the day at 12\u202f000 MJ',
    );
  });

  it('draw an interval only where there is one, and bars of one value alike', () => {
    const bar = (mean: number, low: number, high: number) => ({
      name: 'a',
      colour: '#0072b2',
      values: [{ mean, low, high }],
    });
    const svg = (bars: ReturnType<typeof bar>[]): string =>
      intervalBars({
        title: 't',
        measures: [{ name: 'm', write: String }],
        groups: [{ name: 'g', bars }],
      }).markup.split('<svg')[1]!;
    const alone = svg([bar(50, 50, 50), bar(100, 100, 100)]);
    expect(alone).not.toContain('stroke-width="1.5"');
    const widths = [...alone.matchAll(/width="([\d.]+)" height="11"/g)].map(([, width]) => Number(width));
    expect(widths[1]! / widths[0]!).toBeCloseTo(2, 2);
    expect(svg([bar(50, 40, 60)]).match(/stroke-width="1.5"/g)).toHaveLength(3);
    expect(svg([bar(0, 0, 0)])).not.toMatch(/NaN|Infinity/);
  });
});
