import { describe, expect, it } from 'vitest';
import { cellsOf, type Design, trialsOf, validateDesign } from '../../../../src/experiments/design.js';
import { bundledRobustInstances } from '../../../support/bundled.js';
import { ROBUST_METHODS } from '../../../../src/families/robust/methods/registry.js';
import { estimateS } from '../../../../src/reproduction/estimate.js';
import { CHAPTER_2_FIGURES, type RobustFigure } from '../../../../src/reproduction/chapter-2/names.js';
import {
  foundingSteps,
  isSearch,
  localSearchAt,
  localSearchOf,
  methodOf,
  PER_STEP,
  type Search,
  secondsOf,
  shareOfWork,
  stepsIn,
  stepsKey,
  thesisSeconds,
} from '../../../../src/reproduction/chapter-2/budgets.js';
import { BAG_CALIBRATION } from '../../../../src/reproduction/chapter-2/calibration.js';
import { figureDesign } from '../../../../src/reproduction/chapter-2/figures.js';
import { ROBUST_PACE } from '../../../../src/reproduction/chapter-2/pace.js';

const methods = ROBUST_METHODS.map(({ name }) => name);
const designOf = (figure: RobustFigure, scale: 'reduced' | 'full'): Design => figureDesign(figure, { scale });
const levels = (figure: RobustFigure, factor: string): readonly string[] =>
  designOf(figure, 'full').factors.find(({ name }) => name === factor)!.levels;

describe('designs of chapter 2', () => {
  it.each(CHAPTER_2_FIGURES)('%s makes sense, and asks for what there is', (figure) => {
    const instances = bundledRobustInstances().map(({ instance }) => instance);
    for (const scale of ['reduced', 'full'] as const) {
      const design = designOf(figure, scale);
      validateDesign(design);
      for (const { instance, budgetMJ, deadlineS, method } of cellsOf(design)) {
        const own = instances.find(({ name }) => name === instance)!.limits;
        expect(methods).toContain(methodOf(method!).method);
        if (figure !== 'fig-2.2') expect(Number(budgetMJ) * 1e6).toBe(own.energyBudgetJ);
        if (figure !== 'fig-2.3') expect(Number(deadlineS)).toBe(own.deadlineS);
      }
    }
    expect(designOf(figure, 'full').trials).toBe(96);
  });

  it('the grids of the full designs are those of the thesis', () => {
    expect(levels('fig-2.2', 'budgetMJ')).toHaveLength(29);
    expect([levels('fig-2.2', 'budgetMJ').at(0), levels('fig-2.2', 'budgetMJ').at(-1)]).toEqual(['50', '64']);
    expect([levels('fig-2.3', 'deadlineS').at(0), levels('fig-2.3', 'deadlineS').at(-1)]).toEqual(['13500', '17000']);
    expect(levels('fig-B.1', 'stallHops')).toEqual(['100', '200', '500', '1000', '1500']);
  });

  it("the thesis' work is the thesis' number of iterations", () => {
    const { settings } = designOf('fig-B.1', 'reduced');
    expect(settings['tabu-thesis-small']).toBe(29_000 / 200);
    const long = (['fig-2.5', 'fig-2.4'] as const).map((figure) => designOf(figure, 'full').settings);
    expect(long[0]!['tabu-thesis-small']).toBe(350_000 / 200);
    expect(long[1]!['tabu-thesis-large']).toBe(30_000 / 200);
    expect(() => thesisSeconds(6, 'large')).toThrow('6 hours');
  });

  it('searches of one budget take the same seconds', () => {
    // Iterations or generations per second, and per step.
    expect(stepsIn(5, 'tabu', 'small')).toBe((5 * 43_000) / 200);
    expect(stepsIn(11.2, 'gals', 'small')).toBe((60 + 10 * 82) / 2);
    expect(stepsIn(2.46, 'ga', 'small')).toBe((1000 + 2 * 25_500) / 100);
    expect(stepsIn(2.8 + 1.45, 'ga', 'large')).toBe((200 + 400) / 100);
    expect(stepsIn(1e-9, 'gals', 'large')).toBe(1);
    expect([foundingSteps('tabu'), foundingSteps('ga'), foundingSteps('gals')]).toEqual([0, 20, 20]);
  });

  it('a share of the time is that share of the work after founding, and the whole is all', () => {
    expect(shareOfWork(0.5, 10, 'tabu', 'small')).toBe(0.5);
    // Half of 11.4 s are the two slow phases.
    expect(shareOfWork(0.5, 11.4, 'ga', 'large')).toBeCloseTo(1000 / (1000 + 5.7 * 5800), 12);
    for (const search of ['tabu', 'gals', 'ga'] as const) {
      expect([shareOfWork(0, 7, search, 'large'), shareOfWork(1, 7, search, 'large')]).toEqual([0, 1]);
    }
  });

  it('the course of every search is told at the hours of claims, to a fifth of the work', () => {
    // Genetic searches tell it at every hundredth of their generations, or at each one; Tabu at every 200 iterations.
    for (const figure of ['fig-2.4', 'fig-2.5'] as const) {
      const { settings } = designOf(figure, 'reduced');
      const size = figure === 'fig-2.4' ? 'large' : 'small';
      for (const search of ['tabu', 'gals', 'ga'] as const) {
        const level = `${search}-thesis`;
        const own = Number(settings[stepsKey(level, size)]);
        const steps = search === 'tabu' ? own : Math.min(100, own * PER_STEP[search]);
        for (const hour of figure === 'fig-2.4' ? [12, 24] : [6, 12, 24]) {
          const share = steps * shareOfWork(hour / 72, secondsOf(level, size, settings), search, size);
          expect(Math.abs(Math.round(share) / share - 1), `${level} at ${hour} h`).toBeLessThan(0.2);
        }
      }
    }
  });

  it('levels of local search take about the same time: fewer generations where each offspring is searched longer', () => {
    expect(localSearchAt(undefined)).toEqual({ iterations: 200, generations: 1 });
    expect(localSearchAt('local search of 800')).toEqual({ iterations: 800, generations: 0.25 });
    expect(localSearchAt(localSearchOf(50))).toEqual({ iterations: 50, generations: 4 });
  });

  it('a verdict rests on two calibrations, each with 12 trials', () => {
    for (const figure of CHAPTER_2_FIGURES) {
      const design = designOf(figure, 'reduced');
      const calibrations = design.factors.find(({ name }) => name === 'calibration')!.levels;
      const admissible = calibrations.filter((calibration) => BAG_CALIBRATION.isAdmissible({ calibration }, figure));
      expect([figure, admissible.length]).toEqual([figure, 2]);
      expect([figure, design.trials]).toEqual([figure, 12]);
    }
  });

  it('the seconds of a level are those by which its steps were counted', () => {
    for (const figure of ['fig-2.5', 'fig-2.2'] as const) {
      const { settings, factors } = designOf(figure, 'reduced');
      const searches = factors.at(-1)!.levels.filter((level) => isSearch(methodOf(level).method));
      for (const level of searches) {
        const steps = stepsIn(secondsOf(level, 'small', settings), methodOf(level).method as Search, 'small');
        expect(settings[stepsKey(level, 'small')]).toBe(steps);
      }
    }
  });
});

describe('estimates of chapter 2', () => {
  it.each(CHAPTER_2_FIGURES)('%s takes less than 7 minutes on two workers of a busy core', (figure) => {
    const seconds = estimateS(ROBUST_PACE, trialsOf(designOf(figure, 'reduced')), [], 2);
    expect(seconds).toBeGreaterThan(30);
    expect(seconds).toBeLessThan(7 * 60);
  });

  it('cells that take different times are of different kinds', () => {
    const cell = { instance: 'spec25-thesis', method: 'ga', handling: 'dynamic' };
    const kinds = [
      cell,
      { ...cell, handling: 'limit' },
      { ...cell, instance: 'spec250-thesis' },
      { ...cell, method: 'ga-thesis' },
    ].map(ROBUST_PACE.kindOf);
    expect(kinds).toEqual(['small, ga', 'small, ga', 'large, ga', 'small, ga-thesis']);
  });
});
