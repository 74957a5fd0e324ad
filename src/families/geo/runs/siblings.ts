import type { GeoAllocation } from '../../../../models/families/geo/allocation.js';
import type { GeoEvaluation } from '../../../../models/families/geo/outcome.js';
import type { GeoPlan } from '../../../../models/families/geo/plan.js';
import type { GeoMethodOutcome } from '../methods/outcome.js';
import { geoMethodNamed } from '../methods/registry.js';
import { type GeoMethod } from '../methods/registry.js';
import { relativeGap } from '../../../runs/relative-gap.js';

/** Share of the bound up to which another method has nothing to add that a planner could act on. */
const WORTH_TRYING_GAP = 1e-3;
/**
 * Share of the bound that takes the place of WORTH_TRYING_GAP for instances with more cells (epochs by data centres)
 * than MAX_CELLS: there the other methods take many times as long as the method and miss the bound by more.
 */
const LARGE_GAP = 1e-2;
/** Number of cells above which LARGE_GAP applies. */
const MAX_CELLS = 1000;
/** Largest relative difference of bills that are equally good; the method's own plan is then kept. */
const SAME = 1e-9;

/** Outcome with the checker's rating of its plan. */
export interface RatedGeo {
  readonly outcome: GeoMethodOutcome;
  readonly allocation: GeoAllocation | null;
  readonly plan: GeoPlan | null;
  readonly claimedCostUsd: number | null;
  readonly evaluation: GeoEvaluation | null;
  /** Warnings of the checker. */
  readonly warnings: readonly string[];
  /** The method it is of, where that is not the one asked for. */
  readonly planFrom?: string;
}

export interface GeoSiblingCall {
  /** Returns a sibling's outcome, rated; the plan names it. */
  readonly solve: (sibling: GeoMethod) => Promise<RatedGeo>;
  readonly wasStopped: boolean;
}

/**
 * Returns the cheapest feasible plan of a method and its siblings, which are asked only when the run was cut short or
 * leaves a gap worth closing. Bound, work and figures stay the method's; what it said of its own plan goes with that
 * plan.
 */
export async function bestOfGeoSiblings(
  { siblings = [] }: GeoMethod,
  own: RatedGeo,
  { solve, wasStopped }: GeoSiblingCall,
): Promise<RatedGeo> {
  if (own.outcome.certificate?.infeasibility !== undefined || !(wasStopped || leavesGap(own))) return own;
  let best = own;
  for (const name of siblings) {
    const other = await solve(geoMethodNamed(name)!);
    const costUsd = costOf(other);
    const leastUsd = costOf(best);
    if (costUsd === Infinity || costUsd >= leastUsd - SAME * Math.abs(leastUsd)) continue;
    const { allocation, warnings } = other.outcome;
    best = { ...other, outcome: { ...own.outcome, allocation, warnings } };
  }
  return best;
}

/** Bill by the checker, USD; Infinity without a plan that keeps every limit. */
function costOf({ evaluation }: RatedGeo): number {
  return evaluation === null || evaluation.violations.length > 0 ? Infinity : evaluation.costUsd;
}

function leavesGap(own: RatedGeo): boolean {
  const costUsd = costOf(own);
  const boundUsd = own.outcome.certificate?.costUsd ?? -Infinity;
  if (costUsd === Infinity || boundUsd === -Infinity) return true;
  const cells = own.allocation!.cells.length;
  return (relativeGap(boundUsd, costUsd) ?? Infinity) > (cells > MAX_CELLS ? LARGE_GAP : WORTH_TRYING_GAP);
}
