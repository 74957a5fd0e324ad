import { W_PER_KW } from '../../../../../models/units.js';
import { type Configuration, configurationKey } from '../../../../../models/facility/configuration.js';
import type {
  NodeView,
  PlanConstraint,
  PlanView,
  ZoneView,
} from '../../../../../models/families/reward-rate/plan-constraint.js';
import {
  isOnStandby,
  minimumOfZone,
  minimumsOf,
  nodesOn,
} from '../../../../../models/families/reward-rate/minimum-on.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { setPointWindow } from '../room-program/coupling.js';
import { rewardOfRates } from '../../../../../models/families/reward-rate/averaged-rates.js';
import type { NodeConfigurations } from '../rounding/node-plan.js';

export interface Change {
  readonly zone: number;
  readonly node: number;
  readonly after: Configuration;
}

/** Reward of a plan, reward/s, and the amount by which it violates each kind of limit (0 if satisfied). */
export interface Standing {
  readonly rewardPerS: number;
  /**
   * Distance from having a common set-point, K: the coldest that the power cap allows minus the warmest that red line
   * and ranges allow. It is 0 if a common set-point exists.
   */
  readonly windowC: number;
  /** Excess over all rack, PDU and cooling limits, plus the power that required nodes which are off would draw, kW. */
  readonly limitsKW: number;
  /** [the user's own constraint]: amount by which it is violated, in its unit; 0 if satisfied. */
  readonly own: readonly number[];
}

/** Plan during local search. Changes of single nodes are evaluated without recomputing the whole plan. */
export interface SearchState {
  readonly nodes: Configuration[][];
  readonly standing: Standing;
  /**
   * Returns the reward and violations that the plan would have after these changes. Each change must concern a
   * different node.
   */
  ifChanged(changes: readonly Change[]): Standing;
  change(changes: readonly Change[]): void;
  /**
   * Recomputes all inlet temperatures exactly. Returns true if reward and violations were right before. They can be
   * wrong because between calls only the zones that were hottest before are updated.
   */
  verify(): boolean;
}

/** Initial number of hottest zones whose inlet temperatures are updated after each move. */
const FIRST_FOLLOWED = 12;

export function searchState(
  model: RewardRateModel,
  start: NodeConfigurations,
  constraints: readonly PlanConstraint[],
): SearchState {
  const nodes = start.map((zone) => [...zone]);
  const zonePowerW = Float64Array.from(model.zones, (zone, b) =>
    nodes[b]!.reduce((sum, { coreW }) => sum + coreW, zone.idleW),
  );
  const taskRatePerS = new Float64Array(model.taskNames.length);
  for (const { ratePerS } of nodes.flat()) for (const [i, rate] of ratePerS.entries()) taskRatePerS[i]! += rate;
  const followed = followedZones(model);
  const limits = linearLimits(model);
  const minimum = minimumCount(model, nodes);
  const viewsOf = nodeViews(model);
  // A zone that changes becomes a new object; the others stay what they are, so that constraints may remember them.
  const zoneViews: ZoneView[] = model.matrix.zones.map(({ name, rack, level, nodeType }, b) => {
    return Object.freeze({ name, rack, level, nodeType, nodes: viewsOf(nodes[b]!) });
  });
  const changedViews = new Set<number>();
  let nodePowerW = zonePowerW.reduce((sum, powerW) => sum + powerW, 0);
  let riseC = followed.follow(zonePowerW);

  /** Applies the changes to powers, rates and the users' view. Returns the changes that undo this. */
  function apply(changes: readonly Change[]): Change[] {
    return changes.map(({ zone, node, after }) => {
      const before = nodes[zone]![node]!;
      for (let i = 0; i < taskRatePerS.length; i++) taskRatePerS[i]! += after.ratePerS[i]! - before.ratePerS[i]!;
      const addedW = after.coreW - before.coreW;
      zonePowerW[zone]! += addedW;
      nodePowerW += addedW;
      followed.add(zone, addedW);
      limits.add(zone, addedW);
      minimum.change(zone, before, after);
      nodes[zone]![node] = after;
      changedViews.add(zone);
      return { zone, node, after: before };
    });
  }

  /** Returns the plan as seen by the user's constraints, frozen so that writing to it fails. */
  function view(): PlanView {
    for (const b of changedViews) zoneViews[b] = Object.freeze({ ...zoneViews[b]!, nodes: viewsOf(nodes[b]!) });
    changedViews.clear();
    return Object.freeze({ zones: Object.freeze(zoneViews.slice()) });
  }

  function standing(): Standing {
    const shown = constraints.length > 0 ? view() : null;
    const { coldestC, warmestC } = setPointWindow(model, nodePowerW, followed.hottestC());
    return {
      rewardPerS: rewardOfRates(model, taskRatePerS),
      windowC: Math.max(0, coldestC - warmestC),
      limitsKW: limits.overKW() + minimum.shortKW(),
      own: shown === null ? [] : constraints.map((constraint) => Math.max(0, constraint.violation(shown))),
    };
  }

  limits.reset(zonePowerW);
  let current = standing();
  return {
    nodes,
    get standing() {
      return current;
    },
    ifChanged(changes) {
      const views = changes.map(({ zone }) => zoneViews[zone]!);
      const undo = apply(changes);
      const after = standing();
      apply(undo);
      for (const [n, { zone }] of changes.entries()) zoneViews[zone] = views[n]!;
      changedViews.clear();
      return after;
    },
    change(changes) {
      apply(changes);
      current = standing();
    },
    verify() {
      // Sums that were only added to drift by rounding: begin them anew.
      for (const [b, zone] of model.zones.entries()) {
        zonePowerW[b] = nodes[b]!.reduce((sum, { coreW }) => sum + coreW, zone.idleW);
      }
      taskRatePerS.fill(0);
      for (const zone of nodes) {
        for (const { ratePerS } of zone) for (let i = 0; i < ratePerS.length; i++) taskRatePerS[i]! += ratePerS[i]!;
      }
      nodePowerW = zonePowerW.reduce((sum, powerW) => sum + powerW, 0);
      limits.reset(zonePowerW);
      const expectedC = followed.hottestC();
      riseC = followed.follow(zonePowerW, riseC);
      current = standing();
      return followed.hottestC() <= expectedC + 1e-9;
    },
  };
}

/** Returns an object that stores all zones' inlet temperature rises and updates the hottest after each move. */
function followedZones(model: RewardRateModel) {
  const rows: { readonly zone: number; readonly perW: Float64Array; riseC: number }[] = [];
  const known = new Set<number>();
  return {
    /** Computes all zones' exact inlet temperature rises and chooses the hottest, to be updated after each move. */
    follow(zonePowerW: Float64Array, near?: Float64Array): Float64Array {
      const riseC = model.thermal.inletRiseC(zonePowerW, near);
      const hottest = [...riseC.keys()].sort((a, b) => riseC[b]! - riseC[a]! || a - b);
      for (const zone of hottest.slice(0, known.size === 0 ? FIRST_FOLLOWED : 2)) {
        if (known.has(zone)) continue;
        known.add(zone);
        rows.push({ zone, perW: model.thermal.inletRow(zone), riseC: 0 });
      }
      for (const row of rows) row.riseC = riseC[row.zone]!;
      return riseC;
    },
    add(zone: number, addedW: number): void {
      for (const row of rows) row.riseC += row.perW[zone]! * addedW;
    },
    hottestC: (): number => rows.reduce((most, { riseC }) => Math.max(most, riseC), 0),
  };
}

function linearLimits(model: RewardRateModel) {
  const all = [
    ...model.powerLimits.map(({ zones, limitW }) => {
      const share = new Float64Array(model.zones.length);
      for (const b of zones) share[b] = 1;
      return { share, limitW, valueW: 0 };
    }),
    ...model.coolingLimits.map(({ crac, capacityW }) => {
      return { share: model.thermal.cracHeatRow(crac), limitW: capacityW, valueW: 0 };
    }),
  ];
  return {
    reset(zonePowerW: Float64Array): void {
      for (const limit of all) limit.valueW = limit.share.reduce((sum, part, b) => sum + part * zonePowerW[b]!, 0);
    },
    add(zone: number, addedW: number): void {
      for (const limit of all) limit.valueW += limit.share[zone]! * addedW;
    },
    /** Returns the sum of the excesses over all rack, PDU and cooling limits, kW; rounding error does not count. */
    overKW: (): number =>
      all.reduce((sum, { valueW, limitW }) => sum + (valueW > limitW * (1 + 1e-12) ? valueW - limitW : 0), 0) /
      W_PER_KW,
  };
}

function minimumCount(model: RewardRateModel, nodes: NodeConfigurations) {
  const minimumOf = minimumOfZone(model);
  const minimums = minimumsOf(model).map(({ zones, nodes: least }) => ({
    least,
    wakeKW: (model.nodeTypes[model.zones[zones[0]!]!.type]!.wakeW ?? 0) / W_PER_KW,
  }));
  const on = nodesOn(model, nodes);
  return {
    change(zone: number, before: Configuration, after: Configuration): void {
      const h = minimumOf[zone]!;
      if (h >= 0) on[h]! += Number(isOnStandby(before)) - Number(isOnStandby(after));
    },
    /** Returns the power that would be added if all required nodes ran, kW; 0 if enough nodes run. */
    shortKW: (): number =>
      minimums.reduce((sum, { least, wakeKW }, h) => sum + Math.max(0, least - on[h]!) * wakeKW, 0),
  };
}

/**
 * Returns a function that converts the nodes of a zone into the form shown to the user's constraints. As in the final
 * plan, equal nodes are together, in order of first appearance, and idle ones last. Nodes with one configuration object
 * share one result.
 */
function nodeViews(model: RewardRateModel): (nodes: readonly Configuration[]) => readonly NodeView[] {
  const cache = new WeakMap<Configuration, { readonly key: string; readonly view: NodeView }>();
  const viewOf = (configuration: Configuration): { readonly key: string; readonly view: NodeView } => {
    let known = cache.get(configuration);
    if (known === undefined) {
      known = { key: configurationKey(configuration), view: nodeView(model, configuration) };
      cache.set(configuration, known);
    }
    return known;
  };
  return (nodes) => {
    const alike = new Map<string, NodeView[]>();
    const idle: NodeView[] = [];
    for (const configuration of nodes) {
      const { key, view } = viewOf(configuration);
      const list = alike.get(key);
      if (view.cores.length === 0) idle.push(view);
      else if (list === undefined) alike.set(key, [view]);
      else list.push(view);
    }
    return Object.freeze([...alike.values(), idle].flat());
  };
}

function nodeView(model: RewardRateModel, { type, counts, choices }: Configuration): NodeView {
  const cores = model.nodeTypes[type]!.tasks.flatMap((task, k) => {
    if (counts[k]! === 0) return [];
    const pState = task.pStates[choices[k]!]!;
    return [Object.freeze({ taskType: model.taskNames[task.task]!, pState, cores: counts[k]! })];
  });
  return Object.freeze({ cores: Object.freeze(cores) });
}
