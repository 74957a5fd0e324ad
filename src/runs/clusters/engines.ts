import type { LocalFault } from '../../instances/fault.js';
import { ask } from './program.js';
import { shellLine } from './shell-words.js';
import { sbatch, sbatchWords } from './slurm.js';
import type { SubmissionFiles } from './submission-files.js';
import { type Submission, type SubmittedJob, type TaskCommand, taskCommandLine } from './submission.js';
import { filledIn } from './template.js';

/** Scheduler to which runs are submitted: Slurm, or any other that is called by a command line. */
export type Engine =
  | { readonly kind: 'slurm'; readonly options: readonly string[] }
  | { readonly kind: 'command'; readonly template: string };

/** What is needed to submit jobs to a scheduler: files, command of the tasks, working folder. */
export interface Handing {
  readonly submission: Submission;
  readonly files: SubmissionFiles;
  readonly command: TaskCommand;
  readonly folder: string;
}

export interface HandedOver {
  readonly jobs: readonly SubmittedJob[];
  readonly commands: readonly string[];
  /** Why some jobs were not submitted; null if all were. */
  readonly fault: LocalFault | null;
  /** True if the scheduler certainly did not accept the job that failed. */
  readonly isRefused: boolean;
}

/**
 * Number of submitted jobs after which their numbers are saved to disk, by kind of scheduler. Slurm gets few array
 * jobs; other schedulers get many single tasks.
 */
const JOBS_BETWEEN_WRITES = { slurm: 1, command: 50 } as const;

/**
 * Submits jobs one after another until one fails.
 *
 * @param keep called with the jobs submitted so far; null to only make the command lines
 */
export async function handOver(
  engine: Engine,
  handing: Handing,
  keep: ((jobs: readonly SubmittedJob[]) => void) | null,
): Promise<HandedOver> {
  const jobs = [...handing.submission.jobs];
  const commands: string[] = [];
  let fault: LocalFault | null = null;
  let isRefused = false;
  for (const [n, job] of handing.submission.jobs.entries()) {
    const { line, submit } = submitterOf(engine, handing, job);
    commands.push(line);
    if (keep === null) continue;
    const answer = await submit();
    if (!answer.ok) {
      fault = answer.fault;
      isRefused = !answer.mayBeTaken;
      break;
    }
    jobs[n] = { ...job, ...answer.value };
    if ((n + 1) % JOBS_BETWEEN_WRITES[engine.kind] === 0) keep(jobs);
  }
  keep?.(jobs);
  return { jobs, commands, fault, isRefused };
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
    if (!answer.ok) return { ...answer, fault: { ...answer.fault, path: '--template' } };
    return { ok: true, value: { id: firstLine(answer.stdout), cluster: null } };
  };
  return { line, submit };
}

/** Maximum length of the stored output of a scheduler other than Slurm, characters. */
const MAX_ANSWER = 200;

function firstLine(text: string): string {
  return text.trim().split('\n')[0]!.slice(0, MAX_ANSWER);
}
