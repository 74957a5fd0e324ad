import { W_PER_KW } from '../../../../../models/units.js';
import { type Configuration, configurationKey } from '../../../../../models/facility/configuration.js';
import type { NodeAssignment } from '../../../../../models/families/reward-rate/plan.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { cracHeatW } from '../../../../../models/facility/room-state.js';
import { zoneState } from '../../../../../models/families/reward-rate/set-points.js';
import type { ConfigurationLpResult, FirstColumns } from './configuration-lp.js';
import type { CoolingPoint } from './cooling-columns.js';
import { greedyPowerNodes } from '../greedy-power.js';
import { configurationOfAssignment, nodesOf } from '../rounding/node-assignments.js';
import {
  idleNodes,
  independentSetPointsThatHold,
  keepsCommonSetPoint,
  measure,
  type NodeConfigurations,
  setPointsFor,
  zonePowersW,
} from '../rounding/node-plan.js';
import { assignmentsOf, type WarmStart } from '../outcome.js';
import type { PricingOracle } from '../../../../pricing/pricing.js';

/**
 * Zones of the earlier plan whose inlet is at most this many kelvins colder than the hottest get a red-line row at the
 * start. Their rows are likely to bind again.
 */
const NEARLY_HOTTEST_C = 0.25;
/** Maximum number of zones that get a red-line row at the start of a run from an earlier plan. */
const MAX_HOT_ZONES = 60;
/**
 * Number of configurations per zone in a warm start besides those that the LP used: the best at slightly different
 * prices of power.
 */
const HANDED_ON = 4;

/**
 * Returns the configurations of an earlier run in this model's indices; null if there are none.
 *
 * Zones, task types and P-states that this model lacks are dropped. Nodes are dropped too if a configuration cannot
 * describe what they run: shared time, divided cores, or one task type in two P-states.
 */
export function firstColumns(model: RewardRateModel, start: WarmStart | null): FirstColumns | null {
  if (start === null) return null;
  const configurations = model.zones.map((zone, b) =>
    (start.assignments.get(zone.name) ?? []).flatMap(
      (assignment) => configurationOfAssignment(model, b, assignment) ?? [],
    ),
  );
  if (configurations.every((ofZone) => ofZone.length === 0)) return null;
  const { 0: setPointC = null } = setPointsAtWork(model, start) ?? [];
  return { configurations, hotZones: hottestZones(model, start), setPointC, point: pointOf(model, start) };
}

export interface FirstPlan {
  readonly nodes: Configuration[][];
  readonly rewardPerS: number;
  readonly from: 'start' | 'greedy-power' | 'idle';
}

/**
 * Returns the plan to start with, [zone][node]: the plan of the earlier run. If there is none, or if it violates a
 * limit of this model or earns nothing, the plan from `otherwise` is returned (by default the greedy plan).
 */
export function firstPlan(
  model: RewardRateModel,
  start: WarmStart | null,
  otherwise: (model: RewardRateModel) => FirstPlan = greedyPlan,
): FirstPlan {
  const nodes = start?.plan == null ? null : nodesOf(model, start.plan.assignments);
  if (nodes === null) return otherwise(model);
  const { feasible, rewardPerS } = measure(model, nodes);
  const mayDiffer = !feasible && model.cracs.length > 1 && !keepsCommonSetPoint(model);
  const holds = feasible || (mayDiffer && keepsLimits(model, nodes, start!.plan!.setPointsC));
  return holds && rewardPerS > 0 ? { nodes, rewardPerS, from: 'start' } : otherwise(model);
}

export function idlePlan(model: RewardRateModel): FirstPlan {
  return { nodes: idleNodes(model), rewardPerS: 0, from: 'idle' };
}

export function greedyPlan(model: RewardRateModel): FirstPlan {
  const { nodes, rewardPerS } = greedyPowerNodes(model);
  return { nodes, rewardPerS, from: 'greedy-power' };
}

/**
 * Returns the earlier run's pricing oracles (which find the best configuration at given prices) if they are valid for
 * this model: a node of each type has the same value in both models at all prices. Otherwise null.
 */
export function sharedOracles(model: RewardRateModel, start: WarmStart | null): readonly PricingOracle[] | null {
  const before = start?.pricing;
  return before !== undefined && arePricedAlike(before.nodeTypes, model.nodeTypes) ? before.oracles : null;
}

/**
 * Returns true if nodes of each type have the same value in both models at all prices. For this they must share their
 * task objects (see `like` of rewardRateModel) and have as many cores, the same rule of co-location and the same power
 * above standby (`wakeW`).
 */
function arePricedAlike(one: RewardRateModel['nodeTypes'], other: RewardRateModel['nodeTypes']): boolean {
  if (one === other) return true;
  return (
    one.length === other.length &&
    one.every(({ tasks, cores, colocation, wakeW }, t) => {
      const type = other[t]!;
      return (
        tasks === type.tasks && cores === type.cores && colocation === type.colocation && Object.is(wakeW, type.wakeW)
      );
    })
  );
}

/**
 * Returns the warm start for the next run: plan, pricing oracles, and the configurations that the LP used or that are
 * best at slightly different prices of power.
 */
export function nextStart(
  model: RewardRateModel,
  result: ConfigurationLpResult,
  nodes: readonly (readonly Configuration[])[],
  oracles: readonly PricingOracle[],
): WarmStart {
  const { at } = result;
  return {
    assignments: assignmentsByZone(model, handedOn(model, result)),
    plan: {
      setPointsC: setPointsFor(model, nodes, at === undefined ? [] : [at.setPointsC]),
      assignments: assignmentsOf(model, nodes),
    },
    pricing: { nodeTypes: model.nodeTypes, oracles },
  };
}

/** Returns the configurations, [zone][configuration], as plans state them: assignments by zone name. */
export function assignmentsByZone(
  model: RewardRateModel,
  configurations: readonly (readonly Configuration[])[],
): Map<string, NodeAssignment[]> {
  const byZone = new Map<string, NodeAssignment[]>(model.zones.map(({ name }) => [name, []]));
  for (const assignment of assignmentsOf(model, configurations)) byZone.get(assignment.zone)!.push(assignment);
  return byZone;
}

/**
 * Returns the configurations, [zone][configuration], that an LP's answer uses or that are best at slightly different
 * prices of power.
 */
export function handedOn(
  model: RewardRateModel,
  { solution, bound }: Pick<ConfigurationLpResult, 'solution' | 'bound'>,
): Configuration[][] {
  return model.zones.map((zone, b) => {
    const price = bound.zonePowerPrice[b]!;
    const near = [...bound.envelopes[zone.type]!.points].sort(
      (p, q) => Math.abs(p.price - price) - Math.abs(q.price - price),
    );
    const all = [
      ...solution.used[b]!.map(({ configuration }) => configuration),
      ...near.slice(0, HANDED_ON).map(({ configuration }) => configuration),
    ];
    return [...new Map(all.map((configuration) => [configurationKey(configuration), configuration])).values()];
  });
}

/** Returns columns and rows of an LP's answer with which the LP of a similar model starts. */
export function columnsOf(model: RewardRateModel, result: ConfigurationLpResult): FirstColumns {
  const hotZones = result.rows.flatMap(({ constraint, zone }) => (constraint === 'redLine' ? [zone] : []));
  return {
    configurations: handedOn(model, result),
    hotZones: [...new Set(hotZones)],
    setPointC: result.solution.side[0]!,
  };
}

function hottestZones(model: RewardRateModel, { plan }: WarmStart): number[] {
  const nodes = plan === null ? null : nodesOf(model, plan.assignments);
  if (nodes === null) return [];
  const { riseC, hottestZone } = measure(model, nodes);
  const floorC = riseC[hottestZone]! - NEARLY_HOTTEST_C;
  const hot = [...riseC.keys()].filter((b) => riseC[b]! >= floorC);
  return hot.sort((a, b) => riseC[b]! - riseC[a]!).slice(0, MAX_HOT_ZONES);
}

/**
 * Returns the set-points of the earlier plan for this model's working CRACs, C, each clamped to its range. Null if one
 * of these CRACs did not work in the earlier plan.
 */
function setPointsAtWork(model: RewardRateModel, { plan }: WarmStart): number[] | null {
  const all = plan?.setPointsC;
  if (all?.length !== model.matrix.cracNames.length) return null;
  return model.cracs.map(({ index, setPointMinC, setPointMaxC }) =>
    Math.min(setPointMaxC, Math.max(setPointMinC, all[index]!)),
  );
}

function pointOf(model: RewardRateModel, start: WarmStart): CoolingPoint | null {
  const setPointsC = model.cracs.length > 1 ? setPointsAtWork(model, start) : null;
  const nodes = start.plan === null ? null : nodesOf(model, start.plan.assignments);
  if (setPointsC === null || nodes === null) return null;
  const heatW = cracHeatW(model, zoneState(model, zonePowersW(model, nodes)), setPointsC);
  return {
    setPointsC: Float64Array.from(setPointsC),
    heatKW: heatW.map((value) => value / W_PER_KW),
    powerKW: new Float64Array(setPointsC.length),
    excessKW: 0,
  };
}

/** Returns true if a search that starts at the given set-points finds some that keep all limits. */
function keepsLimits(model: RewardRateModel, nodes: NodeConfigurations, setPointsC: readonly number[]): boolean {
  const atWork = model.cracs.map(({ index }) => setPointsC[index] ?? NaN);
  const known = atWork.every((value) => Number.isFinite(value)) ? [atWork] : [];
  return independentSetPointsThatHold(model, nodes, known) !== null;
}
