import { makingOptions } from '../families/generate.js';
import { FAMILIES } from '../families/registry.js';
import type { Refused } from '../instances/fault.js';
import type { CommandEnvelope } from '../workbench/envelope.js';
import { generate as generateOf } from '../workbench/generate.js';
import { outsideOf } from '../workbench/outside.js';
import type { GenerateOptions } from './options.js';
import { instanceOfCall } from './package-directory.js';
import { answered, nameFaults } from './prepared.js';
import { CALL, GENERATE_RULES, optionFaults, wordsOf } from './rules.js';

/** Default values of the options of `generate`, by name. */
const PRESETS: Readonly<Record<string, unknown>> = Object.fromEntries(
  makingOptions(FAMILIES).flatMap(({ name, preset }) => (preset === undefined ? [] : [[name, preset] as const])),
);

/** Result of `generate`: the instances were made and written to files. */
export interface Generated {
  readonly ok: true;
  /** Record that `plenum generate --json` prints. */
  readonly record: CommandEnvelope;
  /** Paths of the written instance files, in the order of their seeds. */
  readonly instances: readonly string[];
}

/**
 * Makes instances and writes them to the folder `out`: variants of an instance with other seeds, or new instances
 * (`racks`, `centres`).
 *
 * @param instance - Path of an instance file to vary, or the name of a bundled instance; null to make new instances.
 * @param options - Output folder, seeds, and properties of new instances.
 */
export function generate(instance: string | null, options: GenerateOptions): Promise<Generated | Refused> {
  const unfit = [...(instance === null ? [] : nameFaults(instance)), ...optionFaults(options, GENERATE_RULES)];
  if (unfit.length > 0) return Promise.resolve({ ok: false, faults: unfit });
  return answered(GENERATE_RULES, async () => {
    const { out, seed = 1, count = 1, overwrite = false, allowOutside = false } = options;
    // A program without types may leave it out.
    if ((out as string | undefined) === undefined) {
      const remedy = 'Name one.';
      return { ok: false, faults: [{ file: CALL, path: 'out', value: out, allowed: 'a directory', remedy }] };
    }
    const found = instance === null ? null : instanceOfCall(instance);
    if (found?.ok === false) return found;
    const file = found === null ? null : found.path;
    const outside = file === null || allowOutside ? [] : outsideOf(file);
    if (outside.length > 0) return { ok: false, faults: outside };
    const words = wordsOf(options, GENERATE_RULES);
    const given: typeof words = { ...words, seed: options.seed, count: options.count };
    return generateOf({
      file,
      words: { ...PRESETS, ...words },
      isGiven: (name) => given[name] !== undefined,
      seed,
      count,
      out,
      force: overwrite,
    });
  });
}
