import type { Fault } from '../instances/fault.js';
import { nearestName } from '../instances/nearest-name.js';
import { isOfKind, type OptionSpec, type Options, type Words } from './options.js';
import { optionFault } from './words.js';

/** Why a label of `compare --methods` is refused. */
export interface LabelFault {
  readonly label: string;
  readonly allowed: string;
  readonly remedy: string;
}

/** What labels may contain: names of methods, and options of `solve` with a short form. */
export interface LabelWords {
  readonly names: readonly string[];
  readonly options: Options;
}

/** Pattern of the number that follows "@" in a label. */
const NUMBER = /^\d+(\.\d+)?(e-?\d+)?$/;

/**
 * Returns the option values of `solve` for a label: name of a method and short forms of options, separated by ":", such
 * as "price:energy@2:no-moves". A label must not set an option twice.
 */
export function readLabel(label: string, { names, options }: LabelWords): Words | LabelFault {
  const [method = '', ...forms] = label.split(':');
  const allowed = allowedIn({ names, options });
  if (!names.includes(method)) return { label, allowed: names.join(', '), remedy: `There is no method "${method}".` };
  let words: Words = {};
  for (const form of forms) {
    const own = valuesOf(form, options);
    if (own === null) return { label, allowed, remedy: `Correct "${form}".` };
    if (Object.keys(own).some((name) => name in words)) {
      return { label, allowed, remedy: `Leave one of two choices out: "${form}".` };
    }
    words = { ...words, ...own };
  }
  return { ...words, method };
}

export function isLabelFault(read: Words | LabelFault): read is LabelFault {
  return 'remedy' in read;
}

/** Returns the option values of one short form; null if it is unknown. */
function valuesOf(form: string, options: Options): Words | null {
  for (const [name, { label, kind }] of Object.entries(options)) {
    if (label === undefined) continue;
    const { values = [], words = {}, list, number } = label;
    if (values.includes(form)) return { [name]: form };
    if (Object.hasOwn(words, form)) return { [name]: words[form]! };
    if (list !== undefined && form.split('+').every((word) => list.includes(word))) {
      return { [name]: form.replaceAll('+', ',') };
    }
    const [first = '', last, ...more] = form.split('@');
    if (last === undefined || more.length > 0) continue;
    const value = NUMBER.test(last) ? Number(last) : last;
    if (number === first && isOfKind(kind, value)) return { [name]: value };
    const behind = label.behind === undefined ? undefined : options[label.behind];
    if (behind?.label?.values?.includes(first) === true && isOfKind(kind, value)) {
      return { [label.behind!]: first, [name]: value };
    }
  }
  return null;
}

/** Returns the allowed labels as text for error messages. */
function allowedIn({ names, options }: LabelWords): string {
  const forms = formsOf(options);
  return forms === '' ? names.join(', ') : `a method, with forms behind it, each after a ":": ${forms}`;
}

/** Returns the short forms of options in labels as text for help and errors; '' if there are none. */
export function formsOf(options: Options): string {
  const forms = Object.values(options).flatMap(({ label, flags }) => {
    if (label === undefined) return [];
    const { values = [], words = {}, list, number } = label;
    const follows = Object.values(options).filter((other) => options[other.label?.behind ?? '']?.label === label);
    return [
      ...values.map((value) => `${value}${follows.map((other) => `[@${valueWord(other)}]`).join('')}`),
      ...Object.keys(words),
      ...(list === undefined ? [] : [`of ${list.join(', ')} (several with "+")`]),
      ...(number === undefined ? [] : [`${number}@${valueWord({ flags })}`]),
    ];
  });
  return forms.join(', ');
}

/** Returns the placeholder for an option's value in help, such as "<s>". */
function valueWord({ flags }: Pick<OptionSpec, 'flags'>): string {
  return flags.split(' ')[1] ?? '';
}

/** Returns the fault of a label with the same option values as the earlier label `other`. */
export function sameMeaning(label: string, other: string): LabelFault {
  return { label, allowed: 'every method in every form once', remedy: `It is the same as "${other}".` };
}

/**
 * Turns the fault of a label into a fault of the option `--methods`, with the most similar name for an unknown method.
 */
export function labelFault({ label, allowed, remedy }: LabelFault, names: readonly string[]): Fault {
  const name = label.split(':')[0]!;
  const nearest = names.includes(name) ? undefined : nearestName(name, names);
  const hint = nearest === undefined ? '' : ` The nearest in spelling is "${nearest}".`;
  return optionFault('--methods', label, allowed, `${remedy}${hint}`);
}
