import type { EXPORT_OPTIONS } from '../../families/command-options.js';
import type { WordsOf } from '../../families/options.js';
import type { Family } from '../../families/family.js';
import { exportPart } from '../../workbench/export.js';
import { EXIT } from '../exit-codes.js';
import { printJson, printLines, refuse } from '../output.js';

/**
 * Runs `plenum export`, which writes a part of an instance as CSV. The part may have numbers drawn with the instance's
 * seed. Returns the exit code.
 */
export async function exportCommand(
  what: string,
  file: string,
  { out, force, json }: WordsOf<typeof EXPORT_OPTIONS>,
  families: readonly Family[],
): Promise<number> {
  const answer = await exportPart({ what, file, out, force }, families);
  if (!answer.ok) return refuse(answer.faults, json);
  if (json) printJson(answer.record);
  else printLines(answer.lines.join('\n'));
  return EXIT.solved;
}
