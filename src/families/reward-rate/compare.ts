import type { LpEngineName } from '../../solvers/linear/load.js';
import type { CompareReport } from '../../reports/compare/report.js';
import type { CompareOfFamily } from '../compare.js';
import { choicesOfSettings, compareWordsFault, reservesOfSettings, settingsOfWords } from './compare-words.js';
import { METHODS } from './methods/registry.js';
import { openModel } from './runs/open.js';
import { unplannedStandbyFault } from './runs/standby-air.js';
import { rewardRateComparison } from './studies/compare/comparison.js';
import { contestantOf, contestantFault } from './studies/compare/contestants.js';

export const compareOfRewardRate: CompareOfFamily = {
  progressUnit: '',
  readWords: (words, { methods }) => {
    const fault = contestantFault(methods, METHODS) ?? compareWordsFault(words, methods);
    return fault === null
      ? { ok: true, labels: methods, settings: settingsOfWords(words) }
      : { ok: false, faults: [fault] };
  },
  open: ({ file, labels, settings, variants, shouldStop }) => {
    const opened = openModel(file, undefined, shouldStop, reservesOfSettings(settings));
    if (!opened.ok) return opened;
    for (const contestant of labels.map((label) => contestantOf(label, METHODS)!)) {
      const run = { ...choicesOfSettings(settings, contestant), method: contestant.method };
      const unplanned = unplannedStandbyFault(run, opened.instance);
      if (unplanned !== null) return { ok: false, faults: [unplanned] };
    }
    const comparison = rewardRateComparison({
      opened,
      labels,
      variants,
      engine: settings['engine'] as LpEngineName,
      choicesOf: (contestant) => choicesOfSettings(settings, contestant),
    });
    const report = async (): Promise<CompareReport> =>
      (await import('./report/compare.js')).rewardRateCompareReport as CompareReport;
    return { ok: true, comparison, report };
  },
};
