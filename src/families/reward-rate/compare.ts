import type { LpEngineName } from '../../solvers/linear/load.js';
import type { CompareReport } from '../../reports/compare/report.js';
import type { CompareOfFamily } from '../compare.js';
import { choicesOfSettings, compareWordsProblem, reservesOfSettings, settingsOfWords } from './compare-words.js';
import { METHODS } from './methods/registry.js';
import { openProblem } from './runs/open.js';
import { unplannedStandbyProblem } from './runs/standby-air.js';
import { rewardRateComparison } from './studies/compare/comparison.js';
import { contestantOf, contestantProblem } from './studies/compare/contestants.js';

export const compareOfRewardRate: CompareOfFamily = {
  progressUnit: '',
  readWords: (words, { methods }) => {
    const problem = contestantProblem(methods, METHODS) ?? compareWordsProblem(words, methods);
    return problem === null
      ? { ok: true, labels: methods, settings: settingsOfWords(words) }
      : { ok: false, problems: [problem] };
  },
  open: ({ file, labels, settings, variants, shouldStop }) => {
    const opened = openProblem(file, undefined, shouldStop, reservesOfSettings(settings));
    if (!opened.ok) return opened;
    for (const contestant of labels.map((label) => contestantOf(label, METHODS)!)) {
      const run = { ...choicesOfSettings(settings, contestant), method: contestant.method };
      const unplanned = unplannedStandbyProblem(run, opened.instance);
      if (unplanned !== null) return { ok: false, problems: [unplanned] };
    }
    const comparison = rewardRateComparison({
      ...{ opened, labels, variants, engine: settings['engine'] as LpEngineName },
      choicesOf: (contestant) => choicesOfSettings(settings, contestant),
    });
    const report = async (): Promise<CompareReport> =>
      (await import('./report/compare.js')).rewardRateCompareReport as CompareReport;
    return { ok: true, comparison, report };
  },
};
