import { describe, expect, it } from 'vitest';
import type { Records } from '../../../../src/experiments/record.js';
import { anyPaper } from '../../../../src/reproduction/paper.js';
import { CHAPTER_4 } from '../../../../src/reproduction/chapter-4/paper.js';
import { CHAPTER_4_FIGURES, type GeoFigure } from '../../../../src/reproduction/chapter-4/names.js';
import { partOf } from '../../../support/claims.js';
import { geoThesisWorld, madeUpGeoRecords } from '../../../fixtures/reproduction/geo-world.js';

const part = (...figures: GeoFigure[]): string =>
  partOf(anyPaper(CHAPTER_4), new Map(figures.map((figure): [string, Records] => [figure, madeUpGeoRecords(figure)])));

describe('the part of chapter 4', () => {
  it('has every claim and every figure, and names what is missing', () => {
    const whole = part(...CHAPTER_4_FIGURES);
    for (const { id, says, decidedBy, calibrated } of CHAPTER_4.claims) {
      if (calibrated !== undefined) continue;
      const verdict = decidedBy === undefined ? 'holds' : `holds, by our reading (${decidedBy})`;
      expect(whole).toContain(`### ${id}: ${verdict}\n`);
      expect(whole).toContain(`| ${says} | ${verdict} | `);
    }
    expect(whole).toContain('| FDLD-CL costs 14.2');
    expect(whole).toContain('| The techniques perform well');
    expect(whole).not.toContain('not judged');
    expect(whole).not.toMatch(/undefined|NaN|Infinity/);
    expect(part('fig-4.2')).toMatch(/ \| not judged \(no records\) \|.*`plenum reproduce fig-4\.3` \|$/m);
  });

  it('shows the settings and figures of the records', () => {
    const text = part('table-4.2', 'fig-4.2');
    expect(text).toContain('chapter-4 reduced: 24 cells of 12 trials, days 2017-07-12, 2017-01-11, 2017-10-11,');
    expect(text).toContain(
      'Generations of six evaluations per epoch (4, 8, 16 centres): gald-cl 1,025, 568, 368; gald-cl-eq25 1,025, 568, 368; gald-cl-eq25-hour-b 278, 132, 62.',
    );
    expect(text).toContain('gald-cl-short 164; gald-cl-eq25-short 164.');
    // 4,000 USD (1 + spread), whose mean is 0 and whose squares sum to 0.0032: 2.201 sqrt(0.0032 / 11 / 12) 4,000 = 43.
    expect(text).toMatch(/\| us-4 \| 4000 ± 43 \| 3792 ± 41 \(5\.2 %\) \|.*\| 1980 \|/);
    // Against the bound, 99 and 98 % of half of fdld-so: 0.892 / 0.495 - 1; a quarter and the rest of the node hours.
    expect(text).toContain('| us-4 | fdld-cl | 80.2 | 82.0 | 356800 | 25.0 | 75.0 | 40000 | 20000 | 1.000 | 1000 |  |');
    expect(text).toContain(
      '| us-4 | gald-cl-eq25 | 21.8 | 23.1 | 241200 | 25.0 | 75.0 | 40000 | 20000 | 1.000 |  | 6,000 |',
    );
    expect(text).toContain(
      '| Epoch | fdld-so | fdld-tao | fdld-cl | gald-cl-eq25 | gald-cl | gald-cl-eq25-hour-b | gald-cl-short | gald-cl-eq25-short | gld-lp | bound |',
    );
    expect(text).toMatch(/\n\| 23 \| 167 \|/);
    expect(part('fig-4.3')).toContain(
      '| Epoch | us-4: fdld-cl | us-4: gald-cl-eq25 | us-4: gald-cl | us-4-memory: fdld-cl |',
    );
  });

  it('says that a plan breaks limits', () => {
    const none = madeUpGeoRecords('fig-4.2', (cell, trial) => ({ ...geoThesisWorld(cell, trial), feasible: false }));
    const text = partOf(anyPaper(CHAPTER_4), new Map([['fig-4.2', none]]));
    expect(text).toContain('| us-4 | no plan | no plan |');
    expect(text).not.toMatch(/undefined|NaN|Infinity/);
  });
});
