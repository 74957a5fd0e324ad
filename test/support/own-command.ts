import { RefusedOption } from '../../src/families/commands.js';
import { allowedBy, flagOf, isOfKind, optionsOf, type OptionSpec } from '../../src/families/options.js';
import { FAMILIES } from '../../src/families/registry.js';
import { COMMAND_LINE, type Refused } from '../../src/instances/fault.js';
import { type FamilyCommandAnswer, runFamilyCommand } from '../../src/workbench/family-command.js';
import { instancePath } from '../../src/workbench/instance-path.js';
import { accepted } from './accepted.js';
import { repository } from './repository.js';
import { type Json, withDetails } from './run-cli.js';

/** Options of a command by their names: texts where the command reads texts, else values. */
type Words = Readonly<Record<string, string | number | boolean | undefined>>;

/** Returns the answer, or the refusal, of a command of a family's own such as "templates build", asked without the command line. */
export async function ownCommand(
  name: string,
  files: readonly string[],
  given: Words = {},
  { interrupted = () => false }: { readonly interrupted?: () => boolean } = {},
): Promise<FamilyCommandAnswer | Refused> {
  const { family, spec } = commandOf(name);
  const options = optionsOf(spec, name);
  const unknown = Object.keys(given).filter((word) => !options.some((option) => option.name === word));
  if (unknown.length > 0) throw new Error(`${name} has no options ${unknown.join(', ')}`);
  try {
    const paths = files.map((file, n) => (spec.arguments[n]?.name === 'instance' ? pathOf(file) : file));
    const words = Object.fromEntries(options.map((option) => [option.name, valueOf(option, given[option.name])]));
    return await runFamilyCommand(spec, family, {
      files: paths,
      words,
      plenumVersion: 'test',
      nowS: () => performance.now() / 1000,
      interrupted,
      watcher: { line: () => undefined, clear: () => undefined, say: () => undefined, warn: () => undefined },
    });
  } catch (error) {
    if (!(error instanceof RefusedOption)) throw error;
    return { ok: false, faults: [{ file: COMMAND_LINE, ...error.fault }] };
  }
}

/** Answer of a command that was not refused. */
export interface OwnAnswer {
  readonly ended: FamilyCommandAnswer['ended'];
  /** Record of the answer, its details beside what all records have. */
  readonly record: Json;
  /** The answer as a terminal shows it. */
  readonly text: string;
}

/** Returns the answer of a command of a family's own. Throws where it is refused. */
export async function ownAnswer(name: string, files: readonly string[], given: Words = {}): Promise<OwnAnswer> {
  const { ended, record, text } = accepted(await ownCommand(name, files, given));
  return { ended, record: withDetails(JSON.parse(JSON.stringify(record)) as Json), text };
}

/** Returns a command and the family whose own it is. */
function commandOf(name: string) {
  for (const { name: family, commands = [] } of FAMILIES) {
    for (const group of commands) {
      const spec = group.commands.find((one) => `${group.name} ${one.name}` === name);
      if (spec !== undefined) return { family, spec };
    }
  }
  throw new Error(`no command ${name}`);
}

/** Returns an option's value as the command reads it: its preset where none is given. Throws a RefusedOption for one of another kind. */
function valueOf({ flags, kind, preset, presetFor, read, isRequired }: OptionSpec, given: Words[string]): unknown {
  const flag = flagOf({ flags });
  if (given === undefined) {
    if (isRequired === true) throw new RefusedOption(flag, given, 'a value', 'Give one.');
    return preset ?? presetFor?.(1);
  }
  if (read !== undefined) return read(String(given), flag);
  if (!isOfKind(kind, given)) throw new RefusedOption(flag, given, allowedBy(kind), 'Correct the value.');
  return given;
}

/** Returns the path of an instance file, or of the bundled instance of this name. */
function pathOf(instance: string): string {
  const found = instancePath(instance, repository, repository);
  if (!found.ok) throw RefusedOption.of(found.fault);
  return found.path;
}
