import type { LimitName } from '../../../../models/facility/limits.js';
import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import type { RewardRateInstance } from '../../../../models/families/reward-rate/instance.js';
import type { Violation } from '../../../../models/families/violation.js';
import type { PowerSplit } from '../../../../models/facility/power-split.js';
import {
  addFault,
  addIfAbove,
  POWER_TOLERANCE_W,
  powerToleranceW,
  TEMPERATURE_TOLERANCE_C,
} from '../../../check/findings.js';

export interface Operation {
  readonly zoneNodePowerW: ArrayLike<number>;
  readonly zoneInletC: ArrayLike<number>;
  readonly cracHeatW: ArrayLike<number>;
  readonly power: PowerSplit;
}

/**
 * Adds a violation for each limit that a plan exceeds ("powerCap", "redLine" (Eq. 20), "rackPower", "pduPower",
 * "coolingCapacity") and for each reserve that it uses ("powerReserve", "inletReserve", "coolingReserve").
 */
export function checkLimits(
  instance: RewardRateInstance,
  matrix: InfluenceMatrix,
  operation: Operation,
  violations: Violation[],
): void {
  const { limits, facility } = instance;
  const addPower = (constraint: LimitName, where: string, value: number, limit: number): void => {
    addIfAbove(violations, constraint, { where, unit: 'W', value, limit, tolerance: powerToleranceW(limit) });
  };
  const { powerW = 0, inletK = 0, coolingShare = 0 } = limits.reserve ?? {};
  // A plan that passes the limit itself is told so; one that keeps it and uses the reserve is told that.
  const passed = violations.length;
  addPower('powerCap', '', operation.power.totalW, limits.powerCapW);
  if (powerW > 0 && violations.length === passed) {
    addPower('powerReserve', '', operation.power.totalW, limits.powerCapW - powerW);
  }

  const tolerance = TEMPERATURE_TOLERANCE_C;
  matrix.zones.forEach(({ name: where }, z) => {
    const value = operation.zoneInletC[z]!;
    const before = violations.length;
    addIfAbove(violations, 'redLine', { where, unit: 'C', value, limit: limits.redLineC, tolerance });
    if (inletK > 0 && violations.length === before) {
      addIfAbove(violations, 'inletReserve', { where, unit: 'C', value, limit: limits.redLineC - inletK, tolerance });
    }
  });

  const racks = new Set(facility.nodeGroups.map(({ rack }) => rack));
  if (facility.airflow.source === 'room') facility.airflow.layout.racks.forEach(({ name }) => racks.add(name));
  const powerOf = (fed: ReadonlySet<string>, limit: string): number => {
    for (const rack of fed) if (!racks.has(rack)) addFault(violations, 'instance', `${limit}: unknown rack "${rack}"`);
    let sumW = 0;
    matrix.zones.forEach(({ rack }, z) => {
      if (fed.has(rack)) sumW += operation.zoneNodePowerW[z]!;
    });
    return sumW;
  };
  for (const { rack, powerLimitW } of limits.rackPowerLimits ?? []) {
    addPower('rackPower', rack, powerOf(new Set([rack]), 'rackPowerLimits'), powerLimitW);
  }
  for (const { name, racks: fed, powerLimitW } of limits.pdus ?? []) {
    addPower('pduPower', name, powerOf(new Set(fed), `PDU "${name}"`), powerLimitW);
  }

  for (const { name, coolingCapacityW } of facility.cracs) {
    const c = matrix.cracNames.indexOf(name);
    if (coolingCapacityW !== undefined && c >= 0) {
      const heat = { where: name, unit: 'W', value: operation.cracHeatW[c]!, limit: coolingCapacityW };
      const before = violations.length;
      addIfAbove(violations, 'coolingCapacity', { ...heat, tolerance: POWER_TOLERANCE_W });
      if (coolingShare > 0 && violations.length === before) {
        const limit = coolingCapacityW - coolingShare * coolingCapacityW;
        addIfAbove(violations, 'coolingReserve', { ...heat, limit, tolerance: POWER_TOLERANCE_W });
      }
    }
  }
}
