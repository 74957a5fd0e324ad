import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formatProblems, type Problem } from '../../../../../src/instances/problem.js';
import { openTemplates } from '../../../../../src/families/templates/instances/open.js';
import { MALFORMED_TEMPLATES } from './malformed-paths.js';

const DIRECTORY = 'instances/malformed';
const known = new Map<string, readonly Problem[]>();

function problemsIn(name: string): readonly Problem[] {
  const told = known.get(name);
  if (told !== undefined) return told;
  const opened = openTemplates(`${DIRECTORY}/${name}.json`);
  const problems = opened.ok ? [] : opened.problems;
  known.set(name, problems);
  return problems;
}

describe('malformed templates instances', () => {
  it('every file of the corpus has its expectation and every expectation its file', () => {
    const files = readdirSync(DIRECTORY).filter((file) => /^templates-.*\.json$/.test(file));
    expect(files.map((file) => file.replace(/\.json$/, '')).sort()).toEqual(Object.keys(MALFORMED_TEMPLATES).sort());
    expect(files.length).toBeGreaterThanOrEqual(60);
  });

  it.each(Object.entries(MALFORMED_TEMPLATES))('%s: exactly the faulty places are named', (name, paths) => {
    expect(
      problemsIn(name)
        .map(({ path }) => path)
        .sort(),
    ).toEqual([...paths].sort());
  });

  it.each(Object.keys(MALFORMED_TEMPLATES))('%s: every problem says what is allowed and what to do', (name) => {
    for (const problem of problemsIn(name)) {
      expect(problem.file).toMatch(/malformed\/templates-.*\.(json|csv)$/);
      expect(problem.allowed).toMatch(/\w/);
      expect(problem.allowed).not.toContain('another value');
      expect(problem.remedy).toMatch(/\w.*[.?]/);
      expect(`${problem.allowed} ${problem.remedy}`).not.toMatch(/undefined|NaN|\[object|workload\./);
    }
    expect(formatProblems(problemsIn(name))).toContain('remedy:');
  });
});
