import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { cellsOf, type Design, designText } from '../../experiments/design.js';
import type { Journal } from '../../experiments/run.js';
import type { Limits } from '../../runs/control.js';
import type { JournalFile } from '../../runs/journal.js';
import type { Refused } from '../../instances/problem.js';
import type { TrajectoryPoint } from '../../runs/result.js';
import type { ComparisonFrame, RunFrame } from '../../studies/compare/record.js';
import { EXIT } from '../exit-codes.js';
import { interruptSwitch } from '../interrupt.js';
import { OptionError } from '../options.js';
import { printJson, printLines, refuse, unopened } from '../output.js';
import { outputProblem } from '../../workbench/places.js';
import { airTimeIsUp } from '../run-request.js';
import { progressLine } from '../progress.js';
import { writeStudy } from '../study-files.js';
import { journalAt, type JournalWords } from '../study-journal.js';

/** What a comparison is asked, whatever the family. */
export interface CompareStudyOptions {
  readonly reference?: string;
  readonly trials: number;
  readonly seed: number;
  readonly timeLimit?: number;
  readonly workLimit?: number;
  readonly out?: string;
  /** Overwrite what Plenum did not write. */
  readonly force?: boolean;
  readonly json: boolean;
}

/** How its runs are made. */
export interface RunSurroundings {
  readonly limits: Limits;
  readonly nowS: () => number;
  readonly interrupted: () => boolean;
  readonly interruptedTwice: () => boolean;
  readonly onProgress: (point: TrajectoryPoint) => void;
}

type AnyComparison = ComparisonFrame & { readonly runs: readonly RunFrame[] };

/** What a family makes of it. */
export interface CompareStudy<Opened extends { readonly ok: true }, Found extends { readonly record: AnyComparison }> {
  readonly file: string;
  readonly labels: readonly string[];
  /** Unit of the values on the progress line; none where they make gaps. */
  readonly unit: string;
  readonly fileNames: readonly string[];
  readonly open: (shouldStop: () => boolean) => Opened | Refused;
  /** What its journal is of. */
  readonly design: (opened: Opened, run: RunSurroundings) => Design;
  readonly compare: (
    opened: Opened,
    run: RunSurroundings,
    more: { readonly reference: string; readonly journal?: Journal },
  ) => Promise<Found>;
  readonly text: (found: Found) => string;
  /** Files by name; one that is left out is removed where an earlier comparison wrote it. */
  readonly files: (found: Found) => Promise<ReadonlyMap<string, string | Error>>;
}

/** Some methods end only when told to: without any limit each run gets this one. */
export const DEFAULT_TIME_LIMIT_S = 60;
const JOURNAL = 'compare.journal.jsonl';
/** Files of all families: what one of another family left in the directory is gone. */
export const COMPARE_FILES: readonly string[] = [
  'compare.json',
  'compare.csv',
  'compare-epochs.csv',
  'compare.html',
  'compare.records.jsonl',
];

/** Runs a comparison and shows and writes what it found. Returns the exit code; 0 when any method has a plan in any trial. */
export async function runCompareStudy<
  Opened extends { readonly ok: true },
  Found extends { readonly record: AnyComparison },
>(study: CompareStudy<Opened, Found>, options: CompareStudyOptions): Promise<number> {
  const { out, json, seed, trials } = options;
  const reference = referenceOf(study.labels, options.reference);
  // Trial t has the seed `seed + t`.
  const mostSeed = Number.MAX_SAFE_INTEGER - trials;
  if (seed > mostSeed) {
    throw new OptionError('--seed', seed, `at most ${mostSeed} with ${trials} trials`, 'Take a smaller seed.');
  }
  const targets = out === undefined ? [] : study.fileNames.map((name) => join(out, name));
  const places = out === undefined ? [] : [...targets, join(out, JOURNAL)];
  const inTheWay = outputProblem('--out', places, { inputs: [study.file], force: options.force });
  if (inTheWay !== null) return refuse([inTheWay], json);
  const opened = study.open(airTimeIsUp(options.timeLimit));
  if (!opened.ok) return unopened(opened, json);

  const interrupt = interruptSwitch();
  const progress = progressLine(study.unit);
  const run: RunSurroundings = {
    limits: limitsOf(options),
    nowS: () => performance.now() / 1000,
    interrupted: interrupt.asked,
    interruptedTwice: interrupt.askedTwice,
    onProgress: progress.show,
  };
  let journal: JournalFile | undefined;
  try {
    journal = out === undefined ? undefined : comparisonJournal(join(out, JOURNAL), study.design(opened, run));
    const found = await study.compare(opened, run, { reference, ...(journal === undefined ? {} : { journal }) });
    progress.clear();
    const { record } = found;
    const files = out === undefined ? new Map<string, string>() : await study.files(found);
    // What the comparison does not write, an earlier one's is removed.
    const left = study.fileNames.flatMap((name): [string, null][] => (files.has(name) ? [] : [[name, null]]));
    const fault = out === undefined ? null : writeStudy(out, new Map([...left, ...files]));
    const written = targets.filter((_, n) => files.has(study.fileNames[n]!));
    if (json) printJson(record);
    else
      printLines(
        `${study.text(found)}${fault === null ? written.map((path) => `written       ${path}\n`).join('') : ''}`,
      );
    if (fault !== null) {
      process.stderr.write(`${fault.message}\n`);
      return fault.exitCode;
    }
    // What was interrupted or broke down is taken up by the next run.
    const isDone = record.termination === 'finished' && record.runs.every(({ failure }) => failure === undefined);
    if (out !== undefined && isDone) rmSync(join(out, JOURNAL), { force: true });
    return exitCode(record);
  } finally {
    journal?.close();
    interrupt.release();
  }
}

function limitsOf({ timeLimit, workLimit }: CompareStudyOptions): Limits {
  const unlimited = timeLimit === undefined && workLimit === undefined;
  if (unlimited)
    process.stderr.write(`No limit was given: each run ends after ${DEFAULT_TIME_LIMIT_S} s at the latest.\n`);
  return { timeLimitS: timeLimit ?? (unlimited ? DEFAULT_TIME_LIMIT_S : null), workLimit: workLimit ?? null };
}

function referenceOf(labels: readonly string[], reference: string | undefined): string {
  if (reference === undefined) return labels[0]!;
  if (labels.includes(reference)) return reference;
  throw new OptionError('--reference', reference, labels.join(', '), 'Name one of the methods compared.');
}

function comparisonJournal(file: string, design: Design): JournalFile {
  const total = cellsOf(design).length * design.trials;
  const words: JournalWords = {
    study: 'comparison',
    common: 'instance, methods, trials and limits',
    taken: (done) => `${done} of ${total} runs and bounds`,
  };
  return journalAt(file, designText(design), words);
}

function exitCode({ runs, termination }: AnyComparison): number {
  // One that broke down is our fault whatever the others found, as for a sweep or a day.
  if (runs.some(({ failure }) => failure !== undefined)) return EXIT.ourFault;
  if (runs.some((run) => run.feasible)) return EXIT.solved;
  if (runs.some((run) => run.termination === 'failed')) return EXIT.ourFault;
  const stopped = ['timeLimit', 'workLimit'];
  const late = termination === 'interrupted' || runs.some((run) => stopped.includes(run.termination));
  return late ? EXIT.limitWithoutPlan : EXIT.noFeasiblePlan;
}
