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
    for (const { id, says, decidedBy, calibrated } of CHAPTER_2.claims) {
      const judged = calibrated === undefined ? 'holds' : 'calibrated, not tested (holds)';
      const verdict = decidedBy === undefined ? judged : `holds, by our reading (${decidedBy})`;
      expect(whole).toContain(`### ${id}: ${verdict}\n`);
      expect(whole).toContain(`| ${says} | ${verdict} | `);
    }
    expect(whole).not.toContain('not judged');
    expect(whole).not.toMatch(/undefined|NaN|Infinity/);
    expect(part('fig-2.1')).toMatch(/ \| not judged \(no records\) \|.*`plenum reproduce fig-2\.2` \|$/m);
  });

  it('shows the settings and figures of the records', () => {
    const text = part('fig-2.2', 'fig-2.4', 'fig-B.1');
    expect(text).toContain('fig-2.2 reduced: 36 cells of 12 trials, seeds 1 to 12; methods tabu-thesis, gals-thesis');
    expect(text).toContain("The thesis' work: 6 hours. Iterations of tabu");
    expect(text).toContain('tabu-thesis 29,000, gals-thesis 28, ga-thesis 6,500 (small)');
    expect(text).toContain('dynamic, long-hop after 500 short-hops, local search of 200)');
    // Tabu at 2 with the spread of twelve trials.
    expect(text).toMatch(/\| dynamic power x 0\.7, mean 700 s, 55 MJ \| 2\.00 ± 0\.01 \(0\.977\d\) \|/);
    expect(text).toMatch(
      /\| dynamic power x 1, mean 640 s, long-hop after 100 short-hops \| 118\.0 \[118\.0, 118\.1\] \|/,
    );
    expect(text).toContain('| Search | 0 h | 1 h | 3 h | 6 h | 12 h | 24 h | 48 h | 72 h |');
  });

  it('says that no plan keeps the limit', () => {
    const none = madeUpRobustRecords('fig-2.6', (cell, trial) => ({ ...robustThesisWorld(cell, trial), kept: false }));
    const text = partOf(anyPaper(CHAPTER_2), new Map([['fig-2.6', none]]));
    expect(text).toContain('| spec25-high-affinity, dynamic power x 1, mean 470 s | no plan | no plan |');
    expect(text).toContain('| 0 of 48 |');
  });
});
