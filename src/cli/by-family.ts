import type { Command } from 'commander';
import type { Family } from '../families/family.js';
import type { Fault } from '../instances/fault.js';
import { answering, familyOfFile, foreignOption, untaken } from '../workbench/find-family.js';
import { OptionError } from './options.js';
import { refuse } from './output.js';

/** Returns the run of a command for a file of any family, once what its family does not take has been refused. */
export async function ofAnyFamily(
  file: string,
  command: Command,
  families: readonly Family[],
  run: () => Promise<number>,
): Promise<number> {
  const json = command.getOptionValue('json') === true;
  const found = refusedBefore(file, command, families);
  return 'faults' in found ? refuse(found.faults, json) : run();
}

type Found = { readonly family: Family } | { readonly unread: true } | { readonly faults: readonly Fault[] };

/**
 * Returns the family of a file, or why the command will not be run: a format of none, a verb it does not answer.
 * @throws OptionError on options of others.
 */
function refusedBefore(file: string, command: Command, families: readonly Family[]): Found {
  const found = familyOfFile(file, families);
  if (!found.ok) {
    const isForeign = found.faults.some(({ path }) => path === 'format');
    return isForeign ? { faults: found.faults } : { unread: true };
  }
  const { family } = found;
  if (!answering(command.name(), families).includes(family)) {
    return { faults: [untaken(file, family, command.name(), families)] };
  }
  const isGiven = (name: string): boolean => command.getOptionValueSource(name) === 'cli';
  const shown = (name: string): string => command.options.find((one) => one.attributeName() === name)?.long ?? name;
  const foreign = foreignOption(command.name(), family, isGiven, shown, families);
  if (foreign !== null) throw OptionError.of(foreign);
  return { family };
}
