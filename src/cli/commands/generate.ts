import { join } from 'node:path';
import { varyWorkload } from '../../instances/generate.js';
import { jsonText } from '../../instances/json-text.js';
import { loadRewardRateInstance } from '../../instances/load.js';
import { thesisInstance, type ThesisOptions } from '../../instances/thesis/instance.js';
import { writeAtomically } from '../../runs/files.js';
import { EXIT } from '../exit-codes.js';
import { printJson, printLines, refuse } from '../output.js';

export interface GenerateOptions {
  readonly seed: number;
  readonly count: number;
  readonly out: string;
  readonly json: boolean;
}

/** `plenum generate <instance>`: seeded variants of its deadlines, rewards and arrival rates, seeds seed .. seed + count - 1. */
export function generateVariants(file: string, { seed, count, out, json }: GenerateOptions): number {
  const loaded = loadRewardRateInstance(file);
  if (!loaded.ok) return refuse(loaded.problems, json);
  const files = Array.from({ length: count }, (_, n) => {
    const variant = varyWorkload(loaded.instance, seed + n);
    const target = join(out, `${variant.name}.json`);
    writeAtomically(target, jsonText(variant));
    return target;
  });
  return report(files, json);
}

/** `plenum generate --racks N`: the thesis' room at any size. */
export function generateRoom(options: ThesisOptions, { out, json }: Pick<GenerateOptions, 'out' | 'json'>): number {
  const instance = thesisInstance(options);
  const target = join(out, `${instance.name}.json`);
  writeAtomically(target, jsonText(instance));
  return report([target], json);
}

function report(files: readonly string[], json: boolean): number {
  if (json) printJson({ files });
  else printLines(files.join('\n'));
  return EXIT.solved;
}
