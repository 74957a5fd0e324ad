import type { Command } from 'commander';
import type { Family } from '../families/family.js';
import { FAMILIES } from '../families/registry.js';
import type { Problem } from '../instances/problem.js';
import { answering, familyOfFile, foreignOption, untaken } from '../workbench/find-family.js';
import { OptionError } from './options.js';
import { refuse } from './output.js';

/** What a command does for a family; `isKnown` false where the file could not be read, so that it will refuse it. */
type Answer = (isKnown: boolean) => number | Promise<number>;

type Answers = Readonly<Record<'reward-rate', Answer> & Partial<Record<string, Answer>>>;

/**
 * Does what the family of the instance asks for; a file of no family is refused, and so are options of another one and families that
 * do not answer the command. A file that cannot be read is refused by the command itself, which may find more that is wrong.
 */
export async function byFamily(file: string, command: Command, json: boolean, answers: Answers): Promise<number> {
  const found = refusedBefore(file, command, FAMILIES);
  if ('unread' in found) return answers['reward-rate'](false);
  if ('problems' in found) return refuse(found.problems, json);
  const answer = answers[found.family.name];
  if (answer === undefined) return refuse([untaken(file, found.family, command.name())], json);
  return answer(true);
}

/** Runs a command for a file of any family once what its family does not take has been refused. */
export async function ofAnyFamily(
  file: string,
  command: Command,
  families: readonly Family[],
  run: () => Promise<number>,
): Promise<number> {
  const json = command.getOptionValue('json') === true;
  const found = refusedBefore(file, command, families);
  return 'problems' in found ? refuse(found.problems, json) : run();
}

type Found = { readonly family: Family } | { readonly unread: true } | { readonly problems: readonly Problem[] };

/** The family of a file, or why the command will not be run: a format of none, a verb it does not answer. @throws OptionError on options of others. */
function refusedBefore(file: string, command: Command, families: readonly Family[]): Found {
  const found = familyOfFile(file, families);
  if (!found.ok) {
    const isForeign = found.problems.some(({ path }) => path === 'format');
    return isForeign ? { problems: found.problems } : { unread: true };
  }
  const { family } = found;
  if (!answering(command.name(), families).includes(family)) {
    return { problems: [untaken(file, family, command.name(), families)] };
  }
  const isGiven = (name: string): boolean => command.getOptionValueSource(name) === 'cli';
  const shown = (name: string): string => command.options.find((one) => one.attributeName() === name)?.long ?? name;
  const foreign = foreignOption(command.name(), family, isGiven, shown, families);
  if (foreign !== null) throw OptionError.of(foreign);
  return { family };
}
