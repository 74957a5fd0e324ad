import { basename, join, resolve } from 'node:path';
import type { Records } from '../../experiments/record.js';
import { agrees, cellsOf, type Design, type TrialRequest, trialsOf } from '../../experiments/design.js';
import { writeFileSet } from '../../runs/file-set.js';
import { removeFile } from '../../runs/files.js';
import type { RecordStore } from '../../runs/store/record-store.js';
import type { Executor } from '../../studies/engine/engine.js';
import type { StudyRun } from '../../studies/plan/run.js';
import { recordsFileText } from '../../studies/records-file.js';
import { judgeByRule, type Judged } from '../claims.js';
import { durationText, estimateS, meanTimes } from '../estimate.js';
import type { Paper } from '../paper.js';
import { compactRecords } from './records-csv.js';
import type { Scale } from '../figure-options.js';
import { looksAt, scaleOf } from '../trial-rule.js';
import {
  entriesOf,
  poolExecutor,
  recordsOf,
  runTrials,
  storedRuns,
  type TrialRules,
  type TrialsOutcome,
} from './run-trials.js';
import { entryOfRecord } from './trial-record.js';
import { runsOfDesign, type TrialFrame, trialOfRun } from './trial-run.js';
import { figurePage, recordsFile } from './figure-page.js';
import { partFile } from '../../workbench/study/execute.js';
import { processExecutor } from '../../workbench/study/executor.js';
import { recordsIn } from '../../workbench/study-store.js';
import { machineFrame, plenumVersion } from '../../workbench/this-machine.js';

/** A figure that will be run, with its experiment design. */
export interface PlannedFigure {
  readonly figure: string;
  readonly paper: Paper;
  readonly family: string;
  readonly design: Design;
}

export interface FigureRunRequest {
  readonly out: string;
  readonly scale: Scale;
  readonly workers: number;
  /** True to go on to more trials while a claim on the figure is undecided. */
  readonly untilDecided: boolean;
  /** True if child processes may run the figure's trials; false for this process only. */
  readonly mayRunElsewhere: boolean;
  readonly interrupted: () => boolean;
  readonly watcher: ReproduceWatcher;
}

/** Callbacks for the progress of a long run. */
export interface ReproduceWatcher {
  /** Called with a sentence on what starts or is left out. */
  readonly say: (text: string) => void;
  readonly warn: (text: string) => void;
  /** Called after each trial of a figure; `leftS` is the expected remaining time, s. */
  readonly progress: (figure: { name: string; done: number; total: number; leftS: number }) => void;
}

export interface RanFigure extends PlannedFigure {
  readonly outcome: TrialsOutcome;
  /** Text of the records file; null until all trials are complete. */
  readonly text: string | null;
  readonly files: Readonly<Record<string, string>>;
  readonly claims: readonly Judged[];
}

/**
 * Runs one figure: executes missing trials, writes records and page, and judges the claims. If asked to, goes on to more
 * trials while a claim is undecided.
 */
export async function runFigure(
  planned: PlannedFigure,
  request: FigureRunRequest,
  store: RecordStore,
): Promise<RanFigure> {
  const { figure, paper, design } = planned;
  const ran = await runDesign(planned, request, store);
  const isOpen = ran.claims.some(({ claim, verdict }) => verdict === 'undecided' && claim.calibrated === undefined);
  if (!request.untilDecided || !ran.outcome.complete || !isOpen) return ran;
  const next = looksAt(paper.design(figure, { scale: request.scale }).trials, paper.mostTrials?.(figure)).find(
    (n) => n > design.trials,
  );
  if (next === undefined) return ran;
  return runFigure({ ...planned, design: { ...design, trials: next } }, request, store);
}

async function runDesign(planned: PlannedFigure, request: FigureRunRequest, store: RecordStore): Promise<RanFigure> {
  const { figure, paper, family, design } = planned;
  const { out, scale, workers, mayRunElsewhere, interrupted, watcher } = request;
  const { pace, trial } = paper;
  const stem = join(out, `${figure}-${scale}`);
  const frame = frameOfFigure(family, design);
  const inputs = trialsOf(design);
  const stored = storedRuns(store, runsOfDesign(design, frame));
  const entries = stored.map(({ run, record }) => entryOfRecord(trialOfRun(run.identity), record));
  const before = entries.length;
  const total = cellsOf(design).length * design.trials;
  const known = new Set(stored.map(({ run }) => run.position));
  const left = (): readonly TrialRequest[] => inputs.filter((_, position) => !known.has(position));
  const resumed = before === 0 ? '' : `, ${before} done before`;
  const leftS = estimateS(pace, left(), entries, workers);
  watcher.say(`${design.name}: ${total} solves${resumed}, ${durationText(leftS)} on ${workers} worker(s)`);
  const parts = resolve(out, 'parts');
  const executor =
    mayRunElsewhere && workers > 1 ? elsewhere(workers, parts) : inThisThread(trial, (run) => partFile(parts, run));
  let outcome: TrialsOutcome;
  try {
    outcome = await runTrials({
      design,
      frame,
      store,
      executor,
      interrupted,
      onTrial: ({ done }, last) => {
        const input = trialOfRun(last.run);
        entries.push(entryOfRecord(input, last));
        known.add(inputs.findIndex(({ cell, trial }) => trial === input.trial && agrees(cell, input.cell)));
        removeFile(partFile(parts, last));
        watcher.progress({ name: design.name, done, total, leftS: estimateS(pace, left(), entries, workers) });
      },
    });
  } finally {
    await executor.close();
  }
  if (!outcome.complete) {
    return { ...planned, outcome, text: null, files: { runs: recordsIn(out) }, claims: [] };
  }
  const made = entriesOf(outcome.made);
  const whole = recordsOf(design, made);
  const records = compactRecords({ design, records: whole }, paper.isKept);
  const picture = await figurePage(paper, figure, records);
  if (picture instanceof Error) watcher.say(`${figure}: its page could not be made (${picture.message})`);
  const { page, ...others } = resultFiles(stem);
  const files = { ...others, ...(typeof picture === 'string' ? { page } : {}) };
  const text = recordsFileText(design, whole);
  const times = `${JSON.stringify({ meanSolveS: meanTimes(pace, made) }, null, 1)}\n`;
  const set = [
    [page, typeof picture === 'string' ? picture : null],
    [files.times, times],
    [files.records, text],
  ] as const;
  writeFileSet(out, new Map(set.map(([file, one]) => [basename(file), one])));
  return { ...planned, outcome, text, files, claims: judgeByRule(paper, figure, records) };
}

/** Returns the fields of a run's identity that all runs of a figure share. */
export function frameOfFigure(family: string, { name, pool = name }: Design): TrialFrame {
  return {
    verb: 'reproduce',
    family,
    options: {},
    budget: { timeLimitS: null, workLimit: null },
    instance: { name: pool, sha256: null, generated: null, changes: [] },
    version: plenumVersion(),
    file: null,
  };
}

/** Returns an executor that executes trials in this thread, one at a time. */
function inThisThread(trial: Paper['trial'], partFileOf: (run: StudyRun) => string): Executor {
  return trialExecutor(trial, { machine: machineFrame, partFileOf });
}

/** Returns an executor that executes a paper's trials in this thread. */
export function trialExecutor(trial: Paper['trial'], rules: TrialRules): Executor {
  return poolExecutor({ run: async (input) => trial(input), close: () => Promise.resolve() }, 1, rules);
}

/**
 * Returns an executor that executes trials in child processes.
 *
 * @throws the error of a failed trial, like the executor in this thread
 */
function elsewhere(workers: number, parts: string): Executor {
  const executor = processExecutor(workers, { place: process.cwd(), plans: null, parts });
  return {
    ...executor,
    execute: async (run, limits) => {
      const record = await executor.execute(run, limits);
      if (record?.outcome.failure != null) throw new Error(record.outcome.failure.message);
      return record;
    },
  };
}

/** Returns the paths of the files that a run of a figure writes to a folder. */
export function filesOfFigure({ figure }: Pick<PlannedFigure, 'figure'>, out: string, scale: Scale): readonly string[] {
  return Object.values(resultFiles(join(out, `${figure}-${scale}`)));
}

/** Returns the paths of a figure's files, which begin with `stem`. */
function resultFiles(stem: string): { readonly records: string; readonly times: string; readonly page: string } {
  return { records: recordsFile(stem), times: `${stem}.times.json`, page: `${stem}.html` };
}

/** Writes the page of a figure from records that were made before, and judges the claims; runs nothing. */
export async function judgedFigure(planned: PlannedFigure, records: Records, out: string): Promise<RanFigure> {
  const { figure, paper } = planned;
  const { design } = records;
  const { page } = resultFiles(join(out, `${figure}-${scaleOf(design)}`));
  const picture = await figurePage(paper, figure, records);
  if (picture instanceof Error) throw picture;
  writeFileSet(out, new Map([[basename(page), picture]]));
  const total = records.records.length;
  const outcome: TrialsOutcome = { complete: true, done: total, total, made: [] };
  return { ...planned, design, outcome, text: null, files: { page }, claims: judgeByRule(paper, figure, records) };
}
