import type { Configuration } from '../../../../../models/facility/configuration.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { LpEngine } from '../../../../solvers/linear/engine.js';
import type { PricingOracle } from '../../../../pricing/pricing.js';
import type { LagrangianBound } from '../room-program/bound.js';
import type { MasterSolution } from '../room-program/room-lp.js';
import { bestChoices } from './choice-program.js';
import { descended, type WholePlan } from './descent.js';
import { diffused } from './diffusion.js';
import { bindingRewards, type NearConfigurations, nearConfigurations } from './near-configurations.js';
import { configurationsIn, type NodeConfigurations, ratesOf } from './node-plan.js';
import type { RoundingLimits } from './plan-limits.js';

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
export function dive(input: DiveRequest): WholePlan | null {
  const { model, bound, limits, goalRewardPerS } = input;
  const near = nearConfigurations(model, input.oracles, bound);
  const perNode = bound.value / model.zones.reduce((sum, { nodeCount }) => sum + nodeCount, 0);
  const mostLoss = MAX_LOSS * perNode;
  const rows = [...limits.rows];
  let nodes = diffused(model, input.used, bound, near);
  let best: WholePlan | null = null;
  for (let widest = 0; widest < STEPS.length; widest++) {
    for (const step of STEPS.slice(widest)) {
      rows.push(...limits.judge(nodes, rows).more);
      const mixture = mixtureOf(input, near, nodes, { rows, side: limits.side }, step * perNode, mostLoss);
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

/** Number of nodes in the LP's answer below which it counts as 0 (rounding error). */
const MIN_UNITS = 1e-9;

/**
 * Solves an LP whose columns are small changes of a plan, of all nodes of a zone with the same configuration. Returns
 * its fractional solution, [zone][configuration]; null if the engine has no answer.
 *
 * @param mostChange largest permitted change of a node, reward/s: the sum over task types of the absolute change of the
 * node's rate times the reward of a task. Only task types whose arrivals limit the plan count.
 * @param mostLoss largest permitted loss of a node's change, reward/s
 */
function mixtureOf(
  { model, bound, engine }: DiveRequest,
  near: NearConfigurations,
  nodes: NodeConfigurations,
  limits: Pick<RoundingLimits, 'rows' | 'side'>,
  mostChange: number,
  mostLoss: number,
): MasterSolution['used'] | null {
  const weight = bindingRewards(model, bound);
  const kinds = nodes.flatMap((zoneNodes, zone) =>
    [...configurationsIn(zoneNodes).values()].map(({ one, count }) => {
      const lossBefore = near.lossOf(zone, one);
      const options = near.around(zone, one).filter((to) => {
        let changed = 0;
        for (let i = 0; i < weight.length; i++) changed += weight[i]! * Math.abs(to.ratePerS[i]! - one.ratePerS[i]!);
        return changed <= mostChange && near.lossOf(zone, to) - lossBefore <= mostLoss;
      });
      return { zone, count, isWhole: false, options, replaced: one };
    }),
  );
  const counts = bestChoices(model, nodes, ratesOf(model, nodes), kinds, limits, engine, {});
  if (counts === null) return null;
  const used = model.zones.map((): { configuration: Configuration; units: number }[] => []);
  for (const [k, { zone, count, options, replaced: one }] of kinds.entries()) {
    const all = options.map((configuration, n) => ({ configuration, units: counts[k]![n]! }));
    const moved = all.filter(({ units }) => units > MIN_UNITS);
    const left = moved.reduce((rest, { units }) => rest - units, count);
    used[zone]!.push(...moved, ...(left > MIN_UNITS ? [{ configuration: one, units: left }] : []));
  }
  return used;
}
