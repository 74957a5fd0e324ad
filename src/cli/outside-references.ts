import type { Command } from 'commander';
import type { Fault } from '../instances/fault.js';
import { COMMON_OPTIONS } from '../families/common-options.js';
import { optionOf } from './declared-options.js';
import { outsideOf } from '../workbench/outside.js';

/** Error: the input of a command is refused before the command runs. */
export class RefusedInput extends Error {
  constructor(readonly faults: readonly Fault[]) {
    super('refused input');
    this.name = 'RefusedInput';
  }
}

/** Name that the declarations of commands use for an argument or option that is an instance file. */
const ARGUMENT = 'instance';

/**
 * Adds --allow-outside to every command that opens instances. Without this option, an instance that names files outside
 * its folder is refused before the command runs.
 */
export function guardReferences(program: Command): void {
  for (const command of commandsBelow(program)) {
    if (!opensInstances(command)) continue;
    if (!command.options.some(({ long }) => long === '--allow-outside')) {
      command.addOption(optionOf({ ...COMMON_OPTIONS.allowOutside, name: 'allowOutside' }));
    }
    command.hook('preAction', (_, action) => {
      if (action.getOptionValue('allowOutside') === true) return;
      const faults = instancesOf(action).flatMap((file) => outsideOf(file));
      if (faults.length > 0) throw new RefusedInput(faults);
    });
  }
}

function commandsBelow(command: Command): Command[] {
  return command.commands.flatMap((one) => [one, ...commandsBelow(one)]);
}

function opensInstances(command: Command): boolean {
  return (
    command.registeredArguments.some((argument) => argument.name() === ARGUMENT) ||
    command.options.some((option) => option.attributeName() === ARGUMENT)
  );
}

function instancesOf(command: Command): string[] {
  const given = command.registeredArguments.flatMap((argument, k): unknown[] => {
    if (argument.name() !== ARGUMENT) return [];
    const value: unknown = command.processedArgs[k];
    return Array.isArray(value) ? value : [value];
  });
  return [...given, command.getOptionValue(ARGUMENT)].filter((file) => typeof file === 'string');
}
