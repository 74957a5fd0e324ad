import { describe, expect, it } from 'vitest';
import type { TrialInput } from '../../../../../src/experiments/design.js';
import { figureDesign } from '../../../../../src/families/utility/figures/figures.js';
import type { UtilityFigure } from '../../../../../src/families/utility/figures/names.js';
import { utilityTrial } from '../../../../../src/families/utility/figures/trial.js';
import { POLICIES } from '../../../../../src/families/utility/methods/registry.js';
import { readStoredRecords } from '../../../../../src/workbench/figure-page.js';

const METHODS = POLICIES.map(({ name }) => name);

function input(figure: UtilityFigure, setting: string, method: string, trial = 0): TrialInput {
  const { settings, seed } = figureDesign(figure, { scale: 'reduced', methods: METHODS });
  return { cell: { setting, method }, trial, seed: seed + trial, settings };
}

describe('utilityTrial', () => {
  it.each([
    ['utility-parallel-5000', '70 %', 'conservative', 0],
    ['utility-parallel-5000', '70 %, permanent', 'upr', 1],
    ['utility-preemptive', 'step', 'util', 0],
  ] as const)('finds again what is stored: %s, %s, %s', (figure, setting, method, trial) => {
    const stored = readStoredRecords('docs', [figure]);
    if (!stored.ok) throw new Error(JSON.stringify(stored.problems));
    const { values } = stored.records
      .get(figure)!
      .records.find(
        ({ cell, trial: own }) => cell['setting'] === setting && cell['method'] === method && own === trial,
      )!;
    expect(utilityTrial(input(figure, setting, method, trial)).values).toEqual(values);
  });

  it('a cell does not depend on those that were run before it', () => {
    const [free, tight] = [
      input('utility-parallel-5000', 'no budget', 'util'),
      input('utility-parallel-5000', '70 %', 'random'),
    ];
    const first = utilityTrial(tight).values;
    const between = utilityTrial(free).values;
    expect(utilityTrial(tight).values).toEqual(first);
    expect([first['budgetJ'], between['budgetJ']]).toEqual([expect.any(Number), null]);
    expect(Number(first['energyJ'])).toBeLessThanOrEqual(Number(first['budgetJ']));
    expect(Number(between['energyJ'])).toBeGreaterThan(Number(first['budgetJ']));
    expect(Object.keys(first)).toEqual(Object.keys(between));
  });

  it("without Curie's log nothing is run, and that is said", () => {
    const { values } = utilityTrial(input('utility-curie', 'no budget, 80 % of the cores', 'upr'));
    const { outcome, ...others } = values;
    expect([outcome, new Set(Object.values(others))]).toEqual(['no log', new Set([null])]);
  });

  it('refuses an unknown method or setting', () => {
    expect(() => utilityTrial(input('utility-parallel-5000', '70 %', 'oracle'))).toThrow('there is no "oracle"');
    expect(() => utilityTrial(input('utility-parallel-5000', '71 %', 'upe'))).toThrow('no setting "71 %"');
  });
});
