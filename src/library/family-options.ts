import type { COMMON_OPTIONS } from '../families/common-options.js';
import type { NamesOf, Options, OptionSpec, ValueOfOption, WordsOf } from '../families/options.js';
import type { AnyOptions } from '../families/registry.js';

/**
 * Command-line options that library calls do not have, because they print texts, need a terminal, or are positional
 * arguments.
 */
export type NotOffered = 'writeModel' | 'json' | 'writeStudy' | 'methods' | 'over';

/**
 * Name of an option in a library call: options in seconds get the ending S, `force` becomes `overwrite`, `vary` becomes
 * `variants`.
 */
type CallName<Name extends string, Spec> = Name extends 'force'
  ? 'overwrite'
  : Name extends 'vary'
    ? 'variants'
    : Spec extends { readonly flags: `${string} <s>` }
      ? `${Name}S`
      : Name;

/**
 * Options of a library call, from a table of declared options, with the names that library users write. `Verb` selects
 * a verb's options; those in `Left` are left out.
 */
export type CallOptions<Declared extends Options, Verb extends string = never, Left extends string = never> = {
  readonly [
    Name in Exclude<NamesOf<Declared, Verb>, NotOffered | Left> as CallName<Name, Declared[Name]>
  ]?: ValueOfOption<Declared[Name]>;
};

/**
 * Options of a verb (e.g. `solve`) that all families have, for library calls. Verbs that write no files lack
 * `overwrite`.
 */
export type CommonCallOptions<Verb extends string> = CallOptions<
  typeof COMMON_OPTIONS,
  Verb,
  'out' extends NamesOf<typeof COMMON_OPTIONS, Verb> ? never : 'force'
>;

/** Options of a verb (e.g. `solve`) that only some families declare, for library calls (docs/options.md). */
export type FamilyOptions<Verb extends string> = {
  readonly [
    Name in Exclude<NamesIn<AnyOptions, Verb>, NotOffered> as CallName<Name, SpecIn<AnyOptions, Verb, Name>>
  ]?: ValueOfOption<SpecIn<AnyOptions, Verb, Name>>;
};

/**
 * Names of the options that any of several families declares for a verb. `Declared` is the union of the families'
 * tables of options.
 */
type NamesIn<Declared, Verb extends string> = Declared extends Options ? NamesOf<Declared, Verb> : never;

/** Declarations of the option `Name` in all families that have it for a verb, as a union. */
type SpecIn<Declared, Verb extends string, Name extends string> = Declared extends Options
  ? Name extends NamesOf<Declared, Verb>
    ? Declared[Name] & OptionSpec
    : never
  : never;

/**
 * Options of a command that only one family has, for library calls. Options declared as required must be given. A
 * single number may be given instead of a list of numbers.
 */
export type OwnCommandOptions<Declared extends Options> = {
  readonly [Name in RequiredNames<Declared> as CallName<Name, unknown>]: ValueOrOne<ValueOfOption<Declared[Name]>>;
} & {
  readonly [
    Name in Exclude<keyof WordsOf<Declared> & string, RequiredNames<Declared>> as CallName<Name, unknown>
  ]?: ValueOrOne<ValueOfOption<Declared[Name]>>;
};

type RequiredNames<Declared extends Options> = {
  [Name in keyof Declared]: Declared[Name] extends { readonly isRequired: true } ? Name : never;
}[keyof Declared] &
  string;

type ValueOrOne<Value> = Value extends readonly number[] ? Value | number : Value;
