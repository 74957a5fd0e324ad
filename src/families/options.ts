import { choiceFault } from '../instances/choice-fault.js';
import { COMMAND_LINE, type Fault } from '../instances/fault.js';

/** Option values by name, as given on the command line or by a program, not yet validated. */
export type Words = Readonly<Record<string, unknown>>;

/** Headings of the groups of options in the help, in order. */
export const OPTION_GROUPS = {
  what: 'What is asked:',
  limits: "Limits, in place of the instance's:",
  effort: 'Effort:',
  output: 'Answer and files:',
} as const;

export type OptionGroup = keyof typeof OPTION_GROUPS;

/** Declarations of options by name. The name of an option is its flag in camel case, such as `boundTimeLimit`. */
export type Options = Readonly<Record<string, OptionSpec>>;

/**
 * Declaration of an option, from which the command line's parser, refusals, help, tables in docs and types of the
 * library are derived. An option of several families is declared by each, because the allowed values may differ.
 */
export interface OptionSpec {
  /** The option as users write it: `--bound-time-limit <s>`, or `--naive` without a value. */
  readonly flags: string;
  /** Verbs, or commands such as "study run", that have the option; by default every command that uses this table. */
  readonly verbs?: readonly string[];
  /** Group that the help lists the option in. */
  readonly group?: OptionGroup;
  readonly kind: OptionKind;
  /** Help, to which allowed values and default are appended. */
  readonly help: string;
  /** Help for verbs where the option means something else, by verb. */
  readonly helpOf?: Readonly<Record<string, string>>;
  /** Default value. */
  readonly preset?: string | number | boolean;
  /** Returns the default for a machine with this number of processors. */
  readonly presetFor?: (processors: number) => number;
  /** True if the command is refused without the option. */
  readonly isRequired?: boolean;
  /** True if the option may be given several times; its value is then the list of all. */
  readonly isRepeated?: boolean;
  /**
   * Parses the text of an option with values that `kind` cannot describe.
   *
   * @throws RefusedOption if the text is invalid
   */
  readonly read?: (text: string, option: string) => unknown;
  /** Help on what happens without the option, if it has no default. */
  readonly usual?: string;
  /**
   * Names of the methods on which the option has an effect. If this depends on the option's value, there is one list
   * for each value, and a value without a list has an effect on every method. Absent if the option has an effect on
   * every method.
   */
  readonly heededBy?: readonly string[] | Readonly<Record<string, readonly string[]>>;
  /** Conditions on other options, which must all hold. */
  readonly requires?: readonly Requirement[];
  /** True if the option names a file to read. */
  readonly isInput?: boolean;
  /** True if the option names a JavaScript module, whose code is run. */
  readonly isModule?: boolean;
  /** Short forms of the option in the labels of `compare`; absent if there are none. */
  readonly label?: LabelForms;
}

/** Short forms of an option in the labels of `compare`, such as `energy@2` in "price:energy@2". */
export interface LabelForms {
  /** Option values that are their own short form. */
  readonly values?: readonly string[];
  /** Option values by short form, for forms that differ from the value. */
  readonly words?: Readonly<Record<string, string | boolean>>;
  /** Allowed items of an option with a list; the short form joins them with "+", such as "z+ties". */
  readonly list?: readonly string[];
  /** Word before "@" in a form with a number: "energy" in "energy@2". */
  readonly number?: string;
  /**
   * Another option whose value stands before "@": "task@1.5" sets the other option to "task" and the declared option to
   * 1.5.
   */
  readonly behind?: string;
}

/** Condition on another option. That option must be given or absent, or must have or not have certain values. */
export interface Requirement {
  /** Name of the other option, such as `out` or `bound`, which may be an option of all families. */
  readonly option: string;
  readonly given?: boolean;
  /** Name of a third option. The condition also holds if this option is given. */
  readonly orGiven?: string;
  readonly is?: readonly string[];
  readonly isNot?: readonly string[];
  /** Values of the declaring option for which the condition must hold; default all. */
  readonly of?: readonly string[];
  /** Verbs for which the condition must hold; default all. */
  readonly verbs?: readonly string[];
  /** Reason for the condition, as the end of a sentence in the refusal. */
  readonly because?: string;
}

export type OptionKind =
  | { readonly is: 'flag' }
  /** Any text; with `endings`, a file name that ends in one of them. */
  | { readonly is: 'text'; readonly endings?: readonly string[] }
  /** A number of at least `least` and at most `most`, or one of `words`. Without `most` there is no upper limit. */
  | {
      readonly is: 'whole' | 'number';
      readonly least: number;
      readonly most?: number;
      readonly words?: readonly string[];
    }
  | { readonly is: 'choice'; readonly of: readonly string[] };

/** TypeScript type of the values of an option's kind. */
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

/** TypeScript type of an option's parsed values. */
export type ValueOfOption<Spec extends OptionSpec> = Spec extends {
  readonly read: (text: string, option: string) => infer Value;
}
  ? Value
  : Spec extends { readonly isRepeated: true }
    ? readonly string[]
    : ValueOf<Spec['kind']>;

/**
 * Names of the declared options that a verb has. If `Verb` is a union of verbs, these are the options that all of them
 * have. If `Verb` is `never`, these are all declared options.
 */
export type NamesOf<Declared extends Options, Verb extends string> = {
  [Name in keyof Declared]: Declared[Name] extends { readonly verbs: readonly (infer Taker)[] }
    ? [Verb] extends [Taker]
      ? Name
      : never
    : Name;
}[keyof Declared] &
  string;

/** Type of the values that a user may give for a verb's options; all may be absent. */
export type ValuesOf<Declared extends Options, Verb extends string> = {
  readonly [Name in NamesOf<Declared, Verb>]?: ValueOfOption<Declared[Name]>;
};

/** Names of a verb's options that always have a value: with a default, or required. */
type CertainNames<Declared extends Options, Verb extends string> = {
  [Name in NamesOf<Declared, Verb>]: Declared[Name] extends
    | { readonly preset: unknown }
    | { readonly presetFor: unknown }
    | { readonly isRequired: true }
    | { readonly isRepeated: true }
    ? Name
    : never;
}[NamesOf<Declared, Verb>];

/**
 * Type of the option values that the command line passes to a verb. Options with a default and required ones are never
 * absent.
 */
export type WordsOf<Declared extends Options, Verb extends string = never> = {
  readonly [Name in CertainNames<Declared, Verb>]: ValueOfOption<Declared[Name]>;
} & {
  readonly [Name in Exclude<NamesOf<Declared, Verb>, CertainNames<Declared, Verb>>]?: ValueOfOption<Declared[Name]>;
};

export interface NamedOption extends OptionSpec {
  readonly name: string;
}

interface Declaring {
  readonly name: string;
  readonly options: Options;
}

/** Returns a verb's declared options, with that verb's help. */
export function optionsOf({ options }: Pick<Declaring, 'options'>, verb: string): readonly NamedOption[] {
  return Object.entries(options).flatMap(([name, spec]) =>
    (spec.verbs?.includes(verb) ?? true) ? [{ ...spec, name, help: spec.helpOf?.[verb] ?? spec.help }] : [],
  );
}

/**
 * Returns the options that any of `families` has for a verb, in order of declaration. If the allowed values differ, the
 * option is free text, which the family checks.
 *
 * @throws TypeError if an option takes no value in one family and a value in another
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

/** Returns an option's help with allowed values and default. */
export function helpOf({ help, kind, preset, usual }: Pick<OptionSpec, 'help' | 'kind' | 'preset' | 'usual'>): string {
  const choices = kind.is === 'choice' ? kind.of.join(', ') : '';
  const otherwise = preset === undefined || kind.is === 'flag' ? usual : String(preset);
  const more = [choices, otherwise === undefined ? '' : `default: ${otherwise}`].filter((text) => text !== '');
  return more.length === 0 ? help : `${help} (${more.join('; ')})`;
}

/** Returns the allowed values of a kind of option (such as numbers, or a choice) in words. */
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

/** Returns an option's flag without value: `--bound-time-limit`. */
export function flagOf({ flags }: Pick<OptionSpec, 'flags'>): string {
  return flags.split(' ')[0]!;
}

/** Returns the given values of declared options, in order of declaration. */
export function givenOf(options: Options, words: Words): Words {
  return Object.fromEntries(
    Object.keys(options).flatMap((name) => (words[name] === undefined ? [] : [[name, words[name]]])),
  );
}

/** Returns a verb's option values, with defaults for those not given. */
export function withPresets(options: Options, verb: string, words: Words): Words {
  const presets = optionsOf({ options }, verb).flatMap(({ name, preset }) =>
    preset === undefined || words[name] !== undefined ? [] : [[name, preset] as const],
  );
  return { ...words, ...Object.fromEntries(presets) };
}

/**
 * Returns the first fault in a verb's option values; null if there is none. Faults are a value that is not allowed, an
 * option without effect on the method, and an unmet condition on other options.
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

/** Returns an option value as text for messages. */
export function textOf(word: unknown): string {
  return typeof word === 'string' ? word : JSON.stringify(word);
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== false;
}

/** Returns a fault if an option, or its given value, has no effect on the method; else null. */
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

/** Returns a fault for the first unmet condition on other options; null if all hold. */
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

/** Returns the flag of the option with this name, which may be an option of all families. */
function shownAs(name: string, options: Options): string {
  const own = options[name];
  return own === undefined ? (name === 'bound' ? '--no-bound' : `--${name}`) : flagOf(own);
}
