import type { RobustGoal, RobustObjective } from '../../../models/problems/robust/plan.js';
import { choiceProblem } from '../../instances/choice-problem.js';
import type { Refused } from '../../instances/problem.js';
import type { Words } from '../family.js';
import { optionProblem } from '../words.js';

/** Problems of the family, by the names that --problem takes (docs/robust/README.md). */
const GOALS: readonly RobustGoal[] = ['mo-ec', 'eo-mc'];

/** Measures that MO-EC may maximise, by the names that --objective takes. */
const OBJECTIVES: readonly RobustObjective[] = ['psi', 'whole-bag'];

/** `goal` from `problem` and the objective, absent where nothing was said. */
export function readRobustWords(words: Words): Words | Refused {
  const { problem, objective, ...others } = words;
  const goal = GOALS.find((one) => one === problem);
  if (problem !== undefined && goal === undefined) {
    return { ok: false, problems: [choiceProblem('--problem', written(problem), GOALS)] };
  }
  const maximised = OBJECTIVES.find((one) => one === objective);
  if (objective !== undefined && maximised === undefined) {
    return { ok: false, problems: [choiceProblem('--objective', written(objective), OBJECTIVES)] };
  }
  if (goal === 'eo-mc' && maximised !== undefined) {
    const remedy = 'Leave --objective out: eo-mc maximises phi.';
    return {
      ok: false,
      problems: [optionProblem('--objective', `${maximised} with --problem eo-mc`, 'with mo-ec', remedy)],
    };
  }
  return {
    ...others,
    ...(goal === undefined ? {} : { goal }),
    ...(maximised === undefined ? {} : { objective: maximised }),
  };
}

function written(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
