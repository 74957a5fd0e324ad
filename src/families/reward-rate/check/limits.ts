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
  readonly zoneOutletC: ArrayLike<number>;
  readonly cracHeatW: ArrayLike<number>;
  readonly power: PowerSplit;
}

/** Adds a violation for each limit of one kind that an operation exceeds. */
export type LimitCheck = (
  instance: RewardRateInstance,
  matrix: InfluenceMatrix,
  operation: Operation,
  violations: Violation[],
) => void;

/**
 * Checks of the limits on an operation and of the reserves below them. A plan that passes a limit itself is told so; one
 * that keeps it and uses the reserve is told that.
 */
export const LIMIT_CHECKS: readonly LimitCheck[] = [checkPowerCap, checkRedLine, checkNodePower, checkCoolingCapacity];

function checkPowerCap(...[{ limits }, , { power }, violations]: Parameters<LimitCheck>): void {
  const { powerW = 0 } = limits.reserve ?? {};
  const passed = violations.length;
  addAboveCap(violations, 'powerCap', limits, '', power.totalW);
  if (powerW > 0 && violations.length === passed)
    addPower(violations, 'powerReserve', '', power.totalW, limits.powerCapW - powerW);
}

function checkRedLine(...[{ limits }, matrix, { zoneInletC }, violations]: Parameters<LimitCheck>): void {
  const { inletK = 0 } = limits.reserve ?? {};
  const tolerance = TEMPERATURE_TOLERANCE_C;
  matrix.zones.forEach(({ name: where }, z) => {
    const value = zoneInletC[z]!;
    const before = violations.length;
    addIfAbove(violations, 'redLine', { where, unit: 'C', value, limit: limits.redLineC, tolerance });
    if (inletK > 0 && violations.length === before)
      addIfAbove(violations, 'inletReserve', { where, unit: 'C', value, limit: limits.redLineC - inletK, tolerance });
  });
}

function checkNodePower(...[instance, matrix, { zoneNodePowerW }, violations]: Parameters<LimitCheck>): void {
  const { limits, facility } = instance;
  const racks = new Set(facility.nodeGroups.map(({ rack }) => rack));
  if (facility.airflow.source === 'room') facility.airflow.layout.racks.forEach(({ name }) => racks.add(name));
  const powerOf = (fed: ReadonlySet<string>, limit: string): number => {
    for (const rack of fed) if (!racks.has(rack)) addFault(violations, 'instance', `${limit}: unknown rack "${rack}"`);
    let sumW = 0;
    matrix.zones.forEach(({ rack }, z) => {
      if (fed.has(rack)) sumW += zoneNodePowerW[z]!;
    });
    return sumW;
  };
  for (const { rack, powerLimitW } of limits.rackPowerLimits ?? [])
    addPower(violations, 'rackPower', rack, powerOf(new Set([rack]), 'rackPowerLimits'), powerLimitW);
  for (const { name, racks: fed, powerLimitW } of limits.pdus ?? [])
    addPower(violations, 'pduPower', name, powerOf(new Set(fed), `PDU "${name}"`), powerLimitW);
}

function checkCoolingCapacity(...[instance, matrix, { cracHeatW }, violations]: Parameters<LimitCheck>): void {
  const { coolingShare = 0 } = instance.limits.reserve ?? {};
  for (const { name, coolingCapacityW } of instance.facility.cracs) {
    const c = matrix.cracNames.indexOf(name);
    if (coolingCapacityW === undefined || c < 0) continue;
    const heat = { where: name, unit: 'W', value: cracHeatW[c]!, tolerance: POWER_TOLERANCE_W };
    const before = violations.length;
    addIfAbove(violations, 'coolingCapacity', { ...heat, limit: coolingCapacityW });
    if (coolingShare > 0 && violations.length === before)
      addIfAbove(violations, 'coolingReserve', { ...heat, limit: coolingCapacityW - coolingShare * coolingCapacityW });
  }
}

/** Adds a violation if a power at the meter, W, exceeds the power cap. */
export function addAboveCap(
  violations: Violation[],
  constraint: LimitName,
  { powerCapW }: RewardRateInstance['limits'],
  where: string,
  totalW: number,
): void {
  addPower(violations, constraint, where, totalW, powerCapW);
}

function addPower(violations: Violation[], constraint: LimitName, where: string, value: number, limit: number): void {
  addIfAbove(violations, constraint, { where, unit: 'W', value, limit, tolerance: powerToleranceW(limit) });
}
