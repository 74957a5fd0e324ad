import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { JOBS_PAPER } from '../../../../src/reproduction/jobs-paper/paper.js';
import { JOBS_FIGURES, type JobsFigure } from '../../../../src/reproduction/jobs-paper/names.js';
import { PAPER_METHODS, PAPER_NODES, REJECTED_PERCENT } from '../../../../src/reproduction/jobs-paper/published.js';
import type { Records } from '../../../../src/experiments/record.js';
import { reproductionFigurePage } from '../../../../src/reproduction/figure-html.js';
import { figurePicture } from '../../../../src/reproduction/claims.js';
import { anyPaper } from '../../../../src/reproduction/paper.js';
import { partOf } from '../../../support/claims.js';
import { madeUpJobsRecords } from '../../../fixtures/reproduction/jobs-world.js';
import { describeShared } from '../../../support/shared-data.js';

const part = (...figures: JobsFigure[]): string =>
  partOf(
    anyPaper(JOBS_PAPER),
    new Map(figures.map((figure): [string, Records] => [figure, madeUpJobsRecords(figure, undefined, undefined, 12)])),
  );

describe('the part of the paper on jobs', () => {
  it('has every claim and every figure, and names what is missing', () => {
    const whole = part(...JOBS_FIGURES);
    for (const { id, says } of JOBS_PAPER.claims) {
      expect(whole).toContain(`### ${id}: holds\n`);
      expect(whole).toContain(`| ${says} | holds | `);
    }
    expect(whole).not.toMatch(/undefined|NaN|Infinity/);
    expect(part('jobs-nodes')).toMatch(/ \| not judged \(no records\) \|.*`plenum reproduce jobs-checkpoints` \|$/m);
  });

  it('shows the settings and figures of the records, and Table II', () => {
    const text = part('jobs-nodes');
    expect(text).toContain('jobs-nodes reduced: 80 cells of 12 trials, months 5 to 16.');
    expect(text).toContain('| 4 nodes | 26.2 | 22.8 | 7.4 | 7.2 |');
    // 120 MJ in every trial: no spread.
    expect(text).toContain(
      '| 6 nodes | 150.0 ± 0.0 | 145.0 ± 0.0 | 120.0 ± 0.0 | 120.0 ± 0.0 | 150.0 ± 0.0 | 145.0 ± 0.0 | 120.0 ± 0.0 | 120.0 ± 0.0 |',
    );
  });

  it('every figure has charts of what it varies, each with means, and a page', () => {
    const pictures = JOBS_FIGURES.map((figure) =>
      figurePicture(anyPaper(JOBS_PAPER), figure, madeUpJobsRecords(figure)),
    );
    expect(pictures.map(({ charts }) => charts.length)).toEqual([2, 9, 8, 1, 4]);
    for (const { charts } of pictures) {
      for (const chart of charts) {
        const drawn = chart.kind === 'rows' ? chart.rows : chart.series.flatMap(({ points }) => points);
        if (chart.kind === 'rows') expect(new Set(chart.rows.map(({ name }) => name)).size).toBe(chart.rows.length);
        expect([chart.title, drawn.length > 0 && drawn.every(({ mean }) => Number.isFinite(mean))]).toEqual([
          chart.title,
          true,
        ]);
      }
    }
    const page = reproductionFigurePage(pictures[0]!);
    expect(page).toContain('The paper says');
    expect(page).not.toMatch(/The thesis says|>(undefined|NaN)/);
  });
});

describeShared('the published numbers', 'tables', 'value-energy/table2-rejected-jobs.csv', (path) => {
  it('are those of the transcribed Table II', () => {
    const [head, ...rows] = readFileSync(path, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(','));
    const columns = ['ValOpt_pct', 'ValEnSepOpt_pct', 'ValEnJoinOpt_pct', 'ValEnAdaptOpt_pct'].map((name) =>
      head!.indexOf(name),
    );
    for (const [n, nodes] of PAPER_NODES.entries()) {
      const row = rows.find(([first]) => first === String(nodes))!;
      expect([nodes, ...PAPER_METHODS.map((method) => REJECTED_PERCENT[method][n])]).toEqual([
        nodes,
        ...columns.map((column) => Number(row[column])),
      ]);
    }
  });
});
