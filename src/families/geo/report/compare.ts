import { S_PER_H } from '../../../../models/units.js';
import { csvOf } from '../../../reports/csv.js';
import { keyColumns } from '../../../reports/figure-csv.js';
import type { GeoComparisonRecord } from './html/epoch-section.js';
import { sharesOf } from './sums.js';

/**
 * Returns the text of compare-epochs.csv: the cost of every epoch of every rated plan, and each epoch's part of the
 * bound (method "bound"). Only the sum of these parts is proven.
 */
export function geoCompareEpochsCsv({ runs, bounds, epochCount, epochS, currency }: GeoComparisonRecord): string {
  const costs = runs.map(({ series, ...run }) => ({ ...run, cost: series?.['costByEpochUsd'] ?? null }));
  const rated = [...costs, { method: 'bound', cost: sharesOf(bounds) }].filter(({ cost }) => cost !== null);
  const lines = Array.from({ length: epochCount }, (_, epoch) =>
    rated.map(({ cost, ...run }) => ({ ...run, epoch, beginH: (epoch * epochS) / S_PER_H, costUsd: cost![epoch] })),
  );
  const keys = ['epoch', 'beginH', 'method', 'trial', 'seed', 'feasible', 'costUsd'];
  return csvOf(lines.flat(), keyColumns(keys, currency));
}
