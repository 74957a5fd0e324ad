import { describe, expect, it } from 'vitest';
import { UTILITY_PAPERS } from '../../../../src/reproduction/utility-papers/paper.js';
import { UTILITY_FIGURES, type UtilityFigure } from '../../../../src/reproduction/utility-papers/names.js';
import type { Records } from '../../../../src/experiments/record.js';
import { reproductionFigurePage } from '../../../../src/reproduction/figure-html.js';
import { figurePicture } from '../../../../src/reproduction/claims.js';
import { anyPaper } from '../../../../src/reproduction/paper.js';
import { partOf } from '../../../support/claims.js';
import { madeUpUtilityRecords } from '../../../fixtures/reproduction/utility-world.js';

const part = (...figures: UtilityFigure[]): string =>
  partOf(
    anyPaper(UTILITY_PAPERS),
    new Map(figures.map((figure): [string, Records] => [figure, madeUpUtilityRecords(figure)])),
  );

describe('the part of the papers on utility', () => {
  it('has every claim and every figure, names what is missing, and speaks of papers', () => {
    const whole = part(...UTILITY_FIGURES);
    for (const { id, says } of UTILITY_PAPERS.claims) {
      // Reduced runs have three shares of the tasks with pair, which lie near a line whatever they are.
      const verdict = id === 'pair-flags-linear' ? 'not tested' : 'holds';
      expect(whole).toContain(`### ${id}: ${verdict}\n`);
      expect(whole).toContain(`| ${says} | ${verdict} | `);
    }
    expect(whole).not.toMatch(/undefined|NaN|Infinity/);
    expect(whole).toContain('| The papers say | Of what |');
    expect(part('utility-serial')).toMatch(/ \| not judged \(no records\) \|.*`plenum reproduce utility-bursts` \|$/m);
  });

  it('shows the settings and figures of the records', () => {
    const text = part('utility-parallel-5000');
    expect(text).toContain(
      'utility-parallel-5000 reduced: 69 cells of 12 trials, seeds 1 to 12. Shares are of 13.985 GJ',
    );
    // 62 % by the mean of the spread, 1 1/6 %; half a width from its standard deviation.
    expect(text).toMatch(/\| 70 % \| 60\.\d ± \d\.\d \| 58\.\d ± \d\.\d \|/);
    expect(text).toContain('| no budget | 80.');
  });

  it('has the usual command for a figure whose log is not named here: it asks for twelve days wherever it is', () => {
    expect(part('utility-curie')).toMatch(/^\| On Curie's log .* \| `plenum reproduce utility-curie` \|$/m);
  });

  it('every figure has a page with charts and verdicts', () => {
    for (const figure of UTILITY_FIGURES) {
      const picture = figurePicture(anyPaper(UTILITY_PAPERS), figure, madeUpUtilityRecords(figure));
      expect(picture.charts.length).toBeGreaterThan(0);
      const page = reproductionFigurePage(picture);
      expect(page).toContain('The papers say');
      expect(page).not.toMatch(/The thesis says|>(undefined|NaN)/);
    }
  });
});
