import { describe, expect, it } from 'vitest';
import { cellsOf, trialsOf, validateDesign } from '../../../../src/experiments/design.js';
import { durationText, estimateS, meanTimes } from '../../../../src/reproduction/estimate.js';
import { CHAPTER_3_FIGURES } from '../../../../src/reproduction/chapter-3/names.js';
import { figureDesign, MEMORY_APART, methodOf } from '../../../../src/reproduction/chapter-3/figures.js';
import { REWARD_RATE_PACE as PACE } from '../../../../src/reproduction/chapter-3/pace.js';
import { CHAPTER_3 } from '../../../../src/reproduction/chapter-3/paper.js';
import { demandOf } from '../../../../src/reproduction/chapter-3/rooms.js';
import { frameOfFigure } from '../../../../src/reproduction/run/figure-run.js';
import { runsOfDesign } from '../../../../src/reproduction/run/trial-run.js';
import { isTextFigure } from '../../../../src/reproduction/chapter-3/figures-text.js';
import { withMethods } from '../../../fixtures/reproduction/with-methods.js';

/** Figures of which `figures.ts` has the design. */
const FIGURES = CHAPTER_3_FIGURES.filter((figure) => !isTextFigure(figure));
const reduced = (figure: (typeof FIGURES)[number]): ReturnType<typeof figureDesign> =>
  figureDesign(figure, { scale: 'reduced' });

describe('designs', () => {
  it.each(FIGURES)('%s makes sense, with the caps of its size and the bundled room as published alone', (figure) => {
    const full = figureDesign(figure, { scale: 'full' });
    for (const design of [full, reduced(figure)]) {
      validateDesign(design);
      for (const { nodes, room, capKW, demand, law, method } of cellsOf(design)) {
        expect([nodes, room === 'large']).toEqual([nodes, nodes === '4320']);
        expect(nodes === '4320').toBe(capKW === '900');
        if (room === 'nominal') expect([demand, law]).toEqual(['1.3', 'tied']);
        expect(nodes === '4320' && method === 'nlp').toBe(false);
        if (room === 'nominal') expect(method).not.toMatch(/^ga/);
      }
    }
    expect([full.trials, reduced(figure).trials]).toEqual([48, 12]);
  });

  it('the levels of the full designs are those of the thesis', () => {
    const levels = (figure: (typeof FIGURES)[number], factor: string): readonly string[] =>
      figureDesign(figure, { scale: 'full' }).factors.find(({ name }) => name === factor)!.levels;
    expect(levels('fig-3.5', 'redLineC')).toEqual(['24', '25', '26', '27', '28', '29', '30', '31', '32']);
    expect(levels('fig-3.6', 'capKW')).toHaveLength(11);
    expect(levels('fig-3.3', 'workload')).toEqual(['cpu', 'hybrid', 'memory']);
  });

  it('Fig. 3.3 has three calibrated rooms, five demands and two laws of reward, also when it is reduced', () => {
    const cells = cellsOf(reduced('fig-3.3')).filter(({ room }) => room !== 'nominal');
    const settings = new Set(cells.map(({ room, demand, law }) => [room, demand, law].join()));
    // 3 x 5 tied, 3 free at one demand, 3 with another demand of the memory-intensive workload.
    expect(settings.size).toBe(3 * 5 + 3 + 3);
    const apart = cells.filter(({ demand }) => demand === MEMORY_APART);
    expect(new Set(apart.map(({ workload, method }) => `${workload} ${method}`))).toEqual(
      new Set(['cpu config-lp', 'memory config-lp']),
    );
    expect([demandOf(MEMORY_APART, 'cpu'), demandOf(MEMORY_APART, 'memory'), demandOf('0.6', 'memory')]).toEqual([
      0.8, 1.3, 0.6,
    ]);
  });

  it('cells that two figures have are stored once', () => {
    const keys = (figure: (typeof FIGURES)[number]): string[] => {
      const design = figureDesign(figure, { scale: 'reduced', trials: 1 });
      return runsOfDesign(design, frameOfFigure('reward-rate', design)).map(({ key }) => key);
    };
    const workloads = new Set(keys('fig-3.3'));
    const open = cellsOf(reduced('fig-3.4')).filter(({ aisles }) => aisles === 'open');
    expect(keys('fig-3.4').filter((key) => workloads.has(key))).toHaveLength(open.length);
  });

  it('a setting counts in the rooms that agree with the print, and in no other', () => {
    const rooms = ['nominal', 'mixed', 'fine', 'tight', 'large', 'cellar'];
    const counted = rooms.filter((room) => CHAPTER_3.calibration!.isAdmissible({ room, demand: '1.3' }, 'fig-3.4'));
    expect(counted).toEqual(['mixed', 'fine', 'tight', 'large']);
  });

  it('reduced, Fig. 3.4 runs the GA in one room at one demand, Figs. 3.5 and 3.6 nowhere', () => {
    const runsOf = (figure: 'fig-3.4' | 'fig-3.5' | 'fig-3.6', method: string): string[] =>
      cellsOf(reduced(figure))
        .filter((cell) => cell['method'] === method)
        .map(({ room, demand }) => `${room!} ${demand!}`);
    const ga = runsOf('fig-3.4', 'ga');
    expect(new Set(ga)).toEqual(new Set(['mixed 0.8']));
    expect(ga).toHaveLength(runsOf('fig-3.4', 'greedy').filter((where) => where === 'mixed 0.8').length);
    expect([...runsOf('fig-3.5', 'ga'), ...runsOf('fig-3.6', 'ga')]).toEqual([]);
  });

  it('Fig. 3.3 reduced runs greedy without co-location effects where the NLP is run so too, or what stands for it', () => {
    const cells = cellsOf(reduced('fig-3.3'));
    const settings = (...methods: string[]): Set<string> =>
      new Set(
        cells
          .filter(({ method }) => methods.includes(method!))
          .map(({ room, demand, law, workload }) => [room, demand, law, workload].join()),
      );
    expect(settings('greedy-naive')).toEqual(settings('nlp-naive', 'config-lp-naive'));
    // Rooms, demands, workloads; and the bundled room as published.
    expect(settings('greedy-naive').size).toBe(3 * 3 * 3 + 3);
  });

  it('a demand that is none is refused', () => {
    for (const level of ['high', '', '0.8 (memory)', '1.3.4'])
      expect(() => demandOf(level, 'cpu')).toThrow('is no demand');
  });

  it('every level of the factor "method" is read as its method', () => {
    expect(methodOf('nlp-naive')).toEqual({ method: 'nlp', naive: true });
    expect(methodOf('config-lp')).toEqual({ method: 'config-lp', naive: false });
    expect(methodOf('config-lp-naive')).toEqual({ method: 'config-lp', naive: true });
    expect(methodOf('ga-repaired')).toEqual({ method: 'ga', naive: false, population: 'repaired' });
    expect(methodOf('ga-diverse')).toEqual({ method: 'ga', naive: false, population: 'diverse' });
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
