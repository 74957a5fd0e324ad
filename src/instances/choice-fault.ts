import { nearestName } from './nearest-name.js';
import { COMMAND_LINE, type Fault } from './fault.js';

/** Returns the fault that the value of a command's option is none of the known names. */
export function choiceFault(option: string, name: string, known: readonly string[]): Fault {
  const nearest = nearestName(name, known);
  const remedy = `Choose one of them${nearest === undefined ? '' : `; the nearest in spelling is "${nearest}"`}.`;
  return { file: COMMAND_LINE, path: option, value: name, allowed: known.join(', '), remedy };
}
