import { type Configuration, configurationKey } from '../../../../../models/facility/configuration.js';
import { withMinimumOn } from '../../../../../models/families/reward-rate/minimum-on.js';
import {
  acceptedSetPoints,
  steppedCracs,
  withSetPointRanges,
} from '../../../../../models/families/reward-rate/set-point-steps.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { RunControl } from '../../../../methods/control.js';
import type { LpEngine } from '../../../../solvers/linear/engine.js';
import { certificateOf } from '../../methods/bound/certificate.js';
import { solveLp } from '../../methods/config-lp.js';
import { withIdleRoom } from '../../methods/idle-room.js';
import { idleConflict, type IdleConflict } from '../../methods/infeasibility.js';
import { rewardScale } from '../../methods/reward-scale.js';
import {
  idleNodes,
  independentSetPointsThatHold,
  keepsAllLimits,
  measure,
  type NodeConfigurations,
  setPointsFor,
} from '../../methods/rounding/node-plan.js';
import { commonLimits, independentLimits } from '../../methods/rounding/plan-limits.js';
import { roundToNodes } from '../../methods/rounding/rounding.js';
import { wholeShares } from '../../methods/rounding/whole-shares.js';
import { type KeptWork, nodesBefore } from './kept-work.js';

/**
 * Part of a plan's work that can continue after a failure and earns most. `nodes` is the configuration of each node:
 * [part][node], where a part is a set of nodes of one zone with equal work.
 */
export interface BestKept {
  readonly nodes: Configuration[][];
  /** Set-points in the order of the CRACs in the influence matrix, C. */
  readonly setPointsC: readonly number[];
  /**
   * Upper bound on the reward rate of any part of the work with which all limits hold, reward/s; null if the LP engine
   * gave none.
   */
  readonly boundRewardPerS: number | null;
}

/**
 * Returns the part of a plan's work that meets all limits after a failure and earns most, or the limits that even idle
 * nodes violate. If CRACs accept only multiples of a step, the set-points are rounded; if limits are then violated, the
 * part is computed again at these set-points. The bound holds for any set-points.
 */
export async function bestKept(
  kept: KeptWork,
  engine: LpEngine,
  control: RunControl,
): Promise<BestKept | { readonly conflict: IdleConflict }> {
  const { model } = kept;
  const best = await bestAt(kept, engine, control);
  const stepped = steppedCracs(model);
  if (stepped.length === 0) return best;
  const { setPointsC } = 'conflict' in best ? best.conflict : best;
  const nodes = 'conflict' in best ? idleNodes(model) : best.nodes;
  const atWork = model.cracs.map(({ index }) => setPointsC[index]!);
  const accepted = acceptedSetPoints(model, atWork, (tried) => keepsAllLimits(model, nodes, tried));
  const byCrac = [...setPointsC];
  for (const [c, { index }] of model.cracs.entries()) byCrac[index] = accepted[c]!;
  if ('conflict' in best) return { conflict: { ...best.conflict, setPointsC: byCrac } };
  if (keepsAllLimits(model, nodes, accepted)) return { ...best, setPointsC: byCrac };
  const ranges = accepted.map((setPointC, crac) => ({ crac, leastC: setPointC, mostC: setPointC }));
  const again = await bestAt({ ...kept, model: withSetPointRanges(model, ranges) }, engine, control);
  const left = 'conflict' in again ? idleNodes(model) : again.nodes;
  return { nodes: left, setPointsC: byCrac, boundRewardPerS: best.boundRewardPerS };
}

/** Returns the part of the work that can continue and earns most, with any set-points in the model's ranges. */
async function bestAt(
  kept: KeptWork,
  engine: LpEngine,
  control: RunControl,
): Promise<BestKept | { readonly conflict: IdleConflict }> {
  const conflict = idleConflict(kept.model);
  if (conflict !== null) return { conflict };
  const scale = rewardScale(withIdleRoom(kept.model));
  const { model } = scale;
  const lp = await solveLp({ model, oracles: kept.oracles, engine, control: scale.control(control), incumbent: null });
  const resting = idleNodes(model);
  if (lp === null || 'failure' in lp) {
    return { nodes: resting, setPointsC: setPointsFor(model, resting), boundRewardPerS: null };
  }
  const { solution, bound, rows, at } = lp;
  const goalRewardPerS = at?.rewardPerS ?? bound.value;
  const rounded = await roundToNodes({
    model,
    oracles: kept.oracles,
    solution,
    bound: at?.bound ?? bound,
    goalRewardPerS,
    engine,
    limits: at === undefined ? commonLimits(model, rows) : independentLimits(model, at),
    control: scale.control(control),
    swift: true,
  });
  const known = at === undefined ? [] : [at.setPointsC];
  const candidates = [rounded?.nodes ?? null, withMinimumOn(model, wholeShares(model, solution.used).nodes), resting];
  const best = candidates
    .flatMap((nodes) => (nodes !== null && keepsLimits(model, nodes, known) ? [nodes] : []))
    .reduce<Configuration[][]>(
      (most, nodes) => (measure(model, nodes).rewardPerS > measure(model, most).rewardPerS ? nodes : most),
      resting,
    );
  const setPointsC = setPointsFor(model, best, known);
  const atWork = model.cracs.map(({ index }) => setPointsC[index]!);
  const nodes = restored(model, best, nodesBefore(kept), (changed) => keepsAllLimits(model, changed, atWork));
  return { nodes, setPointsC, boundRewardPerS: scale.certificate(certificateOf(model, lp)).boundRewardPerS };
}

/**
 * Returns true if set-points were found at which nodes with these configurations meet all limits.
 *
 * @param known set-points to try first
 */
function keepsLimits(model: RewardRateModel, nodes: NodeConfigurations, known: readonly ArrayLike<number>[]): boolean {
  if (measure(model, nodes).feasible) return true;
  return model.cracs.length > 1 && independentSetPointsThatHold(model, nodes, known) !== null;
}

/** Maximum number of plans that the search evaluates. Ours: about a second for a facility of a thousand nodes. */
const MAX_JUDGED = 200;

/**
 * Returns the configurations after undoing changes of nodes, as far as all limits hold and no reward is lost. Changes
 * that save the least power are undone first. Configurations are given as [part][node], where a part is a set of nodes
 * of one zone that do the same in the plan.
 *
 * @param nodes configurations after the changes
 * @param before configurations before the changes
 * @param keeps returns true if all limits hold
 */
function restored(
  model: RewardRateModel,
  nodes: Configuration[][],
  before: NodeConfigurations,
  keeps: (nodes: NodeConfigurations) => boolean,
): Configuration[][] {
  let now = nodes;
  let { rewardPerS } = measure(model, now);
  let left = MAX_JUDGED;
  const changes = nodes
    .flatMap((ofPart, p) => {
      const first = before[p]![0];
      if (first === undefined) return [];
      const kinds = new Map<string, Configuration>();
      for (const one of ofPart)
        if (configurationKey(one) !== configurationKey(first)) kinds.set(configurationKey(one), one);
      return [...kinds].map(([key, one]) => ({ p, key, first, savedW: first.coreW - one.coreW }));
    })
    .sort((a, b) => a.savedW - b.savedW || a.p - b.p);
  for (const { p, key, first } of changes) {
    const all = now[p]!.filter((one) => configurationKey(one) === key).length;
    for (let count = all; count >= 1 && left > 0; count = Math.floor(count / 2)) {
      let open = count;
      const ofPart = now[p]!.map((one) => (configurationKey(one) === key && open-- > 0 ? first : one));
      const tried = now.map((other, q) => (q === p ? ofPart : other));
      const reward = measure(model, tried).rewardPerS;
      if (reward < rewardPerS) break;
      left--;
      if (!keeps(tried)) continue;
      now = tried;
      rewardPerS = reward;
      break;
    }
  }
  return now;
}
