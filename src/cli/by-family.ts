import type { Command } from 'commander';
import { type InstanceFamily, instanceFamilyOf } from '../instances/family.js';
import type { Problem } from '../instances/problem.js';
import { OptionError } from './options.js';
import { refuse } from './output.js';

/** Options that not every family understands, by their names in the parsed words, and the families that do. */
const TAKEN_BY: readonly (readonly [families: readonly InstanceFamily[], names: readonly string[]])[] = [
  [
    ['reward-rate'],
    [
      ...['naive', 'constraints', 'engine', 'writeModel'],
      ...['horizon', 'timeCov', 'arrivalCov', 'taskCov', 'deadlines', 'idleCores', 'share'],
    ],
  ],
  [['robust'], ['problem', 'constraint', 'improve', 'start', 'law', 'workers']],
  [
    ['robust', 'geo'],
    ['front', 'boundTimeLimit'],
  ],
];

/** What a command does for a family; `isKnown` false where the file could not be read, so that it will refuse it. */
type Answer = (isKnown: boolean) => number | Promise<number>;

type Answers = Readonly<Record<'reward-rate', Answer> & Partial<Record<InstanceFamily, Answer>>>;

/**
 * Does what the family of the instance asks for; a file of no family is refused, and so are options of another one and families that
 * the command has no answer for. A file that cannot be read is refused by the command itself, which may find more that is wrong.
 */
export async function byFamily(
  file: string,
  command: Command,
  json: boolean,
  answers: Answers,
  remedies: Remedies = {},
): Promise<number> {
  const found = instanceFamilyOf(file);
  if (!found.ok) {
    const isForeign = found.problems.some(({ path }) => path === 'format');
    return isForeign ? refuse(found.problems, json) : answers['reward-rate'](false);
  }
  const { family } = found;
  const answer = answers[family];
  if (answer === undefined) {
    const taken = Object.keys(answers) as InstanceFamily[];
    return refuse([untaken(file, family, command.name(), taken, remedies[family])], json);
  }
  refuseForeign(family, command);
  return answer(true);
}

/** What to do instead with instances of families that a command has no answer for. */
export type Remedies = Readonly<Partial<Record<InstanceFamily, string>>>;

const KINDS: Readonly<Record<InstanceFamily, string>> = {
  'reward-rate': 'a reward-rate instance',
  robust: 'a robust bag-of-tasks instance',
  geo: 'a geo instance',
  templates: 'a templates instance',
};

const DEFAULT_REMEDY: Remedies = {
  templates: 'Name another instance, or use plenum templates (docs/templates-instances.md).',
};

function untaken(
  file: string,
  family: InstanceFamily,
  command: string,
  taken: readonly InstanceFamily[],
  remedy = DEFAULT_REMEDY[family] ?? 'Name another instance, or use plenum solve.',
): Problem {
  const kinds = taken.map((one) => KINDS[one]).join(' or ');
  return { file, path: 'format', value: KINDS[family], allowed: `${kinds}: plenum ${command} takes no other`, remedy };
}

/** An option that would be ignored is refused: whoever gave it expects it to count. */
function refuseForeign(family: InstanceFamily, command: Command): void {
  for (const [owners, names] of TAKEN_BY) {
    const given = owners.includes(family)
      ? undefined
      : names.find((name) => command.getOptionValueSource(name) === 'cli');
    if (given === undefined) continue;
    const option = command.options.find((known) => known.attributeName() === given)?.long ?? given;
    const allowed = `only with ${owners.join(' or ')} instances`;
    throw new OptionError(option, `with a ${family} instance`, allowed, 'Leave the option out.');
  }
}
