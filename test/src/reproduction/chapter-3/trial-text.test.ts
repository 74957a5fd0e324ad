import { describe, expect, it } from 'vitest';
import { cellsOf } from '../../../../src/experiments/design.js';
import type { Values } from '../../../../src/experiments/record.js';
import { figureDesign } from '../../../../src/reproduction/chapter-3/figures.js';
import type { TextFigure } from '../../../../src/reproduction/chapter-3/figures-text.js';
import { CHAPTER_3 } from '../../../../src/reproduction/chapter-3/paper.js';
import { triesAll } from '../../../support/fuzz.js';

/** Values of the first trial of greedy in the bundled air, which is computed fast, with the levels of a figure's first cell or with these. */
async function greedy(figure: TextFigure, levels: Readonly<Record<string, string>> = {}): Promise<Values> {
  const design = figureDesign(figure, { scale: 'reduced' });
  const cell = { ...cellsOf(design)[0]!, room: 'nominal', demand: '1.3', method: 'greedy', ...levels };
  return (await CHAPTER_3.trial({ cell, trial: 0, seed: 1, settings: design.settings })).values;
}

describe.runIf(triesAll())('trials of the text', () => {
  it('give the same values twice', async () => {
    expect(await greedy('text-3.3.6')).toEqual(await greedy('text-3.3.6'));
  });

  it('where times err by at most 12 % a plan earns what it claims within these 12 %, and less than NERR', async () => {
    const { averagedPerS, erredPerS, naivePerS } = await greedy('text-3.3.6', { workload: 'memory' });
    const ratio = Number(erredPerS) / Number(averagedPerS);
    expect(ratio).not.toBe(1);
    expect(ratio).toBeGreaterThan(1 / 1.12);
    expect(ratio).toBeLessThan(1 / 0.88);
    expect(Number(naivePerS)).toBeGreaterThanOrEqual(Number(averagedPerS));
  });

  it('a plan with a reserve below the red line blows colder air and earns less; an isolated room takes warmer air', async () => {
    // At 230 kW greedy runs out of cores in this air, not of power.
    const plain = await greedy('text-3.6.4', { capKW: '190' });
    const kept = await greedy('text-3.6.4', { capKW: '190', reserveK: '2.8' });
    const isolated = await greedy('text-3.6.4', { capKW: '190', aisles: 'isolated' });
    expect(Number(kept['setPointC'])).toBeLessThan(Number(plain['setPointC']));
    expect(Number(kept['averagedPerS'])).toBeLessThan(Number(plain['averagedPerS']));
    expect(Number(isolated['setPointC'])).toBeGreaterThan(Number(plain['setPointC']));
  });

  it('the facility is as large as its cell says', async () => {
    const [small, large] = [
      await greedy('text-3.6.5', { nodes: '1080', capKW: '230' }),
      await greedy('text-3.6.5', { nodes: '2160', capKW: '450' }),
    ];
    expect([small['outcome'], large['outcome']]).toEqual(['plan', 'plan']);
    // Twice the nodes and cores are offered about twice the work.
    expect(Number(large['fullPerS']) / Number(small['fullPerS'])).toBeCloseTo(2, 1);
  });
});
