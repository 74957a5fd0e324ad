import type { BestRun } from '../../studies/status.js';
import { oneLine } from '../format.js';
import { bestLines } from './status-text.js';

/** A run that failed. */
export interface FailedRun {
  readonly reason: string;
  readonly message: string;
  /** Values by axis. */
  readonly cell: Readonly<Record<string, unknown>>;
}

/** Facts about a study whose runs were made, all or some of them. */
export interface RanFacts {
  readonly name: string;
  readonly folder: string;
  /** The folder, quoted for a shell. */
  readonly folderWord: string;
  /** Permissions with which the runs were made, as words of a command line. */
  readonly permissions: readonly string[];
  readonly complete: boolean;
  /** Numbers of runs: with a record; of these, without an answer; of the study; and made by this command. */
  readonly done: number;
  readonly failed: number;
  readonly total: number;
  readonly made: number;
  /** Failures that are listed, out of `brokenRuns`. */
  readonly failures: readonly FailedRun[];
  readonly brokenRuns: number;
  /** Sentence on a study that stopped by its own rule; null if it did not. */
  readonly stopped: string | null;
  /** True if only some runs of the study were asked for. */
  readonly isPart: boolean;
  /** Lines of the answer of the study's verb; null if it writes nothing. */
  readonly written: readonly string[] | null;
  readonly best: readonly BestRun[];
}

/** Returns the lines at the end of `plenum study run`: counts and failures, then the rest. */
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
    ...(brokenRuns > failures.length ? [`${brokenRuns - failures.length} more runs failed.`] : []),
    `Make them anew with: plenum study resume ${folderWord} --retry failed${permitted(permissions)}`,
  ];
}

/** Returns the words that repeat the permissions at the end of a command line. */
function permitted(permissions: readonly string[]): string {
  return permissions.map((word) => ` ${word}`).join('');
}

/**
 * Returns the reason of a failure in one line. Of several faults it is the first, with what was found and what is
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

/** Returns the lines on the best plan of each question and on what to do next. */
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
