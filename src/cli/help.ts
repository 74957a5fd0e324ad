import { availableParallelism } from 'node:os';
import type { Command, Help } from 'commander';
import { commonOptions } from '../families/common-options.js';
import type { Family } from '../families/family.js';
import { helpOf, type NamedOption, OPTION_GROUPS, optionsOf } from '../families/options.js';
import { formsOf } from '../families/labels.js';
import { answering, familyOfFile } from '../workbench/find-family.js';
import { instancePath } from '../workbench/instance-path.js';
import { declaredOptions } from './declared-options.js';

/** An entry of a list in the help: term (such as an option's flags) and explanation. */
type Item = readonly [term: string, help: string];

/**
 * Makes the help of a command, and of subcommands added to it later, list options by OPTION_GROUPS. Defaults that tell
 * users nothing, such as false, are left out.
 */
export function groupHelp(command: Command): void {
  command.configureHelp({
    // The list of commands stays narrow enough for a terminal. The help of each command says what it takes.
    subcommandTerm: (below) => below.name(),
    formatHelp: (shown, helper) => {
      const described = helper.visibleArguments(shown);
      const argumentItems = described.map((one): Item => [helper.argumentTerm(one), helper.argumentDescription(one)]);
      return helpText(shown, helper, { argumentItems, options: declaredOptions(shown) });
    },
  });
}

/**
 * Makes the help of a verb depend on the command line. If a family or an instance is named, the help lists the options
 * of this family. Otherwise it lists the families and the options that all families share.
 */
export function helpByFamily(command: Command, packageDirectory: string, families: readonly Family[]): void {
  const formatHelp = (shown: Command, helper: Help): string => {
    const verb = shown.name();
    const takers = answering(verb, families);
    const family = familyNamed(shown, packageDirectory, takers);
    const common = commonOptions(verb);
    const own = family === null ? [] : optionsOf(family, verb);
    const options = [...common.filter(isFirst), ...own, ...common.filter((one) => !isFirst(one))];
    const names = takers.map(({ name }) => name).join(', ');
    return family === null
      ? helpText(shown, helper, {
          options,
          last: `Families have options of their own: plenum help ${verb} <family>, with one of ${names}; or plenum ${verb} <instance> --help.`,
        })
      : helpText(shown, helper, {
          options: options.map((option) => ofFamily(option, family, verb)),
          last: `For ${family.name} instances. Which methods heed an option: docs/options.md`,
        });
  };
  command.configureHelp({ ...command.configureHelp(), formatHelp });
}

/**
 * Shows the help of a command like --help, with a family's options if one is named. Returns false if there is no such
 * command or family.
 */
export function showHelp(program: Command, words: readonly string[], families: readonly Family[]): boolean {
  let command = program;
  for (const [n, word] of words.entries()) {
    const below = command.commands.find((one) => one.name() === word);
    if (below !== undefined) {
      command = below;
      continue;
    }
    const isVerb = command.parent === program;
    const isFamily = isVerb && answering(command.name(), families).some(({ name }) => name === word);
    if (!isFamily || n !== words.length - 1) return false;
    command.args = [word];
  }
  return command.help();
}

function isFirst({ group = 'what' }: NamedOption): boolean {
  return group === 'what';
}

/** Variable parts of a help page. */
interface HelpPage {
  readonly options: readonly NamedOption[];
  /** Arguments of the command with their help texts; by default none, because the line "Usage" names the arguments. */
  readonly argumentItems?: readonly Item[];
  /** Last line of the help page; absent if there is none. */
  readonly last?: string;
}

/** Returns the help of a command: usage, description, arguments, options by group, subcommands. */
function helpText(command: Command, helper: Help, { options, argumentItems = [], last }: HelpPage): string {
  const inGroup = (group: string): readonly Item[] =>
    options.filter((one) => (one.group ?? 'what') === group).map((one) => [one.flags, helpOfOption(one)]);
  const below = helper.visibleCommands(command);
  const listed: readonly (readonly [heading: string, items: readonly Item[]])[] = [
    ['Arguments:', argumentItems],
    ...Object.entries(OPTION_GROUPS).map(([group, heading]) => [heading, inGroup(group)] as const),
    ['Commands:', below.map((one) => [helper.subcommandTerm(one), helper.subcommandDescription(one)])],
  ];
  const width = Math.max(...listed.flatMap(([, items]) => items.map(([term]) => term.length)));
  const groups = listed.flatMap(([heading, items]) =>
    items.length === 0
      ? []
      : [['', heading, ...items.map(([term, help]) => helper.formatItem(term, width, help, helper))].join('\n')],
  );
  const wrapped = (text: string): string => helper.boxWrap(text, helper.helpWidth ?? 80);
  return [
    `Usage: ${helper.commandUsage(command)}`,
    wrapped(command.description()),
    ...groups,
    ...(last === undefined ? [] : ['', wrapped(last)]),
    '',
  ].join('\n');
}

/** Returns the help of an option, with its default on this machine. */
function helpOfOption({ presetFor, ...option }: NamedOption): string {
  return helpOf(presetFor === undefined ? option : { ...option, preset: presetFor(availableParallelism()) });
}

/** Returns the family that the first argument names, or whose instance it names; null if there is none. */
function familyNamed({ args: [word] }: Command, packageDirectory: string, takers: readonly Family[]): Family | null {
  if (word === undefined || word.startsWith('-')) return null;
  const named = takers.find(({ name }) => name === word);
  if (named !== undefined) return named;
  const file = instancePath(word, packageDirectory, process.cwd());
  const found = file.ok ? familyOfFile(file.path, takers) : file;
  return found.ok ? found.family : null;
}

/**
 * Returns an option with the help for one family. `--method` and `--methods` list the family's methods. `--out` of
 * `solve` lists the files that only this family writes.
 */
function ofFamily(option: NamedOption, family: Family, verb: string): NamedOption {
  if (option.name === 'method') {
    const names = family.methods.map(({ name }) => name);
    return { ...option, kind: { is: 'choice', of: names }, usual: family.defaultMethod ?? names[0]! };
  }
  if (option.name === 'methods') {
    const forms = formsOf(family.options);
    const names = family.methods.map(({ name }) => name).join(', ');
    const behind = forms === '' ? '' : `; behind each, after ":", ${forms}`;
    return { ...option, help: `methods, comma-separated: ${names}${behind}` };
  }
  if (option.name !== 'out' || verb !== 'solve') return option;
  const own = [...new Set((family.outputs ?? []).map((file) => file.replace(/\/.*/, '/')))];
  return own.length === 0 ? option : { ...option, help: option.help.replace(/ there/, `, ${own.join(', ')} there`) };
}
