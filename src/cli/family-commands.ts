import type { Command } from 'commander';
import type { CommandGroup } from '../families/commands.js';
import type { Family } from '../families/family.js';
import { JSON_OBJECT } from '../families/shared-options.js';
import { addOptions } from './declared-options.js';

/** Adds commands that only one family has to the parser: `plenum <group> <command>`. */
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
    const json = { ...JSON_OBJECT, help: `${JSON_OBJECT.help}${spec.jsonAdds ?? ''}` };
    addOptions(command, { ...spec.options, json }).action(async (...parsed: unknown[]) => {
      const files = parsed.slice(0, spec.arguments.length).flat() as string[];
      const { familyCommand } = await import('./commands/family-command.js');
      finish(await familyCommand(spec, family, { files, words: command.opts(), plenumVersion }));
    });
    // Subcommands inherit neither of these.
    command.exitOverride().showHelpAfterError('(plenum --help says more)');
  }
}
