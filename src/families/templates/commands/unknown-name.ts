import { choiceFault } from '../../../instances/choice-fault.js';
import { RefusedOption } from '../../commands.js';

/** Returns the fault of a name that is not in a closed list. */
export function unknownName(option: string, name: string, known: readonly string[]): RefusedOption {
  return RefusedOption.of(choiceFault(option, name, known));
}
