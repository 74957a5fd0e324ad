import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { LpEngine } from '../../../../solvers/linear/engine.js';
import type { PricingOracle } from '../../../../pricing/pricing.js';
import type { LagrangianBound } from '../bound/bound.js';
import type { MasterSolution } from '../master/master.js';
import { descended, type WholePlan } from './descent.js';
import { diffused } from './diffusion.js';
import { nearConfigurations } from './near-configurations.js';
import type { RoundingLimits } from './rounding-limits.js';
import { mixtureOfSmallChanges } from './small-changes.js';

/**
 * Largest changes of a node's rates by step, as shares of what a node earns on average: the part of an LP's answer
 * still to be rounded is of the size of its columns, so each step has smaller ones.
 */
const STEPS = [0.3, 0.1, 0.03, 0.01] as const;
/** Maximum loss by a change, as a share of what a node earns on average. */
const MAX_LOSS = 0.005;

export interface DiveRequest {
  readonly model: RewardRateModel;
  readonly oracles: readonly PricingOracle[];
  readonly used: MasterSolution['used'];
  readonly bound: LagrangianBound;
  readonly limits: RoundingLimits;
  /** Reward at which the search ends, reward/s. */
  readonly goalRewardPerS: number;
  readonly engine: LpEngine;
}

/**
 * Returns whole nodes for the LP's mixture if many limits of arrivals bind at once. The mixture is rounded with its
 * error carried from node to node; an LP over small changes of that plan corrects the remaining error, and its mixture
 * is rounded in turn, with smaller and smaller changes; then nodes are changed one and two at a time as long as that
 * earns anything. While the result is short of the goal and has improved, this is repeated from the best plan, each
 * time without the widest changes of the time before. For one set-point common to all CRACs and no minimum of nodes
 * that are on; null if no plan within the limits was met.
 */
export function dive({ model, oracles, used, bound, limits, goalRewardPerS, engine }: DiveRequest): WholePlan | null {
  const near = nearConfigurations(model, oracles, bound);
  const perNode = bound.value / model.zones.reduce((sum, { nodeCount }) => sum + nodeCount, 0);
  const mostLoss = MAX_LOSS * perNode;
  const rows = [...limits.rows];
  let nodes = diffused(model, used, bound, near);
  let best: WholePlan | null = null;
  for (let widest = 0; widest < STEPS.length; widest++) {
    for (const step of STEPS.slice(widest)) {
      rows.push(...limits.judge(nodes, new Set(rows.map(({ zone }) => zone))).more);
      const mixture = mixtureOfSmallChanges({
        model,
        nodes,
        near,
        bound,
        engine,
        limits: { rows, side: limits.side },
        mostChange: step * perNode,
        mostLoss,
      });
      if (mixture === null) break;
      nodes = diffused(model, mixture, bound, near);
    }
    const found = descended({ model, nodes, near, bound, goalRewardPerS, rows: limits.rows, mostLoss });
    if (found === null || (best !== null && found.rewardPerS <= best.rewardPerS)) break;
    best = found;
    if (best.rewardPerS >= goalRewardPerS) break;
    nodes = best.nodes.map((zone) => [...zone]);
  }
  return best;
}
