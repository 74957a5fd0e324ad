import type { RobustGoal } from '../../../models/problems/robust/plan.js';
import { choiceProblem } from '../../instances/choice-problem.js';
import type { Refused } from '../../instances/problem.js';
import type { Words } from '../family.js';

/** Problems of the family, by the names that --problem takes (docs/robust/README.md). */
const GOALS: readonly RobustGoal[] = ['mo-ec', 'eo-mc'];

/** `goal` from `problem`, absent where nothing was said. */
export function readRobustWords(words: Words): Words | Refused {
  const { problem, ...others } = words;
  if (problem === undefined) return others;
  const goal = GOALS.find((one) => one === problem);
  if (goal !== undefined) return { ...others, goal };
  return {
    ok: false,
    problems: [choiceProblem('--problem', typeof problem === 'string' ? problem : JSON.stringify(problem), GOALS)],
  };
}
