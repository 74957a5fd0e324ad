import { type Configuration, isWithoutWork } from '../../../../../models/facility/configuration.js';
import type { NodeAssignment } from '../../../../../models/families/reward-rate/plan.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { standbyNodes } from '../../../../../models/families/reward-rate/standby.js';
import type { MasterSolution } from '../room-program/room-lp.js';
import { assignmentsOf, coresOf, type SharedPlan } from '../outcome.js';
import {
  firstBrokenPowerLimit,
  independentSetPointsThatHold,
  keepsCommonSetPoint,
  measure,
  type NodeConfigurations,
  setPointsFor,
  zonePowersW,
} from '../rounding/node-plan.js';
import { layoutOf, type Part, type ZoneLayout } from './layout.js';

/** Factor by which the reduction of working time grows until the limits hold. */
const GROWTH = 4;
/**
 * Smallest reduction of working time that is tried, as a fraction of the working time of all nodes that divide their
 * time. Ours: about the LP engine's tolerance.
 */
const LEAST = 1e-10;
/**
 * Number of bisection steps in the search for the smallest reduction of working time. The result is accurate to a
 * thousandth.
 */
const HALVINGS = 10;
/**
 * Maximum number of additional nodes that divide their time between their configuration and idling, if reducing the
 * work of the others is not enough.
 */
const MAX_MORE = 8;

/**
 * Returns a plan made from the LP's fractional solution in which a few nodes alternate between configurations (all
 * cores of a node together). Null if no node divides its time or no plan was found.
 *
 * The LP keeps limits only to a tolerance. So the work of the nodes that divide their time is reduced until all limits
 * hold on average over time.
 *
 * @param known set-points to start from, one for each working CRAC
 * @param orWhole true: return the plan even if no node divides its time
 */
export function sharedPlan(
  model: RewardRateModel,
  solution: Pick<MasterSolution, 'used'>,
  known: readonly ArrayLike<number>[] = [],
  orWhole = false,
): SharedPlan | null {
  let layout: readonly ZoneLayout[] = layoutOf(model, solution);
  for (let more = 0; more <= MAX_MORE; more++) {
    if (!orWhole && !layout.some(({ shared }) => shared.some((parts) => parts.length > 0))) return null;
    const found = reduced(model, layout, known);
    if (found !== null) return found;
    const wider = withOneMore(model, layout);
    if (wider === null) return null;
    layout = wider;
  }
  return null;
}

/**
 * Reduces the working time of the nodes that divide their time, until all limits hold. Returns the plan with the
 * smallest reduction found; null if limits are violated even if these nodes idle.
 */
function reduced(
  model: RewardRateModel,
  layout: readonly ZoneLayout[],
  known: readonly ArrayLike<number>[],
): SharedPlan | null {
  const at = (reduction: number): SharedPlan | null => planAt(model, layout, 1 - reduction, known);
  let reduction = 0;
  let found = at(0);
  while (found === null && reduction < 1) {
    reduction = reduction === 0 ? LEAST : Math.min(1, reduction * GROWTH);
    found = at(reduction);
  }
  if (found === null || reduction <= LEAST) return found;
  let [below, above] = [reduction / GROWTH, reduction];
  for (let n = 0; n < HALVINGS; n++) {
    const middle = (below + above) / 2;
    const plan = at(middle);
    if (plan === null) below = middle;
    else [above, found] = [middle, plan];
  }
  return found;
}

/**
 * Returns the plan in which the working time of all nodes that divide their time is multiplied by `factor`. Null if
 * this plan violates a limit.
 */
function planAt(
  model: RewardRateModel,
  layout: readonly ZoneLayout[],
  factor: number,
  known: readonly ArrayLike<number>[],
): SharedPlan | null {
  const shared = layout.map((zone) => zone.shared.map((parts) => scaled(parts, factor)));
  const nodes = layout.map(({ whole }, b) => [...whole, ...shared[b]!.map((parts) => averageOf(model, b, parts))]);
  const setPointsC = setPointsThatHold(model, nodes, known);
  if (setPointsC === null) return null;
  const ofWhole = assignmentsOf(
    model,
    layout.map(({ whole }) => whole),
  );
  const assignments = model.zones.flatMap(({ name }, b): NodeAssignment[] => [
    ...ofWhole.filter(({ zone }) => zone === name),
    ...shared[b]!.filter((parts) => parts.length > 0).map((parts) => ({
      zone: name,
      nodes: 1,
      shares: parts.map(({ configuration, share }) => ({ share, cores: coresOf(model, configuration) })),
    })),
  ]);
  const standby = standbyNodes(
    model,
    layout.map(({ whole }) => whole),
  );
  return {
    plan: { setPointsC, assignments, ...(standby.length === 0 ? {} : { standby }) },
    claimedRewardPerS: measure(model, nodes).rewardPerS,
  };
}

function scaled(parts: readonly Part[], factor: number): Part[] {
  return factor <= 0 ? [] : parts.map(({ configuration, share }) => ({ configuration, share: share * factor }));
}

/** Returns a time-dividing node's average rates and power as a configuration that does not say what its cores run. */
function averageOf(model: RewardRateModel, zone: number, parts: readonly Part[]): Configuration {
  const { type } = model.zones[zone]!;
  const nodeType = model.nodeTypes[type]!;
  const ratePerS = new Float64Array(model.taskNames.length);
  let idle = 1;
  let coreW = 0;
  for (const { configuration, share } of parts) {
    idle -= share;
    coreW += share * configuration.coreW;
    for (let i = 0; i < ratePerS.length; i++) ratePerS[i]! += share * configuration.ratePerS[i]!;
  }
  return {
    type,
    counts: new Uint16Array(nodeType.tasks.length),
    choices: new Uint8Array(nodeType.tasks.length),
    ratePerS,
    coreW: coreW + Math.max(0, idle) * (nodeType.wakeW ?? 0),
  };
}

/** Returns set-points at which the nodes keep all limits, C, by CRAC, failed ones included; null if none were found. */
function setPointsThatHold(
  model: RewardRateModel,
  nodes: NodeConfigurations,
  known: readonly ArrayLike<number>[],
): number[] | null {
  if (measure(model, nodes).feasible) return setPointsFor(model, nodes, known);
  if (model.cracs.length <= 1 || keepsCommonSetPoint(model)) return null;
  return independentSetPointsThatHold(model, nodes, known);
}

/**
 * Returns the layout in which one more node divides its time between its configuration and idling; null if no other
 * node is busy. The node with the highest power is chosen. If a rack or PDU limit is violated, only nodes under this
 * limit are considered.
 */
function withOneMore(model: RewardRateModel, layout: readonly ZoneLayout[]): ZoneLayout[] | null {
  const idled = layout.map(({ whole, shared }, b) => [...whole, ...shared.map(() => averageOf(model, b, []))]);
  const broken = firstBrokenPowerLimit(model, zonePowersW(model, idled));
  const limit = model.powerLimits.find(
    ({ constraint, where }) => constraint === broken?.constraint && where === broken.where,
  );
  let best: { zone: number; configuration: Configuration } | null = null;
  for (const zone of limit?.zones ?? layout.keys()) {
    for (const configuration of layout[zone]!.whole) {
      if (isWithoutWork(configuration)) continue;
      if (best === null || configuration.coreW > best.configuration.coreW) best = { zone, configuration };
    }
  }
  if (best === null) return null;
  const { zone, configuration } = best;
  return layout.map((one, b) => {
    if (b !== zone) return one;
    const whole = [...one.whole];
    whole.splice(whole.indexOf(configuration), 1);
    return { whole, shared: [...one.shared, [{ configuration, share: 1 }]] };
  });
}
