import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { UTILITY_PAPERS } from '../../../../../src/families/utility/figures/family.js';
import { UTILITY_FIGURES, type UtilityFigure } from '../../../../../src/families/utility/figures/names.js';
import { UNCONSTRAINED } from '../../../../../src/families/utility/figures/regimes.js';
import { settingNamed } from '../../../../../src/families/utility/figures/figures.js';
import type { Records } from '../../../../../src/experiments/record.js';
import { reproductionFigurePage } from '../../../../../src/reports/html/reproduction-page.js';
import { figurePicture, judgeFigure, verdictText } from '../../../../../src/studies/reproduction/claims.js';
import { anyFamily } from '../../../../../src/studies/reproduction/family.js';
import { familyPart } from '../../../../../src/studies/reproduction/page.js';
import { readStoredRecords } from '../../../../../src/workbench/figure-page.js';
import { madeUpUtilityRecords } from '../../../../fixtures/reproduction/utility-world.js';

const part = (...figures: UtilityFigure[]): string =>
  familyPart(
    anyFamily(UTILITY_PAPERS),
    new Map(figures.map((figure): [string, Records] => [figure, madeUpUtilityRecords(figure)])),
  );

function stored(): ReadonlyMap<string, Records> {
  const found = readStoredRecords('docs', UTILITY_FIGURES);
  if (!found.ok) throw new Error(JSON.stringify(found.problems));
  return found.records;
}

describe('the part of the papers on utility', () => {
  it('has every claim and every figure, names what is missing, and speaks of papers', () => {
    const whole = part(...UTILITY_FIGURES);
    for (const { id, says } of UTILITY_PAPERS.claims) {
      expect(whole).toContain(`### ${id}: holds\n`);
      expect(whole).toContain(`| ${says} | holds | `);
    }
    expect(whole).not.toMatch(/undefined|NaN|Infinity/);
    expect(whole).toContain("| Figure | The papers say | Verdict, on the papers' own settings |");
    expect(part('utility-serial')).toContain(
      'No records yet: utility-leniency, utility-parallel-5000, utility-budgets',
    );
  });

  it('shows the settings and figures of the records', () => {
    const text = part('utility-parallel-5000');
    expect(text).toContain(
      'utility-parallel-5000 reduced: 47 cells of 12 trials, seeds 1 to 12. Shares are of 13.985 GJ',
    );
    // 62 % by the mean of the spread, 1 1/6 %; half a width from its standard deviation.
    expect(text).toMatch(/\| 70 % \| 60\.\d ± \d\.\d \| 58\.\d ± \d\.\d \|/);
    expect(text).toContain('| no budget | 80.');
  });

  it('every figure has a page with charts and verdicts', () => {
    for (const figure of UTILITY_FIGURES) {
      const picture = figurePicture(anyFamily(UTILITY_PAPERS), figure, madeUpUtilityRecords(figure));
      expect(picture.charts.length).toBeGreaterThan(0);
      const page = reproductionFigurePage(picture);
      expect(page).toContain('The papers say');
      expect(page).not.toMatch(/The thesis says|>(undefined|NaN)/);
    }
  });
});

describe('docs/utility/claims.md', () => {
  it('names every claim once, with the verdict of the stored records', () => {
    const records = stored();
    const page = readFileSync('docs/utility/claims.md', 'utf8');
    const verdicts = new Map(
      UTILITY_FIGURES.flatMap((figure) => {
        const own = records.get(figure);
        return own === undefined ? [] : judgeFigure(UTILITY_PAPERS, figure, own);
      }).map((judged) => [judged.claim.id, verdictText(judged)]),
    );
    const said = UTILITY_PAPERS.claims.map(({ id }) => `\`${id}\`: ${verdicts.get(id) ?? 'not run'}`);
    expect(said.filter((words) => page.split(words).length !== 2)).toEqual([]);
    for (let n = 1; n <= 31; n++) expect(page).toMatch(new RegExp(`^\\| ${String(n)} +\\|`, 'm'));
  });
});

describe('stored records', () => {
  it('give the unconstrained energies by which budgets are fixed, within 10 % in the trials that there are', () => {
    const checked = [...stored()].flatMap(([figure, { design, records }]) => {
      const free = records.filter(({ cell, values }) => {
        const { regime } = settingNamed(figure as UtilityFigure, cell['setting']!);
        const named = Object.entries(UNCONSTRAINED).find(([name]) => name === regime);
        return values['budgetJ'] === null && values['energyJ'] !== null && named?.[1].method === cell['method'];
      });
      if (free.length === 0 || design.settings['unconstrainedJ'] === undefined) return [];
      const mean = free.reduce((sum, { values }) => sum + Number(values['energyJ']), 0) / free.length;
      return [[figure, mean / Number(design.settings['unconstrainedJ'])] as const];
    });
    // Days of Curie's log differ too much for a few of them to say it.
    for (const [figure, ratio] of checked.filter(([name]) => name !== 'utility-curie')) {
      expect([figure, Math.abs(ratio - 1) < 0.1 ? 'close' : ratio]).toEqual([figure, 'close']);
    }
  });
});
