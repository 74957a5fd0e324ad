import { countOf } from '../../reports/format.js';
import type { Refused } from '../../instances/fault.js';
import type { SearchRequest, SolvedByFamily, SolveOfFamily } from '../family.js';
import { ROUNDING_RULES, type RoundingRule } from './runs/result.js';
import { runTemplates } from './runs/study-run.js';

/** Solves the templates of all states of an instance, for a study. */
export const studyRunOfTemplates: SolveOfFamily = { progressUnit: 'tasks/J', solve, unknownToSome: [] };

async function solve({ words, ...request }: SearchRequest): Promise<SolvedByFamily | Refused> {
  const answer = await runTemplates({ ...request, rounding: (words['method'] ?? ROUNDING_RULES[0]) as RoundingRule });
  if (!answer.ok) return answer;
  const { result } = answer;
  return {
    ok: true,
    result,
    plan: null,
    summary: () =>
      `${result.work['feasibleStates'] ?? 0} of ${countOf(result.work['states'] ?? 0, 'state')} ${result.work['feasibleStates'] === 1 ? 'is' : 'are'} feasible`,
    texts: () => ({ plan: null, report: {} }),
  };
}
