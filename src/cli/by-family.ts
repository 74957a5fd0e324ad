import type { Command } from 'commander';
import type { Family } from '../families/family.js';
import type { Fault } from '../instances/fault.js';
import { answering, familyOfFile, foreignOption, untaken } from '../workbench/find-family.js';
import { OptionError } from './options.js';
import { refuse } from './output.js';

/**
 * Runs a command on a file of any family, after refusing options that the file's family does not have. Returns the exit
 * code.
 */
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
 * Returns the file's family, or faults if the file has another format or the family does not support the command. For
 * an unreadable file, `unread` is returned instead of faults, because the command itself reports them.
 *
 * @throws OptionError if an option was given that only other families have
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
