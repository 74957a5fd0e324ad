import { join } from 'node:path';
import { Command } from 'commander';
import type { Family } from '../families/family.js';
import { exportsOf } from '../families/export.js';
import { FAMILIES } from '../families/registry.js';
import { EXPORT_OPTIONS, PRINTED_OPTIONS, VALIDATE_OPTIONS } from '../families/command-options.js';
import type { WordsOf } from '../families/options.js';
import { addOptions } from './declared-options.js';
import { guardReferences } from './outside-references.js';
import { OptionError, refuseUnclearValues } from './options.js';
import { addGenerate } from './generate-words.js';
import { addStudy } from './study-words.js';
import { addReproduce } from './reproduce-words.js';
import { groupHelp, showHelp } from './help.js';
import { addVerbs } from './verbs.js';
import { addGroupCommands } from './group-commands.js';
import { readVersion } from '../workbench/version.js';
import { instancePath } from '../workbench/instance-path.js';

/**
 * Returns the command-line parser. The code of a command is loaded when the command is called, so that every command
 * starts fast.
 *
 * @param finish called with the exit code
 */
export function plenumProgram(
  packageDirectory: string,
  finish: (code: number) => void,
  families: readonly Family[] = FAMILIES,
): Command {
  const program = new Command('plenum')
    .helpCommand(false)
    .description('Plan heterogeneous HPC facilities offline; every answer with a proven gap and an independent check.')
    .version(readVersion(packageDirectory))
    .exitOverride()
    .showHelpAfterError('(plenum --help says more)');
  groupHelp(program);
  program.addHelpText(
    'after',
    `\nAn instance is a file, or a bundled one by its name (plenum list). The version: plenum --version.
Exit codes: 0 solved, 1 our fault, 2 bad input, 3 no feasible plan, 4 limit reached without a plan.
Documents that messages cite: ${join(packageDirectory, 'docs')}`,
  );

  addVerbs(program, packageDirectory, finish, families);

  const validate = program
    .command('validate')
    .description('list every fault of instance files')
    .argument('<instance...>');
  addOptions(validate, VALIDATE_OPTIONS).action(async (files: string[], options: { json: boolean }) => {
    finish(await (await import('./commands/validate.js')).validateCommand(files, options, families));
  });

  const exported = program
    .command('export')
    .description('what an instance comes to once files are read and numbers are drawn, as CSV');
  for (const { name, help } of exportsOf(families)) {
    const command = exported.command(name).description(help).argument('<instance>');
    addOptions(command, EXPORT_OPTIONS).action(async (file: string, options: WordsOf<typeof EXPORT_OPTIONS>) => {
      finish(await (await import('./commands/export.js')).exportCommand(name, file, options, families));
    });
  }

  addGenerate(program, finish, families);
  addReproduce(program, { finish, families, packageDirectory, plenumVersion: readVersion(packageDirectory) });
  addStudy(program, { finish, families, packageDirectory, plenumVersion: readVersion(packageDirectory) });
  addGroupCommands(program, readVersion(packageDirectory), finish, families);

  const list = program.command('list').description('methods, LP engines and bundled instances');
  addOptions(list, PRINTED_OPTIONS).action(async (options: { json: boolean }) => {
    finish(await (await import('./commands/list.js')).listCommand(packageDirectory, options, families));
  });
  const help = program
    .command('help')
    .description('what a command does and takes; of a family: plenum help solve reward-rate')
    .argument('[command...]', 'command, and a family behind it');
  addOptions(help, PRINTED_OPTIONS).action((words: string[]) => {
    if (!showHelp(program, words, families)) {
      const allowed = 'a command of plenum --help, and behind it one below it or a family that answers it';
      throw new OptionError('help', words.join(' '), allowed, 'See plenum --help.');
    }
  });
  guardReferences(program);
  // Subcommands inherit neither of these.
  for (const command of program.commands) command.exitOverride().showHelpAfterError('(plenum --help says more)');
  takeInstanceNames(program, packageDirectory);
  refuseUnclearValues(program);
  return program;
}

/** Lets users name a bundled instance wherever a command expects an instance file. */
function takeInstanceNames(command: Command, packageDirectory: string): void {
  for (const argument of command.registeredArguments) {
    if (argument.name() !== 'instance') continue;
    const path = (word: string): string => {
      const found = instancePath(word, packageDirectory, process.cwd());
      if (!found.ok) throw OptionError.of(found.fault);
      return found.path;
    };
    argument.argParser((word, before: unknown) =>
      argument.variadic ? [...(Array.isArray(before) ? (before as string[]) : []), path(word)] : path(word),
    );
  }
  for (const below of command.commands) takeInstanceNames(below, packageDirectory);
}
