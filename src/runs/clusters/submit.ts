import type { LocalFault } from '../../instances/fault.js';
import { realFolder, writeAtomically } from '../files.js';
import { orWriteFailure } from '../write-failure.js';
import { handOver, type Engine } from './engines.js';
import { isInUnknownState, isOpen, type RunPlace } from './run-places.js';
import { DEFAULT_MAX_TASKS, maxArrayTasks, slurmFault } from './slurm.js';
import { stateOfRuns } from './state-of-runs.js';
import {
  dropSubmission,
  keepSubmission,
  nextSubmission,
  numbersIn,
  type SubmissionFiles,
  submissionFiles,
} from './submission-files.js';
import {
  arraysOf,
  jobName,
  jobScript,
  type Submission,
  SUBMISSION_FORMAT,
  SUBMISSION_FORMAT_VERSION,
} from './submission.js';
import { taskLines, tasksOf } from './submission.js';
import { isPerTask } from './template.js';

export interface SubmitRequest {
  /** Absolute path of the study's folder, the same on all compute nodes. */
  readonly folder: string;
  /** Name of the study. */
  readonly study: string;
  /** Keys of the runs to submit, in the order of the study. These runs have no record or are to be repeated. */
  readonly keys: readonly string[];
  /** Number of runs that a task makes one after another. */
  readonly runsPerTask: number;
  readonly engine: Engine;
  /** Options with which the tasks call `plenum study run`, such as --retry failed. */
  readonly runWords: readonly string[];
  /** Returns true if the record of a run was written after `keys` was listed. */
  readonly isMadeSince: (key: string) => boolean;
  /** Words that start Plenum on a compute node. */
  readonly program: readonly string[];
  /** True to only show what would be submitted, without writing or submitting anything. */
  readonly dryRun: boolean;
  /** True to submit runs again although the state of an earlier submission is unknown. */
  readonly again: boolean;
}

export interface SubmitOutcome {
  readonly ok: true;
  /** Null if there was nothing to submit. */
  readonly submission: Submission | null;
  readonly files: SubmissionFiles | null;
  /** Text of the script of the jobs; null if there is none. */
  readonly script: string | null;
  /** Shell command lines that submit the jobs. */
  readonly commands: readonly string[];
  /** Runs not submitted because a task of an earlier submission may still make them. */
  readonly open: readonly RunPlace[];
  readonly warnings: readonly string[];
  /** Why some jobs were not submitted; null if all were. */
  readonly fault: LocalFault | null;
}

export type Unsubmitted = { readonly ok: false; readonly faults: readonly LocalFault[] };

/** File permissions of the script: other users may run it. */
const SCRIPT_MODE = 0o755;

/**
 * Submits the requested runs, except those that an earlier submission's task may still make.
 *
 * @throws WriteFailure if the file system refuses
 */
export async function submitRuns(request: SubmitRequest): Promise<SubmitOutcome | Unsubmitted> {
  const { folder, keys, engine, dryRun } = request;
  const hasSlurm = engine.kind === 'slurm' ? await slurmFault() : null;
  if (hasSlurm !== null && !dryRun) return { ok: false, faults: [hasSlurm] };
  const { places, warnings: unreadable, fault: unasked } = await stateOfRuns(folder, keys);
  const unknown = places.filter((one) => one.stage === 'unknown' && !isOpen(one) && !request.isMadeSince(one.key));
  if (unknown.length > 0 && !request.again && !dryRun) return { ok: false, faults: [unknownFault(unknown, unasked)] };

  // Whoever says so hands over what is in a state that is not known.
  const open = places.filter((one) => isOpen(one) && !(request.again && isInUnknownState(one)));
  const unread = [...unreadable, ...strangeStates(open)];
  const left = new Set(open.map(({ key }) => key));
  // Slurm was asked after the keys were listed: what ended in between has its record, and is not made again.
  for (const key of keys) if (request.isMadeSince(key)) left.add(key);
  const tasks = tasksOf(
    keys.filter((key) => !left.has(key)),
    request.runsPerTask,
  );
  const nothing = { ok: true, submission: null, files: null, script: null, commands: [], open, fault: null } as const;
  if (tasks.length === 0) return { ...nothing, warnings: unread };

  const most = await mostTasks(request, hasSlurm === null);
  if (!most.ok) return { ok: false, faults: [most.fault] };
  const warnings = [...unread, ...most.warnings];
  const { number, files } = dryRun ? nextWithoutWriting(folder) : nextSubmission(folder);
  const fresh: Submission = {
    format: SUBMISSION_FORMAT,
    formatVersion: SUBMISSION_FORMAT_VERSION,
    number,
    name: jobName(request.study, folder, number),
    engine: engine.kind,
    runWords: request.runWords,
    words: engine.kind === 'slurm' ? engine.options : [engine.template],
    runs: tasks.reduce((sum, own) => sum + own.length, 0),
    tasks: tasks.length,
    jobs: arraysOf(tasks.length, most.value),
  };
  const command = { program: request.program, folder, list: files.list, runWords: request.runWords };
  const script = jobScript(command, engine.kind);
  const handing = { submission: fresh, files, command, folder };
  if (dryRun) {
    const { commands } = await handOver(engine, handing, null);
    return { ...nothing, submission: fresh, files, script, commands, warnings };
  }
  writeAtomically(files.list, taskLines(tasks));
  writeAtomically(files.script, script, SCRIPT_MODE);
  orWriteFailure(files.logs, () => realFolder(files.logs));
  // Before the scheduler is asked: whatever happens then, the jobs are found again by their name.
  keepSubmission(files, fresh);
  const { jobs, commands, fault, isRefused } = await handOver(engine, handing, (known) => {
    keepSubmission(files, { ...fresh, jobs: known });
  });
  if (fault !== null && isRefused && jobs.every(({ id }) => id === null)) {
    dropSubmission(files);
    return { ok: false, faults: [fault] };
  }
  return { ok: true, submission: { ...fresh, jobs }, files, script, commands, open, warnings, fault };
}

/** Returns the warning about runs not submitted because the state of their tasks is unknown. */
function strangeStates(open: readonly RunPlace[]): string[] {
  const strange = open.filter(isInUnknownState);
  if (strange.length === 0) return [];
  const states = [...new Set(strange.map(({ state }) => state))].join(', ');
  const runs = strange.length === 1 ? '1 run is' : `${strange.length} runs are`;
  return [
    `${runs} left out whose tasks are in a state that Plenum does not know (${states}): taken for not ended, handed over again with --yes.`,
  ];
}

function unknownFault(unknown: readonly RunPlace[], unasked: LocalFault | null): LocalFault {
  const { length } = unknown;
  const earlier = [...new Set(unknown.map(({ submission }) => submission))].join(', ');
  return {
    path: unasked?.path ?? 'submissions',
    value: unasked?.value ?? `${length} runs handed over in submission ${earlier}, whose tasks Plenum cannot ask for`,
    allowed: 'runs that no task still waits or runs for',
    remedy: `${unasked === null ? '' : `${unasked.remedy} `}With --yes they are handed over again: at worst some runs are made twice.`,
  };
}

async function mostTasks(
  { engine, dryRun }: SubmitRequest,
  hasSlurm: boolean,
): Promise<{ ok: true; value: number; warnings: readonly string[] } | { ok: false; fault: LocalFault }> {
  if (engine.kind === 'command') return { ok: true, value: isPerTask(engine.template) ? 1 : Infinity, warnings: [] };
  const asked = hasSlurm ? await maxArrayTasks() : null;
  if (asked?.ok === true) return { ...asked, warnings: [] };
  if (asked !== null && !dryRun) return asked;
  const warning = `Slurm could not be asked for its MaxArraySize: shown with ${DEFAULT_MAX_TASKS} tasks in an array at most.`;
  return { ok: true, value: DEFAULT_MAX_TASKS, warnings: [warning] };
}

function nextWithoutWriting(folder: string): { readonly number: number; readonly files: SubmissionFiles } {
  const number = (numbersIn(folder).at(-1) ?? 0) + 1;
  return { number, files: submissionFiles(folder, number) };
}
