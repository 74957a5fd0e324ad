import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { type CommandGroup, type CommandOption, RefusedOption } from '../families/commands.js';
import type { Family } from '../families/family.js';
import { optionOf } from './declared-options.js';
import { OptionError } from './options.js';

/** The commands that families have of their own: `plenum <group> <command>`. */
export function addFamilyCommands(
  program: Command,
  plenumVersion: string,
  finish: (code: number) => void,
  families: readonly Family[],
): void {
  for (const { name, commands = [] } of families) {
    for (const declared of commands) addGroup(program, name, declared, plenumVersion, finish);
  }
}

function addGroup(
  program: Command,
  family: string,
  declared: CommandGroup,
  plenumVersion: string,
  finish: (code: number) => void,
): void {
  const group = program.command(declared.name).description(declared.summary);
  for (const spec of declared.commands) {
    const command = group.command(spec.name).description(spec.summary);
    for (const { name, help, isList = false } of spec.arguments) {
      command.argument(isList ? `<${name}...>` : `<${name}>`, help);
    }
    for (const option of spec.options) command.addOption(ownOption(option));
    command
      .option('--json', `print one JSON object${spec.jsonAdds ?? ''}`, false)
      .action(async (...parsed: unknown[]) => {
        const files = parsed.slice(0, spec.arguments.length).flat() as string[];
        const { familyCommand } = await import('./commands/family-command.js');
        finish(await familyCommand(spec, family, { files, words: command.opts(), plenumVersion }));
      });
    // Subcommands inherit neither of these.
    command.exitOverride().showHelpAfterError('(plenum --help says more)');
  }
}

function ownOption(declared: CommandOption): ReturnType<typeof optionOf> {
  const { read, presetFor, isRequired = false } = declared;
  const option = optionOf(declared).makeOptionMandatory(isRequired);
  if (presetFor !== undefined) option.default(presetFor(availableParallelism()));
  if (read === undefined) return option;
  return option.argParser((text) => {
    try {
      return read(text, declared.flags.split(' ')[0]!);
    } catch (error) {
      if (error instanceof RefusedOption) throw OptionError.of(error.fault);
      throw error;
    }
  });
}
