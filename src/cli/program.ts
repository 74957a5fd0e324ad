import { join } from 'node:path';
import { Command } from 'commander';
import type { Family } from '../families/family.js';
import { exportsOf } from '../families/export.js';
import { FAMILIES } from '../families/registry.js';
import type { BoundOptions } from './commands/bound.js';
import type { CheckOptions } from './commands/check.js';
import type { ExplainOptions } from './commands/explain.js';
import type { ExportOptions } from './commands/export.js';
import { guardReferences } from './outside-references.js';
import { addFamilyOptions } from './family-options.js';
import { atLeast, OptionError, refuseUnclearValues } from './options.js';
import { addCompare } from './compare-words.js';
import { addGenerate } from './generate-words.js';
import { addSimulate } from './simulate-words.js';
import { addStudies } from './study-commands.js';
import { addStudy } from './study-words.js';
import { addReproduce } from './reproduce-words.js';
import { ofAnyFamily } from './by-family.js';
import { addSolve } from './solve-words.js';
import { addFamilyCommands } from './family-commands.js';
import { readVersion } from '../workbench/version.js';
import { instancePath } from '../workbench/instance-path.js';

/** The command line: words to calls. `finish` receives the exit code. What a command needs is loaded when it is called, so that all start fast. */
export function plenumProgram(
  packageDirectory: string,
  finish: (code: number) => void,
  families: readonly Family[] = FAMILIES,
): Command {
  const program = new Command('plenum')
    .description('Plan heterogeneous HPC facilities offline; every answer with a proven gap and an independent check.')
    .version(readVersion(packageDirectory))
    .exitOverride()
    .showHelpAfterError('(plenum --help says more)');
  program.addHelpText(
    'after',
    `\nAn instance is a file, or a bundled one by its name (plenum list).
Exit codes: 0 solved, 1 our fault, 2 bad input, 3 no feasible plan, 4 limit reached without a plan.
Documents that messages cite: ${join(packageDirectory, 'docs')}`,
  );

  addSolve(program, finish, families);

  const check = program
    .command('check')
    .description(
      'recompute power, temperatures and reward (or cost) of a plan independently; exit code 3 if it breaks a limit',
    )
    .argument('<instance>')
    .argument('<plan>');
  addFamilyOptions(check, 'check', families)
    .option('--json', 'print one JSON object', false)
    .action(async (file: string, plan: string, options: CheckOptions, command: Command) => {
      const run = async (): Promise<number> => {
        return (await import('./commands/check.js')).checkCommand(file, plan, options, families);
      };
      finish(await ofAnyFamily(file, command, families, run));
    });

  program
    .command('validate')
    .description('list every problem of instance files')
    .argument('<instance...>')
    .option('--json', 'print one JSON object', false)
    .action(async (files: string[], options: { json: boolean }) => {
      finish(await (await import('./commands/validate.js')).validateCommand(files, options, families));
    });

  const bound = program.command('bound').description('the certified bound alone').argument('<instance>');
  addFamilyOptions(bound, 'bound', families)
    .option('--time-limit <s>', 'stop after about this many seconds', atLeast('--time-limit', 0))
    .option('--force', 'overwrite files that Plenum did not write, or that were changed since', false)
    .option('--json', 'print one JSON object', false)
    .action(async (file: string, options: BoundOptions, command: Command) => {
      const run = async (): Promise<number> => {
        return (await import('./commands/bound.js')).boundCommand(file, options, families);
      };
      finish(await ofAnyFamily(file, command, families, run));
    });

  const explained = program
    .command('explain')
    .description(
      'why there is no plan and what mends it; of a plan what heats an inlet, what is not served and why, and what more cap is worth',
    )
    .argument('<instance>')
    .argument('[plan]');
  addFamilyOptions(explained, 'explain', families)
    .option('--time-limit <s>', 'stop after about this many seconds', atLeast('--time-limit', 0))
    .option('--json', 'print one JSON object', false)
    .action(async (file: string, plan: string | undefined, options: ExplainOptions, command: Command) => {
      const run = async (): Promise<number> => {
        return (await import('./commands/explain.js')).explainCommand(file, plan, options, families);
      };
      finish(await ofAnyFamily(file, command, families, run));
    });

  const exported = program
    .command('export')
    .description('what an instance comes to once files are read and numbers are drawn, as CSV');
  for (const { name, help } of exportsOf(families)) {
    exported
      .command(name)
      .description(help)
      .argument('<instance>')
      .requiredOption('--out <file>', 'where to write it')
      .option('--force', 'overwrite files that Plenum did not write, or that were changed since', false)
      .option('--json', 'print one JSON object', false)
      .action(async (file: string, options: ExportOptions) => {
        finish(await (await import('./commands/export.js')).exportCommand(name, file, options, families));
      });
  }

  addStudies(program, finish, families);
  addGenerate(program, finish, families);
  addReproduce(program, { finish, families, packageDirectory, plenumVersion: readVersion(packageDirectory) });
  addCompare(program, finish, families);
  addSimulate(program, finish, families);
  addStudy(program, { finish, families, packageDirectory, plenumVersion: readVersion(packageDirectory) });
  addFamilyCommands(program, readVersion(packageDirectory), finish, families);

  program
    .command('list')
    .description('methods, LP engines and bundled instances')
    .option('--json', 'print one JSON object', false)
    .action(async (options: { json: boolean }) => {
      finish(await (await import('./commands/list.js')).listCommand(packageDirectory, options, families));
    });
  guardReferences(program);
  // Subcommands inherit neither of these.
  for (const command of program.commands) command.exitOverride().showHelpAfterError('(plenum --help says more)');
  takeInstanceNames(program, packageDirectory);
  refuseUnclearValues(program);
  return program;
}

/** Permission for every argument that is an instance file to be the name of a bundled instance. */
function takeInstanceNames(command: Command, packageDirectory: string): void {
  for (const argument of command.registeredArguments) {
    if (argument.name() !== 'instance') continue;
    const path = (word: string): string => {
      const found = instancePath(word, packageDirectory, process.cwd());
      if (!found.ok) throw OptionError.of(found.problem);
      return found.path;
    };
    argument.argParser((word, before: unknown) =>
      argument.variadic ? [...(Array.isArray(before) ? (before as string[]) : []), path(word)] : path(word),
    );
  }
  for (const below of command.commands) takeInstanceNames(below, packageDirectory);
}
