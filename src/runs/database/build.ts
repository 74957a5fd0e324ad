import { BYTES_PER_MB } from '../../../models/units.js';
import { Tinypool } from 'tinypool';
import type { LocalFault, Fault } from '../../instances/fault.js';
import { isThere, removeFile, writeAtomically } from '../files.js';
import { type JournalFile, openJournal } from '../journal.js';
import { orWriteFailure } from '../write-failure.js';
import { MAX_DATABASE_BYTES } from './file.js';

/**
 * Request to build a database from parts (with input data `Part`) that are computed separately, perhaps in parallel.
 */
export interface PartedBuild<Part> {
  /** Path of the database file. The journal that an interrupted build continues from is beside it. */
  readonly out: string;
  readonly workers: number;
  /** True if an existing file may be overwritten. */
  readonly force: boolean;
  readonly interrupted: () => boolean;
  readonly onPart: (progress: BuildProgress) => void;
  /** Called with a warning if something is wrong with the journal. */
  readonly onWarning: (text: string) => void;
  /** Text that identifies all input of the parts. A journal for another text is refused. */
  readonly design: string;
  /** Noun phrase with which messages name a journal of another `design`. */
  readonly otherJournal: string;
  /**
   * Estimated size of the database, bytes, with words for the message if it is too large: what makes the size (`of`)
   * and what to do (`remedy`).
   */
  readonly size: { readonly bytes: number; readonly of: string; readonly remedy: string };
  /** Input data of each part. The index identifies the part. */
  readonly parts: readonly Part[];
  readonly maker: PartMaker<Part>;
  /**
   * Takes a part's result from a line of the journal and returns the part's index; null for an invalid line, whose part
   * is computed again.
   */
  readonly take: (line: string) => number | null;
  /** Returns in words what the file at `out` is; null if it is the requested database. */
  readonly existing: () => Promise<string | null>;
  /** Returns the content of the database, after `take` has got all parts. */
  readonly bytes: () => Promise<Uint8Array>;
}

/** How a part's result is computed, as a line of the journal that depends only on the part. */
export interface PartMaker<Part> {
  /** Returns a function that computes the line of a part in the calling thread. */
  readonly here: () => (part: Part) => string;
  /**
   * For worker threads: module and name of the function that computes a part's line, and the data that every worker
   * gets.
   */
  readonly worker: { readonly module: URL; readonly name: string; readonly data: () => object };
}

export interface BuildProgress {
  /** Number of computed parts, including those of earlier runs. */
  readonly done: number;
  /** Number of parts taken from earlier runs. */
  readonly resumed: number;
  readonly total: number;
}

export type BuildAnswer =
  | { readonly ok: true; readonly outcome: 'built' | 'interrupted'; readonly progress: BuildProgress }
  /** The requested database already existed. */
  | { readonly ok: true; readonly outcome: 'complete' }
  /** The request was refused, e.g. because another file is at `out`. */
  | { readonly ok: false; readonly faults: readonly Fault[] };

export function journalOf(out: string): string {
  return `${out}.journal.jsonl`;
}

/**
 * Builds a database from its parts. Each computed part goes to a journal, from which a later run continues; the
 * database is written at the end. Its content depends neither on the number of workers nor on interruptions.
 */
export async function buildDatabase<Part>(build: PartedBuild<Part>): Promise<BuildAnswer> {
  const { out, force, design } = build;
  const refuse = (file: string, found: LocalFault): BuildAnswer => ({ ok: false, faults: [{ file, ...found }] });
  const tooLarge = sizeFault(build.size);
  if (tooLarge !== null) return refuse(out, tooLarge);
  const journalFile = journalOf(out);
  if (orWriteFailure(out, () => isThere(out)) && !force) {
    const value = await build.existing();
    if (value !== null) {
      const allowed = 'a new file, or the same database, finished';
      return refuse(out, { path: '', value, allowed, remedy: 'Name another file, or overwrite it with --force.' });
    }
    // Killed between its last two steps.
    const left = openJournal(journalFile, design);
    if (left.ok) discard(left.journal, journalFile);
    return { ok: true, outcome: 'complete' };
  }
  const journal = journalFor(journalFile, build);
  if ('path' in journal) return refuse(journalFile, journal);
  if (journal.warning !== null) build.onWarning(journal.warning);
  let isOver = false;
  try {
    const progress = await makeParts(build, journal);
    if (progress.done < progress.total) {
      journal.requireThere();
      return { ok: true, outcome: 'interrupted', progress };
    }
    writeAtomically(out, await build.bytes());
    isOver = true;
    return { ok: true, outcome: 'built', progress };
  } finally {
    if (isOver) discard(journal, journalFile);
    else journal.close();
  }
}

function discard(journal: JournalFile, file: string): void {
  journal.close();
  removeFile(file);
}

/** Returns the fault that a database would be too large; null if it would not. */
function sizeFault({ bytes, of, remedy }: PartedBuild<unknown>['size']): LocalFault | null {
  if (bytes <= MAX_DATABASE_BYTES) return null;
  return {
    path: '',
    value: `some ${Math.ceil(bytes / BYTES_PER_MB)} MB: ${of}`,
    allowed: `at most ${Math.floor(MAX_DATABASE_BYTES / BYTES_PER_MB)} MB`,
    remedy,
  };
}

function journalFor(
  file: string,
  { design, force, otherJournal }: Pick<PartedBuild<unknown>, 'design' | 'force' | 'otherJournal'>,
): JournalFile | LocalFault {
  let answer = openJournal(file, design);
  if (!answer.ok && force) {
    removeFile(file);
    answer = openJournal(file, design);
  }
  if (answer.ok) return answer.journal;
  return {
    path: '',
    value: answer.reason === 'design' ? otherJournal : 'a file that is no journal',
    allowed: 'no file, or the journal of this build',
    remedy: 'Name another --out, or remove the file (or use --force) to begin anew.',
  };
}

/**
 * Reads finished parts from the journal and computes the others, until all are done or the build is interrupted.
 * Returns how many parts are done, how many of these are from earlier runs, and how many there are in total.
 */
async function makeParts<Part>(
  { parts, maker, take, workers, interrupted, onPart }: PartedBuild<Part>,
  journal: JournalFile,
): Promise<BuildProgress> {
  const found = new Set<number>();
  const takeLine = (line: string): void => {
    const part = take(line);
    if (part !== null) found.add(part);
  };
  journal.lines.forEach(takeLine);
  const resumed = found.size;
  const progress = (): BuildProgress => ({ done: found.size, resumed, total: parts.length });
  onPart(progress());
  const waiting = parts.filter((_, index) => !found.has(index));
  const pool = openPool(maker, Math.max(1, Math.min(workers, waiting.length)));
  try {
    let next = 0;
    let isStopped = false;
    const work = async (): Promise<void> => {
      while (!isStopped && next < waiting.length) {
        const line = await pool.run(waiting[next++]!);
        journal.append(line);
        takeLine(line);
        onPart(progress());
        isStopped ||= interrupted();
      }
    };
    // When one worker fails, the parts of the others are still kept.
    const failing = async (): Promise<void> => {
      try {
        await work();
      } catch (error) {
        isStopped = true;
        throw error;
      }
    };
    const ends = await Promise.allSettled(Array.from({ length: workers }, failing));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  } finally {
    await pool.close();
  }
  return progress();
}

/** Workers that compute parts as lines of the journal. */
interface Pool<Part> {
  readonly run: (part: Part) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** Returns the workers of a build: this thread if there is one worker, otherwise worker threads. */
function openPool<Part>({ here, worker }: PartMaker<Part>, workers: number): Pool<Part> {
  if (workers === 1) {
    const make = here();
    return {
      run: async (part) => {
        // Lets signals in between two parts.
        await new Promise((resolve) => setImmediate(resolve));
        return make(part);
      },
      close: () => Promise.resolve(),
    };
  }
  const pool = new Tinypool({
    filename: worker.module.href,
    name: worker.name,
    runtime: 'worker_threads',
    minThreads: workers,
    maxThreads: workers,
    isolateWorkers: false,
    workerData: worker.data(),
  });
  return { run: (part) => pool.run(part) as Promise<string>, close: () => pool.destroy() };
}
