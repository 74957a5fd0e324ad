import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { FAMILIES } from '../../../../src/families/registry.js';
import { openStudy } from '../../../../src/workbench/study/open.js';
import { readStudy } from '../../../../src/studies/plan/read.js';

/** Bundled studies, by name. */
const STUDIES = readdirSync('instances/studies')
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.replace(/\.json$/, ''));

describe('bundled studies', () => {
  it('are one on tiny instances, and one per family on its thesis-size instance', () => {
    expect(STUDIES).toEqual(expect.arrayContaining(['tiny-methods', ...FAMILIES.map(({ name }) => `${name}-thesis`)]));
  });

  test.each(STUDIES)('%s is a study under its own name, with a description', async (name) => {
    const text = readFileSync(`instances/studies/${name}.json`, 'utf8');
    const families = FAMILIES.map(({ name: own, methods, studyMethods }) => ({
      name: own,
      methods: studyMethods ?? methods,
    }));
    expect(await readStudy(text, false, families)).toMatchObject({ ok: true, study: { name } });
    expect((JSON.parse(text) as { description: string }).description.length).toBeGreaterThan(20);
  });

  it('tiny-methods has 60 runs of every family, all limited by work', async () => {
    const opened = await openStudy({
      study: 'tiny-methods',
      out: null,
      yes: false,
      allowOutside: false,
      packageDirectory: resolve('.'),
      plenumVersion: '1.0.0',
    });
    if (!opened.ok) throw new Error(JSON.stringify(opened.faults));
    expect(opened.runs).toHaveLength(60);
    expect(new Set(opened.runs.map(({ identity }) => identity.family))).toEqual(
      new Set(FAMILIES.map(({ name }) => name)),
    );
    for (const { identity } of opened.runs) {
      expect(identity.budget.timeLimitS).toBeNull();
      expect(identity.budget.workLimit).not.toBeNull();
    }
  });
});
