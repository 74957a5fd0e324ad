import type { Refused } from '../../instances/fault.js';
import type { CompareReport } from '../../reports/compare/report.js';
import { type CompareOfFamily, type ComparisonRequest, type ComparisonWords } from '../compare.js';
import { refusedFor } from '../studies.js';
import type { Words } from '../family.js';
import { labelFault, sameMeaning } from '../labels.js';
import { optionFault, seedsFault } from '../words.js';
import { loadJobsInstance } from './instances/load.js';
import { MAX_SEED } from '../../../models/fields/fields.js';
import { drawsNothing } from './instances/trial.js';
import { DEFAULT_NODE_LIMIT } from './methods/profiles/build-profiles.js';
import { METHODS } from './methods/registry.js';
import { choicesOn } from './runs/choices.js';
import { type Contestant, jobsComparison } from './studies/compare/comparison.js';
import { settingsOfLabels } from './studies/compare/contestants.js';

/** Names of the methods. */
const NAMES = METHODS.map(({ name }) => name);

/** Methods side by side, in the readings that their labels name. */
export const compareOfJobs: CompareOfFamily = {
  progressUnit: '',
  readWords,
  open: ({ file, labels, settings: words, variants }) => {
    const opened = loadJobsInstance(file);
    if (!opened.ok) return opened;
    const { instance } = opened;
    if (variants && drawsNothing(instance)) {
      const allowed = 'with --vary an instance in which something is drawn: job types, arrivals, values or paces';
      const remedy = 'Every seed gives the same here: leave --vary out.';
      return refusedFor({ file, path: 'seed', value: instance.seed, allowed, remedy });
    }
    const nodeLimit = (words['profileNodes'] ?? DEFAULT_NODE_LIMIT) as number;
    const read = settingsOfLabels(labels);
    if ('fault' in read) return refusedFor(labelFault(read.fault, NAMES));
    const contestants: Contestant[] = [];
    for (const { label, asked } of read.settings) {
      const chosen = choicesOn(instance, { ...asked, profileNodes: nodeLimit });
      if (!chosen.ok) {
        const { path, allowed, remedy } = chosen.fault;
        return refusedFor(optionFault('--methods', label, allowed, `${path}: ${remedy}`));
      }
      const { choices } = chosen;
      const same = contestants.find((other) => JSON.stringify(other.choices) === JSON.stringify(choices));
      if (same !== undefined) return refusedFor(labelFault(sameMeaning(label, same.label), NAMES));
      contestants.push({ label, choices });
    }
    const comparison = jobsComparison({ opened, file, contestants, nodeLimit, variants });
    const report = async (): Promise<CompareReport> =>
      (await import('./report/compare.js')).jobsCompareReport as CompareReport;
    return { ok: true, comparison, report };
  },
};

function readWords({ profileNodes }: Words, asked: ComparisonRequest): ComparisonWords | Refused {
  const read = settingsOfLabels(asked.methods);
  if ('fault' in read) return refusedFor(labelFault(read.fault, NAMES));
  const tooLarge = seedsFault(asked, MAX_SEED);
  if (tooLarge !== null) return refusedFor(tooLarge);
  return {
    ok: true,
    labels: asked.methods,
    settings: profileNodes === undefined ? {} : { profileNodes: Number(profileNodes) },
  };
}
