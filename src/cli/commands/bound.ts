import { basename, dirname } from 'node:path';
import type { CommonValues } from '../../families/common-options.js';
import type { Family, Words } from '../../families/family.js';
import { monotonicS } from '../../runs/clock.js';
import { writeFileSet } from '../../runs/file-set.js';
import { bound } from '../../workbench/bound.js';
import { outputFault } from '../../workbench/places.js';
import { writingTo } from '../../workbench/refusal-of.js';
import { answerOf } from '../answer.js';
import { refuse } from '../output.js';

/**
 * Runs `plenum bound` and returns the exit code: 3 if no plan is feasible, 4 if a limit or the user stopped the run
 * before it proved a bound.
 */
export async function boundCommand(
  file: string,
  options: CommonValues<'bound'> & Words & { readonly writeModel?: string },
  families?: readonly Family[],
): Promise<number> {
  const { json, timeLimit, force, ...words } = options;
  const places = words.writeModel === undefined ? [] : [words.writeModel];
  const inTheWay = outputFault('--write-model', places, { inputs: [file], force });
  if (inTheWay !== null) return refuse([inTheWay], json);
  return answerOf(json, async ({ asked: interrupted, onProgress }) => {
    const request = { file, words, timeLimitS: timeLimit ?? null, nowS: monotonicS, interrupted, onProgress };
    const answer = await bound(request, families);
    if (!answer.ok) return answer;
    const { record, lines, ended } = answer;
    const written = await writingTo('--write-model', () => {
      const files = Object.entries(answer.files).map(([key, { name, file: place, text }]) => {
        writeFileSet(dirname(place), new Map([[basename(place), text]]));
        return { key, name, place };
      });
      return Promise.resolve({ ok: true as const, files });
    });
    if (!written.ok) return written;
    const { files } = written;
    return {
      ok: true,
      record: { ...record, files: Object.fromEntries(files.map(({ key, place }) => [key, place])) },
      text: [...lines, ...files.map(({ name, place }) => `The ${name} is in ${place}.`)].join('\n'),
      notes: record.warnings,
      ended,
    };
  });
}
