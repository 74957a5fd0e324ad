import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schemaFaults } from '../../support/committed-schema.js';
import { madeStudy } from '../../support/made-study.js';
import { plenum, plenumJson } from '../../support/run-cli.js';

const root = mkdtempSync(join(tmpdir(), 'plenum-study-'));
let study = '';

beforeAll(async () => {
  study = await madeStudy(root);
});
afterAll(() => {
  rmSync(root, { recursive: true });
});

describe('plenum study report', () => {
  it('writes the page into the study folder and says the answer', async () => {
    const { code, stdout, stderr } = await plenum('study', 'report', study);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^tiny: 4 of 4 runs made\n/);
    expect(stdout).toMatch(/config-lp +alike/);
    expect(stdout).toContain(`written       ${join(study, 'report.html')}`);
    const page = readFileSync(join(study, 'report.html'), 'utf8');
    expect(page).toContain('<p class="verdict" data-field="verdict.0">does not distinguish</p>');
    // Command lines as one types them: the instance by its path, and the study with another folder.
    expect(page).toContain(`plenum study run ${study} --out ${study}-again --runs`);
    expect(page).toMatch(/plenum solve \/[^ "]*\.json --method greedy --seed 1 --work-limit 5/);
  });

  it('writes equal bytes for a copy of the folder elsewhere, where times are left out', async () => {
    const copy = join(root, 'copy');
    cpSync(study, copy, { recursive: true });
    const pages = [study, copy].map((_, n) => join(root, `${String(n)}.html`));
    for (const [n, folder] of [study, copy].entries()) {
      const { code, json } = await plenumJson('study', 'report', folder, '--no-times', '--out', pages[n]!);
      expect([code, schemaFaults('study-report', json)]).toEqual([0, []]);
      expect(json['details']).toMatchObject({ study: 'tiny', runs: 4, done: 4, failed: 0, missing: 0, times: false });
    }
    const [one, other] = pages.map((page) => readFileSync(page, 'utf8'));
    expect(one).toBe(other);
    expect(one).not.toContain(root);
  });

  it.each([
    [['nothing-there'], /nothing-there/],
    [['STUDY', '--out', 'STUDY/records/report.html'], /outside what .* keeps the study in/],
    [['STUDY', '--out', ' '], /the name of a file/],
  ])('%j: is refused before anything is written', async (words, said) => {
    const { code, stderr } = await plenum('study', 'report', ...words.map((word) => word.replace('STUDY', study)));
    expect(code).toBe(2);
    expect(stderr).toMatch(said);
    expect(stderr).not.toContain('    at ');
  });
});
