import { describe, expect, it } from 'vitest';
import { longitudeRows } from '../../../../../src/families/geo/report/sums.js';
import { ledgerSection } from '../../../../../src/families/geo/report/html/ledger-section.js';
import { nodesSection } from '../../../../../src/families/geo/report/html/nodes-section.js';
import { powerSection } from '../../../../../src/families/geo/report/html/power-section.js';
import { ratesSection } from '../../../../../src/families/geo/report/html/rates-section.js';
import { niceTop } from '../../../../../src/families/geo/report/html/small-panels.js';
import { bandName, stripSection } from '../../../../../src/families/geo/report/html/strip-section.js';
import { markup } from '../../../../../src/reports/html/markup.js';
import { viridis } from '../../../../../src/reports/html/palette.js';
import type { SectionOptions } from '../../../../../src/reports/html/section.js';
import { randomGeoInstance } from '../../../../support/geo.js';
import { manyCentres, reportCase } from './case.js';

const EPOCH_H = 0.5;
const base = randomGeoInstance(31, { centres: 2, epochs: 2, renewables: 0, restricted: 0 });
const whole = manyCentres(base, 25);
const input = reportCase({
  ...whole,
  horizon: { ...whole.horizon, epochMinutes: 60 * EPOCH_H },
  rules: { ...whole.rules, transitionS: 300 },
});
const { evaluation, instance } = input;

/** Rows of the tables as plain text, by cell. */
function rowsOf({ body }: SectionOptions): string[][] {
  return [...markup`${body}`.markup.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row]) =>
    [...row!.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell]) =>
      cell!
        .replace(/<[^>]*>/g, '')
        .replaceAll('\u202f', '')
        .replaceAll('\u2212', '-'),
    ),
  );
}

const drawnKwh = (t: number, d: number): number => {
  const { nodeKwh, cracKwh, overheadKwh, transitionKwh } = evaluation.cells[t]![d]!;
  return nodeKwh + cracKwh + overheadKwh + transitionKwh;
};

describe('sections of the geo report, epochs of half an hour', () => {
  it('power by longitude is the mean power of a band', () => {
    const rows = rowsOf(stripSection(input, evaluation));
    const bands = longitudeRows(instance, bandName);
    expect(bands.some(({ centres }) => centres.length > 1)).toBe(true);
    for (const { name, centres } of bands) {
      const shown = rows
        .find(([head]) => head === name)!
        .slice(2)
        .map(Number);
      expect(shown).toHaveLength(2);
      for (const [t, kw] of shown.entries()) {
        const truth = centres.reduce((sum, d) => sum + drawnKwh(t, d), 0) / centres.length / EPOCH_H;
        expect(Math.abs(kw - truth)).toBeLessThanOrEqual(0.006 * truth);
      }
    }
  });

  it('panels show power on their scale in kW', () => {
    const few = reportCase({ ...instance, dataCentres: instance.dataCentres.slice(0, 3) });
    const drawing = markup`${powerSection(few, few.evaluation).body}`.markup;
    const kw = few.evaluation.cells.flatMap((row) =>
      row.map((cell) => (cell.nodeKwh + cell.cracKwh + cell.overheadKwh + cell.transitionKwh) / EPOCH_H),
    );
    expect(drawing).toContain(`>${niceTop(Math.max(...kw))}<`);
    expect(drawing).toContain('c000, kW');
    expect(drawing).toMatch(/>1 h</);
  });

  it('the epoch of least room is the one of the smallest share left', () => {
    const rows = rowsOf(ratesSection(input, evaluation));
    for (const [i, { name }] of instance.taskTypes.entries()) {
      const shares = evaluation.arrivalPerS.map((row, t) => evaluation.servedPerS[t]![i]! / row[i]! - 1);
      const row = rows.find(([head]) => head === name)!;
      const least = 100 * Math.min(...shares);
      // Shown with two decimals, above 100 % with four digits.
      expect(Math.abs(Number.parseFloat(row[3]!) - least)).toBeLessThanOrEqual(
        Math.max(0.0051, 5.1e-4 * Math.abs(least)),
      );
    }
  });

  it('what is bought counts starts and stops once', () => {
    const rows = rowsOf(ledgerSection(input, evaluation));
    const kwh = (start: string): number => Number(rows.find(([head]) => head!.startsWith(start))![1]);
    expect(kwh('Bought for starts')).toBeGreaterThan(0);
    expect(kwh('Bought for nodes') + kwh('Bought for starts')).toBeCloseTo(kwh('The bill'), 1);
    expect(kwh('Nodes') + kwh('CRACs') + kwh('Overhead') + kwh('Starts')).toBeCloseTo(kwh('At the meter'), 1);
  });

  it('a type of which all nodes are awake has the colour of 100 %', () => {
    // In the first epoch all are, in the second all but one.
    expect(markup`${nodesSection(input, evaluation).body}`.markup).toContain(`fill="${viridis(1)}"`);
  });
});
