import { join } from 'node:path';
import { readTextFile } from '../../instances/text-file.js';
import { type PlaceNote, placeNotes, type RunPlace } from '../../runs/clusters/run-places.js';
import { stateOfRuns } from '../../runs/clusters/state-of-runs.js';
import { submissionFiles } from '../../runs/clusters/submission-files.js';
import { RECORDS } from '../../runs/store/open-record-store.js';
import { recordFile } from '../../runs/store/record-files.js';
import { sizeOnDisk } from '../../runs/files.js';

/** State of the runs without a record, as the cluster's scheduler (Slurm) reports it. */
export interface ClusterPart {
  readonly submissions: number;
  /** Number of runs without a record whose task has not started. */
  readonly pending: number;
  /** Number of runs without a record whose task is running. */
  readonly running: number;
  /** Number of runs without a record whose task has ended. */
  readonly ended: number;
  /** Number of runs without a record whose task is unknown to the scheduler. */
  readonly unknown: number;
  /** Number of runs without a record that are in no submitted task. */
  readonly notSubmitted: number;
  /** Sentences on states and their reasons, with numbers of runs. */
  readonly notes: readonly PlaceNote[];
  /** State and task of each run. */
  readonly places: readonly RunPlace[];
  readonly warnings: readonly string[];
}

/** Returns the state that the scheduler reports for the runs `missing` of a study; null if no run was submitted. */
export async function clusterPart(folder: string, missing: readonly string[]): Promise<ClusterPart | null> {
  const { places: asked, submissions, warnings, fault } = await stateOfRuns(folder, missing);
  if (submissions === 0 && warnings.length === 0) return null;
  // What ended between the reading of the records and the question to Slurm has its record now.
  const places = asked.filter(({ key }) => !hasRecord(folder, key));
  const count = (stage: RunPlace['stage']): number => places.filter((one) => one.stage === stage).length;
  const unasked = fault === null ? [] : [`Slurm was not asked (${fault.path}: ${fault.value ?? 'not found'}).`];
  return {
    submissions,
    pending: count('pending'),
    running: count('running'),
    ended: count('ended'),
    unknown: count('unknown'),
    notSubmitted: count('none'),
    notes: placeNotes(places).map((note) => withLog(folder, note)),
    places,
    warnings: [...warnings, ...unasked],
  };
}

/** Returns true if a study folder has a record file for a run's key. */
export function hasRecord(folder: string, key: string): boolean {
  return sizeOnDisk(recordFile(join(folder, RECORDS), key)) !== null;
}

/** Returns the state of runs on the cluster for a status record, without warnings, which have a field there. */
export function clusterDetails(part: ClusterPart): Omit<ClusterPart, 'warnings'> {
  const { submissions, pending, running, ended, unknown, notSubmitted, notes, places } = part;
  return { submissions, pending, running, ended, unknown, notSubmitted, notes, places };
}

/** Returns text lines on the state of the runs without a record. */
export function clusterLines({ notes }: ClusterPart): string[] {
  return notes.map(({ runs, stage, kind, text, remedy, tasks }) => {
    const named = tasks.length === 0 ? '' : ` (${tasks.join(', ')}${tasks.length < runs ? ', ...' : ''})`;
    const said = `${runs} ${runs === 1 ? 'run' : 'runs'}${named}: ${text}.${remedy === null ? '' : ` ${remedy}`}`;
    return `${LABELS[kind === 'held' || kind === 'never' ? kind : stage].padEnd(13)} ${said}`;
  });
}

/** Labels of text lines, by state of runs or reason why their tasks do not start. */
const LABELS: Readonly<Record<PlaceNote['stage'] | 'held' | 'never', string>> = {
  pending: 'waiting',
  held: 'held',
  never: 'never starts',
  running: 'running',
  ended: 'ended',
  unknown: 'handed over',
  none: 'not submitted',
};

/** Maximum size of a log file whose last line is quoted, bytes. */
const MAX_LOG_BYTES = 1_000_000;
/** Maximum length of the quoted last line of a log file, characters. */
const MAX_QUOTED = 200;

/**
 * Returns a note with the last line in the first task's log added, if the note is on ended tasks. Any other note is
 * returned unchanged.
 */
function withLog(folder: string, note: PlaceNote): PlaceNote {
  const [task] = note.tasks;
  if (note.stage !== 'ended' || task === undefined || note.submission === null) return note;
  const log = join(submissionFiles(folder, note.submission).logs, `${task}.log`);
  const read = readTextFile(log, MAX_LOG_BYTES);
  if (!read.ok) return note;
  const last = read.text.trimEnd().split('\n').at(-1)!.trim().slice(0, MAX_QUOTED);
  return { ...note, text: `${note.text}; ${log} ends with "${last}"` };
}
