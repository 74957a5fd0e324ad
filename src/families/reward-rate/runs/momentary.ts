import { exceeded } from '../../../../models/facility/limits.js';
import type { Operation } from '../../../../models/facility/operation.js';
import { placesOf } from '../../../../models/facility/room-limits.js';
import type { Violation } from '../../../../models/families/violation.js';
import type {
  NodeAssignment,
  RewardRatePlan,
  SharedAssignment,
  TimeShare,
} from '../../../../models/families/reward-rate/plan.js';
import type { RewardRateModel } from '../../../../models/families/reward-rate/model.js';
import { isShared } from '../../../../models/families/reward-rate/time-shares.js';
import { roomState } from '../../../../models/facility/room-state.js';
import type { SharingOfNodes } from './result.js';

/**
 * Period over which limits hold on average in plans whose nodes divide their time, s. Ours: 15 min, the usual interval
 * of a utility's demand meter.
 */
export const SHARING_PERIOD_S = 900;

/**
 * Node that divides its time: in each period it runs its configurations one after another. `start` is when this cycle
 * begins, as a fraction of the period.
 */
interface Sharing {
  readonly zone: number;
  /** Fractions of the period, and the power of the node's busy cores in each, W at the wall. */
  readonly works: readonly { readonly share: number; readonly powerW: number }[];
  readonly start: number;
}

/** A value exceeds a limit only if it does so by more than this fraction: the checker's tolerance. */
const ROUNDING = 1e-9;

/**
 * Returns how a plan's nodes divide their time, and by how much limits are exceeded at single moments. Null if no nodes
 * divide their time.
 *
 * Temperatures are those of each moment's steady state. Real temperatures lag behind and stay closer to their averages.
 *
 * @param zonePowerW average node power of each zone as computed by the checker, W
 */
export function sharingOf(
  model: RewardRateModel,
  plan: RewardRatePlan,
  zonePowerW: readonly number[],
): SharingOfNodes | null {
  const sharing = staggered(model, plan.assignments);
  if (sharing.length === 0) return null;
  const worst = new Map<string, Violation>();
  const setPointsC = model.matrix.cracNames.map((name) => plan.setPointsC[name]!);
  const atWorkC = model.cracs.map(({ index }) => setPointsC[index]!);
  const averageW = sharing.map(({ works }) => works.reduce((sum, { share, powerW }) => sum + share * powerW, 0));
  // Reserves are meant for such moments.
  const limits = model.limits
    .flatMap((limit) => placesOf(limit, model.instance, model.matrix))
    .map((one) => ({ ...one, limit: one.value, tolerated: ROUNDING * Math.max(1, Math.abs(one.value)) }));
  for (const moment of momentsOf(sharing)) {
    const powersW = Float64Array.from(zonePowerW);
    for (const [n, node] of sharing.entries()) powersW[node.zone]! += powerAt(node, moment) - averageW[n]!;
    for (const excess of exceeded(limits, operationAt(model, powersW, atWorkC))) {
      const before = worst.get(excess.constraint);
      if (before === undefined || excess.amount > before.amount) worst.set(excess.constraint, excess);
    }
  }
  return { nodes: sharing.length, periodS: SHARING_PERIOD_S, excess: [...worst.values()] };
}

/**
 * Returns the nodes that divide their time, in the plan's order; node j of J begins its cycle at j / J of the period.
 */
function staggered(model: RewardRateModel, assignments: readonly NodeAssignment[]): Sharing[] {
  const zones = new Map(model.matrix.zones.map(({ name }, z) => [name, z]));
  const nodes = assignments.filter(isShared).flatMap((assignment: SharedAssignment) => {
    const zone = zones.get(assignment.zone)!;
    const works = assignment.shares.map((work) => ({ share: work.share, powerW: workW(model, zone, work) }));
    return Array.from({ length: assignment.nodes }, () => ({ zone, works }));
  });
  return nodes.map((node, j) => ({ ...node, start: j / nodes.length }));
}

/** Returns one moment within each interval in which no node changes its configuration, as fractions of the period. */
function momentsOf(sharing: readonly Sharing[]): number[] {
  const changes = sharing.flatMap(({ start, works }) => {
    let at = start;
    return [start, ...works.map(({ share }) => (at += share))].map((time) => time % 1);
  });
  const times = [...new Set(changes)].sort((a, b) => a - b);
  return times.map((time, t) => {
    const next = times[t + 1] ?? times[0]! + 1;
    return ((time + next) / 2) % 1;
  });
}

/** Returns the power that a node's cores draw at one moment, W at the wall, above the power of an idle node. */
function powerAt({ start, works }: Sharing, moment: number): number {
  let left = (moment - start + 1) % 1;
  for (const { share, powerW } of works) {
    if (left < share) return powerW;
    left -= share;
  }
  return 0;
}

function workW(model: RewardRateModel, zone: number, { cores }: TimeShare): number {
  const { tasks } = model.nodeTypes[model.zones[zone]!.type]!;
  return cores.reduce((sum, { count, slices }) => {
    const [slice] = slices;
    const task = tasks.find((one) => model.taskNames[one.task] === slice?.taskType);
    const choice = task === undefined || slice === undefined ? -1 : task.pStates.indexOf(slice.pState);
    return sum + (choice < 0 ? 0 : count * task!.powerW[choice]!);
  }, 0);
}

/**
 * Returns the operation of a room at these zone powers, W. Failed CRACs remove no heat.
 *
 * @param atWorkC set-point of each working CRAC, C
 */
function operationAt(model: RewardRateModel, zoneNodePowerW: Float64Array, atWorkC: readonly number[]): Operation {
  const { inletC, removedW, power } = roomState({ ...model, meter: model.budget }, zoneNodePowerW, atWorkC);
  const cracHeatW = new Float64Array(model.matrix.cracNames.length);
  for (const [c, { index }] of model.cracs.entries()) cracHeatW[index] = removedW[c]!;
  return { zoneNodePowerW, zoneInletC: inletC, cracHeatW, power };
}
