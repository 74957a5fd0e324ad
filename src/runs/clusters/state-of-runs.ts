import type { ProgramFault } from './program.js';
import { placesOf, type RunPlace } from './run-places.js';
import { jobsNamed, sacct, squeue, type TaskStates } from './slurm.js';
import { readSubmissions, type Submitted } from './submission-files.js';
import type { Submission } from './submission.js';

/** Where a study's runs without a record are, and whether Slurm could be asked. */
export interface StateOfRuns {
  readonly places: readonly RunPlace[];
  readonly submissions: number;
  readonly warnings: readonly string[];
  /** Why Slurm could not be asked; null if it was asked, or if there was nothing to ask. */
  readonly fault: ProgramFault | null;
}

/**
 * Returns where a study's runs without a record are. The scheduler is asked only about runs that were submitted.
 *
 * @param folder folder of the study
 * @param missing keys of the runs without a record
 */
export async function stateOfRuns(folder: string, missing: Iterable<string>): Promise<StateOfRuns> {
  const { made, warnings } = readSubmissions(folder);
  const wanted = new Set(missing);
  // What has its records needs no asking; Slurm forgets it, too.
  const asked = made.filter(({ submission, tasks }) => {
    return submission.engine === 'slurm' && tasks.some((keys) => keys.some((key) => wanted.has(key)));
  });
  const found: Submitted[] = [];
  let fault: ProgramFault | null = null;
  for (const one of asked) {
    const named = await withNumbers(one.submission);
    fault ??= named.fault;
    found.push({ ...one, submission: named.submission });
  }
  const states =
    fault === null && found.length > 0 ? await statesOf(found, wanted) : { states: null, fault, notes: [] };
  const complete = made.map(
    (one) => found.find(({ submission }) => submission.number === one.submission.number) ?? one,
  );
  return {
    places: placesOf(wanted, complete, states.states),
    submissions: made.length,
    warnings: [...warnings, ...states.notes],
    fault: states.fault,
  };
}

interface States {
  readonly states: TaskStates | null;
  readonly fault: ProgramFault | null;
  readonly notes: readonly string[];
}

async function statesOf(found: readonly Submitted[], wanted: ReadonlySet<string>): Promise<States> {
  const queue = await squeue(found.map(({ submission }) => submission));
  if (!queue.ok) return { states: null, fault: queue.fault, notes: [] };
  const forgotten = placesOf(wanted, found, queue.value).some(
    ({ stage, state }) => stage === 'ended' && state === null,
  );
  if (!forgotten) return { states: queue.value, fault: null, notes: [] };
  const accounts = await sacct(found.map(({ submission }) => submission));
  if (!accounts.ok) {
    const note = `sacct failed (${accounts.fault.value ?? 'no sacct'}): how ended tasks ended is not known.`;
    return { states: queue.value, fault: null, notes: [note] };
  }
  // The queue knows better what is so now.
  return { states: new Map([...(accounts.value ?? []), ...queue.value]), fault: null, notes: [] };
}

/**
 * Returns a submission with the first missing job number filled in from Slurm. A number is missing if Plenum was killed
 * just after it submitted the job.
 */
async function withNumbers(
  submission: Submission,
): Promise<{ readonly submission: Submission; readonly fault: ProgramFault | null }> {
  const first = submission.jobs.findIndex(({ id }) => id === null);
  if (first < 0) return { submission, fault: null };
  const named = await jobsNamed(submission.name);
  if (!named.ok) return { submission, fault: named.fault };
  const known = new Set(submission.jobs.map(({ id }) => id));
  const id = named.value.find((one) => !known.has(one)) ?? null;
  const jobs = submission.jobs.map((job, n) => (n === first ? { ...job, id } : job));
  return { submission: { ...submission, jobs }, fault: null };
}
