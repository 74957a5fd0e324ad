import { nearestName } from './nearest-name.js';
import { COMMAND_LINE, type Problem } from './problem.js';

/** A name that is not in a closed list, as a problem of the option it was given to. */
export function choiceProblem(option: string, name: string, known: readonly string[]): Problem {
  const nearest = nearestName(name, known);
  const remedy = `Choose one of them${nearest === undefined ? '' : `; the nearest in spelling is "${nearest}"`}.`;
  return { file: COMMAND_LINE, path: option, value: name, allowed: known.join(', '), remedy };
}
