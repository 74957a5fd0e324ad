import type { Fault, Refused } from '../instances/fault.js';
import { jsonText } from '../instances/json-text.js';
import { countedSeedsFault } from '../instances/seeded.js';
import { type NamedOption, type Options, optionsOf, sharedOptions } from './options.js';

/** A way to make new instances from options alone. */
export interface Making {
  /** Name of the option that asks for it, such as `racks`. It is used with the family's options for `generate`. */
  readonly asks: string;
  /** Values that this option can have, for a refusal: "30 or a multiple of 60". */
  readonly allowed: string;
  /** Text for what is made, such as "a new room". */
  readonly makes: string;
}

/** Instances as files that are ready to be written into a directory. */
export interface Generated {
  readonly ok: true;
  readonly files: readonly GeneratedInstance[];
  /** Texts of further files that the instances name, by file name. */
  readonly beside?: ReadonlyMap<string, string>;
  readonly warnings: readonly string[];
}

export interface GeneratedInstance {
  /** File name in the directory. */
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
  /** Directory in which the variants will be. */
  readonly out: string;
}

export interface MakeRequest extends Seeds {
  /** Options of the making, after parsing. */
  readonly words: Readonly<Record<string, unknown>>;
  /** Returns true if the user gave an option; `words` also contains presets. */
  readonly isGiven: (name: string) => boolean;
}

/** Maximum number of variants of one call. Our choice: a typing error cannot fill the disk. */
export const MAX_VARIANTS = 10_000;

/** Kinds of instances that a family can generate. Others are refused because they are not declared. */
export interface GenerateOfFamily {
  /** Returns variants of an instance, one per seed. */
  readonly vary?: (request: VaryRequest) => Generated | Refused;
  /** Returns new instances; present if the family declares a making. */
  readonly make?: (request: MakeRequest) => Generated | Refused;
}

/**
 * Returns an instance with each of several seeds, as files.
 *
 * @param refusal why it has no variants; null if it has some
 *
 * @param withSeed returns the instance for a seed
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

/** Returns a file name made from an instance's name, which may contain anything; it cannot leave the directory. */
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

/** A making with its family and its options; the option that asks for it comes first. */
export interface MakingOfFamily<F> {
  readonly family: F;
  readonly making: Making;
  readonly asks: NamedOption;
  readonly options: readonly NamedOption[];
}

/** Returns all makings of families, in the order of the families. */
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
