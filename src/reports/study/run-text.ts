import type { BestRun } from '../../studies/status.js';
import { countOf, oneLine } from '../format.js';
import { bestLines } from './status-text.js';

/** A failed run, as `plenum study run` lists it. */
export interface FailedRun {
  readonly reason: string;
  readonly message: string;
  /** Values of the varied parameters in this run, by the name of the parameter. */
  readonly cell: Readonly<Record<string, unknown>>;
}

/** Facts about a study after `plenum study run`: folder, numbers of runs, failures and best plans. */
export interface RanFacts {
  readonly name: string;
  readonly folder: string;
  /** Path of the study's folder, quoted for a shell. */
  readonly folderWord: string;
  /** Options that permitted reading files outside the study's folder or loading modules. */
  readonly permissions: readonly string[];
  readonly complete: boolean;
  /** Number of runs with a record. */
  readonly done: number;
  readonly failed: number;
  readonly total: number;
  /** Number of runs made by this command. */
  readonly made: number;
  /** The failed runs that are listed: the first ones of all `brokenRuns` failed runs. */
  readonly failures: readonly FailedRun[];
  readonly brokenRuns: number;
  /** Sentence on the stopping rule that ended the study early; null if none did. */
  readonly stopped: string | null;
  /** True if the command was for only some runs of the study. */
  readonly isPart: boolean;
  /** Lines that name the command's output files; null if it wrote none. */
  readonly written: readonly string[] | null;
  readonly best: readonly BestRun[];
}

/**
 * Returns the lines that `plenum study run` prints at its end. `counts` are the lines with numbers of runs and
 * failures, `rest` the lines after them.
 */
export function runLines(facts: RanFacts): { readonly counts: readonly string[]; readonly rest: readonly string[] } {
  const { name, folder, done, total, made, failed, stopped } = facts;
  const counts = [`${made} made`, `${done - made} taken over`, `${failed} failed`].join(', ');
  return {
    counts: [
      `${oneLine(name)}: ${done} of ${total} runs done (${counts}); records in ${folder}`,
      ...(stopped === null ? [] : [stopped]),
      ...failureLines(facts),
    ],
    rest: closingLines(facts),
  };
}

function failureLines({ failures, brokenRuns, folderWord, permissions }: RanFacts): string[] {
  if (brokenRuns === 0) return [];
  const told = failures.map(({ reason, message, cell }) => {
    const where = Object.entries(cell).map(([axis, value]) => `${axis} ${String(value)}`);
    return `Failed (${reason}): ${oneLine(where.join(', '))}: ${oneLine(reasonOf(message))}`;
  });
  return [
    ...told,
    ...(brokenRuns > failures.length ? [`${countOf(brokenRuns - failures.length, 'more run')} failed.`] : []),
    `Make them anew with: plenum study resume ${folderWord} --retry failed${permitted(permissions)}`,
  ];
}

/** Returns the options that permit outside files and modules, as the end of a command line. */
function permitted(permissions: readonly string[]): string {
  return permissions.map((word) => ` ${word}`).join('');
}

/**
 * Returns in one line why a run failed. If there are several faults, the line has the first, with the values found and
 * allowed.
 */
function reasonOf(message: string): string {
  const [first = '', ...others] = message.split('\n');
  const found = /^\s*found:\s*(.*)$/m.exec(others.join('\n'))?.[1];
  if (found === undefined) return first;
  const allowed = /^\s*allowed:\s*(.*)$/m.exec(others.join('\n'))?.[1];
  const path = others[0]!.trim();
  const file = first.replace(/: \d+ faults?$/, '');
  return `${file}: ${path === '(whole file)' ? '' : `${path}: `}found ${found}${allowed === undefined ? '' : `; allowed: ${allowed}`}`;
}

/** Returns the lines on the best plan of each question (instance with its options) and on the commands to run next. */
function closingLines({ complete, isPart, written, best, folderWord, permissions }: RanFacts): readonly string[] {
  if (!complete) return [`Continue with: plenum study resume ${folderWord}${permitted(permissions)}`];
  if (written !== null) return written;
  if (isPart) return [];
  // Nothing below runs a module.
  const again = permitted(permissions.filter((word) => word !== '--allow-modules'));
  const next = [
    `plenum study report ${folderWord}${again}   (recommendation, ranking, every run: one page)`,
    `plenum study export ${folderWord} --format csv --out runs.csv${again}`,
  ];
  return [
    ...bestLines(best, `more: plenum study status ${folderWord} --json${again}`),
    ...next.map((command, n) => `${(n === 0 ? 'next' : '').padEnd(13)} ${command}`),
  ];
}
