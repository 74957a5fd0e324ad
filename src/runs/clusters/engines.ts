import type { LocalProblem } from '../../instances/problem.js';
import { ask } from './program.js';
import { shellLine } from './shell-words.js';
import { sbatch, sbatchWords } from './slurm.js';
import type { SubmissionFiles } from './submission-files.js';
import { type Submission, type SubmittedJob, type TaskCommand, taskCommandLine } from './submission.js';
import { filledIn } from './template.js';

/** Scheduler that takes tasks: Slurm, or any that a command line hands them to. */
export type Engine =
  | { readonly kind: 'slurm'; readonly options: readonly string[] }
  | { readonly kind: 'command'; readonly template: string };

/** Facts that a submission is handed over with. */
export interface Handing {
  readonly submission: Submission;
  readonly files: SubmissionFiles;
  readonly command: TaskCommand;
  readonly folder: string;
}

export interface HandedOver {
  readonly jobs: readonly SubmittedJob[];
  readonly commands: readonly string[];
  /** Obstacle that kept the rest from being handed over; null where all of it was. */
  readonly problem: LocalProblem | null;
  /** Flag, true if the job that failed was certainly not taken. */
  readonly isRefused: boolean;
}

/** Jobs after which their numbers are written down: an array is rare, a task alone is not. Ours. */
const JOBS_BETWEEN_WRITES = { slurm: 1, command: 50 } as const;

/**
 * Handing over of the jobs of a submission, one after another up to the first that is refused; `keep` gets what is known
 * meanwhile. Without `keep` nothing is handed over: the command lines are made alone.
 */
export async function handOver(
  engine: Engine,
  handing: Handing,
  keep: ((jobs: readonly SubmittedJob[]) => void) | null,
): Promise<HandedOver> {
  const jobs = [...handing.submission.jobs];
  const commands: string[] = [];
  let problem: LocalProblem | null = null;
  let isRefused = false;
  for (const [n, job] of handing.submission.jobs.entries()) {
    const { line, submit } = submitterOf(engine, handing, job);
    commands.push(line);
    if (keep === null) continue;
    const answer = await submit();
    if (!answer.ok) {
      problem = answer.problem;
      isRefused = !answer.mayBeTaken;
      break;
    }
    jobs[n] = { ...job, ...answer.value };
    if ((n + 1) % JOBS_BETWEEN_WRITES[engine.kind] === 0) keep(jobs);
  }
  keep?.(jobs);
  return { jobs, commands, problem, isRefused };
}

function submitterOf(
  engine: Engine,
  { submission: { name, tasks }, files, command, folder }: Handing,
  job: SubmittedJob,
): { readonly line: string; readonly submit: () => ReturnType<typeof sbatch> } {
  if (engine.kind === 'slurm') {
    const facts = { name, folder, script: files.script, logs: files.logs, options: engine.options };
    const words = sbatchWords(job, facts);
    return { line: shellLine(['sbatch', ...words]), submit: () => sbatch(words) };
  }
  const index = job.offset + 1;
  const values = { command: taskCommandLine(command, index), script: files.script, list: files.list };
  const line = filledIn(engine.template, { ...values, name, index, count: tasks, folder });
  const submit = async (): ReturnType<typeof sbatch> => {
    // The template is the user's own line for a shell; it may run as long as the study does (ssh, GNU parallel).
    const answer = await ask('/bin/sh', ['-c', line], process.env, null);
    if (!answer.ok) return { ...answer, problem: { ...answer.problem, path: '--template' } };
    return { ok: true, value: { id: firstLine(answer.stdout), cluster: null } };
  };
  return { line, submit };
}

/** Greatest length of another scheduler's answer that is kept, characters. Ours. */
const MAX_ANSWER = 200;

function firstLine(text: string): string {
  return text.trim().split('\n')[0]!.slice(0, MAX_ANSWER);
}
