import { nearestName } from './nearest-name.js';
import { COMMAND_LINE, type Fault } from './fault.js';

/** Returns the fault that a command's option has a value which is not one of the known names. */
export function choiceFault(option: string, name: string, known: readonly string[]): Fault {
  const nearest = nearestName(name, known);
  const remedy = `Choose one of them${nearest === undefined ? '' : `; the nearest in spelling is "${nearest}"`}.`;
  return { file: COMMAND_LINE, path: option, value: name, allowed: known.join(', '), remedy };
}
