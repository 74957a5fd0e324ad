import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { LpEngine } from '../../../../solvers/linear/engine.js';
import type { PricingOracle } from '../../../../pricing/pricing.js';
import type { LagrangianBound } from '../room-program/bound.js';
import type { MasterSolution } from '../room-program/room-lp.js';
import { descended, type WholePlan } from './descent.js';
import { diffused } from './diffusion.js';
import { nearConfigurations } from './near-configurations.js';
import type { RoundingLimits } from './rounding-limits.js';
import { mixtureOfSmallChanges } from './small-changes.js';

/**
 * Largest change of one node in the first, second ... LP of a dive, as a fraction of the average reward of a node. It
 * decreases, because less is left to be rounded.
 */
const STEPS = [0.3, 0.1, 0.03, 0.01] as const;
/**
 * Largest permitted loss of a node's change, as a fraction of the average reward of a node. The loss is how much worse
 * the new configuration is than the best one, at the bound's dual values.
 */
const MAX_LOSS = 0.005;

export interface DiveRequest {
  readonly model: RewardRateModel;
  readonly oracles: readonly PricingOracle[];
  readonly used: MasterSolution['used'];
  readonly bound: LagrangianBound;
  readonly limits: RoundingLimits;
  /** The search ends once the plan earns this reward, reward/s. */
  readonly goalRewardPerS: number;
  readonly engine: LpEngine;
}

/**
 * Rounds the LP's fractional solution to one configuration per node where many arrival limits bind. Null if no plan
 * within the limits was found. The model must have a common set-point and no minimum of running nodes.
 *
 * 1. The solution is rounded by error diffusion. 2. LPs over ever smaller changes of that plan correct its error. 3.
 * One or two nodes at a time are changed while that earns more.
 *
 * Steps 2 and 3 are repeated from the best plan, with smaller first changes, while the plan improves and is short of
 * the goal.
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
