import type { Family } from '../../families/family.js';
import { compare, type CompareAnswer, type CompareRequest, filesOfCompare } from '../../workbench/compare.js';
import { outputProblem } from '../../workbench/places.js';
import { EXIT } from '../exit-codes.js';
import { interruptSwitch } from '../interrupt.js';
import { note, printJson, printLines, refuse, unopened } from '../output.js';
import { printStudyWritten } from '../study-written.js';
import { progressLine } from '../progress.js';

/** Words of every family's `plenum compare`; the others are the families' own. */
export interface CompareOptions {
  readonly methods: string;
  readonly reference?: string;
  readonly trials: number;
  readonly vary: boolean;
  readonly seed: number;
  readonly timeLimit?: number;
  readonly workLimit?: number;
  readonly workers: number;
  readonly out?: string;
  /** Flag, true to overwrite files that Plenum did not write. */
  readonly force?: boolean;
  readonly json: boolean;
  /** File to write the study to that these words mean; nothing is run then. */
  readonly writeStudy?: string;
}

/** Exit codes of the outcomes (docs/results.md). */
const CODES: Readonly<Record<CompareAnswer['ended'], number>> = {
  solved: EXIT.solved,
  noFeasiblePlan: EXIT.noFeasiblePlan,
  stopped: EXIT.limitWithoutPlan,
  failed: EXIT.ourFault,
};

/** `plenum compare`: returns the exit code. */
export async function compareCommand(
  file: string,
  options: CompareOptions,
  families?: readonly Family[],
): Promise<number> {
  const {
    methods,
    reference,
    trials,
    vary,
    seed,
    timeLimit,
    workLimit,
    workers,
    out,
    force,
    json,
    writeStudy,
    ...words
  } = options;
  const places = out === undefined ? [] : filesOfCompare(out);
  const inTheWay = outputProblem('--out', places, { inputs: [file], force });
  if (inTheWay !== null) return refuse([inTheWay], json);

  const interrupt = interruptSwitch();
  const progress = progressLine();
  const request: CompareRequest = {
    ...{ file, words, reference, trials, seed, workers, variants: vary, out: out ?? null },
    methods: methods.split(',').map((label) => label.trim()),
    limits: { timeLimitS: timeLimit ?? null, workLimit: workLimit ?? null },
    nowS: () => performance.now() / 1000,
    cpuS,
    interrupted: interrupt.asked,
    interruptedTwice: interrupt.askedTwice,
    onProgress: progress.show,
    onNote: note,
  };
  try {
    if (writeStudy !== undefined) {
      const { writeComparison } = await import('../../workbench/study/write-study.js');
      return printStudyWritten(
        await writeComparison(request, { to: writeStudy, force: force === true }, families),
        json,
      );
    }
    const answer = await compare(request, families);
    progress.clear();
    if (!answer.ok) return unopened(answer, json);
    const { record, text, fault, ended } = answer;
    if (json) printJson(record);
    else printLines(text);
    if (fault === null) return CODES[ended];
    process.stderr.write(`${fault.message}\n`);
    return fault.isOurs ? EXIT.ourFault : EXIT.badInput;
  } finally {
    interrupt.release();
  }
}

function cpuS(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
