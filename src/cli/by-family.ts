import type { Command } from 'commander';
import type { Family } from '../families/family.js';
import { FAMILIES } from '../families/registry.js';
import type { Problem } from '../instances/problem.js';
import { answering, familyOfFile, untaken } from '../workbench/find-family.js';
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
  refuseForeign(family, command, families);
  return { family };
}

/** An option that would be ignored is refused: whoever gave it expects it to count. */
function refuseForeign(family: Family, command: Command, families: readonly Family[]): void {
  const foreign = families.flatMap(({ options }) => options).filter((name) => !family.options.includes(name));
  const given = foreign.find((name) => command.getOptionValueSource(name) === 'cli');
  if (given === undefined) return;
  const owners = families.filter(({ options }) => options.includes(given)).map(({ name }) => name);
  const option = command.options.find((known) => known.attributeName() === given)?.long ?? given;
  const allowed = `only with ${owners.join(' or ')} instances`;
  throw new OptionError(option, `with a ${family.name} instance`, allowed, 'Leave the option out.');
}
