import type { RobustGoal, RobustObjective } from '../../../models/families/robust/plan.js';
import { nearestName } from '../../instances/nearest-name.js';
import type { Fault, Refused } from '../../instances/fault.js';
import type { CompareReport } from '../../reports/compare/report.js';
import { type CompareOfFamily, type ComparisonRequest, type ComparisonWords } from '../compare.js';
import { refusedFor } from '../studies.js';
import { isRefused, type Words } from '../family.js';
import { optionFault, seedsFault } from '../words.js';
import { MAX_SEED } from '../../../models/fields/fields.js';
import type { ConstraintHandling } from './methods/outcome.js';
import { ROBUST_METHODS } from './methods/registry.js';
import { openRobust } from './runs/open.js';
import { readSearchForm } from './solve-words.js';
import { robustComparison } from './studies/compare/comparison.js';
import { formOf, improvementsText, parseRobustContestants, type RobustForm } from './studies/compare/contestants.js';
import { noVariants } from './studies/compare/shelf.js';

export const compareOfRobust: CompareOfFamily = {
  progressUnit: 'z',
  readWords,
  open: ({ file, labels, settings, variants }) => {
    const opened = openRobust(file);
    if (!opened.ok) return opened;
    const source = variants ? noVariants(opened.instance) : null;
    if (source !== null) {
      const allowed = 'with --vary generated times ("source": "generated"): others have no seed';
      const remedy = 'Leave --vary out, or name another instance.';
      return refusedFor({ file, path: 'workload.tasks.source', value: source, allowed, remedy });
    }
    const { problem, objective, constraint, improve } = settings;
    const form = formOf(constraint as ConstraintHandling, improve as string);
    const asked = { goal: problem as RobustGoal, objective: objective as RobustObjective | undefined };
    const comparison = robustComparison({ opened, ...asked, labels, form, variants });
    const report = async (): Promise<CompareReport> =>
      (await import('./report/compare.js')).robustCompareReport as CompareReport;
    return { ok: true, comparison, report };
  },
};

function readWords(words: Words, asked: ComparisonRequest): ComparisonWords | Refused {
  const { methods: labels } = asked;
  const read = readSearchForm(words);
  if (isRefused(read)) return read;
  const { goal, objective, handling, improvements } = read as unknown as RobustForm & {
    readonly goal: RobustGoal;
    readonly objective?: RobustObjective;
  };
  const fault = contestantFault(labels, words, { handling, improvements });
  if (fault !== null) return refusedFor(fault);
  const tooLarge = seedsFault(asked, MAX_SEED);
  if (tooLarge !== null) return refusedFor(tooLarge);
  // Psi is not named, so that comparisons by it are taken up again as before.
  const measure = objective === undefined || objective === 'psi' ? {} : { objective };
  const settings = { problem: goal, ...measure, constraint: handling, improve: improvementsText(improvements) };
  return { ok: true, labels, settings };
}

/** A label that names no form, or a choice that was made and that all methods would ignore. */
function contestantFault(labels: readonly string[], words: Words, form: RobustForm): Fault | null {
  const { contestants, faults } = parseRobustContestants(labels, ROBUST_METHODS, form);
  const [fault] = faults;
  if (fault !== undefined) {
    const { label, allowed, remedy } = fault;
    const name = label.split(':')[0]!;
    const known = ROBUST_METHODS.map((method) => method.name);
    const nearest = known.includes(name) ? undefined : nearestName(name, known);
    const hint = nearest === undefined ? '' : `; the nearest in spelling is "${nearest}"`;
    return optionFault('--methods', label, allowed, remedy.replace(/\.$/, `${hint}.`));
  }
  const choices = [
    ['constraint', 'handling', contestants.some(({ takesHandling }) => takesHandling)],
    ['improve', 'improvements', contestants.some(({ takesImprovements }) => takesImprovements)],
  ] as const;
  const ignored = choices.find(([word, , isTaken]) => !isTaken && words[word] !== undefined);
  if (ignored === undefined) return null;
  const able = ROBUST_METHODS.filter(({ heeds }) => heeds.includes(ignored[1])).map(({ name }) => name);
  const allowed = `with one of ${able.join(', ')} whose label says no other`;
  return optionFault(`--${ignored[0]}`, `with ${labels.join(',')}`, allowed, 'Leave the option out.');
}
