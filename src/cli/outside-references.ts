import type { Command } from 'commander';
import type { Fault } from '../instances/fault.js';
import { outsideOf } from '../workbench/outside.js';

/** Error that is thrown if the input of a command is refused before the command runs. */
export class RefusedInput extends Error {
  constructor(readonly faults: readonly Fault[]) {
    super('refused input');
    this.name = 'RefusedInput';
  }
}

/** Name of the argument or option of a command whose value is an instance file. */
const ARGUMENT = 'instance';

/**
 * Adds a check that runs before every command: instances that name files outside their folders are refused, unless
 * --allow-outside is given.
 */
export function guardReferences(program: Command): void {
  program.hook('preAction', (_, action) => {
    if (action.getOptionValue('allowOutside') === true) return;
    const faults = instancesOf(action).flatMap((file) => outsideOf(file));
    if (faults.length > 0) throw new RefusedInput(faults);
  });
}

/** Returns the instance files that were given to a command, as arguments or as an option. */
function instancesOf(command: Command): string[] {
  const given = command.registeredArguments.flatMap((argument, k): unknown[] => {
    if (argument.name() !== ARGUMENT) return [];
    const value: unknown = command.processedArgs[k];
    return Array.isArray(value) ? value : [value];
  });
  return [...given, command.getOptionValue(ARGUMENT)].filter((file) => typeof file === 'string');
}
