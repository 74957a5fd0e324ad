import { Tinypool } from 'tinypool';
import type { LocalProblem, Problem } from '../../instances/problem.js';
import { isThere, removeFile, writeAtomically } from '../files.js';
import { type JournalFile, openJournal } from '../journal.js';
import { orWriteFailure } from '../write-failure.js';
import { MAX_DATABASE_BYTES } from './file.js';

/** Request to build a database from parts that are computed one by one. Part: what a worker is told of one of them. */
export interface PartedBuild<Part> {
  /** Path of the database; its journal is beside it. */
  readonly out: string;
  readonly workers: number;
  /** Flag, true to overwrite an existing file. */
  readonly force: boolean;
  readonly interrupted: () => boolean;
  readonly onPart: (progress: BuildProgress) => void;
  /** Callback with a sentence on a fault of the journal. */
  readonly onWarning: (text: string) => void;
  /** Text of all that the parts depend on: the journal of another is refused. */
  readonly design: string;
  /** Words for the journal of another design. */
  readonly otherJournal: string;
  /** Estimated size of the file, bytes, and its problem if that is more than a database may have. */
  readonly size: { readonly bytes: number; readonly of: string; readonly remedy: string };
  /** Parts by their numbers. */
  readonly parts: readonly Part[];
  readonly maker: PartMaker<Part>;
  /** Taking of the line of a part: its number, or null for a line of something else, which is ignored and its part made again. */
  readonly take: (line: string) => number | null;
  /** Words for what the existing file is instead of what was asked for; null where it is that. */
  readonly existing: () => Promise<string | null>;
  /** Bytes of the file, asked for when all parts were taken. */
  readonly bytes: () => Promise<Uint8Array>;
}

/** Makers of the lines of parts. A line depends on its part alone, whoever makes it. */
export interface PartMaker<Part> {
  /** Maker in this thread. */
  readonly here: () => (part: Part) => string;
  /** Function of a module that makes one in a worker thread, and the data of every worker. */
  readonly worker: { readonly module: URL; readonly name: string; readonly data: () => object };
}

export interface BuildProgress {
  /** Numbers of parts: made, made by earlier runs, and all. */
  readonly done: number;
  readonly resumed: number;
  readonly total: number;
}

export type BuildAnswer =
  | { readonly ok: true; readonly outcome: 'built' | 'interrupted'; readonly progress: BuildProgress }
  /** The database that was asked for was there already. */
  | { readonly ok: true; readonly outcome: 'complete' }
  /** `file` is what stands in the way. */
  | { readonly ok: false; readonly problems: readonly Problem[] };

export function journalOf(out: string): string {
  return `${out}.journal.jsonl`;
}

/**
 * Database of all parts: part after part goes into a journal beside it, from which a later run goes on, then the file is
 * written at once. Its bytes depend neither on workers nor on when which run was killed.
 */
export async function buildDatabase<Part>(build: PartedBuild<Part>): Promise<BuildAnswer> {
  const { out, force, design } = build;
  const refuse = (file: string, found: LocalProblem): BuildAnswer => ({ ok: false, problems: [{ file, ...found }] });
  const tooLarge = sizeProblem(build.size);
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

/** Problem with a database larger than allowed, or null. */
function sizeProblem({ bytes, of, remedy }: PartedBuild<unknown>['size']): LocalProblem | null {
  if (bytes <= MAX_DATABASE_BYTES) return null;
  return {
    path: '',
    value: `some ${Math.ceil(bytes / 1e6)} MB: ${of}`,
    allowed: `at most ${Math.floor(MAX_DATABASE_BYTES / 1e6)} MB`,
    remedy,
  };
}

function journalFor(
  file: string,
  { design, force, otherJournal }: Pick<PartedBuild<unknown>, 'design' | 'force' | 'otherJournal'>,
): JournalFile | LocalProblem {
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

/** Parts from the journal, then those that it lacks, until they are all there or the build is interrupted. */
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

/** Workers that answer with lines of a journal. */
interface Pool<Part> {
  readonly run: (part: Part) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** Workers of a build: one worker is this thread; more are worker threads. */
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
