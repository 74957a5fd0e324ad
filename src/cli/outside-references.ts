import type { Command } from 'commander';
import type { Fault } from '../instances/fault.js';
import { outsideOf } from '../workbench/outside.js';

/** Thrown if a command's input is refused before the command runs. */
export class RefusedInput extends Error {
  constructor(readonly faults: readonly Fault[]) {
    super('refused input');
    this.name = 'RefusedInput';
  }
}

/** Name of the argument, and of the option, with which commands are given an instance file. */
const ARGUMENT = 'instance';

/**
 * Makes every command first refuse instances that name files outside their folders, unless --allow-outside is given.
 */
export function guardReferences(program: Command): void {
  program.hook('preAction', (_, action) => {
    if (action.getOptionValue('allowOutside') === true) return;
    const faults = instancesOf(action).flatMap((file) => outsideOf(file));
    if (faults.length > 0) throw new RefusedInput(faults);
  });
}

/** Returns the paths of the instance files in a command's arguments and in its option ARGUMENT. */
function instancesOf(command: Command): string[] {
  const given = command.registeredArguments.flatMap((argument, k): unknown[] => {
    if (argument.name() !== ARGUMENT) return [];
    const value: unknown = command.processedArgs[k];
    return Array.isArray(value) ? value : [value];
  });
  return [...given, command.getOptionValue(ARGUMENT)].filter((file) => typeof file === 'string');
}
