import type { Command, CommanderError } from 'commander';
import type { LocalFault, Fault } from '../instances/fault.js';
import { COMMAND_LINE } from './output.js';

/** Thrown for an invalid value on the command line. */
export class OptionError extends Error {
  readonly fault: Fault;

  constructor(path: string, value: unknown, allowed: string, remedy: string) {
    super(`${path}: ${allowed}`);
    this.name = 'OptionError';
    this.fault = { file: COMMAND_LINE, path, value, allowed, remedy };
  }

  static of({ path, value, allowed, remedy }: LocalFault): OptionError {
    return new OptionError(path, value, allowed, remedy);
  }
}

/** Returns the fault for an error of the command-line parser, such as an unknown option. */
export function commanderFault(error: CommanderError): Fault {
  const [message = '', ...hints] = error.message.split('\n');
  const hint = hints.join(' ').trim();
  return {
    file: COMMAND_LINE,
    path: '',
    value: message.replace(/^error: /, ''),
    allowed: 'the commands and options that plenum --help lists',
    remedy: hint === '' ? 'See plenum --help, or --help after the command.' : hint,
  };
}

/** Pattern of a word that begins like an option and not like a negative number. */
const LIKE_AN_OPTION = /^-[^\d.]/;

/**
 * Makes a command and its subcommands refuse options given twice, and values that look like options: in `--out --json`,
 * the value of --out is missing.
 */
export function refuseUnclearValues(command: Command): void {
  for (const option of command.options) {
    const { parseArg } = option;
    if (option.isBoolean() || option.variadic) continue;
    option.argParser((text, before: unknown) => {
      if (LIKE_AN_OPTION.test(text)) {
        const remedy = `Give a value; a file whose name begins with "-" is ./${text}.`;
        throw new OptionError(option.long ?? option.flags, text, `a value behind ${option.flags}`, remedy);
      }
      // One that begins with an empty list collects what it is given.
      if (!Array.isArray(option.defaultValue) && isGiven(command, option.attributeName())) {
        throw new OptionError(
          option.long ?? option.flags,
          text,
          'one value',
          'The option is given twice: leave one out.',
        );
      }
      return parseArg === undefined ? text : parseArg(text, before);
    });
  }
  command.commands.forEach(refuseUnclearValues);
}

/** Returns true if the user gave an option, so that its value is not the default. */
export function isGiven(command: Command, word: string): boolean {
  return command.getOptionValueSource(word) === 'cli';
}
