import type { TaskStates } from './slurm.js';
import type { Submitted } from './submission-files.js';
import { heldReason, type ReasonKind, waitingReason } from './slurm-reasons.js';
import { endOf, stageOf } from './slurm-states.js';

/**
 * Where a run without a record is. A run that is "pending" or "running" is in a task of the scheduler. "ended" means
 * that its task ended without a record, and "none" that it was never submitted. "unknown" means that the scheduler
 * cannot be asked, or reports a state unknown to Plenum.
 */
export type Stage = 'pending' | 'running' | 'ended' | 'unknown' | 'none';

export interface RunPlace {
  readonly key: string;
  readonly stage: Stage;
  /** Number of the submission that contains `task`; null if the run was never submitted. */
  readonly submission: number | null;
  /** Name of the task in Slurm, such as "12_3"; null if there is none. */
  readonly task: string | null;
  /** State of the task in Slurm's words; null if unknown. */
  readonly state: string | null;
  /** Reason for the state in Slurm's words; null if unknown. */
  readonly reason: string | null;
}

/**
 * Returns the place of each run without a record. For a run that was submitted several times, it is the place in the
 * last submission whose task may still make the run. If there is no such submission, it is the place in the last
 * submission.
 *
 * @param missing keys of the runs without a record
 */
export function placesOf(missing: Iterable<string>, made: readonly Submitted[], states: TaskStates | null): RunPlace[] {
  const wanted = new Map<string, RunPlace>();
  for (const key of missing) {
    wanted.set(key, { key, stage: 'none', submission: null, task: null, state: null, reason: null });
  }
  for (const { submission, tasks } of made) {
    for (const { offset, tasks: count, id } of submission.jobs) {
      for (let index = 1; index <= count; index++) {
        const task = submission.engine === 'slurm' && id !== null ? `${id}_${index}` : null;
        const at = placeOf(submission.engine, task, states);
        for (const key of tasks[offset + index - 1] ?? []) {
          const before = wanted.get(key);
          if (before === undefined || (isOpen(before) && !isOpen(at))) continue;
          wanted.set(key, { key, submission: submission.number, task, ...at });
        }
      }
    }
  }
  return [...wanted.values()];
}

/** Returns true if a run's task may still make the record of the run. */
export function isOpen({ stage, state }: Pick<RunPlace, 'stage' | 'state'>): boolean {
  return stage === 'pending' || stage === 'running' || isInUnknownState({ stage, state });
}

/** Returns true if a run's task is in a Slurm state that Plenum does not know. Such a task does not count as ended. */
export function isInUnknownState({ stage, state }: Pick<RunPlace, 'stage' | 'state'>): boolean {
  return stage === 'unknown' && state !== null;
}

function placeOf(
  engine: 'slurm' | 'command',
  task: string | null,
  states: TaskStates | null,
): Pick<RunPlace, 'stage' | 'state' | 'reason'> {
  if (engine === 'command') return { stage: 'unknown', state: null, reason: null };
  // Without a number nothing was submitted.
  if (task === null) return { stage: 'none', state: null, reason: null };
  if (states === null) return { stage: 'unknown', state: null, reason: null };
  const known = states.get(task);
  // Slurm forgets tasks minutes after their end.
  if (known === undefined) return { stage: 'ended', state: null, reason: null };
  const stage = stageOf(known.state);
  return { stage: stage === null ? 'unknown' : stage === 'held' ? 'pending' : stage, ...known };
}

/** Sentence on runs without a record for the same reason (e.g. pending tasks), and what the user can do. */
export interface PlaceNote {
  /** Number of runs that the sentence is about. */
  readonly runs: number;
  readonly stage: Stage;
  /** Kind of reason why the tasks of these runs have not started; null if they are not waiting. */
  readonly kind: ReasonKind | null;
  readonly text: string;
  /** What the user can do; null if there is nothing to do. */
  readonly remedy: string | null;
  /** Names in Slurm of some tasks of these runs, to look them up. */
  readonly tasks: readonly string[];
  /** Number of the submission of `tasks[0]`; null if there is none. */
  readonly submission: number | null;
}

/** Maximum number of tasks that a sentence names; further ones are counted. */
const MAX_NAMED = 3;

/** Returns sentences on why runs have no record, one for each reason, in the order of the study. */
export function placeNotes(places: readonly RunPlace[]): PlaceNote[] {
  const byCause = new Map<string, RunPlace[]>();
  for (const place of places) {
    const { stage, state, reason, submission } = place;
    const ofEngine = stage === 'unknown' ? submission : '';
    const cause = [stage, state, stage === 'running' ? '' : reason, ofEngine].join('|');
    const own = byCause.get(cause);
    if (own === undefined) byCause.set(cause, [place]);
    else own.push(place);
  }
  return [...byCause.values()].map((own) => {
    const { stage } = own[0]!;
    const tasks = [...new Set(own.flatMap(({ task }) => task ?? []))];
    const { kind, text, remedy } = sentenceOf(own[0]!);
    return {
      runs: own.length,
      stage,
      kind,
      text,
      remedy,
      tasks: tasks.slice(0, MAX_NAMED),
      submission: own[0]!.submission,
    };
  });
}

/** Returns the sentence on runs in this place, and what the user can do. */
function sentenceOf({ stage, state, reason, submission }: RunPlace): Pick<PlaceNote, 'kind' | 'text' | 'remedy'> {
  const plain = (text: string, remedy: string | null): Pick<PlaceNote, 'kind' | 'text' | 'remedy'> => {
    return { kind: null, text, remedy };
  };
  switch (stage) {
    case 'none':
      return plain('not submitted', 'Submit them: plenum study submit; or make them here: plenum study resume.');
    case 'unknown':
      if (state !== null) {
        return plain(
          `in tasks whose state Plenum does not know (${reason === null ? state : `${state}, ${reason}`}), taken for not ended`,
          'scontrol show job <job> says more. Once they ended for certain, plenum study submit --yes hands them over again.',
        );
      }
      return plain(
        `handed over in submission ${submission}, whose tasks Plenum cannot ask for`,
        'Ask the scheduler whether they wait or run; plenum study submit --yes hands them over again.',
      );
    case 'running':
      return plain('in tasks that run', null);
    case 'pending':
      return state !== null && stageOf(state) === 'held' ? heldReason(state, reason) : waitingReason(reason);
    case 'ended': {
      if (state === null) {
        const accounts = 'the task ended, or was cancelled before it began, and Slurm keeps no account of it';
        return plain(accounts, 'Look into its log, and submit again.');
      }
      const [text, remedy] = endOf(state);
      const because = reason === null || reason === state ? state : `${state}, ${reason}`;
      return plain(`the task ${text} before the record was written (${because})`, remedy);
    }
  }
}
