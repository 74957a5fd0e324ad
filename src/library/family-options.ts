import type { Options, ValueOf } from '../families/options.js';
import type { AnyOptions } from '../families/registry.js';

/** Names of the options that only commands have: they write texts, and the library writes to `out` alone. */
export type NotOffered = 'writeModel';

/** Options that some families take for a verb, as they declare them (docs/options.md). An option in seconds has its unit in its name. */
export type FamilyOptions<Verb extends string> = {
  readonly [Name in Names<Verb> as Timed<Verb, Name> extends true ? `${Name}S` : Name]?: Values<AnyOptions, Verb, Name>;
};

/** Names of the options that any family takes for a verb. */
type Names<Verb extends string> = Exclude<NamesIn<AnyOptions, Verb>, NotOffered>;

type NamesIn<Declared, Verb extends string> = Declared extends Options
  ? {
      [Name in keyof Declared & string]: Verb extends Declared[Name]['verbs'][number] ? Name : never;
    }[keyof Declared & string]
  : never;

/** Values of an option in all families that take it for the verb. */
type Values<Declared, Verb extends string, Name extends string> =
  Declared extends Readonly<Record<Name, { readonly verbs: readonly string[]; readonly kind: infer Kind }>>
    ? Verb extends Declared[Name]['verbs'][number]
      ? Kind extends Options[string]['kind']
        ? ValueOf<Kind>
        : never
      : never
    : never;

/** True for an option whose value is a number of seconds. */
type Timed<Verb extends string, Name extends string> =
  FlagsIn<AnyOptions, Verb, Name> extends `${string} <s>` ? true : false;

type FlagsIn<Declared, Verb extends string, Name extends string> =
  Declared extends Readonly<Record<Name, { readonly verbs: readonly string[]; readonly flags: infer Flags }>>
    ? Verb extends Declared[Name]['verbs'][number]
      ? Flags
      : never
    : never;
