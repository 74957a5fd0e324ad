import { rmSync, statSync } from 'node:fs';
import { stateCount } from '../../../../models/problems/templates/states.js';
import type { LocalProblem, Problem } from '../../../instances/problem.js';
import type { OpenedTemplates } from '../instances/open.js';
import { writeAtomically } from '../../../runs/files.js';
import { type JournalFile, openJournal } from '../../../runs/journal.js';
import { chunkLine, parseChunkLine } from './chunk-line.js';
import { type Chunk, chunksOf, solveChunk, type SolvedTemplate, statesOfChunk, VECTORS_PER_CHUNK } from './chunks.js';
import { LARGEST_DATABASE_BYTES } from './database-file.js';
import { SCHEMA_VERSION } from './database-schema.js';
import { openTemplateDatabase } from './open-database.js';
import type { RoundingRule } from './result.js';
import { databaseBytes } from './write-database.js';
import { Tinypool } from 'tinypool';
import type { TemplatesProblem } from '../../../../models/problems/templates/problem.js';
import { TemplatesSolver } from '../methods/solve-templates.js';

export interface BuildRequest {
  readonly opened: Extract<OpenedTemplates, { readonly ok: true }>;
  /** Path of the database; its journal is beside it. */
  readonly out: string;
  readonly rounding: RoundingRule;
  readonly workers: number;
  /** Flag, true to overwrite an existing file. */
  readonly force: boolean;
  readonly plenumVersion: string;
  readonly interrupted: () => boolean;
  readonly onChunk: (progress: BuildProgress) => void;
  /** Callback with a sentence on a fault of the journal. */
  readonly onWarning: (text: string) => void;
}

export interface BuildProgress {
  /** Numbers of chunks: solved, solved by earlier runs, and all. */
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
 * Database with every state solved: chunk after chunk goes into a journal beside it, from which a later run goes on,
 * then the file is written at once. Its bytes depend on the instance, the rounding and the version alone: neither on
 * workers nor on when which run was killed.
 */
export async function buildTemplates(request: BuildRequest): Promise<BuildAnswer> {
  const { opened, out, force } = request;
  const { problem } = opened;
  const refuse = (file: string, found: LocalProblem): BuildAnswer => ({ ok: false, problems: [{ file, ...found }] });
  const tooLarge = sizeProblem(stateCount(problem.instance.grid), problem.blocks.length);
  if (tooLarge !== null) return refuse(out, tooLarge);
  const design = designOf(request);
  const journalFile = journalOf(out);
  if (!force && statSync(out, { throwIfNoEntry: false }) !== undefined) {
    const other = await differenceOf(request);
    if (other !== null) return refuse(out, other);
    // Killed between its last two steps.
    const left = openJournal(journalFile, design);
    if (left.ok) discard(left.journal, journalFile);
    return { ok: true, outcome: 'complete' };
  }
  const journal = journalFor(journalFile, design, force);
  if ('path' in journal) return refuse(journalFile, journal);
  if (journal.warning !== null) request.onWarning(journal.warning);
  let isOver = false;
  try {
    const { solved, progress } = await solvedChunks(request, journal);
    if (solved === null) return { ok: true, outcome: 'interrupted', progress };
    const { rounding, plenumVersion } = request;
    writeAtomically(out, await databaseBytes({ opened, solved, rounding, plenumVersion }));
    isOver = true;
    return { ok: true, outcome: 'built', progress };
  } finally {
    if (isOver) discard(journal, journalFile);
    else journal.close();
  }
}

function discard(journal: JournalFile, file: string): void {
  journal.close();
  rmSync(file, { force: true });
}

/** Text of all that a journal's chunks depend on. */
function designOf({ opened, plenumVersion }: BuildRequest): string {
  const { sha256 } = opened;
  return JSON.stringify({ what: 'templates', sha256, plenumVersion, schema: SCHEMA_VERSION, chunk: VECTORS_PER_CHUNK });
}

/** Problem with a database larger than allowed, or null. Per template: figures and rests of pages, then utilisation and cores by block. */
function sizeProblem(states: number, blocks: number): LocalProblem | null {
  const bytes = states * (200 + blocks * 12);
  if (bytes <= LARGEST_DATABASE_BYTES) return null;
  return {
    path: '',
    value: `some ${Math.ceil(bytes / 1e6)} MB: ${states} states of ${blocks} blocks`,
    allowed: `at most ${Math.floor(LARGEST_DATABASE_BYTES / 1e6)} MB`,
    remedy: 'Use fewer values in the lists of the grid, or fewer levels per rack.',
  };
}

/** Difference of the existing file from what was asked for; null where there is none. */
async function differenceOf({ opened, out, rounding, plenumVersion }: BuildRequest): Promise<LocalProblem | null> {
  const allowed = 'a new file, or the same database, finished';
  const remedy = 'Name another file, or overwrite it with --force.';
  const name = opened.instance.name;
  const found = await openTemplateDatabase(out, { name, sha256: opened.sha256 });
  if (!found.ok) {
    const { value } = found.problems[0]!;
    return { path: '', value: typeof value === 'string' ? value : 'another file', allowed, remedy };
  }
  const { facts } = found;
  const value =
    facts.rounding !== rounding
      ? `a database with the ${facts.rounding} rounding`
      : `a database by Plenum ${facts.plenumVersion}`;
  if (facts.rounding === rounding && facts.plenumVersion === plenumVersion) return null;
  return { path: '', value, allowed, remedy };
}

function journalFor(file: string, design: string, force: boolean): JournalFile | LocalProblem {
  let answer = openJournal(file, design);
  if (!answer.ok && force) {
    rmSync(file);
    answer = openJournal(file, design);
  }
  if (answer.ok) return answer.journal;
  return {
    path: '',
    value:
      answer.reason === 'design'
        ? 'the journal of another instance, or of another version of it or of Plenum'
        : 'a file that is no journal',
    allowed: 'no file, or the journal of this build',
    remedy: 'Name another --out, or remove the file (or use --force) to begin anew.',
  };
}

/** All states in order, from the journal and by solving what it lacks; null where that was interrupted. */
async function solvedChunks(
  { opened, workers, interrupted, onChunk }: BuildRequest,
  journal: JournalFile,
): Promise<{ readonly solved: readonly SolvedTemplate[] | null; readonly progress: BuildProgress }> {
  const { problem } = opened;
  const { grid } = problem.instance;
  const chunks = chunksOf(grid);
  const states = chunks.map((chunk) => statesOfChunk(grid, chunk));
  const byState: SolvedTemplate[] = Array<SolvedTemplate>(stateCount(grid));
  const found = new Set<number>();
  const take = (line: string): void => {
    const read = parseChunkLine(line, (chunk) => states[chunk] ?? null, problem.blocks.length);
    // A line of other chunks is ignored, and its chunk solved again.
    if (read === null) return;
    found.add(read.chunk);
    for (const one of read.solved) byState[one.template.state] = one;
  };
  for (const line of journal.lines) take(line);
  const resumed = found.size;
  const progress = (): BuildProgress => ({ done: found.size, resumed, total: chunks.length });
  onChunk(progress());
  const waiting = chunks.filter(({ index }) => !found.has(index));
  const pool = openChunkPool(problem, Math.max(1, Math.min(workers, waiting.length)));
  try {
    let next = 0;
    let isStopped = false;
    const work = async (): Promise<void> => {
      while (!isStopped && next < waiting.length) {
        const line = await pool.run(waiting[next++]!);
        journal.append(line);
        take(line);
        onChunk(progress());
        isStopped ||= interrupted();
      }
    };
    // When one worker fails, the chunks of the others are still kept.
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
  return { solved: found.size === chunks.length ? byState : null, progress: progress() };
}

/** Workers that answer with lines of a journal. */
interface ChunkPool {
  readonly run: (chunk: Chunk) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** Workers of a build: one worker is this thread; more are worker threads, which share the matrices. */
function openChunkPool(problem: TemplatesProblem, workers: number): ChunkPool {
  if (workers === 1) {
    const solver = new TemplatesSolver(problem);
    return {
      run: async (chunk) => {
        // Lets signals in between two chunks.
        await new Promise((resolve) => setImmediate(resolve));
        return chunkLine(chunk.index, solveChunk(solver, chunk));
      },
      close: () => Promise.resolve(),
    };
  }
  const pool = new Tinypool({
    filename: new URL('chunk-task.js', import.meta.url).href,
    name: 'solveChunkInWorker',
    runtime: 'worker_threads',
    minThreads: workers,
    maxThreads: workers,
    isolateWorkers: false,
    workerData: { ...problem, outletRiseKPerW: problem.outletRiseKPerW.map(shared) },
  });
  return { run: (chunk) => pool.run(chunk) as Promise<string>, close: () => pool.destroy() };
}

/** Copy of numbers that all threads see. */
function shared(values: Float64Array): Float64Array {
  const copy = new Float64Array(new SharedArrayBuffer(values.byteLength));
  copy.set(values);
  return copy;
}
