import { type Design, type TrialInput, trialKey, trialsOf, validateDesign } from './design.js';
import { openPool, type Pool, type Task } from './pool.js';
import { checkValues, entryText, type JournalEntry, parseEntry, type TrialRecord } from './record.js';

/** Store of finished trials. The caller owns the file. */
export interface Journal {
  /** Lines that earlier runs of this design left. */
  readonly lines: readonly string[];
  /** Durable when it returns. */
  readonly append: (line: string) => unknown;
}

/** Journal for experiments that need not survive their process. */
export function memoryJournal(lines: readonly string[] = []): Journal & { readonly all: readonly string[] } {
  const all = [...lines];
  return { lines, all, append: (line) => all.push(line) };
}

export interface ExperimentOptions {
  readonly design: Design;
  readonly task: Task;
  readonly workers: number;
  readonly journal: Journal;
  /** Question whether to stop: when true no further trial is begun; those running are finished. */
  readonly interrupted: () => boolean;
  /** Files in which trials may leave partial results. */
  readonly parts?: PartFiles;
  readonly onTrial: (state: ExperimentState, last: JournalEntry) => unknown;
}

/** One file per trial, removed as soon as the journal has the whole. */
export interface PartFiles {
  readonly fileOf: (input: TrialInput) => string;
  readonly remove: (file: string) => void;
}

export interface ExperimentState {
  readonly done: number;
  readonly total: number;
}

export interface ExperimentOutcome extends ExperimentState {
  readonly complete: boolean;
  readonly records: readonly TrialRecord[];
  readonly entries: readonly JournalEntry[];
}

/**
 * Run of the trials that the journal does not hold yet. The records do not depend on the number of workers nor on
 * interruptions, provided the task depends on its input alone. A failing trial ends the run after those running beside
 * it; the journal keeps all entries so far.
 * @throws RangeError for a design without sense or a journal of another one; Error naming the trial that failed.
 */
export async function runExperiment(options: ExperimentOptions): Promise<ExperimentOutcome> {
  const { design, task, workers, journal } = options;
  validateDesign(design);
  const inputs = trialsOf(design);
  const keyOf = ({ cell, trial }: Pick<TrialInput, 'cell' | 'trial'>): string => trialKey(design.factors, cell, trial);
  const known = new Set(inputs.map(keyOf));
  const found = new Map<string, JournalEntry>();
  for (const line of journal.lines) {
    const entry = parseEntry(line);
    if (!known.has(keyOf(entry))) throw new RangeError(`The journal holds ${keyOf(entry)}, which is not in the design`);
    found.set(keyOf(entry), entry);
  }

  const waiting = inputs.filter((input) => !found.has(keyOf(input)));
  const pool = openPool(task, Math.max(1, Math.min(workers, waiting.length)));
  try {
    await drain(waiting, pool, workers, options, (entry) => {
      found.set(keyOf(entry), entry);
      options.onTrial({ done: found.size, total: inputs.length }, entry);
    });
  } finally {
    await pool.close();
  }
  const entries = inputs.flatMap((input) => found.get(keyOf(input)) ?? []);
  const records = entries.map(({ cell, trial, values }) => ({ cell, trial, seed: design.seed + trial, values }));
  const complete = entries.length === inputs.length;
  return { complete, done: entries.length, total: inputs.length, records, entries };
}

/** Run of the waiting trials, one at a time per worker, begun in order. */
async function drain(
  waiting: readonly TrialInput[],
  pool: Pool,
  workers: number,
  { design, journal, interrupted, parts }: ExperimentOptions,
  keep: (entry: JournalEntry) => void,
): Promise<void> {
  let next = 0;
  const failures: Error[] = [];
  const lane = async (): Promise<void> => {
    while (next < waiting.length && failures.length === 0 && !interrupted()) {
      const input = waiting[next++]!;
      try {
        const partFile = parts?.fileOf(input);
        const { values, times } = await pool.run(partFile === undefined ? input : { ...input, partFile });
        checkValues(values);
        const entry = { cell: input.cell, trial: input.trial, values, times };
        journal.append(entryText(entry));
        if (partFile !== undefined) parts!.remove(partFile);
        keep(entry);
      } catch (error) {
        failures.push(trialFailure(design, input, error));
      }
    }
  };
  await Promise.all(Array.from({ length: workers }, lane));
  if (failures.length > 0) throw failures[0]!;
}

function trialFailure({ name, factors }: Design, { cell, seed }: TrialInput, cause: unknown): Error {
  const where = factors.map((factor) => `${factor.name} ${cell[factor.name]!}`).join(', ');
  const message = cause instanceof Error ? cause.message : String(cause);
  return new Error(`${name}: the trial with seed ${seed} of ${where} failed: ${message}`, { cause });
}
