import type { Command, Help } from 'commander';
import { commonOptions } from '../families/common-options.js';
import type { Family } from '../families/family.js';
import { helpOf, OPTION_GROUPS, type OptionSpec, optionsOf } from '../families/options.js';
import { answering, familyOfFile } from '../workbench/find-family.js';
import { instancePath } from '../workbench/instance-path.js';

/**
 * Makes the help of a command depend on the instance or family that the user names. With one, it shows the options of
 * that family; otherwise it lists the families and the options common to all.
 */
export function helpByFamily(command: Command, packageDirectory: string, families: readonly Family[]): void {
  command.configureHelp({ formatHelp: (shown, helper) => helpText(shown, helper, packageDirectory, families) });
}

/**
 * Shows the help of a command as --help does, with the options of a family if one is named. Returns false if there is
 * no such command or family.
 */
export function showHelp(program: Command, words: readonly string[], families: readonly Family[]): boolean {
  let command = program;
  for (const [n, word] of words.entries()) {
    const below = command.commands.find((one) => one.name() === word);
    if (below !== undefined) {
      command = below;
      continue;
    }
    const isFamily = answering(command.name(), families).some(({ name }) => name === word);
    if (!isFamily || n !== words.length - 1) return false;
    command.args = [word];
  }
  return command.help();
}

function helpText(command: Command, helper: Help, packageDirectory: string, families: readonly Family[]): string {
  const verb = command.name();
  const takers = answering(verb, families);
  const family = familyNamed(command, packageDirectory, takers);
  const common = commonOptions(verb);
  const isFirst = ({ group }: OptionSpec): boolean => group === 'what';
  const own = family === null ? [] : optionsOf(family, verb);
  const options = [...common.filter(isFirst), ...own, ...common.filter((one) => !isFirst(one))].map((option) => ({
    ...option,
    help: family === null ? helpOf(option) : helpFor(option, family),
  }));
  const width = Math.max(...options.map(({ flags }) => flags.length));
  const lines = (shown: readonly Pick<OptionSpec, 'flags' | 'help'>[]): string[] =>
    shown.map(({ flags, help }) => helper.formatItem(flags, width, help, helper));
  const groups = Object.entries(OPTION_GROUPS).flatMap(([group, heading]) => {
    const shown = options.filter((option) => option.group === group);
    return shown.length === 0 ? [] : [['', heading, ...lines(shown)].join('\n')];
  });
  const wrapped = (text: string): string => helper.boxWrap(text, helper.helpWidth ?? 80);
  const names = takers.map(({ name }) => name).join(', ');
  const more =
    family === null
      ? `Families have options of their own: plenum help ${verb} <family>, with one of ${names}; or plenum ${verb} <instance> --help.`
      : `For ${family.name} instances. Which methods heed an option: docs/options.md`;
  return [
    `Usage: ${helper.commandUsage(command)}`,
    wrapped(command.description()),
    ...groups,
    '',
    wrapped(more),
    '',
  ].join('\n');
}

/** Returns the family that the first argument of a command names, directly or by an instance; null if there is none. */
function familyNamed({ args: [word] }: Command, packageDirectory: string, takers: readonly Family[]): Family | null {
  if (word === undefined || word.startsWith('-')) return null;
  const named = takers.find(({ name }) => name === word);
  if (named !== undefined) return named;
  const file = instancePath(word, packageDirectory, process.cwd());
  const found = file.ok ? familyOfFile(file.path, takers) : file;
  return found.ok ? found.family : null;
}

/** Returns the help of an option for a family, including the methods that use it and the files that it writes. */
function helpFor(option: OptionSpec & { readonly name: string }, family: Family): string {
  if (option.name === 'method') {
    const names = family.methods.map(({ name }) => name);
    return helpOf({ ...option, kind: { is: 'choice', of: names }, usual: family.defaultMethod ?? names[0]! });
  }
  if (option.name !== 'out' || !family.verbs.includes('solve')) return helpOf(option);
  const own = [...new Set((family.outputs ?? []).map((file) => file.replace(/\/.*/, '/')))];
  return own.length === 0
    ? helpOf(option)
    : helpOf({ ...option, help: option.help.replace(/ there/, `, ${own.join(', ')} there`) });
}
