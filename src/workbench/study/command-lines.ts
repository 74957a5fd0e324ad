import { isAbsolute, join } from 'node:path';
import type { StudyRun } from '../../studies/plan/run.js';

/** Pattern of words that a shell takes as they are. */
const PLAIN = /^[\w@%+=:,./-]+$/;

/** Returns a word as a POSIX shell reads it. */
export function shellWord(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** Command line that makes runs of a study again in another folder, but for their keys. */
export function repeatLine(folder: string): string {
  const other = `${folder.replace(/\/+$/, '')}-again`;
  return `plenum study run ${shellWord(folder)} --out ${shellWord(other)} --runs`;
}

/**
 * Command line that makes one run by itself; null if it is no solve of a file. `place` is where relative paths of the
 * study count from.
 */
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
