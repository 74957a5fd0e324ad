import { basename, dirname } from 'node:path';
import type { Family } from '../../families/family.js';
import { writeFileSet } from '../../runs/file-set.js';
import { bound, type BoundAnswer, type BoundRequest } from '../../workbench/bound.js';
import { EXIT } from '../exit-codes.js';
import { interruptSwitch } from '../interrupt.js';
import { noteWarnings, printJson, printLines, refuse, unopened } from '../output.js';
import { outputProblem } from '../../workbench/places.js';
import { writingTo } from '../../workbench/refusal-of.js';
import { progressLine } from '../progress.js';

export interface BoundOptions {
  readonly engine: string;
  readonly timeLimit?: number;
  readonly writeModel?: string;
  readonly problem?: string;
  /** Flag, true if files that Plenum did not write may be overwritten. */
  readonly force?: boolean;
  readonly json: boolean;
}

/** Exit codes of `plenum bound` by how it ended (docs/commands.md). */
const CODES: Readonly<Record<BoundAnswer['ended'], number>> = {
  proven: EXIT.solved,
  infeasible: EXIT.noFeasiblePlan,
  stopped: EXIT.limitWithoutPlan,
  empty: EXIT.ourFault,
};

/** `plenum bound`: exit code 3 where nothing is feasible, 4 where stopped before anything was proven. */
export async function boundCommand(file: string, options: BoundOptions, families?: readonly Family[]): Promise<number> {
  const { json, timeLimit, force, ...words } = options;
  const places = words.writeModel === undefined ? [] : [words.writeModel];
  const inTheWay = outputProblem('--write-model', places, { inputs: [file], force });
  if (inTheWay !== null) return refuse([inTheWay], json);

  const interrupt = interruptSwitch();
  const progress = progressLine();
  try {
    const request: BoundRequest = {
      ...{ file, words, timeLimitS: timeLimit ?? null },
      nowS: () => performance.now() / 1000,
      interrupted: interrupt.asked,
      onProgress: progress.show,
    };
    const answer = await bound(request, families);
    progress.clear();
    if (!answer.ok) return unopened(answer, json);
    const { record, lines, ended } = answer;
    const written = await writingTo('--write-model', () => {
      const files = Object.entries(answer.files).map(([key, { name, file: place, text }]) => {
        writeFileSet(dirname(place), new Map([[basename(place), text]]));
        return { key, name, place };
      });
      return Promise.resolve({ ok: true as const, files });
    });
    if (!written.ok) return refuse(written.problems, json);
    const { files } = written;
    if (json) printJson({ ...record, files: Object.fromEntries(files.map(({ key, place }) => [key, place])) });
    else printLines([...lines, ...files.map(({ name, place }) => `The ${name} is in ${place}.`)].join('\n'));
    noteWarnings(record.warnings);
    return CODES[ended];
  } finally {
    interrupt.release();
  }
}
