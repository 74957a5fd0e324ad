import { describe, expect, it } from 'vitest';
import { cellsOf, type Design, validateDesign } from '../../../../src/experiments/design.js';
import { GEO_METHODS } from '../../../../src/families/geo/methods/registry.js';
import { groupSizeOf, HOUR_EVALUATIONS, levelOf } from '../../../../src/reproduction/chapter-4/budgets.js';
import { dateOfSeed, DISTINCT_DAYS } from '../../../../src/reproduction/chapter-4/days.js';
import { figureDesign } from '../../../../src/reproduction/chapter-4/figures.js';
import { GEO_PACE } from '../../../../src/reproduction/chapter-4/pace.js';
import { inTemporaryFolder, writtenInstance } from '../../../../src/reproduction/library-calls.js';
import { frameOfFigure } from '../../../../src/reproduction/run/figure-run.js';
import { runsOfDesign } from '../../../../src/reproduction/run/trial-run.js';
import type { GeoInstance } from '../../../../models/families/geo/instance.js';
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

  it("the full design gives GALD-CL the evaluations of the thesis' hour by the printed algorithm, every design those by FDLD's minutes", () => {
    const settings = (scale: 'reduced' | 'full', level: string): unknown[] =>
      [4, 8, 16].map((size) => designOf('table-4.2', scale).settings[`${level}-${size}`]);
    // (510,000 - 60) / 6, (263,000 - 60) / 6, (115,000 - 60) / 6; of the others (1,730 - 60) / 6 and so on, rounded.
    expect(settings('full', 'gald-cl')).toEqual([84990, 43823, 19157]);
    expect(settings('full', 'gald-cl-eq25')).toEqual([84990, 43823, 19157]);
    for (const scale of ['reduced', 'full'] as const) {
      expect(settings(scale, 'gald-cl-eq25-hour-b')).toEqual([278, 132, 62]);
      // What is quick stays quick.
      expect(settings(scale, 'gald-cl-short')).toEqual([164, 164, 164]);
    }
  });

  it.each(['printed', 'byFdld'] as const)('the hour %s has fewer evaluations with more centres', (hour) => {
    const { 4: four, 8: eight, 16: sixteen } = HOUR_EVALUATIONS[hour];
    expect(four > eight && eight > sixteen).toBe(true);
  });

  it('a group that several figures have is run once', () => {
    const keys = (figure: GeoFigure): Set<string> => {
      const design = designOf(figure, 'reduced');
      return new Set(runsOfDesign(design, frameOfFigure('geo', design)).map(({ key }) => key));
    };
    const [all, others] = [keys('fig-4.2'), [...keys('table-4.2')].filter((key) => keys('fig-4.2').has(key))];
    // us-4 with two demands and six methods on twelve days; the others of fig-4.2 are its own.
    expect([all.size, others.length]).toEqual([12 * (2 * 8 + 1), 12 * 2 * 6]);
  });

  it('demand multiplies all arrivals', async () => {
    const arrivals = (demand?: string): Promise<number[]> =>
      inTemporaryFolder(async (folder) => {
        const cell = { instance: 'us-4', ...(demand === undefined ? {} : { demand }) };
        const { taskTypes } = writtenInstance(await instanceFor(cell, 1, folder)) as GeoInstance;
        return taskTypes.map(({ arrivalRatePerS }) => (arrivalRatePerS as { meanPerS: number }).meanPerS);
      });
    const usual = await arrivals();
    expect(await arrivals('1')).toEqual(usual);
    expect(await arrivals('0.6')).toEqual(usual.map((meanPerS) => 0.6 * meanPerS));
  });

  it('every group has its size, every level its method', () => {
    expect(
      ['us-4', 'us-8', 'us-16', 'us-4-cpu', 'tiny-arbitrage'].map((instance) => groupSizeOf({ instance })),
    ).toEqual([4, 8, 16, 4, 4]);
    expect(levelOf('gald-cl-eq25')).toEqual({ method: 'gald-cl', byEq25: true, effort: 'usual' });
    expect(levelOf('gald-cl-short')).toEqual({ method: 'gald-cl', byEq25: false, effort: 'short' });
    expect(levelOf('gald-cl-eq25-short')).toEqual({ method: 'gald-cl', byEq25: true, effort: 'short' });
    expect(levelOf('gald-cl-eq25-hour-b')).toEqual({ method: 'gald-cl', byEq25: true, effort: 'hour B' });
    expect(levelOf('fdld-so')).toEqual({ method: 'fdld-so', byEq25: false, effort: 'usual' });
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
  it("a day of the thesis' hour on us-4, us-8 and us-16 takes 77, 63 and 47 s on our core, half as much again on a slow one", () => {
    for (const [instance, measuredS] of [
      ['us-4', 77],
      ['us-8', 63],
      ['us-16', 47],
    ] as const) {
      const { settings } = designOf('table-4.2', 'full');
      const guessS = GEO_PACE.firstGuessS({ cell: { instance, method: 'gald-cl-eq25' }, settings });
      expect(guessS / measuredS).toBeGreaterThan(1);
      expect(guessS / measuredS).toBeLessThan(2);
    }
  });

  it('cells that take different times are of different kinds', () => {
    expect(GEO_PACE.kindOf({ instance: 'us-8', method: 'gald-cl-eq25' })).toBe('us-8, gald-cl-eq25');
  });
});
