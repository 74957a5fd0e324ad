import type { Zone } from '../../../../models/physics/thermal/influence-matrix.js';
import type { RewardRateInstance } from '../../../../models/families/reward-rate/instance.js';
import type { CoreShare, TimeSlice } from '../../../../models/facility/core-share.js';
import type {
  NodeAssignment,
  RewardRatePlan,
  StandbyNodes,
  StandbyState,
  TimeShare,
} from '../../../../models/families/reward-rate/plan.js';

/** Nodes in consecutive slots of one rack that do the same: run equal work, idle, or are on standby. */
export interface NodeRun {
  readonly rack: string;
  readonly zone: string;
  /** Number of the first slot; null if the plan names a zone that the facility does not have. */
  readonly firstSlot: number | null;
  readonly lastSlot: number | null;
  readonly nodes: number;
  readonly nodeType: string;
  /**
   * Sets of cores of each node, with the tasks that they run. A set without time slices runs nothing. The list is empty
   * for unknown node types.
   */
  readonly coreSets: readonly CoreShare[];
  /**
   * Mixes of tasks between which the nodes alternate, in order, each with its fraction of time. Idling comes last if
   * time is left. Absent if the nodes do not alternate.
   */
  readonly works?: readonly WorkInTime[];
  /** Standby state of the nodes; absent if they are on. */
  readonly standby?: StandbyState;
}

/** Mix of tasks that a node runs during a fraction of its time, as sets of cores. Idle cores are a set too. */
export interface WorkInTime {
  readonly share: number;
  readonly coreSets: readonly CoreShare[];
}

/** Nodes of one zone that do the same: an assignment, idling or standby. */
interface Placed {
  readonly nodes: number;
  readonly cores?: readonly CoreShare[] | undefined;
  readonly shares?: readonly TimeShare[] | undefined;
  readonly state?: StandbyState;
}

/**
 * Returns what the nodes do under a plan, by zone in the order of the influence matrix and by slot, idle and standby
 * nodes included. Assignments to unknown zones come last.
 */
export function nodeRuns(
  instance: Pick<RewardRateInstance, 'facility'>,
  zones: readonly Zone[],
  plan: RewardRatePlan,
): NodeRun[] {
  const coresOf = new Map(instance.facility.nodeTypes.map((type) => [type.name, type.cores]));
  const byZone = new Map<string, NodeAssignment[]>(zones.map((zone) => [zone.name, []]));
  for (const assignment of plan.assignments) byZone.get(assignment.zone)?.push(assignment);
  const onStandby = new Map<string, StandbyNodes[]>();
  for (const one of plan.standby ?? []) onStandby.set(one.zone, [...(onStandby.get(one.zone) ?? []), one]);
  const runs = zones.flatMap((zone): NodeRun[] => {
    const cores = coresOf.get(zone.nodeType) ?? 0;
    const assignments = byZone.get(zone.name) ?? [];
    const standby = (onStandby.get(zone.name) ?? []).map(({ nodes, state }) => ({ nodes, cores: [], state }));
    const placed: readonly Placed[] = [...assignments, ...standby];
    const idleNodes = zone.nodeCount - placed.reduce((sum, { nodes }) => sum + nodes, 0);
    let slot = zone.firstSlot;
    return [...placed, { nodes: idleNodes, cores: [] }].flatMap((assignment: Placed): NodeRun[] => {
      if (assignment.nodes <= 0) return [];
      const firstSlot = slot;
      slot += assignment.nodes;
      return [
        {
          rack: zone.rack,
          zone: zone.name,
          firstSlot,
          lastSlot: slot - 1,
          nodes: assignment.nodes,
          nodeType: zone.nodeType,
          ...runOf(assignment, cores),
          ...(assignment.state === undefined ? {} : { standby: assignment.state }),
        },
      ];
    });
  });
  const strays = plan.assignments.filter((assignment) => !byZone.has(assignment.zone));
  return [
    ...runs,
    ...strays.map((assignment) => ({
      rack: '',
      zone: assignment.zone,
      firstSlot: null,
      lastSlot: null,
      nodes: assignment.nodes,
      nodeType: '',
      ...runOf(assignment, 0),
    })),
  ];
}

function runOf({ cores = [], shares }: Placed, coresOfNode: number): Pick<NodeRun, 'coreSets' | 'works'> {
  if (shares === undefined) return { coreSets: withIdle(cores, coresOfNode) };
  const idle = 1 - shares.reduce((sum, { share }) => sum + share, 0);
  const works = shares.map((work) => ({ share: work.share, coreSets: withIdle(work.cores, coresOfNode) }));
  const rest = idle > FRACTION_TOLERANCE ? [{ share: idle, coreSets: withIdle([], coresOfNode) }] : [];
  return { coreSets: [], works: [...works, ...rest] };
}

function withIdle(cores: readonly CoreShare[], coresOfNode: number): readonly CoreShare[] {
  const idle = coresOfNode - cores.reduce((sum, { count }) => sum + count, 0);
  return idle > 0 ? [...cores, { count: idle, slices: [] }] : cores;
}

/** Fraction of time up to which unused time is rounding error and not idling. */
const FRACTION_TOLERANCE = 1e-9;

/** Returns the fraction of time that a core with these time slices idles. */
export function idleFraction(slices: readonly TimeSlice[]): number {
  const idle = 1 - slices.reduce((sum, { fraction }) => sum + fraction, 0);
  return idle > FRACTION_TOLERANCE ? idle : 0;
}
