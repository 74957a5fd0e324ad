import type { COMMON_OPTIONS } from '../families/common-options.js';
import type { NamesOf, Options, OptionSpec, ValueOfOption, WordsOf } from '../families/options.js';
import type { AnyOptions } from '../families/registry.js';

/** Names of options that only commands have: they write texts, concern a terminal, or are arguments here. */
export type NotOffered = 'writeModel' | 'json' | 'writeStudy' | 'methods' | 'over';

/** Name of an option in a call. Options in seconds have the unit in their name, and two have another name. */
type CallName<Name extends string, Spec> = Name extends 'force'
  ? 'overwrite'
  : Name extends 'vary'
    ? 'variants'
    : Spec extends { readonly flags: `${string} <s>` }
      ? `${Name}S`
      : Name;

/** Options that a call takes from a table, by their names in calls. */
export type CallOptions<Declared extends Options, Verb extends string = never, Left extends string = never> = {
  readonly [
    Name in Exclude<NamesOf<Declared, Verb>, NotOffered | Left> as CallName<Name, Declared[Name]>
  ]?: ValueOfOption<Declared[Name]>;
};

/** Options of a verb that every family has. A call that writes nothing has no option to overwrite. */
export type CommonCallOptions<Verb extends string> = CallOptions<
  typeof COMMON_OPTIONS,
  Verb,
  'out' extends NamesOf<typeof COMMON_OPTIONS, Verb> ? never : 'force'
>;

/** Options of a verb that some families have, as they declare them (docs/options.md). */
export type FamilyOptions<Verb extends string> = {
  readonly [
    Name in Exclude<NamesIn<AnyOptions, Verb>, NotOffered> as CallName<Name, SpecIn<AnyOptions, Verb, Name>>
  ]?: ValueOfOption<SpecIn<AnyOptions, Verb, Name>>;
};

/** Names of the options of a verb that any of the given families has. */
type NamesIn<Declared, Verb extends string> = Declared extends Options ? NamesOf<Declared, Verb> : never;

/** Declarations of an option by all families that have it for the verb. */
type SpecIn<Declared, Verb extends string, Name extends string> = Declared extends Options
  ? Name extends NamesOf<Declared, Verb>
    ? Declared[Name] & OptionSpec
    : never
  : never;

/**
 * Options of a command of one family. Required ones must be given; for a list of numbers, a single number may be given.
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
