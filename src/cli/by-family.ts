import type { Command } from 'commander';
import { type InstanceFamily, instanceFamilyOf } from '../instances/family.js';
import type { Problem } from '../instances/problem.js';
import { OptionError } from './options.js';
import { refuse } from './output.js';

/** Options that one family alone understands, by their names in the parsed words. */
const ONLY: Readonly<Record<InstanceFamily, readonly string[]>> = {
  'reward-rate': [
    ...['naive', 'constraints', 'engine', 'writeModel'],
    ...['horizon', 'timeCov', 'arrivalCov', 'taskCov', 'deadlines', 'idleCores', 'share'],
  ],
  robust: ['problem', 'constraint', 'improve', 'start', 'front', 'boundTimeLimit', 'law', 'workers'],
};

/** What a command does for a family; `isKnown` false where the file could not be read, so that it will refuse it. */
type Answer = (isKnown: boolean) => number | Promise<number>;

/**
 * Does what the family of the instance asks for; a file of no family is refused, and so are options of another one. A file that cannot be
 * read is refused by the command itself, which may find more that is wrong.
 */
export async function byFamily(
  file: string,
  command: Command,
  json: boolean,
  answers: Readonly<Record<InstanceFamily, Answer>>,
): Promise<number> {
  const found = instanceFamilyOf(file);
  if (!found.ok) {
    const isForeign = found.problems.some(({ path }) => path === 'format');
    return isForeign ? refuse(found.problems, json) : answers['reward-rate'](false);
  }
  refuseForeign(found.family, command);
  return answers[found.family](true);
}

/** An option that would be ignored is refused: whoever gave it expects it to count. */
function refuseForeign(family: InstanceFamily, command: Command): void {
  for (const [owner, names] of Object.entries(ONLY)) {
    const given = owner === family ? undefined : names.find((name) => command.getOptionValueSource(name) === 'cli');
    if (given === undefined) continue;
    const option = command.options.find((known) => known.attributeName() === given)?.long ?? given;
    throw new OptionError(option, `with a ${family} instance`, `only with ${owner} instances`, 'Leave the option out.');
  }
}

/** For studies that only one family has so far: what to do instead, or null where the family is that one or cannot be told. */
export function notForRobust(file: string, command: string, remedy: string): Problem | null {
  const found = instanceFamilyOf(file);
  if (!found.ok || found.family !== 'robust') return null;
  const value = 'a robust bag-of-tasks instance';
  return { file, path: 'format', value, allowed: `a reward-rate instance: plenum ${command} takes no other`, remedy };
}
