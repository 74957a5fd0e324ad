import { formatProblems, type Problem } from '../instances/load.js';
import { EXIT } from './exit-codes.js';

/** Exactly one JSON object on stdout. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

export function printLines(text: string): void {
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
}

/** Refuses bad input with every problem: on stderr for people, as one object on stdout for programs. */
export function refuse(problems: readonly Problem[], json: boolean): number {
  if (json)
    printJson({
      error: 'badInput',
      problems: problems.map((problem) => ({ ...problem, value: shown(problem.value) })),
    });
  process.stderr.write(`${formatProblems(problems)}\n`);
  return EXIT.badInput;
}

/** JSON has no NaN, Infinity or undefined. */
function shown(value: unknown): unknown {
  if (value === undefined) return null;
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
}
