import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { schemaFaults } from '../../support/committed-schema.js';
import { madeStudy } from '../../support/made-study.js';
import { reportStudy } from '../../../src/library/index.js';
import { accepted, faultsOf, jsonOf } from '../../support/accepted.js';
import { lastingDirectory } from '../../support/small-instance.js';
import { plenum } from '../../support/run-cli.js';

const root = lastingDirectory();
let study = '';

beforeAll(async () => {
  study = await madeStudy(root);
});

describe('plenum study report', () => {
  it('writes the page into the study folder and says the answer', async () => {
    const report = (...words: readonly string[]) => plenum('study', 'report', study, ...words);
    const nowhere = await report('--out', ' ');
    expect([nowhere.code, nowhere.stderr]).toEqual([2, expect.stringContaining('the name of a file')]);
    const { code, stdout, stderr } = await report();
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
      const { record } = accepted(await reportStudy(folder, { times: false, out: pages[n]! }));
      expect(schemaFaults('study-report', jsonOf(record))).toEqual([]);
      expect(record.details).toMatchObject({ study: 'tiny', runs: 4, done: 4, failed: 0, missing: 0, times: false });
    }
    const [one, other] = pages.map((page) => readFileSync(page, 'utf8'));
    expect(one).toBe(other);
    expect(one).not.toContain(root);
  });

  it.each([
    ['nothing-there', undefined, /nothing-there/],
    ['STUDY', 'STUDY/records/report.html', /outside what .* keeps the study in/],
  ])('of %j to %j is refused before anything is written', async (folder, out, said) => {
    const at = (name: string): string => name.replace('STUDY', study);
    const refused = await reportStudy(at(folder), out === undefined ? {} : { out: at(out) });
    expect(JSON.stringify(faultsOf(refused))).toMatch(said);
  });
});
