import type { LimitName } from '../../facility/limits.js';
import type { Violation } from '../violation.js';
import { usePays } from './cell-cost.js';
import { limitedHeatW } from './cooling.js';
import type { GeoCell } from './outcome.js';
import type { GeoCentre, GeoModel } from './model.js';

/** Amount by which a temperature may exceed its limit, K. It is the checker's tolerance (docs/geo/checker.md). */
export const TEMPERATURE_TOLERANCE_C = 1e-6;
/** Amount by which a power may exceed its limit, W. It is the checker's tolerance. */
export const POWER_TOLERANCE_W = 1e-3;
/** Relative tolerance for rates, emissions, and solar and wind energy. It is the checker's tolerance. */
export const RELATIVE_TOLERANCE = 1e-9;

/** Returns the limits that one centre violates in one epoch. */
export function cellViolations(
  model: GeoModel,
  centre: GeoCentre,
  epoch: number,
  cell: GeoCell,
  { nodePowerW, renewableKwh }: { readonly nodePowerW: Float64Array; readonly renewableKwh: number | undefined },
): Violation[] {
  const found: Violation[] = [];
  const { thermal } = centre;
  const place = `epochs[${epoch}], ${centre.name}`;
  const above = (
    constraint: LimitName,
    where: string,
    unit: string,
    value: number,
    limit: number,
    slack: number,
  ): void => {
    if (value - limit > slack) found.push({ constraint, where, unit, value, limit, amount: value - limit });
  };
  for (const [j, awake] of cell.awake.entries()) {
    above('nodeCount', `${place}, ${model.nodeTypes[j]!.name}`, 'nodes', awake, centre.nodeCount[j]!, 0);
  }
  above('setPointRange', place, 'C', cell.setPointC, thermal.setPointMaxC, TEMPERATURE_TOLERANCE_C);
  const belowC = thermal.setPointMinC - cell.setPointC;
  if (belowC > TEMPERATURE_TOLERANCE_C) {
    const [value, limit] = [cell.setPointC, thermal.setPointMinC];
    found.push({ constraint: 'setPointRange', where: place, unit: 'C', value, limit, amount: belowC });
  }
  above('redLine', place, 'C', cell.hottestInletC, thermal.redLineC, TEMPERATURE_TOLERANCE_C);
  for (const [unit, heatW] of limitedHeatW(thermal, nodePowerW).entries()) {
    const where = `${place}, ${thermal.unitNames[unit]!}`;
    above('coolingCapacity', where, 'W', heatW, thermal.capacityW[unit]!, POWER_TOLERANCE_W);
  }
  above('powerCap', place, 'W', cell.powerW, centre.powerCapW, POWER_TOLERANCE_W);
  for (const [i, rate] of cell.servedPerS.entries()) {
    if (centre.allowed[i] === 0) above('allowedDataCentres', `${place}, ${model.taskNames[i]!}`, 'tasks/s', rate, 0, 0);
  }
  if (renewableKwh !== undefined) {
    const { least, most } = renewableRange(model, cell);
    above('renewableEnergy', place, 'kWh', renewableKwh, most, RELATIVE_TOLERANCE * most);
    const below = least - renewableKwh;
    if (below > RELATIVE_TOLERANCE * least) {
      const [value, limit] = [renewableKwh, least];
      found.push({ constraint: 'renewableEnergy', where: place, unit: 'kWh', value, limit, amount: below });
    }
  }
  return found;
}

/**
 * Returns the least and the greatest solar and wind energy that a centre may use or feed in during an epoch, kWh. Under
 * the surplus rule `printed`, both are what is available. If surplus is curtailed, the greatest is at most the demand.
 */
function renewableRange({ instance }: GeoModel, cell: GeoCell): { readonly least: number; readonly most: number } {
  const { rule } = instance.rules.surplus;
  const usedKwh = cell.nodeKwh + cell.cracKwh + cell.overheadKwh;
  return {
    least: rule === 'printed' ? cell.renewableKwh : 0,
    most: rule === 'curtailed' ? Math.min(cell.renewableKwh, usedKwh) : cell.renewableKwh,
  };
}

/**
 * Returns the violated limits of all centres together. These are the arrivals that are not served (Eqs. 26, 37), the
 * carbon cap, and work beyond the arrivals where a consumed kWh has a negative cost.
 *
 * @param cells cells as [epoch][centre]
 * @param servedPerS served tasks as [epoch][task type], tasks/s
 */
export function horizonViolations(
  model: GeoModel,
  cells: readonly (readonly GeoCell[])[],
  servedPerS: readonly (readonly number[])[],
  carbonKg: number,
): Violation[] {
  const found: Violation[] = [];
  for (const [t, served] of servedPerS.entries()) {
    const paying = cells[t]!.filter((_, d) => usePays(model, model.centres[d]!, t));
    for (const [i, value] of served.entries()) {
      const limit = model.arrivalRatePerS[t * served.length + i]!;
      const paid = paying.reduce((sum, { servedPerS: own }) => sum + own[i]!, 0);
      const beyond = paid - limit;
      if (beyond > RELATIVE_TOLERANCE * limit) {
        const where = `epochs[${t}], ${model.taskNames[i]!}`;
        found.push({ constraint: 'unarrivedWork', where, unit: 'tasks/s', value: paid, limit, amount: beyond });
      }
      const amount = limit - value;
      if (amount <= RELATIVE_TOLERANCE * limit) continue;
      const where = `epochs[${t}], ${model.taskNames[i]!}`;
      found.push({ constraint: 'unservedRate', where, unit: 'tasks/s', value, limit, amount });
    }
  }
  const amount = carbonKg - model.carbonCapKg;
  if (amount > RELATIVE_TOLERANCE * model.carbonCapKg) {
    const limit = model.carbonCapKg;
    found.push({ constraint: 'carbonCap', where: '', unit: 'kg', value: carbonKg, limit, amount });
  }
  return found;
}
