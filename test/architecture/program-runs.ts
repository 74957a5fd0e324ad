import { moduleFacts } from './module-facts.js';

/** Functions of the tests' helpers that run the program, in this process or as one of its own, by the module that has them. */
const RUNNERS: Readonly<Record<string, readonly string[]>> = {
  'test/support/run-cli.ts': ['plenum', 'plenumJson', 'plenumDetails', 'plenumOf'],
  'test/support/program.ts': ['program'],
  'test/support/interrupted-run.ts': ['interruptedJson'],
};

/** A text that takes one of them in. */
const TAKES = /\/(run-cli|program|interrupted-run)\.js'/;

/** Returns how many places of a test file run the program. */
export function runsIn(file: string, text: string): number {
  if (!TAKES.test(text)) return 0;
  const taken = moduleFacts(file, text).imports.filter(({ typeOnly }) => !typeOnly);
  const names = Object.entries(RUNNERS).flatMap(([module, own]) =>
    taken.some(({ target }) => target === module) ? own : [],
  );
  if (names.length === 0) return 0;
  return [...text.matchAll(new RegExp(`(?<![\\w.'"])(${names.join('|')})\\(`, 'g'))].length;
}
