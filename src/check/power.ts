import type { InfluenceMatrix } from '../../models/physics/thermal/influence-matrix.js';
import type { CoolingPerformance, Facility } from '../../models/facility/facility.js';
import type { Violation } from '../../models/families/violation.js';
import type { PowerSplit } from '../../models/facility/power-split.js';
import { addFault } from './findings.js';
import type { ResolvedAssignment, ResolvedStandby } from './resolved-plan.js';
import { upsInputW } from './ups.js';

export interface NodePower {
  /** Power of each zone's nodes at the wall, W, losses of their power supplies included. */
  readonly zoneW: Float64Array;
  /** Idle power of all nodes that are on, plus standby power of all nodes on standby, W. */
  readonly idleW: number;
  readonly coresW: number;
}

/**
 * Returns the power of the nodes of each zone, W (Eq. 16); NaN for a zone of an unknown node type. Each busy core adds
 * its average power x its time fraction to the idle power of its node. The sum is divided by the efficiency of the
 * node's power supply.
 */
export function nodePower(
  facility: Facility,
  matrix: InfluenceMatrix,
  assignments: readonly ResolvedAssignment[],
  violations: Violation[],
  standby: readonly ResolvedStandby[] = [],
): NodePower {
  const supplies = new Map(
    facility.nodeTypes.map(({ name, idlePowerW, psuEfficiency = 1 }) => [name, { idlePowerW, psuEfficiency }]),
  );
  for (const [name, { psuEfficiency }] of supplies) {
    if (!isEfficiency(psuEfficiency)) addFault(violations, 'instance', `psuEfficiency of "${name}" is not in (0, 1]`);
  }
  const zoneW = new Float64Array(matrix.zones.length);
  let idleW = 0;
  let coresW = 0;
  matrix.zones.forEach(({ nodeType, nodeCount }, z) => {
    const supply = supplies.get(nodeType);
    const zoneIdleW = supply ? (nodeCount * supply.idlePowerW) / supply.psuEfficiency : NaN;
    zoneW[z] = zoneIdleW;
    idleW += zoneIdleW;
  });
  for (const { zone, nodes, powerW } of standby) {
    const supply = supplies.get(matrix.zones[zone]!.nodeType);
    const savedW = supply ? (nodes * (supply.idlePowerW - powerW)) / supply.psuEfficiency : NaN;
    zoneW[zone]! -= savedW;
    idleW -= savedW;
  }
  for (const { zone, nodes, nodeType, shares } of assignments) {
    let nodeW = 0;
    for (const { count, slices } of shares) {
      for (const { task, fraction } of slices) nodeW += count * fraction * task.corePowerW;
    }
    const assignedW = (nodes * nodeW) / (nodeType.psuEfficiency ?? 1);
    zoneW[zone]! += assignedW;
    coresW += assignedW;
  }
  return { zoneW, idleW, coresW };
}

/** Returns the power of a CRAC, W (Eq. 17): heat / CoP; 0 if its return air is colder than its supply air. */
export function cracPowerW(heatW: number, setPointC: number, cop: CoolingPerformance): number {
  return Math.max(0, heatW) / coefficientOfPerformance(setPointC, cop);
}

/** Returns the coefficient of performance of a CRAC, a quadratic function of its outlet temperature. */
export function coefficientOfPerformance(outletC: number, cop: CoolingPerformance): number {
  return cop.quadraticPerC2 * outletC * outletC + cop.linearPerC * outletC + cop.constant;
}

/**
 * Returns the power at the facility's meter, W, itemised by use. The UPS feeds the nodes; CRACs and other loads are fed
 * directly. Adds an "instance" violation if the efficiency of the UPS is not in (0, 1].
 */
export function powerAtMeter(
  facility: Facility,
  nodes: NodePower,
  coolingW: number,
  capW: number,
  violations: Violation[],
): PowerSplit {
  const { upsEfficiency = 1, otherLoadW = 0 } = facility;
  if (!isEfficiency(upsEfficiency)) addFault(violations, 'instance', 'upsEfficiency is not in (0, 1]');
  const nodesW = nodes.idleW + nodes.coresW;
  const inputW = upsInputW(facility, nodesW);
  const upsLossW = inputW - nodesW;
  const totalW = inputW + coolingW + otherLoadW;
  return { idleW: nodes.idleW, coresW: nodes.coresW, coolingW, upsLossW, otherW: otherLoadW, totalW, capW };
}

function isEfficiency(efficiency: number): boolean {
  return efficiency > 0 && efficiency <= 1;
}
