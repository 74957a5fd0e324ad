import { isAbsolute, join } from 'node:path';
import type { StudyRun } from '../../studies/plan/run.js';

/** Pattern of words that need no quotes in a shell. */
const PLAIN = /^[\w@%+=:,./-]+$/;

/** Returns a word for a command line, in quotes if a POSIX shell needs them. */
export function shellWord(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** Returns the command line that repeats runs of a study in another folder, once their keys are appended. */
export function repeatLine(folder: string): string {
  const other = `${folder.replace(/\/+$/, '')}-again`;
  return `plenum study run ${shellWord(folder)} --out ${shellWord(other)} --runs`;
}

/** Returns the command line that repeats a single run; null if it is not a solve of an instance file. */
export function soloLine({ identity, file, inputs = {} }: StudyRun, place: string): string | null {
  const { verb, method, options, seed, budget } = identity;
  if (verb !== 'solve' || file === null) return null;
  const absolute = (path: string): string => (isAbsolute(path) ? path : join(place, path));
  const own = Object.entries(options).flatMap(([name, value]): string[] => {
    const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    if (value === null) return [];
    // The bound is what a solve has unless it is told otherwise.
    if (typeof value === 'boolean') return value ? (name === 'bound' ? [] : [`--${flag}`]) : [`--no-${flag}`];
    const input = inputs[name];
    return [`--${flag}`, input === undefined ? String(value) : absolute(input)];
  });
  const words = [
    'solve',
    absolute(file),
    ...(method === null ? [] : ['--method', method]),
    '--seed',
    String(seed),
    ...(budget.timeLimitS === null ? [] : ['--time-limit', String(budget.timeLimitS)]),
    ...(budget.workLimit === null ? [] : ['--work-limit', String(budget.workLimit)]),
    ...own,
  ];
  return ['plenum', ...words].map(shellWord).join(' ');
}
