import type { Fault, Refused } from '../instances/fault.js';
import { jsonText } from '../instances/json-text.js';
import { countedSeedsFault } from '../instances/seeded.js';
import { type NamedOption, type Options, optionsOf, sharedOptions } from './options.js';

/** New instances that a family makes of options alone. */
export interface Making {
  /** Name of the option that asks for it: `racks`. The family's options for `generate` go with it. */
  readonly asks: string;
  /** Values that option may have, for whoever gave none: "30 or a multiple of 60". */
  readonly allowed: string;
  /** Words for what is made, in sentences: "a new room". */
  readonly makes: string;
}

/** Instances as files, ready to be written into a directory. */
export interface Generated {
  readonly ok: true;
  readonly files: readonly GeneratedInstance[];
  /** Texts by name of further files that the instances name. */
  readonly beside?: ReadonlyMap<string, string>;
  readonly warnings: readonly string[];
}

export interface GeneratedInstance {
  /** File name, in the directory. */
  readonly name: string;
  readonly text: string;
}

/** Seeds of a set of instances: `seed` to `seed + count - 1`, one for each. */
export interface Seeds {
  readonly seed: number;
  readonly count: number;
}

export interface VaryRequest extends Seeds {
  readonly file: string;
  /** Directory that the variants will lie in. */
  readonly out: string;
}

export interface MakeRequest extends Seeds {
  /** Options of the making, as read. */
  readonly words: Readonly<Record<string, unknown>>;
  /** Test whether the user gave an option, by its name: some of `words` are presets. */
  readonly isGiven: (name: string) => boolean;
}

/** Greatest number of variants of one call. Ours: it keeps a slip of the keyboard from filling the disk. */
export const MAX_VARIANTS = 10_000;

/** Kinds of instances that a family generates. The absence of one is refused from the declaration. */
export interface GenerateOfFamily {
  /** Variants of an instance, one per seed. */
  readonly vary?: (request: VaryRequest) => Generated | Refused;
  /** Returns the instances of the family's own making; present where it declares one. */
  readonly make?: (request: MakeRequest) => Generated | Refused;
}

/**
 * Returns an instance with each of several seeds, as files.
 * @param refusal why it has no variants; null if it has @param withSeed returns the instance to write for a seed
 */
export function seedVariants(
  { file, seed, count }: VaryRequest,
  refusal: Omit<Fault, 'file'> | null,
  withSeed: (seed: number) => { readonly name: string },
): Generated | Refused {
  if (refusal !== null) return { ok: false, faults: [{ file, ...refusal }] };
  const tooLarge = countedSeedsFault(seed, count);
  if (tooLarge !== null) return { ok: false, faults: [tooLarge] };
  const variants = Array.from({ length: count }, (_, n) => withSeed(seed + n));
  const files = variants.map((variant) => ({ name: instanceFileName(variant.name), text: jsonText(variant) }));
  return { ok: true, files, warnings: [] };
}

/** Returns a file name made of an instance's name, which may hold anything: no way out of the directory. */
export function instanceFileName(name: string): string {
  return `${name
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[.-]+/, '')
    .slice(-80)}.json`;
}

interface MayMake {
  readonly name: string;
  readonly options: Options;
  readonly makes?: Making;
}

/** A making with its family and its options, the one that asks for it first. */
export interface MakingOfFamily<F> {
  readonly family: F;
  readonly making: Making;
  readonly asks: NamedOption;
  readonly options: readonly NamedOption[];
}

/** Returns the instances that families make of options alone, in the order of the families. */
export function makingsOf<F extends MayMake>(families: readonly F[]): readonly MakingOfFamily<F>[] {
  return families.flatMap((family) => {
    if (family.makes === undefined) return [];
    const options = optionsOf(family, 'generate');
    const asks = options.find(({ name }) => name === family.makes!.asks)!;
    return [{ family, making: family.makes, asks, options: [asks, ...options.filter((one) => one !== asks)] }];
  });
}

/** Returns the options of all makings, each once. */
export function makingOptions(families: readonly MayMake[]): readonly NamedOption[] {
  return sharedOptions('generate', families);
}
