import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import type { RewardRateInstance } from '../../../../models/families/reward-rate/instance.js';
import type { RewardRatePlan, StandbyNodes } from '../../../../models/families/reward-rate/plan.js';
import type { Violation } from '../../../../models/families/violation.js';
import { addFault, addIfAbove, addIfBelow } from '../../../check/findings.js';
import type { ResolvedStandby } from '../../../check/resolved-plan.js';
import { isCount, resolvePlan } from './resolve-plan.js';

/**
 * Returns the nodes on standby, checked: "plan" if the zone is unknown or the number is not a count, "standby" if nodes
 * are in a state that their type does not have, may not be off, or are more than those without an assignment;
 * "minimumOn" if fewer nodes of a group are on than must be. Parts at fault are recorded and left out: their nodes are
 * idle.
 * @param nodesUsed nodes with an assignment, by zone.
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

/**
 * Returns the nodes on standby of a plan, without faulty parts, whose nodes are idle. The plan's air depends on them.
 */
export function standbyInForce(
  instance: RewardRateInstance,
  matrix: InfluenceMatrix,
  plan: RewardRatePlan,
): StandbyNodes[] {
  const { nodesUsed } = resolvePlan(instance, matrix, plan, []);
  return partsInForce(instance, matrix, plan, nodesUsed, []).map(([stated]) => stated);
}

/** Returns the parts of a plan's standby that are without faults, as stated and resolved. Faulty parts are reported. */
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

/** Checks the number of nodes that are on by group: its nodes less those on standby. */
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
