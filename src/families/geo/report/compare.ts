import { S_PER_H } from '../../../../models/units.js';
import type { CompareTexts } from '../../../reports/compare/report.js';
import { type CsvLine, csvText } from '../../../reports/csv.js';
import { csvHeading } from '../../../reports/figures.js';
import type { ComparisonRecord } from '../../../studies/compare/record.js';
import type { GeoCompareRun, GeoComparisonRecord } from '../studies/compare/by-epoch.js';
import { sharesOf } from './sums.js';

/** Returns what a comparison of geo methods reports besides its figures: the cost of each epoch. */
export function geoCompareReport(record: ComparisonRecord): CompareTexts {
  const own = record as GeoComparisonRecord;
  return {
    titled: `, ${own.epochCount} ${own.epochCount === 1 ? 'epoch' : 'epochs'}`,
    notes: [
      'Costs are what the checker bills, cooling by the rooms’ own temperatures. Gap with CUP: cost against bound with the cooling of Eq. 43. Methods that draw nothing are run once.',
    ],
    files: [['compare-epochs.csv', () => geoCompareEpochsCsv(own)]],
    sections: async () => [(await import('./html/epoch-section.js')).epochSection(own)],
  };
}

/**
 * Returns the text of compare-epochs.csv: the cost of every epoch of every rated plan, and each epoch's part of the
 * bound (method "bound"). Only the sum of these parts is proven.
 */
export function geoCompareEpochsCsv(record: GeoComparisonRecord): string {
  const { runs, bounds, epochCount, epochS, currency } = record;
  const columns = ['epoch', 'beginH', 'method', 'trial', 'seed', 'feasible', 'costUsd'];
  const lines: CsvLine[] = [columns.map((key) => csvHeading({ key }, currency))];
  const shares = sharesOf(bounds);
  for (let t = 0; t < epochCount; t++) {
    const beginH = (t * epochS) / S_PER_H;
    for (const { method, trial, seed, feasible, costByEpochUsd } of runs as readonly GeoCompareRun[]) {
      if (costByEpochUsd === null) continue;
      lines.push([t, beginH, method, trial, seed, String(feasible), costByEpochUsd[t]!]);
    }
    if (shares !== null) lines.push([t, beginH, 'bound', null, null, null, shares[t]!]);
  }
  return csvText(lines);
}
