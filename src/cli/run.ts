import { type Command, CommanderError } from 'commander';
import type { Family } from '../families/family.js';
import { EXIT } from './exit-codes.js';
import { commanderFault, OptionError } from './options.js';
import { failedText, printJson, printFaults, refuse } from './output.js';
import { RefusedInput } from './outside-references.js';
import { plenumProgram } from './program.js';
import { refusalOf } from '../workbench/refusal-of.js';

/**
 * Runs a command line and returns its exit code. With --json, exactly one object is printed on stdout in every case.
 *
 * @param words arguments after the name of the program
 */
export async function runPlenum(
  words: readonly string[],
  packageDirectory: string,
  families?: readonly Family[],
): Promise<number> {
  const json = words.includes('--json');
  let exitCode: number = EXIT.ourFault;
  const asked: string[] = [];
  try {
    const finish = (code: number): void => {
      exitCode = code;
    };
    const program = plenumProgram(packageDirectory, finish, families);
    if (json) forAll(program, (command) => command.configureOutput({ writeOut: (text) => asked.push(text) }));
    await program.parseAsync(words, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof RefusedInput) return refuse(error.faults, json);
    if (error instanceof OptionError) return refuse([error.fault], json);
    const fault = refusalOf(error);
    if (fault !== null) return refuse([fault], json);
    if (error instanceof CommanderError) {
      // It has written its message, or, but for --json, the help or version that was asked for.
      if (error.exitCode === 0) {
        if (json) printJson({ [error.code === 'commander.version' ? 'version' : 'help']: asked.join('').trimEnd() });
        return EXIT.solved;
      }
      if (json) printFaults([commanderFault(error)]);
      return EXIT.badInput;
    }
    failedText(error, json);
    return EXIT.ourFault;
  }
}

function forAll(command: Command, change: (command: Command) => unknown): void {
  change(command);
  for (const one of command.commands) forAll(one, change);
}
