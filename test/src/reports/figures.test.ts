import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fields, figures, type RewardRateShown } from '../../../src/families/reward-rate/figures.js';
import { summaryText } from '../../../src/families/reward-rate/report/summary.js';
import { toldRun } from '../../../src/families/reward-rate/report/told.js';
import {
  csvColumns,
  csvHeading,
  detailsTable,
  type Figure,
  figuresIn,
  inOneLine,
  toldFigures,
} from '../../../src/reports/figures.js';
import { inUnit, plain } from '../../../src/reports/format.js';
import { plainText } from '../../../src/reports/html/markup.js';
import { worthOf } from '../../../src/reports/html/run-page.js';
import { csvOf } from '../../../src/reports/csv.js';
import { withDetailsTable } from '../../../src/workbench/bundled.js';
import { repository } from '../../support/repository.js';
import { section } from '../../../src/reports/html/section.js';
import { facilityInput } from '../../fixtures/report/facility.js';
import { visibleText } from '../../fixtures/report/visible-text.js';

/** A figure that no run has: 1.23456 kg of dust an hour. */
const DUST: Figure<RewardRateShown> = {
  key: 'dustKgPerH',
  label: 'dust',
  unit: 'kg/h',
  of: () => 1.23456,
  note: () => 'of the filters',
  meaning: 'dust that the filters catch',
  in: ['summary', 'card', 'fact', 'compare', 'sweep', 'csv'],
};

describe('a figure added to a declaration', () => {
  const input = facilityInput(30);
  const run = toldRun(input, [...figures, DUST]);

  it('stands in the summary', () => {
    expect(summaryText(input, run)).toMatch(/^dust +1\.235 kg\/h of the filters$/m);
  });

  it('stands on a card and among the facts of the page', () => {
    const html = section(1, { id: 'worth', title: 'Worth', body: worthOf(run) }).markup;
    expect(html.match(/<data data-field="dustKgPerH" value="1.23456">1.235<\/data>\u00a0kg\/h/g)).toHaveLength(2);
    expect(visibleText(`<body>${html}`)).toContain('Dust1.235\u00a0kg/hof the filters');
  });

  it('heads a column of comparisons, sweeps and CSV files', () => {
    for (const place of ['compare', 'sweep', 'csv'] as const) {
      expect(figuresIn(run.figures, place).at(-1)).toBe(DUST);
    }
    expect(csvHeading(DUST)).toBe('dust_kg_per_h');
  });

  it('is a row of the table of fields, and of that in the documentation', () => {
    const row = '| `dustKgPerH` | kg/h | dust that the filters catch |\n';
    expect(detailsTable(run.figures)).toContain(row);
    const document = readFileSync(join(repository, 'docs', 'reward-rate', 'results.md'), 'utf8');
    const [before, after] = [document, withDetailsTable(document, [...fields, DUST])].map((text) => text.split('\n'));
    expect(before!.join('\n')).not.toContain('dustKgPerH');
    // One line more, and no other is touched.
    expect(after!.filter((line) => !before!.includes(line))).toEqual([row.trim()]);
    expect(after).toHaveLength(before!.length + 1);
  });

  it('is a column of CSV files of many runs, whose cells are the field of the record', () => {
    const column = csvColumns(run.figures).at(-1)!;
    expect(column.name).toBe('dust_kg_per_h');
    expect([{ dustKgPerH: 1.5 }, {}].map((record) => column.of(record))).toEqual([1.5, null]);
    expect(csvOf([{ dustKgPerH: 1.5 }], [column])).toBe('dust_kg_per_h\r\n1.5\r\n');
  });
});

describe('a figure', () => {
  const of = (one: Partial<Figure<null>>): string[] =>
    toldFigures<null>(
      [{ key: 'costUsd', label: 'cost', unit: 'USD', of: () => 12.3456, in: ['summary'], ...one }],
      'summary',
      null,
      'CHF',
    ).map((told) => plainText(inOneLine(told)));

  it('of money stands in the currency, also as a heading', () => {
    expect(of({})).toEqual(['12.35 CHF']);
    expect(csvHeading({ key: 'costMeasuredUsd' }, 'CHF')).toBe('cost_measured_chf');
    expect(csvHeading({ key: 'money.usdPerH' }, 'EUR')).toBe('money_eur_per_h');
    expect(csvHeading({ key: 'valuePerMJ' })).toBe('value_per_mj');
  });

  it('that does not arise is left out; of one that is missing the reason is told', () => {
    expect(of({ of: () => undefined })).toEqual([]);
    expect(of({ of: () => null, why: () => 'there is no bill' })).toEqual(['none, because there is no bill']);
    expect(of({ of: () => NaN, why: () => 'there is no bill' })).toEqual(['none, because there is no bill']);
  });

  it('is followed by its note, behind a comma where that is no preposition', () => {
    expect(of({ note: () => 'of 20' })).toEqual(['12.35 CHF of 20']);
    expect(of({ note: () => 'as billed' })).toEqual(['12.35 CHF, as billed']);
    expect(of({ note: () => '; more is not known' })).toEqual(['12.35 CHF; more is not known']);
    expect(of({ note: () => ': 3 of it for energy' })).toEqual(['12.35 CHF: 3 of it for energy']);
  });

  it('beside another stands in its unit', () => {
    expect(plain(inUnit(0.5, 'W', { beside: 2000 }))).toBe('0.0005000 kW');
  });
});
