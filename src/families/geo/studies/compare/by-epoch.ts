import type { ComparisonRecord, RunFrame } from '../../../../studies/compare/record.js';

export type GeoCompareRun = RunFrame & {
  /** Cost of every epoch of the plan, USD; null without a plan that could be rated. */
  readonly costByEpochUsd: readonly number[] | null;
};

/** What a comparison of geo methods records besides its runs. */
export interface GeoFacts {
  readonly epochCount: number;
  readonly epochS: number;
  /** Mean cost by method and epoch, USD; demand charges belong to no epoch. Null without a feasible plan. */
  readonly costByEpochUsd: Readonly<Record<string, readonly number[] | null>>;
}

export type GeoComparisonRecord = ComparisonRecord & GeoFacts;

/** Returns the mean cost by epoch of the feasible plans of each method, USD; null for a method without one. */
export function meansByEpoch(labels: readonly string[], runs: readonly GeoCompareRun[]): GeoFacts['costByEpochUsd'] {
  const meanOf = (label: string): readonly number[] | null => {
    const rated = runs.filter(({ method, objective }) => method === label && objective !== null);
    const first = rated[0]?.costByEpochUsd ?? null;
    const sum = (t: number): number => rated.reduce((all, { costByEpochUsd }) => all + costByEpochUsd![t]!, 0);
    return first?.map((_, t) => sum(t) / rated.length) ?? null;
  };
  return Object.fromEntries(labels.map((label) => [label, meanOf(label)]));
}
