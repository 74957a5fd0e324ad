import type { CoreShare } from '../../../../../models/facility/core-share.js';
import type { InfluenceMatrix } from '../../../../../models/physics/thermal/influence-matrix.js';
import type {
  NodeAssignment,
  RewardRatePlan,
  StandbyNodes,
  StandbyState,
} from '../../../../../models/families/reward-rate/plan.js';

/** What a node does: it runs work, idles (null), or is in a standby state. */
export type Doing = Pick<NodeAssignment, 'cores' | 'shares'> | StandbyState | null;

/** Nodes of one zone that do the same: run equal work, idle, or are on standby. */
export interface Run {
  /** Text that is equal for nodes of one type exactly if their cores run the same. */
  readonly key: string;
  readonly doing: Doing;
  readonly nodes: number;
}

/**
 * What all nodes do: for each zone, in the order of the influence matrix, groups of nodes that do the same. They
 * contain all nodes of the zone.
 */
export type Placement = readonly (readonly Run[])[];

/** Value of `Run.key` for idle nodes. */
const IDLE = 'idle';

export function runOf(doing: Doing, nodes: number): Run {
  if (doing === null || typeof doing === 'string') return { key: doing ?? IDLE, doing, nodes };
  const key =
    doing.shares === undefined
      ? workKey(doing.cores)
      : JSON.stringify(doing.shares.map(({ share, cores }) => [share, workKey(cores)]));
  return key === IDLE ? { key, doing: null, nodes } : { key, doing, nodes };
}

/**
 * Returns a text that is equal for nodes whose cores run the same, in any order; the key of idle nodes if they run
 * nothing.
 */
function workKey(cores: readonly CoreShare[] = []): string {
  const counts = new Map<string, number>();
  for (const { count, slices } of cores) {
    const own = slices.filter(({ fraction }) => fraction > 0);
    if (count === 0 || own.length === 0) continue;
    const key = own.map(({ taskType, pState, fraction }) => JSON.stringify([taskType, pState, fraction])).sort();
    counts.set(key.join(), (counts.get(key.join()) ?? 0) + count);
  }
  return counts.size === 0 ? IDLE : JSON.stringify([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Returns the keys of a group's settings (what the cores of a node run at one time): one, or several if the nodes
 * alternate between several mixes of tasks.
 */
export function settingsOf({ key, doing }: Run): readonly string[] {
  if (doing === null || typeof doing === 'string' || doing.shares === undefined) return [key];
  const left = doing.shares.reduce((rest, { share }) => rest - share, 1);
  const keys = doing.shares.map(({ cores }) => workKey(cores));
  return left > 1e-9 ? [...keys, IDLE] : keys;
}

/** Returns true if the nodes alternate as a whole between several mixes of tasks. */
export function isSharing({ doing }: Run): boolean {
  return doing !== null && typeof doing !== 'string' && doing.shares !== undefined;
}

/** Returns true if the nodes idle or are on standby. */
export function isAtRest({ doing }: Run): boolean {
  return doing === null || typeof doing === 'string';
}

/** Returns a feasible plan as a placement: for each zone, groups of nodes that do the same. */
export function placementOfPlan({ zones }: InfluenceMatrix, plan: RewardRatePlan): Placement {
  const runs = new Map(zones.map(({ name }) => [name, [] as Run[]]));
  for (const { zone, nodes, cores, shares } of plan.assignments) {
    runs.get(zone)!.push(runOf(shares === undefined ? { cores } : { shares }, nodes));
  }
  for (const { zone, nodes, state } of plan.standby ?? []) runs.get(zone)!.push(runOf(state, nodes));
  return zones.map(({ name, nodeCount }) => {
    const own = runs.get(name)!;
    const left = own.reduce((rest, { nodes }) => rest - nodes, nodeCount);
    return merged([...own, runOf(null, left)]);
  });
}

/**
 * Returns a copy of the plan in which the nodes do what `placement` says. The set-points are `setPointsC`, by default
 * those of the plan.
 */
export function planOfPlacement(
  plan: RewardRatePlan,
  { zones }: InfluenceMatrix,
  placement: Placement,
  setPointsC = plan.setPointsC,
): RewardRatePlan {
  const standby: StandbyNodes[] = [];
  const assignments: NodeAssignment[] = [];
  for (const [b, runs] of placement.entries()) {
    const zone = zones[b]!.name;
    for (const { doing, nodes } of runs) {
      if (typeof doing === 'string') standby.push({ zone, nodes, state: doing });
      else if (doing !== null) assignments.push({ zone, nodes, ...doing } as NodeAssignment);
    }
  }
  return { ...plan, setPointsC, assignments, standby: standby.length === 0 ? undefined : standby };
}

/** Merges groups with equal keys and removes empty groups. */
export function merged(runs: readonly Run[]): Run[] {
  const byKey = new Map<string, Run>();
  for (const run of runs) {
    if (run.nodes > 0) byKey.set(run.key, { ...run, nodes: run.nodes + (byKey.get(run.key)?.nodes ?? 0) });
  }
  return [...byKey.values()];
}

/**
 * Returns the placement after `nodes` nodes of one zone change to `to`. They are taken from the group with key `from`.
 */
export function changed(placement: Placement, zone: number, from: string, to: Doing, nodes: number): Placement {
  return placement.map((runs, b) =>
    b === zone
      ? merged([
          ...runs.map((run) => (run.key === from ? { ...run, nodes: run.nodes - nodes } : run)),
          runOf(to, nodes),
        ])
      : runs,
  );
}

/** Returns the number of nodes that do something else in the other placement, counted zone by zone. */
export function changedNodes(one: Placement, other: Placement): number {
  return one.reduce((sum, runs, b) => {
    const nodesOf = new Map(other[b]!.map(({ key, nodes }) => [key, nodes]));
    return sum + runs.reduce((own, { key, nodes }) => own + Math.max(0, nodes - (nodesOf.get(key) ?? 0)), 0);
  }, 0);
}
