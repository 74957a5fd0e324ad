import { currencyOf, S_PER_DAY } from '../../../../../models/units.js';
import { compileFacility } from '../../../../../models/facility/compiled.js';
import { FACILITY_WITH_WORKLOAD, type FacilityPlaces } from '../../../../../models/facility/places.js';
import type { InfluenceMatrix } from '../../../../../models/physics/thermal/influence-matrix.js';
import type { UtilityInstance } from '../../../../../models/families/utility/instance.js';
import { chargedS } from '../../../../../models/families/utility/energy-tariff.js';
import { utilityRoom, type UtilityRoom } from '../../../../../models/families/utility/room.js';
import { influenceMatrixOf } from '../../../../facility/influence.js';
import type { LocalFault, Fault } from '../../../../instances/fault.js';
import { budgetBelowIdle } from '../annual-budget.js';
import { tariffOf } from '../energy-price.js';
import { facilityPools } from './pools.js';

/** Paths of the parts of a facility within a utility instance, for messages about faults. */
export const UTILITY_PLACES: FacilityPlaces = { ...FACILITY_WITH_WORKLOAD, taskTypes: ['taskTypes', 'types'] };

/** Machine room of an instance with its air flows. */
export interface OpenedRoom {
  readonly ok: true;
  readonly room: UtilityRoom;
  readonly matrix: InfluenceMatrix;
}

/**
 * Returns the machine room of an instance; null without a facility. Its air flows are computed, or read from a file
 * relative to `directory`. If idle nodes alone exceed a limit, faults are returned.
 *
 * @param file name of the instance file in faults
 */
export function openRoom(
  instance: UtilityInstance,
  file: string,
  directory: string,
): OpenedRoom | null | { readonly ok: false; readonly faults: readonly Fault[] } {
  const { facility, operation } = instance;
  if (facility === undefined || operation === undefined) return null;
  const air = influenceMatrixOf({ facility, file, places: UTILITY_PLACES }, directory);
  if (!air.ok) return { ok: false, faults: air.faults };
  const zonesOfPool = facilityPools(facility, operation).map(({ zones }) => zones);
  const room = utilityRoom(compileFacility(facility, [], air.matrix), operation, zonesOfPool);
  const faults = idleFaults(instance, room);
  if (faults.length > 0) return { ok: false, faults: faults.map((fault) => ({ file, ...fault })) };
  return { ok: true, room, matrix: air.matrix };
}

/** Returns faults for limits that are exceeded with all nodes idle, or that leave no capacity for tasks. */
function idleFaults(instance: UtilityInstance, room: UtilityRoom): LocalFault[] {
  const { annualEnergyBudget: annual, costBudgetUsdPerDay, period } = instance;
  const { idle, idleInletC, zoneNames, redLineC, powerCapW, cracNames, idleHeatW, capacityW } = room;
  const faults: LocalFault[] = [];
  const { durationS, measuredFromS } = period;
  // A whole day before a measured time that is shorter has the same budget.
  const hasDayBefore = measuredFromS >= S_PER_DAY;
  const longestS = hasDayBefore ? S_PER_DAY : durationS - measuredFromS;
  const idleJ = idle.totalW * longestS;
  const low = budgetBelowIdle(instance, idleJ);
  if (low !== null) {
    const remedy = `Idle nodes with UPS, CRACs and other load draw ${short(idle.totalW)} W at the meter: raise the budget, or leave it out.`;
    const why =
      annual === undefined
        ? `, what the idle room draws in ${longestS} s`
        : `: usedJ, and the ${short(idleJ)} J that the idle room draws in 24 h, on each day left`;
    const allowed = `above ${short(low.aboveJ)} (J)${why}`;
    faults.push({ path: low.path, value: low.value, allowed, remedy });
  }
  const tariff = tariffOf(instance);
  if (costBudgetUsdPerDay !== undefined && tariff !== undefined) {
    const measuredS = chargedS(tariff, measuredFromS, durationS);
    const beforeS = hasDayBefore ? chargedS(tariff, measuredFromS - S_PER_DAY, measuredFromS) : 0;
    const idleUsd = idle.totalW * Math.max(measuredS, beforeS) * tariff.usdPerJ;
    const remedy = `Idle nodes with UPS, CRACs and other load draw ${short(idle.totalW)} W at the meter: raise the budget, or leave it out.`;
    const allowed = `above ${short(idleUsd)} (${currencyOf(instance)}), what the idle room costs in ${longestS} s`;
    if (costBudgetUsdPerDay <= idleUsd) {
      faults.push({ path: 'costBudgetUsdPerDay', value: costBudgetUsdPerDay, allowed, remedy });
    }
  }
  if (powerCapW <= idle.totalW) {
    const remedy = 'Raise the cap, or warm the set-points.';
    const allowed = `above ${short(idle.totalW)} (W), what the idle room draws`;
    faults.push({ path: 'operation.powerCapW', value: powerCapW, allowed, remedy });
  }
  const hottest = idleInletC.reduce((most, inletC, k) => (inletC > idleInletC[most]! ? k : most), 0);
  if (redLineC <= idleInletC[hottest]!) {
    const allowed = `above ${short(idleInletC[hottest]!)} (C), the inlet of idle ${zoneNames[hottest]}`;
    faults.push({
      path: 'operation.redLineC',
      value: redLineC,
      allowed,
      remedy: 'Raise the red line, or cool the set-points.',
    });
  }
  for (const [c, name] of cracNames.entries()) {
    const heatW = idleHeatW[c]!;
    if (heatW >= 0 && heatW <= capacityW[c]!) continue;
    const value = `"${name}" ${heatW < 0 ? 'warms' : 'cools'} the idle room by ${short(Math.abs(heatW))} W`;
    const [allowed, remedy] =
      heatW < 0
        ? ['set-points at which every CRAC removes heat', 'Set the CRACs nearer to one another.']
        : [`at most its capacity, ${short(capacityW[c]!)} W`, 'Raise its capacity, or warm its set-point.'];
    faults.push({ path: 'operation.setPointsC', value, allowed, remedy });
  }
  return faults;
}

function short(value: number): string {
  return String(Number(value.toPrecision(6)));
}
