import type { Command } from 'commander';
import type { Family } from '../families/family.js';
import { JSON_OBJECT } from '../families/shared-options.js';
import { commandGroups } from '../workbench/command-groups.js';
import { addOptions } from './declared-options.js';

/** Adds the commands `plenum <group> <command>` to the parser. */
export function addGroupCommands(
  program: Command,
  plenumVersion: string,
  finish: (code: number) => void,
  families: readonly Family[],
): void {
  for (const { name, summary, commands } of commandGroups(families)) {
    const group = program.command(name).description(summary);
    for (const { family, spec } of commands) {
      const command = group.command(spec.name).description(spec.summary);
      for (const { name: argument, help, isList = false } of spec.arguments) {
        command.argument(isList ? `<${argument}...>` : `<${argument}>`, help);
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
}
