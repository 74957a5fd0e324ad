import { describe, expect, it } from 'vitest';
import type { Records } from '../../../../src/experiments/record.js';
import { anyPaper } from '../../../../src/reproduction/paper.js';
import { CHAPTER_2_FIGURES, type RobustFigure } from '../../../../src/reproduction/chapter-2/names.js';
import { partOf } from '../../../support/claims.js';
import { CHAPTER_2 } from '../../../../src/reproduction/chapter-2/paper.js';
import { madeUpRobustRecords, robustThesisWorld } from '../../../fixtures/reproduction/robust-world.js';

const part = (...figures: RobustFigure[]): string =>
  partOf(
    anyPaper(CHAPTER_2),
    new Map(figures.map((figure): [string, Records] => [figure, madeUpRobustRecords(figure)])),
  );

describe('the part of chapter 2', () => {
  it('has every claim and every figure, and names what is missing', () => {
    const whole = part(...CHAPTER_2_FIGURES);
    for (const { id, says, decidedBy } of CHAPTER_2.claims) {
      const verdict = decidedBy === undefined ? 'holds' : `holds, by our reading (${decidedBy})`;
      expect(whole).toContain(`### ${id}: ${verdict}\n`);
      expect(whole).toContain(`| ${says} | ${verdict} | `);
    }
    expect(whole).not.toContain('not judged');
    expect(whole).not.toMatch(/undefined|NaN|Infinity/);
    expect(part('fig-2.1')).toMatch(/ \| not judged \|.*`plenum reproduce fig-2\.2` \|$/m);
  });

  it('shows the settings and figures of the records', () => {
    const text = part('fig-2.2', 'fig-2.4', 'fig-B.1');
    expect(text).toContain('fig-2.2 reduced: 56 cells of 4 trials, seeds 1 to 4; methods tabu, tabu-thesis, gals');
    expect(text).toContain("Equal seconds: 5 s at small size; the thesis' work: 6 hours.");
    expect(text).toContain(
      'tabu 200,000, tabu-thesis 29,000, gals 106, gals-thesis 16, ga 236,000, ga-thesis 22,300 (small)',
    );
    expect(text).toContain('(all: MO-EC, spec25-thesis, 15,500 s, dynamic, long-hop after 500 short-hops)');
    // Tabu at 2 with the spread of four trials; the bound 0.1 above our plan.
    expect(text).toMatch(/\| 55 MJ \| 2\.00 ± 0\.04 \(0\.977\d\) \|.*\| 3\.10 \|/);
    expect(text).toMatch(/\| 100 \| 118\.0 \[118\.0, 118\.1\] \|/);
    expect(text).toContain('| Search | 0 h | 1 h | 3 h | 6 h | 12 h | 24 h | 48 h | 72 h |');
  });

  it('says that no plan keeps the limit', () => {
    const none = madeUpRobustRecords('fig-2.6', (cell, trial) => ({ ...robustThesisWorld(cell, trial), kept: false }));
    const text = partOf(anyPaper(CHAPTER_2), new Map([['fig-2.6', none]]));
    expect(text).toContain('| spec25-high-affinity | no plan | no plan |');
    expect(text).toContain('| 0 of 12 |');
  });
});
