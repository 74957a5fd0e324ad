import { nearestName } from './nearest-name.js';
import { COMMAND_LINE, type Problem } from './problem.js';

/** Returns the problem of an option that was given a name outside of a closed list. */
export function choiceProblem(option: string, name: string, known: readonly string[]): Problem {
  const nearest = nearestName(name, known);
  const remedy = `Choose one of them${nearest === undefined ? '' : `; the nearest in spelling is "${nearest}"`}.`;
  return { file: COMMAND_LINE, path: option, value: name, allowed: known.join(', '), remedy };
}
