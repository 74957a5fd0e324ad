import type { CommonValues } from '../../families/common-options.js';
import type { Family } from '../../families/family.js';
import { compare, type CompareRequest } from '../../workbench/compare.js';
import { answerOf, NOBODY, type Terminal } from '../answer.js';
import { requestOf } from '../study-run.js';
import { printStudyWritten } from '../study-written.js';

/** Runs `plenum compare`, or writes the comparison as a study file instead. Returns the exit code. */
export async function compareCommand(
  file: string,
  {
    methods: labels,
    reference,
    vary: variants,
    trials,
    workers,
    json,
    writeStudy: to,
    ...options
  }: CommonValues<'compare'>,
  families?: readonly Family[],
): Promise<number> {
  const methods = labels.split(',').map((label) => label.trim());
  const asked = { file, methods, reference, variants, trials, workers };
  const request = (terminal: Terminal): CompareRequest => ({ ...requestOf(options, terminal), ...asked });
  if (to === undefined) return answerOf(json, (terminal) => compare(request(terminal), families));
  const { writeComparison } = await import('../../workbench/study/write-study.js');
  const target = { to, force: options.force };
  return printStudyWritten(await writeComparison(request(NOBODY), target, families), json);
}
