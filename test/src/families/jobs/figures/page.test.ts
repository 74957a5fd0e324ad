import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { JOBS_PAPER } from '../../../../../src/families/jobs/figures/family.js';
import { JOBS_FIGURES, type JobsFigure } from '../../../../../src/families/jobs/figures/names.js';
import { PAPER_METHODS, PAPER_NODES, REJECTED_PERCENT } from '../../../../../src/families/jobs/figures/published.js';
import type { Records } from '../../../../../src/experiments/record.js';
import { reproductionFigurePage } from '../../../../../src/reports/html/reproduction-page.js';
import { figurePicture, type Judged, judgeFigure } from '../../../../../src/studies/reproduction/claims.js';
import { anyFamily } from '../../../../../src/studies/reproduction/family.js';
import { familyPart } from '../../../../../src/studies/reproduction/page.js';
import { readStoredRecords } from '../../../../../src/workbench/figure-page.js';
import { madeUpJobsRecords } from '../../../../fixtures/reproduction/jobs-world.js';
import { describeShared } from '../../../../support/shared-data.js';

const part = (...figures: JobsFigure[]): string =>
  familyPart(
    anyFamily(JOBS_PAPER),
    new Map(figures.map((figure): [string, Records] => [figure, madeUpJobsRecords(figure)])),
  );

describe('the part of the paper on jobs', () => {
  it('has every claim and every figure, and names what is missing', () => {
    const whole = part(...JOBS_FIGURES);
    for (const { id, says } of JOBS_PAPER.claims) {
      expect(whole).toContain(`### ${id}: holds\n`);
      expect(whole).toContain(`| ${says} | holds | `);
    }
    expect(whole).not.toMatch(/undefined|NaN|Infinity/);
    expect(part('jobs-nodes')).toContain('No records yet: jobs-checkpoints, jobs-cores, jobs-profiles, jobs-bounds.');
  });

  it('shows the settings and figures of the records, and Table II', () => {
    const text = part('jobs-nodes');
    expect(text).toContain('jobs-nodes reduced: 70 cells of 4 trials, months 5 to 8.');
    expect(text).toContain('| 4 nodes | 26.2 | 22.8 | 7.4 | 7.2 |');
    // 120 MJ in every trial: no spread.
    expect(text).toContain(
      '| 6 nodes | 150.0 ± 0.0 | 145.0 ± 0.0 | 120.0 ± 0.0 | 120.0 ± 0.0 | 150.0 ± 0.0 | 145.0 ± 0.0 | 120.0 ± 0.0 |',
    );
  });

  it('every figure has charts of what it varies, each with means, and a page', () => {
    const pictures = JOBS_FIGURES.map((figure) =>
      figurePicture(anyFamily(JOBS_PAPER), figure, madeUpJobsRecords(figure)),
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

describe('docs/jobs/claims.md', () => {
  it('names every claim once, with the verdicts of the stored records in all readings', () => {
    const found = readStoredRecords('docs', JOBS_FIGURES);
    if (!found.ok) throw new Error(JSON.stringify(found.problems));
    const all = JOBS_FIGURES.flatMap((figure) => {
      const own = found.records.get(figure);
      return own === undefined ? [] : judgeFigure(JOBS_PAPER, figure, own);
    });
    const page = readFileSync('docs/jobs/claims.md', 'utf8');
    const rows = JOBS_PAPER.claims.map(({ id }) =>
      rowOf(
        id,
        all.find(({ claim }) => claim.id === id),
      ),
    );
    expect(rows.filter((row) => page.split(row).length !== 2)).toEqual([]);
    for (let n = 1; n <= 12; n++) expect(page).toMatch(new RegExp(`^\\| ${String(n)} +\\|`, 'm'));
  });
});

/** Cells of a claim in the table: as printed and its variants, ours and its. Where a reading compares nothing else, it has no verdict. */
function rowOf(id: string, judged: Judged | undefined): string {
  if (judged === undefined) return `| \`${id}\` | not run |`;
  const { verdict, parts, others } = judged;
  const said = others.map((other) =>
    other.parts.length === 0 || JSON.stringify(other.parts) === JSON.stringify(parts) ? '-' : other.verdict,
  );
  return `| \`${id}\` | ${[verdict, ...said].join(' | ')} |`;
}

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
