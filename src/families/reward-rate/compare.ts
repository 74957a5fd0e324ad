import type { LpEngineName } from '../../solvers/linear/load.js';
import { anyComparison, type CompareOfFamily } from '../compare.js';
import { METHODS } from './methods/registry.js';
import { openProblem } from './runs/open.js';
import { rewardRateComparison } from './studies/compare/comparison.js';
import { contestantProblem } from './studies/compare/contestants.js';

export const compareOfRewardRate: CompareOfFamily = {
  progressUnit: '',
  readWords: ({ engine = 'highs' }, { methods }) => {
    const problem = contestantProblem(methods, METHODS);
    if (problem !== null) return { ok: false, problems: [problem] };
    return { ok: true, labels: methods, settings: { engine: engine as LpEngineName } };
  },
  open: ({ file, labels, settings, variants, shouldStop }) => {
    const opened = openProblem(file, undefined, shouldStop);
    if (!opened.ok) return opened;
    const engine = settings['engine'] as LpEngineName;
    const comparison = rewardRateComparison({ opened, labels, engine, variants });
    return anyComparison(comparison, async () => (await import('./report/compare.js')).rewardRateCompareReport);
  },
};
