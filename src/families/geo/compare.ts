import { relativeGap } from '../../runs/relative-gap.js';
import { compareBySolving } from '../compare-by-solving.js';
import { boundOfGeo } from './bound.js';
import { figures } from './figures.js';
import { openGeo } from './instances/open.js';
import { GEO_METHODS } from './methods/registry.js';
import { GEO_OPTIONS } from './options.js';
import { GEO_OBJECTIVE_UNIT } from './runs/result-of.js';
import type { ReadyGeo } from './runs/solve.js';
import { solveOfGeo } from './solve.js';
import { type GeoCompareRun, meanByEpoch } from './studies/compare/by-epoch.js';

/** Compares geo methods. Every cost is compared with the greatest lower bound that any run proved. */
export const compareOfGeo = compareBySolving<ReadyGeo>({
  of: { methods: GEO_METHODS, options: GEO_OPTIONS, better: 'less' },
  open: (file, { phase, shouldStop }) => openGeo(file, phase, shouldStop),
  solve: solveOfGeo,
  bound: boundOfGeo,
  objectiveUnit: GEO_OBJECTIVE_UNIT,
  figures,
  variants: 'Compare one by one the files that plenum generate --centres ... writes, or leave --vary out.',
  isRunOnce: ({ asked }) => GEO_METHODS.find(({ name }) => name === asked['method'])?.stochastic === false,
  certificates: {
    others: [{ key: 'boundByCupUsd', on: 'costByCupUsd', unit: GEO_OBJECTIVE_UNIT }],
    parts: ['boundByEpochUsd'],
  },
  against: ({ values, feasible }, common) => {
    const [cost, least] = [values['costByCupUsd'], common?.['boundByCupUsd'] ?? null];
    return {
      costByEpochUsd: values['costByEpochUsd'] ?? null,
      gapByCup: feasible && typeof cost === 'number' && least !== null ? relativeGap(least, cost) : null,
    };
  },
  facts: (runs, { opened: { model }, contestants }) => ({
    epochCount: model.epochCount,
    epochS: model.epochS,
    costByEpochUsd: Object.fromEntries(
      contestants.map(({ label }) => [label, meanByEpoch(label, runs as readonly GeoCompareRun[])]),
    ),
  }),
  report: async () => (await import('./report/compare.js')).geoCompareReport,
});
