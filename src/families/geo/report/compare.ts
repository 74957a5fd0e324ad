import { S_PER_H } from '../../../../models/units.js';
import { type CsvLine, csvText } from '../../../reports/csv.js';
import { csvHeading } from '../../../reports/figures.js';
import type { GeoComparisonRecord } from './html/epoch-section.js';
import { sharesOf } from './sums.js';

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
