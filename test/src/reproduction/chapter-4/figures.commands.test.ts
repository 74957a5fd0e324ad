import { describe, expect, it } from 'vitest';
import { cellsOf, type Design, trialsOf, validateDesign } from '../../../../src/experiments/design.js';
import { GEO_METHODS } from '../../../../src/families/geo/methods/registry.js';
import { estimateS } from '../../../../src/reproduction/estimate.js';
import { generationsIn, groupSizeOf, levelOf } from '../../../../src/reproduction/chapter-4/budgets.js';
import { dateOfSeed, DISTINCT_DAYS } from '../../../../src/reproduction/chapter-4/days.js';
import { figureDesign } from '../../../../src/reproduction/chapter-4/figures.js';
import { GEO_PACE } from '../../../../src/reproduction/chapter-4/pace.js';
import { inTemporaryFolder } from '../../../../src/reproduction/library-calls.js';
import { instanceFor } from '../../../../src/reproduction/chapter-4/trial.js';
import { CHAPTER_4_FIGURES, type GeoFigure } from '../../../../src/reproduction/chapter-4/names.js';

const methods = GEO_METHODS.map(({ name }) => name);
const designOf = (figure: GeoFigure, scale: 'reduced' | 'full'): Design => figureDesign(figure, { scale });

describe('designs of chapter 4', () => {
  it.each(CHAPTER_4_FIGURES)('%s makes sense, and asks for what there is', async (figure) => {
    for (const scale of ['reduced', 'full'] as const) {
      const design = designOf(figure, scale);
      validateDesign(design);
      for (const { method } of cellsOf(design)) expect(methods).toContain(levelOf(method!).method);
    }
    for (const instance of designOf(figure, 'full').factors[0]!.levels) {
      const file = await inTemporaryFolder((folder) => instanceFor({ instance }, 1, folder));
      expect(file.endsWith(`${instance}-2017-07-12.json`)).toBe(true);
    }
    expect(designOf(figure, 'full').trials).toBe(12);
  });

  it("the full design gives GALD-CL the thesis' hour per epoch", () => {
    const { settings } = designOf('table-4.2', 'full');
    expect(settings['secondsPerEpoch']).toBe(3600);
    expect([settings['gald-cl-4'], settings['gald-cl-8'], settings['gald-cl-16']]).toEqual([
      3600 * 4100,
      3600 * 2270,
      3600 * 1470,
    ]);
    expect(settings['gald-cl-eq25-16']).toBe(settings['gald-cl-16']);
    // What is quick stays quick.
    expect(designOf('fig-4.2', 'full').settings['gald-cl-short-4']).toBe(generationsIn(0.04, 4));
    expect(generationsIn(1e-9, 16)).toBe(1);
  });

  it('more centres have fewer generations', () => {
    const { settings } = designOf('table-4.2', 'reduced');
    const [four, eight, sixteen] = [4, 8, 16].map((size) => Number(settings[`gald-cl-${size}`]));
    expect(four! > eight! && eight! > sixteen!).toBe(true);
  });

  it('every group has its size, every level its method', () => {
    expect(
      ['us-4', 'us-8', 'us-16', 'us-4-cpu', 'tiny-arbitrage'].map((instance) => groupSizeOf({ instance })),
    ).toEqual([4, 8, 16, 4, 4]);
    expect(levelOf('gald-cl-eq25')).toEqual({ method: 'gald-cl', byEq25: true, short: false });
    expect(levelOf('gald-cl-short')).toEqual({ method: 'gald-cl', byEq25: false, short: true });
    expect(levelOf('fdld-so')).toEqual({ method: 'fdld-so', byEq25: false, short: false });
  });
});

describe('days of the trials', () => {
  it('are distinct Wednesdays, of which the bundled one is the first', () => {
    const days = Array.from({ length: DISTINCT_DAYS }, (_, n) => dateOfSeed(n + 1));
    expect(days.slice(0, 4)).toEqual(['2017-07-12', '2017-01-11', '2017-10-11', '2017-04-12']);
    expect([days[12], days[24], days.at(-1)]).toEqual(['2017-07-19', '2017-07-26', '2017-06-28']);
    expect(new Set(days).size).toBe(DISTINCT_DAYS);
    expect(new Set(days.slice(0, 12).map((day) => day.slice(0, 7))).size).toBe(12);
    expect(days.every((day) => new Date(`${day}T12:00Z`).getUTCDay() === 3)).toBe(true);
    expect(() => dateOfSeed(DISTINCT_DAYS + 1)).toThrow('36 days');
    expect(() => dateOfSeed(0)).toThrow('seed 0');
  });
});

describe('estimates of chapter 4', () => {
  it.each(CHAPTER_4_FIGURES)('%s takes less than 20 minutes on two workers of a slow core', (figure) => {
    const seconds = estimateS(GEO_PACE, trialsOf(designOf(figure, 'reduced')), [], 2);
    expect(seconds).toBeGreaterThan(30);
    expect(seconds).toBeLessThan(20 * 60);
  });

  it("the thesis' hour per epoch takes more than a day of it", () => {
    const [input] = trialsOf(designOf('fig-4.2', 'full')).filter(({ cell }) => cell['method'] === 'gald-cl');
    expect(GEO_PACE.firstGuessS(input!)).toBeGreaterThan(24 * 3600);
  });

  it('cells that take different times are of different kinds', () => {
    expect(GEO_PACE.kindOf({ instance: 'us-8', method: 'gald-cl-eq25' })).toBe('us-8, gald-cl-eq25');
  });
});
