import { choiceProblem } from '../../instances/choice-problem.js';
import type { Problem, Refused } from '../../instances/problem.js';
import { ROBUST_METHODS } from './methods/registry.js';
import { type RobustChoice } from './methods/registry.js';
import { type RobustMethod } from './methods/registry.js';
import { CONSTRAINT_HANDLING, IMPROVEMENT_WORDS, improvementsOf } from './methods/outcome.js';
import { isRefused, type Words } from '../family.js';
import { boundWordsProblem, optionProblem, readMethod, textOf } from '../words.js';
import { readRobustWords } from './words.js';

/** Words by the choice they make. */
const CHOICES: readonly { readonly choice: RobustChoice; readonly word: string }[] = [
  { choice: 'handling', word: 'constraint' },
  { choice: 'improvements', word: 'improve' },
  { choice: 'start', word: 'start' },
];

/** Method, goal and choices by what they mean; what the method would ignore is refused. */
export function readRobustSolveWords(words: Words): Words | Refused {
  const method = readMethod(words, ROBUST_METHODS);
  if ('problem' in method) return refused(method.problem);
  const problem = refuseUnheeded(method, words) ?? boundWordsProblem(method, ROBUST_METHODS, words);
  if (problem !== null) return refused(problem);
  const read = readSearchForm(words);
  return isRefused(read) ? read : { ...read, method };
}

/** Goal, constraint handling and improvements by what they mean. */
export function readSearchForm(words: Words): Words | Refused {
  const withGoal = readRobustWords(words);
  if (isRefused(withGoal)) return withGoal;
  const { constraint = 'dynamic', improve = 'none', ...others } = withGoal;
  const handling = CONSTRAINT_HANDLING.find((one) => one === constraint);
  if (handling === undefined) return refused(choiceProblem('--constraint', textOf(constraint), CONSTRAINT_HANDLING));
  const improvements = improvementsOf(textOf(improve));
  if ('unknown' in improvements) {
    return refused(choiceProblem('--improve', improvements.unknown, IMPROVEMENT_WORDS));
  }
  return { goal: 'mo-ec', ...others, handling, improvements };
}

/** A choice that was made and that the method would ignore. */
function refuseUnheeded(method: RobustMethod, words: Words): Problem | null {
  const found = CHOICES.find(({ choice, word }) => words[word] !== undefined && !method.heeds.includes(choice));
  if (found === undefined) return null;
  const able = ROBUST_METHODS.filter(({ heeds }) => heeds.includes(found.choice)).map(({ name }) => name);
  return optionProblem(
    `--${found.word}`,
    `with ${method.name}`,
    `only with ${able.join(', ')}`,
    'Leave the option out.',
  );
}

function refused(problem: Problem): Refused {
  return { ok: false, problems: [problem] };
}
