import { Option } from 'commander';
import { choiceFault } from '../instances/choice-fault.js';
import { allowedBy, flagOf, helpOf, isOfKind, type OptionKind, type OptionSpec } from '../families/options.js';
import { OptionError } from './options.js';

/** What an option of the command line is made of. */
type Declared = Pick<OptionSpec, 'flags' | 'kind' | 'help' | 'usual' | 'preset'>;

/** Returns a declared option as the command line's parser knows it. */
export function optionOf({ flags, help, kind, preset, usual }: Declared): Option {
  const option = new Option(flags, helpOf({ help, kind, ...(usual === undefined ? {} : { usual }) })).default(preset);
  return kind.is === 'flag' ? option : option.argParser(readerOf(flagOf({ flags }), kind));
}

/** Pattern of a decimal number: Number() alone accepts "0x10", too. */
const DECIMAL = /^ *[-+.\de]+ *$/i;

/** Returns the reader of what stands behind an option. It throws an OptionError for a text that is none of its kind. */
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
