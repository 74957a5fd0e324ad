import { choiceProblem } from '../../../instances/choice-problem.js';
import { RefusedOption } from '../../commands.js';

/** A name that is not in a closed list. */
export function unknownName(option: string, name: string, known: readonly string[]): RefusedOption {
  return RefusedOption.of(choiceProblem(option, name, known));
}
