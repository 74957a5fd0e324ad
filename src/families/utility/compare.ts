import type { Refused } from '../../instances/fault.js';
import type { CompareReport } from '../../reports/compare/report.js';
import { type CompareOfFamily, type ComparisonRequest, type ComparisonWords } from '../compare.js';
import { refusedFor } from '../studies.js';
import type { Words } from '../family.js';
import { labelFault } from '../labels.js';
import { optionFault, seedsFault } from '../words.js';
import { MAX_SEED } from '../../../models/fields/fields.js';
import { drawsNothing } from './instances/trial.js';
import { POLICIES } from './methods/registry.js';
import { openUtility, problemOf } from './runs/open.js';
import { utilityComparison } from './studies/compare/comparison.js';
import { settingsOfLabels } from './studies/compare/contestants.js';
import { choicesFault } from './studies/setting.js';

/** Names of the policies. */
const NAMES = POLICIES.map(({ name }) => name);

/** Policies side by side, in the forms that their labels name. */
export const compareOfUtility: CompareOfFamily = {
  progressUnit: '',
  readWords,
  open: ({ file, labels, settings: words, variants }) => {
    const trace = (words['trace'] ?? null) as string | null;
    const opened = openUtility(file, trace ?? undefined);
    if (!opened.ok) return opened;
    const known = problemOf(opened, file);
    if (!known.ok) return known;
    const { instance } = opened;
    if (variants && drawsNothing(instance)) {
      const allowed = 'with --vary an instance in which something is drawn: types, arrivals, utilities or flags';
      const remedy = 'Every seed gives the same here: leave --vary out.';
      return refusedFor({ file, path: 'seed', value: instance.seed, allowed, remedy });
    }
    const read = settingsOfLabels(labels);
    if ('fault' in read) return refusedFor(labelFault(read.fault, NAMES));
    for (const setting of read.settings) {
      const fault = choicesFault(instance, setting);
      if (fault !== null) {
        return refusedFor(optionFault('--methods', setting.label, fault.allowed, `${fault.path}: ${fault.remedy}`));
      }
    }
    const comparison = utilityComparison({ opened, file, trace, settings: read.settings, variants });
    const report = async (): Promise<CompareReport> =>
      (await import('./report/compare.js')).utilityCompareReport as CompareReport;
    return { ok: true, comparison, report };
  },
};

function readWords({ trace }: Words, asked: ComparisonRequest): ComparisonWords | Refused {
  const read = settingsOfLabels(asked.methods);
  if ('fault' in read) return refusedFor(labelFault(read.fault, NAMES));
  const tooLarge = seedsFault(asked, MAX_SEED);
  if (tooLarge !== null) return refusedFor(tooLarge);
  return { ok: true, labels: asked.methods, settings: typeof trace === 'string' ? { trace } : {} };
}
