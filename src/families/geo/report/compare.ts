import { S_PER_H } from '../../../../models/units.js';
import type { CompareTexts } from '../../../reports/compare/report.js';
import { type CsvLine, csvText } from '../../../reports/csv.js';
import { csvHeading } from '../../../reports/figures.js';
import type { ComparisonRecord } from '../../../studies/compare/compare.js';
import type { GeoComparisonRecord } from './html/epoch-section.js';
import { sharesOf } from './sums.js';

/** Returns what only geo instances add to the report of a comparison: the cost of each epoch. */
export function geoCompareReport(record: ComparisonRecord): CompareTexts {
  const own = record as GeoComparisonRecord;
  return {
    head: [['epochs', String(own.epochCount)]],
    notes: [
      'Costs are what the checker bills, cooling by the rooms’ own temperatures. Gap with CUP: cost against bound with the cooling of Eq. 43.',
    ],
    files: { epochsCsv: () => geoCompareEpochsCsv(own) },
    sections: async () => [(await import('./html/epoch-section.js')).epochSection(own)],
  };
}

/**
 * Returns the text of compare-epochs.csv: the cost of every epoch of every rated plan, and each epoch's part of the
 * bound (method "bound"). Only the sum of these parts is proven.
 */
export function geoCompareEpochsCsv({ runs, bounds, epochCount, epochS, currency }: GeoComparisonRecord): string {
  const rows = [
    ...runs.map((run) => ({ ...run, cost: run.series?.['costByEpochUsd'] ?? null })),
    { method: 'bound', trial: null, seed: null, feasible: null, cost: sharesOf(bounds) },
  ];
  const lines = Array.from({ length: epochCount }, (_, t) =>
    rows.flatMap(({ method, trial, seed, feasible, cost }): CsvLine[] =>
      cost === null ? [] : [[t, (t * epochS) / S_PER_H, method, trial, seed, feasible, cost[t]!]],
    ),
  );
  const columns = ['epoch', 'beginH', 'method', 'trial', 'seed', 'feasible', 'costUsd'];
  return csvText([columns.map((key) => csvHeading({ key }, currency)), ...lines.flat()]);
}
