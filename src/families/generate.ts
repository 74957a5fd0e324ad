import type { Fault, Refused } from '../instances/fault.js';
import { jsonText } from '../instances/json-text.js';
import { countedSeedsFault } from '../instances/seeded.js';
import { type NamedOption, type Options, optionsOf, sharedOptions } from './options.js';

/** How `plenum generate` makes a new instance of a family from option values alone. */
export interface Making {
  /**
   * Name of the option with which the user asks for such instances, such as `racks`. The family's other options for
   * `generate` then also apply.
   */
  readonly asks: string;
  /** Allowed values of the option `asks`, for error messages, such as "30 or a multiple of 60". */
  readonly allowed: string;
  /** What is generated, for help texts, such as "a new room". */
  readonly makes: string;
}

/** Generated instances, as texts of files for a directory. */
export interface Generated {
  readonly ok: true;
  readonly files: readonly GeneratedInstance[];
  /** Texts of further files that the instances refer to, by name; absent if there are none. */
  readonly beside?: ReadonlyMap<string, string>;
  readonly warnings: readonly string[];
}

export interface GeneratedInstance {
  /** Name of the instance's file in the directory. */
  readonly name: string;
  readonly text: string;
}

/** Seeds of the generated instances: `seed` to `seed + count - 1`. */
export interface Seeds {
  readonly seed: number;
  readonly count: number;
}

export interface VaryRequest extends Seeds {
  readonly file: string;
  /** Directory that the variants will be written to. */
  readonly out: string;
}

export interface MakeRequest extends Seeds {
  /** Parsed option values, by name of the option. */
  readonly words: Readonly<Record<string, unknown>>;
  /** Returns true if the user gave the option; `words` also has default values. */
  readonly isGiven: (name: string) => boolean;
}

/** Maximum number of variants of one `plenum generate`. Our choice: a typing error cannot fill the disk. */
export const MAX_VARIANTS = 10_000;

/** Code of a family's verb `generate`. Without `vary` or `make`, requests for variants or new instances are refused. */
export interface GenerateOfFamily {
  /** Returns variants of an instance, one per seed. */
  readonly vary?: (request: VaryRequest) => Generated | Refused;
  /** Returns new instances; present if the family declares `makes`. */
  readonly make?: (request: MakeRequest) => Generated | Refused;
}

/**
 * Returns one variant of an instance for each of several seeds, as files.
 *
 * @param refusal why the instance has no variants; null if it has some
 * @param withSeed returns the variant for a seed
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

/**
 * Returns a file name from an instance's name. Characters that it must not contain are replaced, so that the file stays
 * in its directory.
 */
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

/**
 * One way in which `generate` makes new instances: its family and its options. The first option is the one with which
 * the user chooses this way.
 */
export interface MakingOfFamily<F> {
  readonly family: F;
  readonly making: Making;
  readonly asks: NamedOption;
  readonly options: readonly NamedOption[];
}

/** Returns all ways in which `generate` makes new instances, by family. */
export function makingsOf<F extends MayMake>(families: readonly F[]): readonly MakingOfFamily<F>[] {
  return families.flatMap((family) => {
    if (family.makes === undefined) return [];
    const options = optionsOf(family, 'generate');
    const asks = options.find(({ name }) => name === family.makes!.asks)!;
    return [{ family, making: family.makes, asks, options: [asks, ...options.filter((one) => one !== asks)] }];
  });
}

/** Returns the options of `generate` for new instances of any family, each once. */
export function makingOptions(families: readonly MayMake[]): readonly NamedOption[] {
  return sharedOptions('generate', families);
}
