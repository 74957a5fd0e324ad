import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import type { RewardRateInstance } from '../../../../models/families/reward-rate/instance.js';
import type { RewardRatePlan, StandbyNodes } from '../../../../models/families/reward-rate/plan.js';
import type { Violation } from '../../../../models/families/violation.js';
import { addFault, addIfAbove, addIfBelow } from '../../../check/findings.js';
import type { ResolvedStandby } from '../../../check/resolved-plan.js';
import { isCount, resolvePlan } from './resolve-plan.js';

/**
 * Returns the nodes on standby of a plan, with zone indices, power and air flow. Adds violations:
 * - "plan" if a zone is unknown or a number of nodes is not an integer of at least 0;
 * - "standby" if nodes may not be off, or if their type has no such standby state;
 * - "standby" if more nodes are on standby than have no assignment;
 * - "minimumOn" if fewer nodes of a group are on than required.
 *
 * Faulty entries are left out. Their nodes count as idle.
 *
 * @param nodesUsed number of nodes with an assignment, by index of the zone
 */
export function resolveStandby(
  instance: RewardRateInstance,
  matrix: InfluenceMatrix,
  plan: RewardRatePlan,
  nodesUsed: ReadonlyMap<number, number>,
  violations: Violation[],
): ResolvedStandby[] {
  const resolved = partsInForce(instance, matrix, plan, nodesUsed, violations).map(([, part]) => part);
  checkMinimums(instance, matrix, resolved, violations);
  return resolved;
}

/** Returns the faultless entries of a plan's standby list; they determine the air flow. Other nodes idle. */
export function standbyInForce(
  instance: RewardRateInstance,
  matrix: InfluenceMatrix,
  plan: RewardRatePlan,
): StandbyNodes[] {
  const { nodesUsed } = resolvePlan(instance, matrix, plan, []);
  return partsInForce(instance, matrix, plan, nodesUsed, []).map(([stated]) => stated);
}

/**
 * Returns the faultless entries of a plan's standby list, each as in the plan and with indices instead of names. Adds
 * violations for the faulty entries.
 */
function partsInForce(
  { facility }: RewardRateInstance,
  matrix: InfluenceMatrix,
  plan: RewardRatePlan,
  nodesUsed: ReadonlyMap<number, number>,
  violations: Violation[],
): (readonly [StandbyNodes, ResolvedStandby])[] {
  const left = new Map(matrix.zones.map(({ nodeCount }, z) => [z, nodeCount - (nodesUsed.get(z) ?? 0)]));
  return (plan.standby ?? []).flatMap((stated, s): (readonly [StandbyNodes, ResolvedStandby])[] => {
    const { zone: name, nodes, state } = stated;
    const where = `standby[${s}] (${name})`;
    const z = matrix.zones.findIndex((zone) => zone.name === name);
    if (z < 0) {
      addFault(violations, 'plan', `${where}: unknown zone`);
      return [];
    }
    if (!isCount(nodes, `${where}.nodes`, violations)) return [];
    const { nodeType, rack } = matrix.zones[z]!;
    const type = facility.nodeTypes.find((one) => one.name === nodeType);
    const powerW = state === 'off' ? type?.offPowerW : type?.sleepPowerW;
    const groups = facility.nodeGroups.filter((group) => group.rack === rack && group.nodeType === nodeType);
    const mayBeOff = groups.length > 0 && groups.every((group) => group.mayBeOff === true);
    if (powerW === undefined || !mayBeOff) {
      const why = mayBeOff ? `node type "${nodeType}" has no ${state}PowerW` : 'nodes of this zone stay on';
      if (nodes > 0) addFault(violations, 'standby', `${where}: ${why}`, nodes);
      return [];
    }
    const limit = left.get(z)!;
    if (nodes > limit) {
      addIfAbove(violations, 'standby', { where, unit: 'nodes', value: nodes, limit, tolerance: 0 });
      return [];
    }
    left.set(z, limit - nodes);
    const airFlowM3PerS = state === 'off' ? type?.offAirFlowM3PerS : type?.sleepAirFlowM3PerS;
    return [[stated, { zone: z, nodes, powerW, airFlowM3PerS }]];
  });
}

/** Checks "minimumOn": enough nodes of each node group are not on standby. */
function checkMinimums(
  { facility }: Pick<RewardRateInstance, 'facility'>,
  { zones }: InfluenceMatrix,
  standby: readonly ResolvedStandby[],
  violations: Violation[],
): void {
  for (const { rack, nodeType, count, minimumOn = 0 } of facility.nodeGroups) {
    const off = standby.reduce(
      (sum, { zone, nodes }) => sum + (zones[zone]!.rack === rack && zones[zone]!.nodeType === nodeType ? nodes : 0),
      0,
    );
    if (minimumOn === 0) continue;
    const bounded = { unit: 'nodes', value: count - off, limit: minimumOn, tolerance: 0 };
    addIfBelow(violations, 'minimumOn', { where: `${rack}/${nodeType}`, ...bounded });
  }
}
