import { describe, expect, it } from 'vitest';
import { cellsOf, trialsOf, validateDesign } from '../../../../src/experiments/design.js';
import { durationText, estimateS, meanTimes } from '../../../../src/reproduction/estimate.js';
import { CHAPTER_3_FIGURES } from '../../../../src/reproduction/chapter-3/names.js';
import { figureDesign, GA_SHARES, methodOf } from '../../../../src/reproduction/chapter-3/figures.js';
import { REWARD_RATE_PACE as PACE } from '../../../../src/reproduction/chapter-3/pace.js';
import { isTextFigure } from '../../../../src/reproduction/chapter-3/figures-text.js';
import { withMethods } from '../../../fixtures/reproduction/with-methods.js';

/** Figures of which `figures.ts` has the design. */
const FIGURES = CHAPTER_3_FIGURES.filter((figure) => !isTextFigure(figure));
const reduced = (figure: (typeof FIGURES)[number]): ReturnType<typeof figureDesign> =>
  figureDesign(figure, { scale: 'reduced' });

describe('designs', () => {
  it.each(FIGURES)('%s makes sense, with the caps of its regime and size', (figure) => {
    const full = figureDesign(figure, { scale: 'full' });
    for (const design of [full, reduced(figure)]) {
      validateDesign(design);
      for (const { nodes, capKW, air, method } of cellsOf(design)) {
        expect(nodes === '4320').toBe(Number(capKW) > 500);
        if (figure !== 'fig-3.6') expect(air === 'nominal' && ['190', '760'].includes(capKW!)).toBe(false);
        expect(nodes === '4320' && method === 'nlp').toBe(figure === 'text-3.6' && method === 'nlp');
      }
    }
    expect(full.trials).toBe(48);
  });

  it('the levels of the full designs are those of the thesis', () => {
    const levels = (figure: (typeof FIGURES)[number], factor: string): readonly string[] =>
      figureDesign(figure, { scale: 'full' }).factors.find(({ name }) => name === factor)!.levels;
    expect(levels('fig-3.5', 'redLineC')).toEqual(['24', '25', '26', '27', '28', '29', '30', '31', '32']);
    expect(levels('fig-3.6', 'capKW')).toHaveLength(11);
    expect(levels('fig-3.3', 'workload')).toEqual(['cpu', 'hybrid', 'memory']);
  });

  it('every level of the factor "method" is read as its method', () => {
    expect(methodOf('nlp-naive')).toEqual({ method: 'nlp', naive: true, share: 1 });
    expect(methodOf('config-lp')).toEqual({ method: 'config-lp', naive: false, share: 1 });
    expect(methodOf('ga-repaired')).toEqual({ method: 'ga', naive: false, share: 1, population: 'repaired' });
    expect(methodOf('ga-diverse-naive')).toEqual({ method: 'ga', naive: true, share: 1, population: 'diverse' });
    expect(GA_SHARES.map((level) => methodOf(level).share)).toEqual([1 / 8, 1 / 4, 1 / 2, 1]);
    expect(GA_SHARES.every((level) => methodOf(level).method === 'ga')).toBe(true);
  });
});

describe('estimates', () => {
  it('follow what was measured', () => {
    const inputs = trialsOf(withMethods(reduced('fig-3.4'), (level) => ['greedy', 'config-lp'].includes(level)));
    const guess = estimateS(PACE, inputs, [], 2);
    const slow = inputs.filter(({ cell }) => cell['method'] === 'config-lp');
    const entries = slow.slice(0, 2).map(({ cell, trial }) => ({ cell, trial, values: {}, times: { solve: 100 } }));
    expect(estimateS(PACE, inputs, entries, 2)).toBeGreaterThan(guess);
    expect(estimateS(PACE, slow, entries, 4)).toBe((slow.length * 100) / 4);
    expect(meanTimes(PACE, entries)).toEqual({ '1080 nodes, config-lp': 100 });
  });

  it('are written in seconds, minutes or hours', () => {
    expect([0.2, 40, 600, 36_000].map(durationText)).toEqual([
      'about 1 s',
      'about 40 s',
      'about 10 min',
      'about 10.0 h',
    ]);
  });
});
