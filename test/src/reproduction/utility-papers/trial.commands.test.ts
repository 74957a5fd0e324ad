import { describe, expect, it } from 'vitest';
import type { TrialRequest } from '../../../../src/experiments/design.js';
import { figureDesign } from '../../../../src/reproduction/utility-papers/figures.js';
import type { UtilityFigure } from '../../../../src/reproduction/utility-papers/names.js';
import { utilityTrial } from '../../../../src/reproduction/utility-papers/trial.js';
import { UNCONSTRAINED } from '../../../../src/reproduction/utility-papers/regimes.js';
import { knownTrials } from '../../../fixtures/reproduction/known-trials.js';
import { triesAll } from '../../../support/fuzz.js';

function input(figure: UtilityFigure, setting: string, method: string, trial = 0): TrialRequest {
  const { settings, seed } = figureDesign(figure, { scale: 'reduced' });
  return { cell: { setting, method }, trial, seed: seed + trial, settings };
}

describe('utilityTrial', () => {
  it.each(knownTrials('utility-'))(
    'finds again what it found before: $figure, $cell.setting, $cell.method',
    async (known) => {
      const { figure, cell, trial, values } = known;
      const asked = input(figure as UtilityFigure, cell['setting']!, cell['method']!, trial);
      expect((await utilityTrial(asked)).values).toEqual(values);
    },
  );

  // A day of the serial tasks takes over ten seconds.
  it.each([
    ...(triesAll() ? ([['utility-serial', 'serial-100']] as const) : []),
    ['utility-parallel-5000', 'parallel-5000'],
  ] as const)('%s without a budget draws about the energy by which its budgets are fixed', async (figure, regime) => {
    const { method, energyJ } = UNCONSTRAINED[regime];
    const { values } = await utilityTrial(input(figure, 'no budget', method, 1));
    // One trial of the twelve whose mean it is: they differ from it by up to 16 %, the second by 2 %.
    expect(Math.abs(Number(values['energyJ']) / energyJ - 1)).toBeLessThan(0.1);
  });

  it('a cell does not depend on those that were run before it', async () => {
    const [free, tight] = [input('utility-budgets', 'no budget', 'util'), input('utility-budgets', '70 %', 'upt')];
    const first = (await utilityTrial(tight)).values;
    const between = (await utilityTrial(free)).values;
    expect((await utilityTrial(tight)).values).toEqual(first);
    expect([first['budgetJ'], between['budgetJ']]).toEqual([expect.any(Number), null]);
    expect(Number(first['energyJ'])).toBeLessThanOrEqual(Number(first['budgetJ']));
    expect(Number(between['energyJ'])).toBeGreaterThan(Number(first['budgetJ']));
    expect(Object.keys(first)).toEqual(Object.keys(between));
  });

  it("without Curie's log nothing is run, and that is said", async () => {
    const { values } = await utilityTrial(input('utility-curie', 'no budget, 80 % of the cores', 'upr'));
    const { outcome, ...others } = values;
    expect([outcome, new Set(Object.values(others))]).toEqual(['no log', new Set([null])]);
  });

  it('refuses an unknown method or setting', async () => {
    await expect(utilityTrial(input('utility-parallel-5000', '70 %', 'oracle'))).rejects.toThrow('oracle');
    await expect(utilityTrial(input('utility-parallel-5000', '71 %', 'upe'))).rejects.toThrow('no setting "71 %"');
  });
});
