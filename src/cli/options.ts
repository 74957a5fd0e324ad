import { CommanderError, Option } from 'commander';
import type { Problem } from '../instances/problem.js';
import { nearestName } from '../instances/nearest-name.js';
import { GEO_METHODS, type Method, methodNamed, METHODS, ROBUST_METHODS } from '../methods/registry.js';
import { type LpEngineName, planningEngineNames } from '../solvers/linear/load.js';
import { COMMAND_LINE } from './output.js';

/** A value on the command line that cannot be used. */
export class OptionError extends Error {
  readonly problem: Problem;

  constructor(path: string, value: unknown, allowed: string, remedy: string) {
    super(`${path}: ${allowed}`);
    this.name = 'OptionError';
    this.problem = { file: COMMAND_LINE, path, value, allowed, remedy };
  }
}

/** What the command line's own parser refused, as a problem. */
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

export function methodOption(defaultName: string): Option {
  return new Option('--method <name>', 'method').default(methodNamed(defaultName), defaultName).argParser(method);
}

export function engineOption(): Option {
  return choiceOption('--engine <name>', 'LP engine', planningEngineNames, 'highs' satisfies LpEngineName);
}

/** An option with a closed list of values. */
export function choiceOption(flags: string, description: string, choices: readonly string[], preset: string): Option {
  const option = flags.split(' ')[0]!;
  return new Option(flags, `${description} (${choices.join(', ')})`).default(preset).argParser((text) => {
    if (!choices.includes(text)) throw unknownName(option, text, choices);
    return text;
  });
}

export function wholeNumber(option: string, least: number, most = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === '' || !Number.isSafeInteger(value) || value < least || value > most) {
      const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
      throw new OptionError(option, text, `a whole number ${range}`, 'Correct the value.');
    }
    return value;
  };
}

export function atLeast(option: string, least: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === '' || !Number.isFinite(value) || value < least) {
      throw new OptionError(option, text, `a number of at least ${least}`, 'Correct the value.');
    }
    return value;
  };
}

export function method(name: string): Method {
  const found = methodNamed(name);
  if (found === undefined) throw unknownMethod(name, 'reward-rate');
  return found;
}

/** A method that is none of the family's. */
export function unknownMethod(name: string, family: string): OptionError {
  const methods = [...METHODS, ...ROBUST_METHODS, ...GEO_METHODS];
  const known = methods.filter((one) => one.family === family).map((one) => one.name);
  const other = methods.find((one) => one.name === name);
  if (other === undefined) return unknownName('--method', name, known);
  const remedy = `Choose one of them: "${name}" is a method for ${other.family} instances, this is a ${family} one.`;
  return new OptionError('--method', name, known.join(', '), remedy);
}

/** A name that is not in a closed list. */
export function unknownName(option: string, name: string, known: readonly string[]): OptionError {
  const nearest = nearestName(name, known);
  const remedy = `Choose one of them${nearest === undefined ? '' : `; the nearest in spelling is "${nearest}"`}.`;
  return new OptionError(option, name, known.join(', '), remedy);
}
