import type { CommonValues } from '../../families/common-options.js';
import type { Family } from '../../families/family.js';
import { monotonicS } from '../../runs/clock.js';
import { compare, type CompareRequest, filesOfCompare } from '../../workbench/compare.js';
import { outputFault } from '../../workbench/places.js';
import { answerOf, NOBODY, type Terminal } from '../answer.js';
import { refuse } from '../output.js';
import { printStudyWritten } from '../study-written.js';

/** Runs `plenum compare`. Returns the exit code. */
export async function compareCommand(
  file: string,
  options: CommonValues<'compare'>,
  families?: readonly Family[],
): Promise<number> {
  const { methods, reference, vary, timeLimit, workLimit, out, force, json, writeStudy, ...rest } = options;
  const { trials, seed, workers, ...words } = rest;
  const places = out === undefined ? [] : filesOfCompare(out);
  const inTheWay = outputFault('--out', places, { inputs: [file], force });
  if (inTheWay !== null) return refuse([inTheWay], json);
  const requestOf = ({ asked, askedTwice, onProgress, onNote }: Terminal): CompareRequest => ({
    file,
    words,
    methods: methods.split(',').map((label) => label.trim()),
    reference,
    trials,
    seed,
    workers,
    variants: vary,
    out: out ?? null,
    limits: { timeLimitS: timeLimit ?? null, workLimit: workLimit ?? null },
    nowS: monotonicS,
    interrupted: asked,
    interruptedTwice: askedTwice,
    onProgress,
    onNote,
  });
  if (writeStudy === undefined) return answerOf(json, (terminal) => compare(requestOf(terminal), families));
  const { writeComparison } = await import('../../workbench/study/write-study.js');
  return printStudyWritten(await writeComparison(requestOf(NOBODY), { to: writeStudy, force }, families), json);
}
