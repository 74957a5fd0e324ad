import { type Command, type CommanderError, Option } from 'commander';
import { choiceProblem } from '../instances/choice-problem.js';
import type { LocalProblem, Problem } from '../instances/problem.js';
import { COMMAND_LINE } from './output.js';

/** A value on the command line that cannot be used. */
export class OptionError extends Error {
  readonly problem: Problem;

  constructor(path: string, value: unknown, allowed: string, remedy: string) {
    super(`${path}: ${allowed}`);
    this.name = 'OptionError';
    this.problem = { file: COMMAND_LINE, path, value, allowed, remedy };
  }

  static of({ path, value, allowed, remedy }: LocalProblem): OptionError {
    return new OptionError(path, value, allowed, remedy);
  }
}

/** Problem for an error of the command line's own parser, such as an unknown option. */
export function commanderProblem(error: CommanderError): Problem {
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

/** Word that begins as options do, and not as a negative number does. */
const LIKE_AN_OPTION = /^-[^\d.]/;

/**
 * Refusal of option values that are options themselves, as in `--out --json`, where the value was left out, and of an option given twice; for a command and
 * those below it.
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

/** An option with a closed list of values. */
export function choiceOption(flags: string, description: string, choices: readonly string[], preset?: string): Option {
  const option = flags.split(' ')[0]!;
  return new Option(flags, `${description} (${choices.join(', ')})`).default(preset).argParser((text) => {
    if (!choices.includes(text)) throw unknownName(option, text, choices);
    return text;
  });
}

/** Pattern of a decimal number: Number() alone accepts "0x10", too. */
const DECIMAL = /^ *[-+.\de]+ *$/i;

export function wholeNumber(option: string, least: number, most = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!DECIMAL.test(text) || !Number.isSafeInteger(value) || value < least || value > most) {
      const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
      throw new OptionError(option, text, `a whole number ${range}`, 'Correct the value.');
    }
    return value;
  };
}

/** Reader of a number of at least `least`. @throws OptionError */
export function atLeast(option: string, least: number): (text: string) => number {
  return numberWithin(option, least);
}

/** Reader of a number from `least` to `most`, or without an upper end where `most` is absent. @throws OptionError */
export function numberWithin(option: string, least: number, most?: number): (text: string) => number {
  const range = most === undefined ? `of at least ${least}` : `from ${least} to ${most}`;
  return (text) => {
    const value = Number(text);
    const isNumber = DECIMAL.test(text) && Number.isFinite(value);
    if (isNumber && value >= least && (most === undefined || value <= most)) return value;
    throw new OptionError(option, text, `a number ${range}`, 'Correct the value.');
  };
}

/** Reader of a number, or of one of a few words in its place. @throws OptionError */
export function numberOr(words: readonly string[], parse: (text: string) => number): (text: string) => number | string {
  return (text) => {
    if (words.includes(text)) return text;
    try {
      return parse(text);
    } catch (error) {
      if (!(error instanceof OptionError)) throw error;
      const { path, value, allowed, remedy } = error.problem;
      throw new OptionError(path, value, `${allowed}, or ${words.join(' or ')}`, remedy);
    }
  };
}

/** A name that is not in a closed list. */
export function unknownName(option: string, name: string, known: readonly string[]): OptionError {
  return OptionError.of(choiceProblem(option, name, known));
}

/** Test whether the user gave an option, rather than leaving it at its preset. */
export function isGiven(command: Command, word: string): boolean {
  return command.getOptionValueSource(word) === 'cli';
}
