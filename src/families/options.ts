import { choiceFault } from '../instances/choice-fault.js';
import { COMMAND_LINE, type Fault } from '../instances/fault.js';

/** Options by name, as the command line or a program gave them. Each family reads its own. */
export type Words = Readonly<Record<string, unknown>>;

/** Headings of the groups of options in the help, in their order. */
export const OPTION_GROUPS = {
  what: 'What is asked:',
  limits: "Limits, in place of the instance's:",
  effort: 'Effort:',
  output: 'Answer and files:',
} as const;

export type OptionGroup = keyof typeof OPTION_GROUPS;

/** Options by name, which is the name of the flag in camel case: `boundTimeLimit`. */
export type Options = Readonly<Record<string, OptionSpec>>;

/**
 * The only declaration of an option. The command line's parser, refusals, help, the tables of docs and the types of the
 * library follow from it. Each family declares its options itself, also those that several families have, because their
 * values may differ.
 */
export interface OptionSpec {
  /** The option as users write it: `--bound-time-limit <s>`, or `--naive` for a flag. */
  readonly flags: string;
  /** Verbs, or commands such as "study run", that have the option. If absent, all that use its table. */
  readonly verbs?: readonly string[];
  /** Heading below which the help of a verb shows it. */
  readonly group?: OptionGroup;
  readonly kind: OptionKind;
  /** What the option does. Its choices and its preset are added in the help. */
  readonly help: string;
  /** What the option does by verb, if that differs. */
  readonly helpOf?: Readonly<Record<string, string>>;
  /** Value if the option is not given. */
  readonly preset?: string | number | boolean;
  /** Returns the value if the option is not given, from the machine's number of processors. */
  readonly presetFor?: (processors: number) => number;
  /** True if the command is refused without the option. */
  readonly isRequired?: boolean;
  /** True if the option may be given several times; its value is then a list. */
  readonly isRepeated?: boolean;
  /**
   * Reads a text of a kind that is not declared.
   *
   * @throws RefusedOption
   */
  readonly read?: (text: string, option: string) => unknown;
  /** Text on what happens without the option, if it has no preset. */
  readonly usual?: string;
  /**
   * Methods on which the option has an effect, or those for each value. A value without an entry has an effect on all.
   */
  readonly heededBy?: readonly string[] | Readonly<Record<string, readonly string[]>>;
  /** Conditions on other options. */
  readonly requires?: readonly Requirement[];
  /** True if the option names a file to read. */
  readonly isInput?: boolean;
  /** True if that file is a module, whose code is run. */
  readonly isModule?: boolean;
  /** Forms in labels of `compare` that stand for values of the option; absent if there are none. */
  readonly label?: LabelForms;
}

/** Forms of labels that stand for values of an option. */
export interface LabelForms {
  /** Values that are forms under their own names. */
  readonly values?: readonly string[];
  /** Values by form, if the forms have other names. */
  readonly words?: Readonly<Record<string, string | boolean>>;
  /** The words that a list joins with "+", such as "z+ties". */
  readonly list?: readonly string[];
  /** The word before an "@" and a value, such as "energy@2". */
  readonly number?: string;
  /** Option whose form is before an "@" and the value, such as "task@1.5". */
  readonly behind?: string;
}

/** Condition on another option: it must be given or absent, or have or not have certain values. */
export interface Requirement {
  /** Name of the other option, of the family or of all verbs, such as `out` or `bound`. */
  readonly option: string;
  readonly given?: boolean;
  /** Name of an option that may be given instead. */
  readonly orGiven?: string;
  readonly is?: readonly string[];
  readonly isNot?: readonly string[];
  /** Values of this option that have the condition; all if absent. */
  readonly of?: readonly string[];
  /** Verbs for which the condition holds; all if absent. */
  readonly verbs?: readonly string[];
  /** Reason, as the end of a sentence. */
  readonly because?: string;
}

export type OptionKind =
  | { readonly is: 'flag' }
  /** A text. With `endings`, the name of a file that ends in one of them. */
  | { readonly is: 'text'; readonly endings?: readonly string[] }
  /**
   * A number from `least` to `most`, both included, without an upper end if `most` is absent; or one of `words`
   * instead.
   */
  | {
      readonly is: 'whole' | 'number';
      readonly least: number;
      readonly most?: number;
      readonly words?: readonly string[];
    }
  | { readonly is: 'choice'; readonly of: readonly string[] };

/** Type of the values of a kind. */
export type ValueOf<Kind extends OptionKind> = Kind extends {
  readonly is: 'choice';
  readonly of: readonly (infer One)[];
}
  ? One
  : Kind extends { readonly is: 'whole' | 'number' }
    ? number | (Kind extends { readonly words: readonly (infer One)[] } ? One : never)
    : Kind extends { readonly is: 'flag' }
      ? boolean
      : string;

/** Type of the values of an option. */
export type ValueOfOption<Spec extends OptionSpec> = Spec extends {
  readonly read: (text: string, option: string) => infer Value;
}
  ? Value
  : Spec extends { readonly isRepeated: true }
    ? readonly string[]
    : ValueOf<Spec['kind']>;

/** Names of the declared options of a verb, or of each of several verbs; for `never`, all of a table. */
export type NamesOf<Declared extends Options, Verb extends string> = {
  [Name in keyof Declared]: Declared[Name] extends { readonly verbs: readonly (infer Taker)[] }
    ? [Verb] extends [Taker]
      ? Name
      : never
    : Name;
}[keyof Declared] &
  string;

/** Values given for the declared options of a verb. */
export type ValuesOf<Declared extends Options, Verb extends string> = {
  readonly [Name in NamesOf<Declared, Verb>]?: ValueOfOption<Declared[Name]>;
};

/** Names of the options of a verb that always have a value, because of a preset or because they are required. */
type CertainNames<Declared extends Options, Verb extends string> = {
  [Name in NamesOf<Declared, Verb>]: Declared[Name] extends
    | { readonly preset: unknown }
    | { readonly presetFor: unknown }
    | { readonly isRequired: true }
    | { readonly isRepeated: true }
    ? Name
    : never;
}[NamesOf<Declared, Verb>];

/** Values of the options of a verb, or of a table of one command, as the command line passes them. */
export type WordsOf<Declared extends Options, Verb extends string = never> = {
  readonly [Name in CertainNames<Declared, Verb>]: ValueOfOption<Declared[Name]>;
} & {
  readonly [Name in Exclude<NamesOf<Declared, Verb>, CertainNames<Declared, Verb>>]?: ValueOfOption<Declared[Name]>;
};

/** An option with its name. */
export interface NamedOption extends OptionSpec {
  readonly name: string;
}

interface Declaring {
  readonly name: string;
  readonly options: Options;
}

/** Returns the options of a family, or of a table, for a verb, each with its help for that verb. */
export function optionsOf({ options }: Pick<Declaring, 'options'>, verb: string): readonly NamedOption[] {
  return Object.entries(options).flatMap(([name, spec]) =>
    (spec.verbs?.includes(verb) ?? true) ? [{ ...spec, name, help: spec.helpOf?.[verb] ?? spec.help }] : [],
  );
}

/**
 * Returns the options that any of `families` has for a verb, in the order of their declaration. If the values of an
 * option differ between families, it is a text, which the family judges.
 *
 * @throws TypeError if an option is a flag for one family and takes a value for another
 */
export function sharedOptions(verb: string, families: readonly Declaring[]): readonly NamedOption[] {
  const shared = new Map<string, NamedOption>();
  for (const family of families) {
    for (const option of optionsOf(family, verb)) {
      const other = shared.get(option.name);
      if (other !== undefined && (other.kind.is === 'flag') !== (option.kind.is === 'flag')) {
        throw new TypeError(`${option.flags} of ${family.name} is a flag or takes a value, and not so elsewhere`);
      }
      const isSame = other === undefined || JSON.stringify(other.kind) === JSON.stringify(option.kind);
      shared.set(option.name, isSame ? (other ?? option) : { ...other, kind: { is: 'text' } });
    }
  }
  return [...shared.values()];
}

/** Returns the help of an option, with its choices and its preset. */
export function helpOf({ help, kind, preset, usual }: Pick<OptionSpec, 'help' | 'kind' | 'preset' | 'usual'>): string {
  const choices = kind.is === 'choice' ? kind.of.join(', ') : '';
  const otherwise = preset === undefined || kind.is === 'flag' ? usual : String(preset);
  const more = [choices, otherwise === undefined ? '' : `default: ${otherwise}`].filter((text) => text !== '');
  return more.length === 0 ? help : `${help} (${more.join('; ')})`;
}

/** Returns words for the values that a kind accepts. */
export function allowedBy(kind: OptionKind): string {
  switch (kind.is) {
    case 'flag':
      return 'true or false';
    case 'text':
      return kind.endings === undefined ? 'a text that is not empty' : `a name ending in ${kind.endings.join(' or ')}`;
    case 'choice':
      return kind.of.join(', ');
    default: {
      const { is, least, most, words = [] } = kind;
      const range = most === undefined ? `of at least ${least}` : `from ${least} to ${most}`;
      const number = `${is === 'whole' ? 'a whole number' : 'a number'} ${range}`;
      return words.length === 0 ? number : `${number}, or ${words.join(' or ')}`;
    }
  }
}

/** Returns true if a value is of a kind. */
export function isOfKind(kind: OptionKind, value: unknown): boolean {
  switch (kind.is) {
    case 'flag':
      return typeof value === 'boolean';
    case 'text':
      return (
        typeof value === 'string' &&
        value.trim() !== '' &&
        (kind.endings?.some((ending) => value.endsWith(ending)) ?? true)
      );
    case 'choice':
      return kind.of.some((one) => one === value);
    default: {
      const { is, least, most = Infinity, words = [] } = kind;
      if (words.some((word) => word === value)) return true;
      const isNumber = is === 'whole' ? Number.isSafeInteger(value) : Number.isFinite(value);
      return isNumber && (value as number) >= least && (value as number) <= most;
    }
  }
}

/** Returns the flag of an option without its value: `--bound-time-limit`. */
export function flagOf({ flags }: Pick<OptionSpec, 'flags'>): string {
  return flags.split(' ')[0]!;
}

/** Returns the given values of the declared options, in the order of their declaration. */
export function givenOf(options: Options, words: Words): Words {
  return Object.fromEntries(
    Object.keys(options).flatMap((name) => (words[name] === undefined ? [] : [[name, words[name]]])),
  );
}

/** Returns the words of a verb with presets for options that were not given. */
export function withPresets(options: Options, verb: string, words: Words): Words {
  const presets = optionsOf({ options }, verb).flatMap(({ name, preset }) =>
    preset === undefined || words[name] !== undefined ? [] : [[name, preset] as const],
  );
  return { ...words, ...Object.fromEntries(presets) };
}

/**
 * Returns the first fault of the words of a verb; null if there is none. Faults are values that an option cannot have,
 * options without effect on the method, and options without others that they require.
 *
 * @param method - name of the method; null if there is none, or it is not known yet
 */
export function optionsFault(options: Options, verb: string, words: Words, method: string | null): Fault | null {
  const given = optionsOf({ options }, verb).filter(({ name }) => isGiven(words[name]));
  for (const option of given) {
    const { kind, name } = option;
    const isListed = kind.is === 'choice' || (kind.is === 'text' && kind.endings !== undefined);
    if (!isListed || isOfKind(kind, words[name])) continue;
    const fault = choiceFault(flagOf(option), textOf(words[name]), kind.is === 'choice' ? kind.of : []);
    return kind.is === 'choice' ? fault : { ...fault, allowed: allowedBy(kind), remedy: 'Correct the value.' };
  }
  for (const option of given) {
    const fault =
      (method === null ? null : unheeded(option, words[option.name], method)) ??
      missing(option, { options, verb, words });
    if (fault !== null) return fault;
  }
  return null;
}

/** Returns a word of any kind as text. */
export function textOf(word: unknown): string {
  return typeof word === 'string' ? word : JSON.stringify(word);
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== false;
}

/** Returns the refusal of an option, or of its value, that has no effect on a method; null if it has one. */
function unheeded(option: NamedOption, value: unknown, method: string): Fault | null {
  const { heededBy, kind } = option;
  if (heededBy === undefined) return null;
  const isByValue = !Array.isArray(heededBy);
  const takers = (one: string): readonly string[] | undefined =>
    isByValue ? (heededBy as Readonly<Record<string, readonly string[]>>)[one] : (heededBy as readonly string[]);
  const able = takers(String(value));
  if (able === undefined || able.includes(method)) return null;
  const others =
    kind.is === 'choice' && isByValue ? kind.of.filter((one) => takers(one)?.includes(method) ?? true) : [];
  const also = others.length === 0 ? '' : `; with ${method}: ${others.join(', ')}`;
  const given = kind.is === 'flag' ? '' : `${textOf(value)}, `;
  const allowed = `${isByValue ? `${textOf(value)} ` : ''}only with --method ${able.join(', ')}${also}`;
  const remedy = `${method} does not heed it: leave ${flagOf(option)} out, or choose another method.`;
  return { file: COMMAND_LINE, path: flagOf(option), value: `${given}with ${method}`, allowed, remedy };
}

interface Judged {
  readonly options: Options;
  readonly verb: string;
  readonly words: Words;
}

/** Returns the refusal of an option without others that it requires; null if none is missing. */
function missing(option: NamedOption, { options, verb, words }: Judged): Fault | null {
  const value = words[option.name];
  const unmet = option.requires?.find(
    (one) =>
      (one.verbs?.includes(verb) ?? true) && (one.of?.includes(String(value)) ?? true) && !isMet(one, options, words),
  );
  if (unmet === undefined) return null;
  const { is, isNot, given, because } = unmet;
  const other = shownAs(unmet.option, options);
  if (given === true && options[unmet.option] !== undefined) {
    const remedy = `Give ${other} a value, or leave ${flagOf(option)} out.`;
    const allowed = `a value, where ${flagOf(option)} is given`;
    return { file: COMMAND_LINE, path: other, value: 'absent', allowed, remedy };
  }
  // --no-bound is the contrary of a bound.
  const isWanted = is !== undefined || (given === true && unmet.option !== 'bound');
  const what = [other, ...(is === undefined && isNot === undefined ? [] : [(is ?? isNot)!.join(', ')])].join(' ');
  const allowed = `only ${isWanted ? 'with' : 'without'} ${what}${because === undefined ? '' : `: ${because}`}`;
  const remedy = isWanted ? `Add ${other}, or leave ${flagOf(option)} out.` : 'Leave one of the two out.';
  const prefix = option.kind.is === 'flag' ? '' : `${textOf(value)}, `;
  const found = `${prefix}${isWanted ? 'without' : 'with'} ${isNot === undefined ? other : what}`;
  return { file: COMMAND_LINE, path: flagOf(option), value: found, allowed, remedy };
}

function isMet({ option, is, isNot, given, orGiven }: Requirement, options: Options, words: Words): boolean {
  if (orGiven !== undefined && isGiven(words[orGiven])) return true;
  const value = words[option] ?? options[option]?.preset ?? options[option]?.usual;
  if (is !== undefined) return is.some((one) => one === value);
  if (isNot !== undefined) return !isNot.some((one) => one === value);
  return (option === 'bound' ? words['bound'] !== false : isGiven(words[option])) === given;
}

/** Returns an option as the user writes it; it may be one of all verbs. */
function shownAs(name: string, options: Options): string {
  const own = options[name];
  return own === undefined ? (name === 'bound' ? '--no-bound' : `--${name}`) : flagOf(own);
}
