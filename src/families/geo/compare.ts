import { relativeGap } from '../../runs/relative-gap.js';
import { numberIn, ON_OBJECTIVE } from '../../studies/compare/certificates.js';
import type { ComparedFamily } from '../compare.js';
import { figures } from './figures.js';
import { geoCompareEpochsCsv } from './report/compare.js';
import { GEO_OBJECTIVE_UNIT } from './runs/result-of.js';
import type { ReadyGeo } from './runs/solve.js';

/** Command `compare` for geo instances. */
export const compareOfGeo: ComparedFamily<ReadyGeo> = {
  objectiveUnit: GEO_OBJECTIVE_UNIT,
  figures,
  series: ['costByEpochUsd'],
  variants: 'Compare one by one the files that plenum generate --centres ... writes, or leave --vary out.',
  certificates: [
    { ...ON_OBJECTIVE, parts: ['boundByEpochUsd'] },
    { key: 'boundByCupUsd', on: 'costByCupUsd' },
  ],
  rating: ({ opened: { model } }) => {
    const facts = { epochCount: model.epochCount, epochS: model.epochS };
    return {
      facts,
      against: ({ values, objective }, common) => {
        const [cost, least] = [numberIn(values, 'costByCupUsd'), numberIn(common, 'boundByCupUsd')];
        return { gapByCup: objective === null || cost === null || least === null ? null : relativeGap(least, cost) };
      },
      report: (record) => ({
        head: [['epochs', String(facts.epochCount)]],
        notes: [
          'Costs are what the checker bills, cooling by the rooms’ own temperatures. Gap with CUP: cost against bound with the cooling of Eq. 43.',
        ],
        files: { epochsCsv: () => geoCompareEpochsCsv({ ...record, ...facts }) },
        sections: async () => {
          const { epochSection } = await import('./report/html/epoch-section.js');
          return [epochSection({ ...record, ...facts })];
        },
      }),
    };
  },
};
