import type { Problem, Refused } from '../../instances/problem.js';
import type { CompareReport } from '../../reports/compare/report.js';
import type { CompareOfFamily, ComparisonAsked, ComparisonWords } from '../compare.js';
import type { Words } from '../family.js';
import { labelProblem } from '../labels.js';
import { optionProblem } from '../words.js';
import { MAX_SEED } from '../../../models/problems/utility/instance.js';
import { drawsNothing } from './instances/trial.js';
import { POLICIES } from './methods/registry.js';
import { openUtility, problemOf } from './runs/open.js';
import { utilityComparison } from './studies/compare/comparison.js';
import { settingsOfLabels } from './studies/compare/contestants.js';
import { choicesProblem } from './studies/setting.js';

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
      return refused({ file, path: 'seed', value: instance.seed, allowed, remedy });
    }
    const read = settingsOfLabels(labels);
    if ('fault' in read) return refused(labelProblem(read.fault, NAMES));
    for (const setting of read.settings) {
      const problem = choicesProblem(instance, setting);
      if (problem !== null) {
        return refused(
          optionProblem('--methods', setting.label, problem.allowed, `${problem.path}: ${problem.remedy}`),
        );
      }
    }
    const comparison = utilityComparison({ opened, file, trace, settings: read.settings, variants });
    const report = async (): Promise<CompareReport> =>
      (await import('./report/compare.js')).utilityCompareReport as CompareReport;
    return { ok: true, comparison, report };
  },
};

function readWords({ trace }: Words, { methods, variants, seed, trials }: ComparisonAsked): ComparisonWords | Refused {
  const read = settingsOfLabels(methods);
  if ('fault' in read) return refused(labelProblem(read.fault, NAMES));
  if (variants && seed + trials - 1 > MAX_SEED) {
    const most = MAX_SEED - trials + 1;
    return refused(optionProblem('--seed', seed, `with --vary at most ${most}`, 'Take a smaller seed.'));
  }
  return { ok: true, labels: methods, settings: typeof trace === 'string' ? { trace } : {} };
}

function refused(problem: Problem): Refused {
  return { ok: false, problems: [problem] };
}
