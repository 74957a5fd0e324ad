import { choiceFault } from '../../../instances/choice-fault.js';
import { RefusedOption } from '../../commands.js';

/**
 * Returns the refusal of an option value that is not one of the allowed names.
 *
 * @param known allowed names
 */
export function unknownName(option: string, name: string, known: readonly string[]): RefusedOption {
  return RefusedOption.of(choiceFault(option, name, known));
}
