import { CommanderError } from 'commander';
import { EXIT } from './exit-codes.js';
import { commanderProblem, OptionError } from './options.js';
import { COMMAND_LINE, printJson, printProblems, refuse, unwritable } from './output.js';
import { RefusedInput } from './outside-references.js';
import { plenumProgram } from './program.js';
import { errorObstacle, WriteFailure } from '../runs/files.js';
import { EngineUnavailableError } from '../solvers/linear/load-failure.js';

/**
 * One run of the command line: `words` are the arguments after the program's name. Writes to stdout and stderr and returns
 * the exit code; with --json stdout gets one object whatever happens.
 */
export async function runPlenum(words: readonly string[], packageDirectory: string): Promise<number> {
  const json = words.includes('--json');
  let exitCode: number = EXIT.ourFault;
  try {
    const program = plenumProgram(packageDirectory, (code) => {
      exitCode = code;
    });
    await program.parseAsync(words, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof RefusedInput) return refuse(error.problems, json);
    if (error instanceof OptionError) return refuse([error.problem], json);
    const unwritten = writeFailureOf(error);
    if (unwritten !== null) return refuse([unwritable('', errorObstacle(unwritten.path, unwritten))], json);
    if (error instanceof EngineUnavailableError) {
      const [value = '', remedy = ''] = error.message.split('\n');
      return refuse([{ file: COMMAND_LINE, path: '--engine', value, allowed: 'an installed LP engine', remedy }], json);
    }
    if (error instanceof CommanderError) {
      // It has written its message, or the help that was asked for.
      if (error.exitCode === 0) return EXIT.solved;
      if (json) printProblems([commanderProblem(error)]);
      return EXIT.badInput;
    }
    const message = error instanceof Error ? error.message : String(error);
    if (json) printJson({ error: 'internal', message });
    process.stderr.write(`plenum failed: ${message}\nThis is a fault of ours: please report it with the instance.\n`);
    if (process.env['PLENUM_DEBUG'] !== undefined && error instanceof Error)
      process.stderr.write(`${error.stack ?? ''}\n`);
    return EXIT.ourFault;
  }
}

/** The failed write that an error is, or was caused by. */
function writeFailureOf(error: unknown): WriteFailure | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof WriteFailure) return cause;
  return null;
}
