import { rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { sweepCsv } from '../../families/reward-rate/report/sweep-csv.js';
import { sweepText } from '../../families/reward-rate/report/sweep-summary.js';
import type { JournalFile } from '../../runs/journal.js';
import { openProblem } from '../../families/reward-rate/runs/open.js';
import type { SweepResult } from '../../families/reward-rate/studies/sweep/result.js';
import { journalPoints, NO_POINTS } from '../../families/reward-rate/studies/sweep/point-store.js';
import {
  type PreparedSweep,
  prepareSweep,
  runSweep,
  sweepDesign,
} from '../../families/reward-rate/studies/sweep/run.js';
import { interruptSwitch } from '../interrupt.js';
import { OptionError } from '../options.js';
import { printJson, printLines, refuse, unopened } from '../output.js';
import { outputProblem } from '../../workbench/places.js';
import { progressLine } from '../progress.js';
import { airTimeIsUp, type RunOptions, runRequest } from '../run-request.js';
import { journalAt } from '../study-journal.js';
import { type Fault, orError, studyExitCode, writeStudy } from '../study-files.js';

export interface SweepOptions extends RunOptions {
  readonly over: readonly string[];
}

/** There until all points are solved. */
const JOURNAL = 'sweep.journal.jsonl';
const NAMES = { sweep: 'sweep.json', csv: 'sweep.csv', report: 'sweep.html' } as const;

/** `plenum sweep`: the same question over a grid of values. Returns the exit code. */
export async function sweepCommand(file: string, options: SweepOptions): Promise<number> {
  const { out, json, over } = options;
  if (over.length === 0) {
    throw new OptionError('--over', undefined, 'field=start:end:step', 'Say at least once what to vary.');
  }
  if (out?.trim() === '') throw new OptionError('--out', out, 'the name of a directory', 'Name one.');
  const files = out === undefined ? [] : [...Object.values(NAMES), JOURNAL].map((name) => join(out, name));
  const inTheWay = outputProblem('--out', files, { inputs: [file], force: options.force });
  if (inTheWay !== null) return refuse([inTheWay], json);
  const opened = openProblem(file, undefined, airTimeIsUp(options.timeLimit));
  if (!opened.ok) return unopened(opened, json);
  const prepared = prepareSweep(opened, file, dirname(resolve(file)), over);
  if (!prepared.ok) return refuse(prepared.problems, json);

  const interrupt = interruptSwitch();
  const progress = progressLine();
  const request = runRequest(options, interrupt, progress.show);
  let journal: JournalFile | undefined;
  try {
    journal =
      out === undefined ? undefined : pointsJournal(join(out, JOURNAL), sweepDesign(request, prepared), prepared);
    const store = journal === undefined ? NO_POINTS : journalPoints(journal);
    const result = await runSweep({ ...request, store }, prepared);
    progress.clear();
    const { named, fault } = out === undefined ? { named: result, fault: null } : await write(result, out);
    if (json) printJson(named);
    else printLines(sweepText(named));
    if (fault !== null) process.stderr.write(`${fault.message}\n`);
    // What was interrupted or broke down is taken up by the next run.
    const isDone =
      fault === null && result.pointsLeft === 0 && result.points.every(({ failure }) => failure === undefined);
    if (out !== undefined && isDone) rmSync(join(out, JOURNAL), { force: true });
    return fault?.exitCode ?? studyExitCode(result.points, interrupt.asked());
  } finally {
    journal?.close();
    interrupt.release();
  }
}

function pointsJournal(file: string, design: string, { grid }: PreparedSweep): JournalFile {
  return journalAt(file, design, {
    study: 'sweep',
    common: 'instance, method, limits and values',
    taken: (done) => `${done} of ${grid.points.length} points`,
  });
}

async function write(
  result: SweepResult,
  out: string,
): Promise<{ readonly named: SweepResult; readonly fault: Fault | null }> {
  const { renderSweepReport } = await import('../../families/reward-rate/report/sweep-report.js');
  const paths = Object.entries(NAMES).map(([key, name]) => [key, join(out, name)]);
  const named = { ...result, files: Object.fromEntries(paths) as Record<string, string> };
  const texts = new Map<string, string | Error>([
    [NAMES.csv, sweepCsv(named)],
    [NAMES.report, orError(() => renderSweepReport(named))],
    [NAMES.sweep, `${JSON.stringify(named, null, 1)}\n`],
  ]);
  return { named, fault: writeStudy(out, texts) };
}
