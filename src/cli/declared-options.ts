import { availableParallelism } from 'node:os';
import { type Command, Option } from 'commander';
import { RefusedOption } from '../families/commands.js';
import {
  allowedBy,
  flagOf,
  helpOf,
  isOfKind,
  type NamedOption,
  type OptionKind,
  type Options,
  optionsOf,
  type OptionSpec,
} from '../families/options.js';
import { choiceFault } from '../instances/choice-fault.js';
import { OptionError } from './options.js';

/** An option of the command-line parser, with its declaration. */
class DeclaredOption extends Option {
  readonly declared: NamedOption;

  constructor(declared: NamedOption) {
    super(declared.flags, helpOf(declared));
    this.declared = declared;
  }
}

/**
 * Adds options to a command of the parser: those declared for the command `name`, and those declared for no particular
 * command.
 */
export function addOptions(command: Command, options: Options, name = command.name()): Command {
  for (const option of optionsOf({ options }, name)) command.addOption(optionOf(option));
  return command;
}

export function declaredOptions(command: Command): readonly NamedOption[] {
  return command.options.flatMap((option) => (option instanceof DeclaredOption ? [option.declared] : []));
}

export function optionOf(declared: NamedOption): Option {
  const { flags, kind, preset, presetFor, read, isRequired = false, isRepeated = false } = declared;
  const option = new DeclaredOption(declared)
    .default(preset ?? presetFor?.(availableParallelism()))
    .makeOptionMandatory(isRequired);
  if (kind.is === 'flag') return option;
  const value = read === undefined ? readerOf(flagOf({ flags }), kind) : reading(flagOf({ flags }), read);
  if (!isRepeated) return option.argParser(value);
  return option.argParser((text, before: readonly unknown[]) => [...before, ...[value(text)].flat()]).default([]);
}

/**
 * Returns the function with which the command-line parser reads an option's value. The function calls `read`, and its
 * errors name the flag.
 */
function reading(flag: string, read: NonNullable<OptionSpec['read']>): (text: string) => unknown {
  return (text) => {
    try {
      return read(text, flag);
    } catch (error) {
      if (error instanceof RefusedOption) throw OptionError.of(error.fault);
      throw error;
    }
  };
}

/** Pattern of a decimal number. `Number()` alone would also accept "0x10". */
const DECIMAL = /^ *[-+.\de]+ *$/i;

/**
 * Returns the function that reads an option's value of the given kind from text. It throws an OptionError for invalid
 * text.
 */
export function readerOf(flag: string, kind: OptionKind): (text: string) => number | string {
  return (text) => {
    const isNumber = (kind.is === 'whole' || kind.is === 'number') && DECIMAL.test(text);
    const value = isNumber ? Number(text) : text;
    // Whoever takes a text says in its own words which ones.
    if (isOfKind(kind, value) || (kind.is === 'text' && kind.endings === undefined)) return value;
    if (kind.is === 'choice') throw OptionError.of(choiceFault(flag, text, kind.of));
    throw new OptionError(flag, text, allowedBy(kind), 'Correct the value.');
  };
}
