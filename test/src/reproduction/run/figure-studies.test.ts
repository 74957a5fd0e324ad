import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { FAMILIES } from '../../../../src/families/registry.js';
import { readStudy } from '../../../../src/studies/plan/read.js';
import { figureNames } from '../../../../src/reproduction/registry.js';
import { bundledStudies, REPRODUCTIONS } from '../../../../src/reproduction/run/figure-studies.js';

const STUDIES = await bundledStudies();

it('the bundled studies of figures are what the code writes (else run write-bundled), with no others beside them', () => {
  const stale = STUDIES.filter(({ file, text }) => !existsSync(file) || readFileSync(file, 'utf8') !== text);
  expect(stale.map(({ file }) => file)).toEqual([]);
  expect(readdirSync(REPRODUCTIONS).sort()).toEqual(STUDIES.map(({ file }) => basename(file)).sort());
});

it('each figure is bundled at both scales, with the sentences that its chapter claims', async () => {
  expect(STUDIES).toHaveLength(2 * figureNames().length);
  for (const { text } of STUDIES) {
    const read = await readStudy(text, false, FAMILIES);
    expect(read.ok && read.study.verb).toBe('reproduce');
  }
  const { text } = STUDIES.find(({ file }) => file.endsWith('/fig-3.3-reduced.json'))!;
  const { words } = JSON.parse(text) as { words: { scale: string; claims: string[] } };
  expect(words.scale).toBe('reduced');
  // Section 3.6 of the thesis.
  expect(words.claims).toContain('all-meet-constraints: All techniques meet the power and thermal constraints.');
  expect(words.claims.length).toBeGreaterThanOrEqual(8);
});
