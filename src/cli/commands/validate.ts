import type { Family } from '../../families/family.js';
import { oneLine } from '../../reports/format.js';
import { validate } from '../../workbench/validate.js';
import { EXIT } from '../exit-codes.js';
import { airMixingLines, nodePowerLines } from '../validate-words.js';
import { note, printJson, printLines, refuse } from '../output.js';

/** Runs `plenum validate` and returns the exit code: 0 if all files are valid, otherwise 2. */
export async function validateCommand(
  files: readonly string[],
  options: { readonly json: boolean },
  families?: readonly Family[],
): Promise<number> {
  const answer = await validate(files, families);
  if (!answer.ok) return refuse(answer.faults, options.json);
  if (options.json) {
    const { envelopeVersion, instances } = answer;
    printJson({ envelopeVersion, valid: true, instances: instances.map(({ record }) => record) });
    return EXIT.solved;
  }
  for (const { record, text } of answer.instances) {
    const { file, nodePower, airMixing, warnings } = record;
    printLines(`${file}: valid (${text})`);
    for (const line of [...nodePowerLines(nodePower), ...airMixingLines(airMixing)]) printLines(`  ${line}`);
    for (const warning of warnings) note(oneLine(`${file}: ${warning}`));
  }
  return EXIT.solved;
}
