import { S_PER_H } from '../../../../models/units.js';
import { figureCsv } from '../../../reports/figure-csv.js';
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
  const fields = ['method', 'trial', 'seed', 'feasible'].map((key) => [key, key] as const);
  const before = [['epoch', 'epoch'], ['begin_h', 'beginH'], ...fields] as const;
  return figureCsv({ rows: lines.flat(), before, figures: [{ key: 'costUsd' }], currency });
}
