import type { Command } from 'commander';
import type { GENERATE_OPTIONS } from '../../families/command-options.js';
import type { Family } from '../../families/family.js';
import type { WordsOf } from '../../families/options.js';
import { generate } from '../../workbench/generate.js';
import { EXIT } from '../exit-codes.js';
import { isGiven } from '../options.js';
import { noteWarnings, printJson, printLines, refuse } from '../output.js';

/** Options of `plenum generate` that all families share. Each family also reads options of its own. */
export type GenerateOptions = WordsOf<typeof GENERATE_OPTIONS>;

/** Runs `plenum generate`, which makes variants of an instance or new instances. Returns the exit code. */
export async function generateCommand(
  file: string | undefined,
  { seed, count, out, force, json, ...words }: GenerateOptions,
  command: Command,
  families: readonly Family[],
): Promise<number> {
  const given = (name: string): boolean => isGiven(command, name);
  const asked = { file: file ?? null, words, isGiven: given, seed, count, out, force };
  const answer = await generate(asked, families);
  if (!answer.ok) return refuse(answer.faults, json);
  if (json) printJson(answer.record);
  else printLines(answer.instances.join('\n'));
  noteWarnings(answer.record.warnings);
  return EXIT.solved;
}
