import { inletsC } from '../../../../../models/facility/room-state.js';
import { meterPowerW } from '../../../../../models/facility/meter.js';
import type { Configuration } from '../../../../../models/facility/configuration.js';
import { keepsMinimumOn, withMinimumOn } from '../../../../../models/families/reward-rate/minimum-on.js';
import {
  acceptedSetPoints,
  steppedCracs,
  withSetPointRanges,
} from '../../../../../models/families/reward-rate/set-point-steps.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { zoneState } from '../../../../../models/families/reward-rate/set-points.js';
import type { RunControl } from '../../../../methods/control.js';
import type { LpEngine } from '../../../../solvers/linear/engine.js';
import { coolingOf } from '../../methods/set-point-merit.js';
import { certificateOf } from '../../methods/bound/certificate.js';
import { solveLp } from '../../methods/config-lp.js';
import { withIdleRoom } from '../../methods/idle-room.js';
import { idleConflict, type IdleConflict } from '../../methods/infeasibility.js';
import { rewardScale } from '../../methods/reward-scale.js';
import {
  firstBrokenPowerLimit,
  idleNodes,
  independentSetPoints,
  measure,
  type NodeConfigurations,
  setPointsFor,
  zonePowersW,
} from '../../methods/rounding/node-plan.js';
import { commonLimits, independentLimits } from '../../methods/rounding/rounding-limits.js';
import { roundToNodes } from '../../methods/rounding/rounding.js';
import { atRest, type KeptWork, nodesBefore } from './kept-work.js';
import { restored } from './restored.js';

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
  const accepted = acceptedSetPoints(model, atWork, (tried) => keepsLimitsAt(model, nodes, tried));
  const byCrac = [...setPointsC];
  for (const [c, { index }] of model.cracs.entries()) byCrac[index] = accepted[c]!;
  if ('conflict' in best) return { conflict: { ...best.conflict, setPointsC: byCrac } };
  if (keepsLimitsAt(model, nodes, accepted)) return { ...best, setPointsC: byCrac };
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
  const candidates = [rounded?.nodes ?? null, wholeShares(kept, model, lp.solution.used), resting];
  const best = candidates
    .flatMap((nodes) => (nodes !== null && keepsLimits(model, nodes, known) ? [nodes] : []))
    .reduce<Configuration[][]>(
      (most, nodes) => (measure(model, nodes).rewardPerS > measure(model, most).rewardPerS ? nodes : most),
      resting,
    );
  const setPointsC = setPointsFor(model, best, known);
  const atWork = model.cracs.map(({ index }) => setPointsC[index]!);
  const nodes = restored(model, best, nodesBefore(kept), (changed) => keepsLimitsAt(model, changed, atWork));
  return { nodes, setPointsC, boundRewardPerS: scale.certificate(certificateOf(model, lp)).boundRewardPerS };
}

/**
 * Returns a configuration for each node, [part][node], made from an LP solution. A node that the LP splits between
 * configurations idles, so that all limits still hold.
 */
function wholeShares(
  kept: KeptWork,
  model: RewardRateModel,
  used: readonly (readonly { readonly configuration: Configuration; readonly units: number }[])[],
): Configuration[][] {
  const nodes = kept.parts.map((part, p) => {
    const whole = used[p]!.flatMap(({ configuration, units }) =>
      new Array<Configuration>(Math.floor(units + 1e-9)).fill(configuration),
    );
    return Array.from({ length: part.nodes }, (_, n) => whole[n] ?? atRest(kept, p));
  });
  return withMinimumOn(model, nodes);
}

/**
 * Returns true if set-points were found at which nodes with these configurations meet all limits.
 *
 * @param known set-points to try first
 */
function keepsLimits(model: RewardRateModel, nodes: NodeConfigurations, known: readonly ArrayLike<number>[]): boolean {
  if (measure(model, nodes).feasible) return true;
  if (model.cracs.length < 2) return false;
  const own = independentSetPoints(model, nodes, known);
  return own !== null && own.totalW <= model.budget.powerCapW && keepsOthers(model, nodes);
}

/** Returns true if these nodes meet all limits at the given set-points, C, one for each working CRAC. */
function keepsLimitsAt(model: RewardRateModel, nodes: NodeConfigurations, setPointsC: readonly number[]): boolean {
  const state = zoneState(model, zonePowersW(model, nodes));
  const { overW, coolingW } = coolingOf(model, state, setPointsC);
  if (overW > 0 || meterPowerW(model.budget, state.nodePowerW, coolingW) > model.budget.powerCapW) return false;
  const isKept = inletsC(model, state, setPointsC).every((inletC) => inletC <= model.redLineC);
  return isKept && keepsOthers(model, nodes);
}

/** Returns true if these nodes meet the limits that do not depend on set-points. */
function keepsOthers(model: RewardRateModel, nodes: NodeConfigurations): boolean {
  return firstBrokenPowerLimit(model, zonePowersW(model, nodes)) === null && keepsMinimumOn(model, nodes);
}
