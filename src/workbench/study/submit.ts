import { countOf } from '../../reports/format.js';
import { join, resolve } from 'node:path';
import type { Family } from '../../families/family.js';
import { COMMAND_LINE, type Fault, type Refused, refused } from '../../instances/fault.js';
import type { Engine } from '../../runs/clusters/engines.js';
import { sbatchOptionsFault } from '../../runs/clusters/slurm.js';
import { type SubmitOutcome, submitRuns } from '../../runs/clusters/submit.js';
import { templateFault } from '../../runs/clusters/template.js';
import { openRecordStore } from '../../runs/store/open-record-store.js';
import type { RecordStore } from '../../runs/store/record-store.js';
import { runsWanted } from '../../studies/analysis/stopping.js';
import type { RunRecord } from '../../studies/plan/record.js';
import { isRunRecord } from '../../studies/plan/is-record.js';
import type { StudyRun } from '../../studies/plan/run.js';
import { commandEnvelope, type CommandEnvelope } from '../envelope.js';
import { writingTo } from '../refusal-of.js';
import { hasRecord } from './cluster.js';
import { openedToRead, recordsOf } from './folder.js';
import { openStudy } from './open.js';

/** Request to submit a study's runs without a record to a scheduler (Slurm). */
export interface StudySubmitRequest {
  /** Path of a study file or study folder, or name of a bundled study. */
  readonly study: string;
  /** Study folder; null if `study` is one. */
  readonly out: string | null;
  readonly engine: Engine;
  /** Number of runs that each task of a job array executes. */
  readonly runsPerTask: number;
  readonly retry: 'none' | 'failed';
  /** Program that starts Plenum on a compute node; null for the current Node.js and Plenum, by absolute paths. */
  readonly program: string | null;
  /** True to only show what would be written and submitted. */
  readonly dryRun: boolean;
  /** True if the user confirmed a large number of runs, and the repetition of runs whose state is unknown. */
  readonly yes: boolean;
  /** True if study and instances may refer to files outside their folders. */
  readonly allowOutside: boolean;
  /** True if options of the study may name code modules, which runs execute; default false. */
  readonly allowModules?: boolean;
  readonly packageDirectory: string;
  readonly plenumVersion: string;
  readonly families?: readonly Family[];
}

export interface StudySubmitAnswer {
  readonly ok: true;
  readonly record: CommandEnvelope;
  readonly lines: readonly string[];
  readonly notes: readonly string[];
  /** Why some runs were not submitted; null if all were. */
  readonly fault: Fault | null;
}

/** Submits a study's runs without a record in its folder to a scheduler (docs/studies/slurm.md). */
export function studySubmit(request: StudySubmitRequest): Promise<StudySubmitAnswer | Refused> {
  return writingTo('--out', () => openedAndSubmitted(request));
}

async function openedAndSubmitted(request: StudySubmitRequest): Promise<StudySubmitAnswer | Refused> {
  const { engine, dryRun, out } = request;
  const wrong = engine.kind === 'slurm' ? sbatchOptionsFault(engine.options) : templateFault(engine.template);
  if (wrong !== null) return refused({ file: COMMAND_LINE, ...wrong });
  const opened = await openStudy({ ...request, keep: !dryRun });
  if (!opened.ok) return opened;
  const named = out ?? opened.folder;
  if (named === null) {
    const allowed = 'a folder for the records of the study, which the nodes of the cluster see by the same path';
    return refused({ file: COMMAND_LINE, path: '--out', value: undefined, allowed, remedy: 'Name one with --out.' });
  }
  const folder = resolve(named);
  const records = dryRun ? openedToRead(folder) : openRecordStore(folder, { accepts: isRunRecord });
  if (!records.ok) return refused(records.fault);
  const { store } = records;
  await store.close();
  // With a stopping rule no more seeds than the records ask for so far: collect says when more are wanted.
  const runs = runsWanted(opened.study, opened.runs, recordsOf(store));
  const missing = new Set(runs.flatMap(({ key }) => (store.get(key) === null ? [key] : [])));
  const keys = keysToMake(runs, store, request.retry);
  const { name } = opened.study;
  const outcome = await submitRuns({
    folder,
    study: name,
    keys,
    engine,
    dryRun,
    runsPerTask: request.runsPerTask,
    again: request.yes,
    runWords: runWordsOf(request),
    isMadeSince: (key) => missing.has(key) && hasRecord(folder, key),
    program: programOf(request),
  });
  if (!outcome.ok) return { ok: false, faults: outcome.faults.map((one) => ({ file: COMMAND_LINE, ...one })) };
  return answerOf(name, folder, runs.length, request, outcome, [...opened.notes, ...store.warnings]);
}

/**
 * Returns the keys of the runs to submit, in the order of the study: those without a record and, with `retry`, failed
 * ones.
 */
function keysToMake(runs: readonly StudyRun[], store: RecordStore, retry: 'none' | 'failed'): string[] {
  return runs
    .map(({ key }) => key)
    .filter((key) => {
      const text = store.get(key);
      if (text === null) return true;
      return retry === 'failed' && (JSON.parse(text) as RunRecord).outcome.failure !== null;
    });
}

/** Returns the options of `plenum study run` on compute nodes, with the user's permissions here. */
function runWordsOf({ retry, allowOutside, allowModules = false }: StudySubmitRequest): string[] {
  return [
    '--yes',
    ...(retry === 'failed' ? ['--retry', 'failed'] : []),
    ...(allowOutside ? ['--allow-outside'] : []),
    ...(allowModules ? ['--allow-modules'] : []),
  ];
}

function programOf({ program, packageDirectory }: StudySubmitRequest): string[] {
  if (program !== null) return [program];
  return [process.execPath, join(packageDirectory, 'dist', 'src', 'cli', 'main.js')];
}

function answerOf(
  name: string,
  folder: string,
  runs: number,
  { engine, dryRun, runsPerTask }: StudySubmitRequest,
  { submission, files, script, commands, open, warnings, fault }: SubmitOutcome,
  notes: readonly string[],
): StudySubmitAnswer {
  const taken = submission?.jobs.filter(({ id }) => id !== null) ?? [];
  const tasks = taken.reduce((sum, { tasks: own }) => sum + own, 0);
  const wrong = fault === null ? null : { file: COMMAND_LINE, ...fault };
  const record = commandEnvelope({
    warnings: [...notes, ...warnings],
    work: { runs: submission?.runs ?? 0, tasks: submission?.tasks ?? 0 },
    files: { folder, ...(files === null ? {} : { tasks: files.list, script: files.script, submission: files.facts }) },
    details: {
      study: name,
      engine: engine.kind,
      runs,
      dryRun,
      runsPerTask,
      open: open.length,
      commands,
      script,
      submission:
        submission === null ? null : { number: submission.number, name: submission.name, jobs: submission.jobs },
      tasksTaken: tasks,
      fault: wrong,
    },
  });
  const text = { name, folder, open: open.length };
  const lines =
    submission === null || files === null
      ? nothingLines(text)
      : dryRun
        ? dryLines(commands, script!)
        : [
            `${name}: ${countOf(submission.runs, 'run')} in ${countOf(submission.tasks, 'task')}; ${handedText(engine, taken, tasks)}`,
            ...(open.length === 0
              ? []
              : [`${countOf(open.length, 'run')} left out: tasks of earlier submissions wait or run for them.`]),
            `Files: ${files.directory}`,
            `How it goes: plenum study status ${folder}`,
          ];
  return { ok: true, record, lines, notes: [...notes, ...warnings], fault: wrong };
}

function nothingLines({
  name,
  folder,
  open,
}: {
  readonly name: string;
  readonly folder: string;
  readonly open: number;
}): string[] {
  if (open === 0)
    return [`${name}: nothing to submit, every run has its record. Its tables: plenum study collect ${folder}`];
  return [`${name}: nothing to submit, tasks of earlier submissions wait or run for ${countOf(open, 'run')}.`];
}

/** Maximum number of command lines that a dry run shows; others are counted. Our choice: about one screen. */
const MAX_COMMANDS = 20;

function dryLines(commands: readonly string[], script: string): string[] {
  const more = commands.length - MAX_COMMANDS;
  return [
    ...commands.slice(0, MAX_COMMANDS),
    ...(more > 0 ? [`... ${more} more (all with --json)`] : []),
    '',
    'job.sh:',
    script,
  ];
}

function handedText(engine: Engine, taken: readonly { readonly id: string | null }[], tasks: number): string {
  if (engine.kind === 'command') return `handed over: ${countOf(tasks, 'task')}`;
  const ids = taken.map(({ id }) => id);
  return `Slurm took ${countOf(tasks, 'task')} as ${ids.length === 1 ? 'job' : 'jobs'} ${ids.join(', ')}`;
}
