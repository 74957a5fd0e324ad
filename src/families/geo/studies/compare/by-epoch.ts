import { meanSeries } from '../../../../experiments/statistics.js';
import type { ComparisonRecord, RunFrame } from '../../../../studies/compare/record.js';

export type GeoCompareRun = RunFrame & {
  /** Cost of every epoch of the plan, USD; null without a plan that could be rated. */
  readonly costByEpochUsd: readonly number[] | null;
};

/** Record of a comparison of geo methods. */
export type GeoComparisonRecord = Omit<ComparisonRecord, 'runs'> & {
  readonly runs: readonly GeoCompareRun[];
  readonly epochCount: number;
  readonly epochS: number;
  /** Mean cost by method and epoch, USD; demand charges belong to no epoch. Null without a feasible plan. */
  readonly costByEpochUsd: Readonly<Record<string, readonly number[] | null>>;
};

/** Returns the mean cost by epoch of the feasible plans of a method, USD; null without one. */
export function meanByEpoch(label: string, runs: readonly GeoCompareRun[]): readonly number[] | null {
  const rated = runs.filter(({ method, objective }) => method === label && objective !== null);
  return meanSeries(rated.flatMap(({ costByEpochUsd }) => (costByEpochUsd === null ? [] : [costByEpochUsd])));
}
