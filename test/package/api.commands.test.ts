import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as library from '../../src/library/index.js';
import {
  BOUND_RULES,
  CHECK_RULES,
  CHECK_STUDY_RULES,
  COMPARE_RULES,
  DAY_RULES,
  EXPORT_STUDY_RULES,
  OPEN_RULES,
  REPORT_STUDY_RULES,
  RUN_STUDY_RULES,
  SIMULATE_RULES,
  SOLVE_RULES,
  SWEEP_RULES,
} from '../../src/library/rules.js';
import { textOf } from '../architecture/source-files.js';
import { repository } from '../support/repository.js';
import { temporaryDirectory } from '../support/small-instance.js';

describe('docs/api', () => {
  it('is what the docstrings say (npm run api renews it)', () => {
    const out = temporaryDirectory();
    const typedoc = join(repository, 'node_modules/typedoc/bin/typedoc');
    execFileSync(process.execPath, [typedoc, '--out', out], { cwd: repository, stdio: 'inherit' });
    expect(readdirSync(join(repository, 'docs/api'))).toEqual(readdirSync(out));
    for (const name of readdirSync(out)) expect(readFileSync(join(out, name), 'utf8')).toBe(textOf(`docs/api/${name}`));
  });

  it('describes every function that is exported', () => {
    const page = textOf('docs/api/README.md');
    expect(Object.keys(library).filter((name) => !page.includes(`### ${name}()`))).toEqual([]);
  });

  it.each([
    ['OpenOptions', OPEN_RULES],
    ['SolveOptions', SOLVE_RULES],
    ['CheckOptions', CHECK_RULES],
    ['BoundOptions', BOUND_RULES],
    ['CompareOptions', COMPARE_RULES],
    ['SweepOptions', SWEEP_RULES],
    ['DayOptions', DAY_RULES],
    ['SimulateOptions', SIMULATE_RULES],
    ['CheckStudyOptions', CHECK_STUDY_RULES],
    ['RunStudyOptions', RUN_STUDY_RULES],
    ['ReportStudyOptions', REPORT_STUDY_RULES],
    ['ExportStudyOptions', EXPORT_STUDY_RULES],
  ])('%s has the options that are read, those that families declare among them', (name, rules) => {
    const section = textOf('docs/api/README.md').split(`\n### ${name}\n`)[1]!.split('\n### ')[0]!;
    const typed = [...section.matchAll(/^\| <a [^>]*><\/a> `(\w+)\?`/gm)].map(([, option]) => option!);
    expect(typed.sort()).toEqual(Object.keys(rules).sort());
  });

  it('and docs/library.md names every verb', () => {
    const page = textOf('docs/library.md');
    expect(Object.keys(library).filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
});
