import { W_PER_KW } from '../../../../../models/units.js';
import { type Configuration, configurationKey } from '../../../../../models/facility/configuration.js';
import {
  type NodeView,
  nodeView,
  type PlanConstraint,
  type PlanView,
  type ZoneView,
} from '../../../../../models/families/reward-rate/plan-constraint.js';
import {
  isOnStandby,
  minimumOfZone,
  minimumsOf,
  nodesOn,
} from '../../../../../models/families/reward-rate/minimum-on.js';
import { rewardOfRates } from '../../../../../models/families/reward-rate/averaged-rates.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { followedPowers } from '../followed-powers.js';
import type { NodeChange } from '../greedy.js';
import { coresOf } from '../outcome.js';
import { setPointWindow } from '../room-program/cap-rows.js';
import { type NodeConfigurations, ratesOf, zonePowersW } from '../rounding/node-plan.js';

/** Reward of a plan, reward/s, and the amount by which it violates each kind of limit (0 if satisfied). */
export interface Standing {
  readonly rewardPerS: number;
  /**
   * First, the distance from having a common set-point, K: the coldest that the power cap allows minus the warmest that
   * red line and ranges allow. Second, the excess over all limits on node powers and cooling capacities, kW (or thousands of
   * the limit's unit), plus the power that required nodes which are off would draw, kW. Then the violation of each of the user's own constraints, in its unit.
   */
  readonly broken: readonly number[];
}

/** Plan during local search. Changes of single nodes are evaluated without recomputing the whole plan. */
export type SearchState = ReturnType<typeof searchState>;

/** Initial number of hottest zones whose inlet temperatures are updated after each move. */
const FIRST_FOLLOWED = 12;

export function searchState(model: RewardRateModel, start: NodeConfigurations, constraints: readonly PlanConstraint[]) {
  const nodes = start.map((zone) => [...zone]);
  let taskRatePerS: Float64Array = new Float64Array(model.taskNames.length);
  const powers = followedPowers(model);
  const followed = followedZones(model);
  const minimum = minimumCount(model, nodes);
  const nodeViewsOf = nodeViews(model);
  // A zone that changes becomes a new object; the others stay what they are, so that constraints may remember them.
  const zoneViews: ZoneView[] = model.matrix.zones.map(({ name, rack, level, nodeType }, b) => {
    return Object.freeze({ name, rack, level, nodeType, nodes: nodeViewsOf(nodes[b]!) });
  });
  const changedViews = new Set<number>();

  /** Adds up powers and rates anew, because sums that are only added to drift by rounding. */
  function sumUp(near?: Float64Array): Float64Array {
    const zonePowerW = zonePowersW(model, nodes);
    powers.load(zonePowerW);
    taskRatePerS = ratesOf(model, nodes);
    return followed.follow(zonePowerW, near);
  }

  /** Applies the changes to powers, rates and the users' view. Returns the changes that undo this. */
  function apply(changes: readonly NodeChange[]): NodeChange[] {
    return changes.map(({ zone, node, after }) => {
      const before = nodes[zone]![node]!;
      for (let i = 0; i < taskRatePerS.length; i++) taskRatePerS[i]! += after.ratePerS[i]! - before.ratePerS[i]!;
      const addedW = after.coreW - before.coreW;
      powers.add(zone, addedW);
      followed.add(zone, addedW);
      minimum.change(zone, before, after);
      nodes[zone]![node] = after;
      changedViews.add(zone);
      return { zone, node, after: before };
    });
  }

  /** Returns the plan as seen by the user's constraints, frozen so that writing to it fails. */
  function view(): PlanView {
    for (const b of changedViews) zoneViews[b] = Object.freeze({ ...zoneViews[b]!, nodes: nodeViewsOf(nodes[b]!) });
    changedViews.clear();
    return Object.freeze({ zones: Object.freeze(zoneViews.slice()) });
  }

  function standing(): Standing {
    const shown = constraints.length > 0 ? view() : null;
    const window = setPointWindow(model, powers.nodePowerW(), followed.hottestC());
    const warmestC = Math.min(window.warmestC, powers.warmestC());
    const over = powers.limits.reduce((sum, _, n) => sum + powers.over(n), 0);
    const own = constraints.map((constraint) => Math.max(0, constraint.violation(shown!)));
    return {
      rewardPerS: rewardOfRates(model, taskRatePerS),
      broken: [Math.max(0, window.coldestC - warmestC), over / W_PER_KW + minimum.shortKW(), ...own],
    };
  }

  let riseC = sumUp();
  let current = standing();
  return {
    nodes,
    get standing() {
      return current;
    },
    /**
     * Returns the reward and violations that the plan would have after these changes. Each change must concern a
     * different node.
     */
    ifChanged(changes: readonly NodeChange[]): Standing {
      const views = changes.map(({ zone }) => zoneViews[zone]!);
      const undo = apply(changes);
      const after = standing();
      apply(undo);
      for (const [n, { zone }] of changes.entries()) zoneViews[zone] = views[n]!;
      changedViews.clear();
      return after;
    },
    change(changes: readonly NodeChange[]): void {
      apply(changes);
      current = standing();
    },
    /**
     * Recomputes the plan exactly. Reward and violations can be wrong before, because between calls only the zones that
     * were hottest before are updated.
     */
    verify(): void {
      riseC = sumUp(riseC);
      current = standing();
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
  return (nodes) => {
    const alike = new Map<string, NodeView[]>();
    const idle: NodeView[] = [];
    for (const configuration of nodes) {
      const known = cache.get(configuration) ?? {
        key: configurationKey(configuration),
        view: nodeView(coresOf(model, configuration)),
      };
      cache.set(configuration, known);
      const list = known.view.cores.length === 0 ? idle : (alike.get(known.key) ?? []);
      list.push(known.view);
      if (list !== idle) alike.set(known.key, list);
    }
    return Object.freeze([...alike.values(), idle].flat());
  };
}
