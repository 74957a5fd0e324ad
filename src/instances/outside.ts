import { realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, basename } from 'node:path';
import type { LocalProblem, PathSegment, Problem } from './problem.js';
import { jsonPath } from './problem.js';

/**
 * Whether a file lies outside a folder and all below it, links followed. An instance that came from somebody else may name any file of
 * this machine.
 */
export function isOutside(directory: string, file: string): boolean {
  const way = relative(realPath(directory), realPath(resolve(directory, file)));
  return way === '..' || way.startsWith('../') || way.startsWith('..\\') || isAbsolute(way);
}

/** With links followed as far as the path exists. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPath(parent), basename(path));
  }
}

/** Files outside its folder that an instance, as parsed JSON, names: every format calls such a field "file". */
export function outsideReferences(raw: unknown, directory: string, instanceFile: string): Problem[] {
  const problems: Problem[] = [];
  const known = new Map<string, boolean>();
  const visit = (value: unknown, path: readonly PathSegment[]): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, member] of Object.entries(value)) {
      const here = [...path, Array.isArray(value) ? Number(key) : key];
      if (key !== 'file' || typeof member !== 'string') {
        visit(member, here);
        continue;
      }
      const outside = known.get(member) ?? isOutside(directory, member);
      known.set(member, outside);
      if (!outside) continue;
      problems.push({
        file: instanceFile,
        path: jsonPath(here),
        value: member,
        allowed: "a file in the instance's folder or below it",
        remedy: 'Put the file there, or allow the reference with --allow-outside if you trust the instance.',
      });
    }
  };
  visit(raw, []);
  return problems;
}

/**
 * A problem of a file that an instance names. What stands in a file outside the instance's folder is nobody's business: the place is told,
 * the contents are not.
 */
export function problemInNamedFile(directory: string, file: string, problem: LocalProblem): Problem {
  const place = /^line \d+(, column \d+)?/.exec(problem.path)?.[0];
  // What is said of the file as a whole (it is missing, too large) quotes nothing.
  if (problem.path === '' || !isOutside(directory, file)) return { file, ...problem };
  return {
    file,
    path: place ?? '',
    value: "not shown: the file lies outside the instance's folder",
    allowed: problem.allowed,
    remedy: 'Correct the file, or check that it is the one meant.',
  };
}
