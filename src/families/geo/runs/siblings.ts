import type { GeoAllocation } from '../../../../models/families/geo/allocation.js';
import type { GeoEvaluation } from '../../../../models/families/geo/outcome.js';
import type { GeoPlan } from '../../../../models/families/geo/plan.js';
import type { GeoMethodOutcome } from '../methods/outcome.js';
import { geoMethodNamed } from '../methods/registry.js';
import { type GeoMethod } from '../methods/registry.js';
import { relativeGap } from '../../../runs/relative-gap.js';

/** Relative gap below which siblings (other quick methods) are not run: they could not gain anything that matters. */
const WORTH_TRYING_GAP = 1e-3;
/**
 * Relative gap below which siblings are not run if there are more than MAX_CELLS cells. It is larger than
 * WORTH_TRYING_GAP, because siblings are then slower and worse.
 */
const LARGE_GAP = 1e-2;
/** Number of cells (epochs times data centres) above which LARGE_GAP applies. */
const MAX_CELLS = 1000;
/** Relative difference up to which two bills count as equal. The plan of the method asked for is then kept. */
const SAME = 1e-9;

/** Outcome of a method with the checker's evaluation. */
export interface RatedGeo {
  readonly outcome: GeoMethodOutcome;
  readonly allocation: GeoAllocation | null;
  readonly plan: GeoPlan | null;
  readonly claimedCostUsd: number | null;
  readonly evaluation: GeoEvaluation | null;
  /** Warnings of the checker about the plan. */
  readonly warnings: readonly string[];
  /** Name of the method that made the plan, if that is not the method asked for. */
  readonly planFrom?: string;
}

export interface GeoSiblingCall {
  /** Runs another method and returns its evaluated outcome. */
  readonly solve: (sibling: GeoMethod) => Promise<RatedGeo>;
  readonly wasStopped: boolean;
}

/**
 * Returns the cheapest feasible plan of a method and its alternatives ("siblings"). Siblings are run only if the method
 * was stopped early or leaves a relevant gap. Bound, work and figures are always those of the method itself.
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

/** Returns the bill by the checker, USD; Infinity if there is no feasible plan. */
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
