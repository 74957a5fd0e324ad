/** Options as the command line or a program gave them, by their names; each family reads its own. */
export type Words = Readonly<Record<string, unknown>>;

/**
 * An option that a family takes, as the command line shows and reads it. Families that share one declare the same flags, kind and
 * preset (src/families/shared-options.ts), each with its `own` words.
 */
export interface OptionSpec {
  /** Name of the option among the parsed words: `boundTimeLimit`. */
  readonly name: string;
  /** Option as it is written: `--bound-time-limit <s>`, or `--naive` for a flag. */
  readonly flags: string;
  /** The verbs that take it. */
  readonly verbs: readonly string[];
  /**
   * Effect of the option, for the help. `{}` stands for what each family says under `own`; without it the families that take the option are
   * named before.
   */
  readonly help: string;
  readonly own?: string;
  readonly kind: OptionKind;
  /** The value where none is given. */
  readonly preset?: string | number | boolean;
  /** Flag, true if the option names a file to be read. */
  readonly isInput?: boolean;
  /** Flag, true if that file is a module, whose code is run. */
  readonly isModule?: boolean;
}

export type OptionKind =
  | { readonly is: 'flag' | 'text' }
  /** Number from `least` to `most`, both included, no end without `most`; or one of `words` in its place. */
  | {
      readonly is: 'whole' | 'number';
      readonly least: number;
      readonly most?: number;
      readonly words?: readonly string[];
    }
  | { readonly is: 'choice'; readonly of: readonly string[] };

interface Declaring {
  readonly name: string;
  readonly options: readonly OptionSpec[];
}

/** The options of a family for a verb. */
export function optionsOf({ options }: Pick<Declaring, 'options'>, verb: string): readonly OptionSpec[] {
  return options.filter(({ verbs }) => verbs.includes(verb));
}

/** An option of a verb, with what it does in all families that take it. */
export type SharedOption = Omit<OptionSpec, 'own' | 'verbs'>;

/**
 * The options that any of `families` takes for a verb, in the order of their declaration. Where only some of them take one, its help
 * says which. @throws TypeError where two families mean different things by one name.
 */
export function sharedOptions(verb: string, families: readonly Declaring[]): readonly SharedOption[] {
  const takers = new Map<string, { readonly family: string; readonly spec: OptionSpec }[]>();
  for (const family of families) {
    for (const spec of optionsOf(family, verb)) {
      const others = takers.get(spec.name) ?? [];
      if (others[0] !== undefined && meaningOf(others[0].spec) !== meaningOf(spec)) {
        throw new TypeError(`${spec.flags}: ${others[0].family} and ${family.name} mean different things by it`);
      }
      takers.set(spec.name, [...others, { family: family.name, spec }]);
    }
  }
  return [...takers.values()].map((own) => {
    const [{ spec }] = own as [(typeof own)[number]];
    const { name, flags, kind, preset, isInput } = spec;
    return {
      ...{ name, flags, kind, help: helpOf(own, own.length === families.length) },
      ...(preset === undefined ? {} : { preset }),
      ...(isInput === undefined ? {} : { isInput }),
    };
  });
}

function helpOf(
  takers: readonly { readonly family: string; readonly spec: OptionSpec }[],
  isEverybodys: boolean,
): string {
  const { help } = takers[0]!.spec;
  if (help.includes('{}')) {
    const own = takers.map(
      ({ family, spec }) => `${spec.own ?? ''}${isEverybodys && takers.length === 1 ? '' : ` (${family} instances)`}`,
    );
    return help.replace('{}', own.join(' or '));
  }
  return isEverybodys ? help : `${takers.map(({ family }) => family).join(' and ')} instances: ${help}`;
}

function meaningOf({ flags, help, kind, preset, isInput }: OptionSpec): string {
  return JSON.stringify([flags, help, kind, preset, isInput]);
}
