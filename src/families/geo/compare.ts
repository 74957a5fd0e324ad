import { relativeGap } from '../../runs/relative-gap.js';
import type { ComparedFamily } from '../compare.js';
import { figures } from './figures.js';
import { GEO_OBJECTIVE_UNIT } from './runs/result-of.js';
import type { ReadyGeo } from './runs/solve.js';
import { type GeoCompareRun, meanByEpoch } from './studies/compare/by-epoch.js';

/**
 * Command `compare` for geo instances. Gaps of all methods are computed with the greatest lower bound that any of the
 * compared runs proved.
 */
export const compareOfGeo: ComparedFamily<ReadyGeo> = {
  objectiveUnit: GEO_OBJECTIVE_UNIT,
  figures,
  variants: 'Compare one by one the files that plenum generate --centres ... writes, or leave --vary out.',
  certificates: {
    others: [{ key: 'boundByCupUsd', on: 'costByCupUsd', unit: GEO_OBJECTIVE_UNIT }],
    parts: ['boundByEpochUsd'],
  },
  rating: ({ opened: { model }, contestants }) => ({
    against: ({ values, feasible }, common) => {
      const [cost, least] = [values['costByCupUsd'], common?.['boundByCupUsd'] ?? null];
      return {
        costByEpochUsd: values['costByEpochUsd'] ?? null,
        gapByCup: feasible && typeof cost === 'number' && least !== null ? relativeGap(least, cost) : null,
      };
    },
    facts: (runs) => ({
      epochCount: model.epochCount,
      epochS: model.epochS,
      costByEpochUsd: Object.fromEntries(
        contestants.map(({ label }) => [label, meanByEpoch(label, runs as readonly GeoCompareRun[])]),
      ),
    }),
  }),
  report: async () => (await import('./report/compare.js')).geoCompareReport,
};
