import type { Violation } from '../violation.js';
import { limitedHeatW } from './cooling.js';
import type { GeoCell } from './outcome.js';
import type { GeoCentre, GeoProblem } from './problem.js';

/** Tolerance of temperatures, K: the checker's (docs/geo/checker.md), stated a second time. */
export const TEMPERATURE_TOLERANCE_C = 1e-6;
/** Tolerance of powers, W: the checker's, stated a second time. */
export const POWER_TOLERANCE_W = 1e-3;
/** Tolerance of rates and emissions, relative to the limit: the checker's, stated a second time. */
export const RELATIVE_TOLERANCE = 1e-9;

/** Limits that one centre breaks in one epoch. nodePowerW by node type. */
export function cellViolations(
  problem: GeoProblem,
  centre: GeoCentre,
  epoch: number,
  cell: GeoCell,
  nodePowerW: Float64Array,
): Violation[] {
  const found: Violation[] = [];
  const { thermal } = centre;
  const place = `epochs[${epoch}], ${centre.name}`;
  const above = (
    constraint: string,
    where: string,
    unit: string,
    value: number,
    limit: number,
    slack: number,
  ): void => {
    if (value - limit > slack) found.push({ constraint, where, unit, value, limit, amount: value - limit });
  };
  for (const [j, awake] of cell.awake.entries()) {
    above('nodeCount', `${place}, ${problem.nodeTypes[j]!.name}`, 'nodes', awake, centre.nodeCount[j]!, 0);
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
    if (centre.allowed[i] === 0)
      above('allowedDataCentres', `${place}, ${problem.taskNames[i]!}`, 'tasks/s', rate, 0, 0);
  }
  return found;
}

/**
 * Limits that all centres together break: arrivals left unserved (Eqs. 26, 37) and the carbon cap. servedPerS by epoch,
 * then task type.
 */
export function horizonViolations(
  problem: GeoProblem,
  servedPerS: readonly (readonly number[])[],
  carbonKg: number,
): Violation[] {
  const found: Violation[] = [];
  for (const [t, served] of servedPerS.entries()) {
    for (const [i, value] of served.entries()) {
      const limit = problem.arrivalRatePerS[t * served.length + i]!;
      const amount = limit - value;
      if (amount <= RELATIVE_TOLERANCE * limit) continue;
      const where = `epochs[${t}], ${problem.taskNames[i]!}`;
      found.push({ constraint: 'unservedRate', where, unit: 'tasks/s', value, limit, amount });
    }
  }
  const amount = carbonKg - problem.carbonCapKg;
  if (amount > RELATIVE_TOLERANCE * problem.carbonCapKg) {
    const limit = problem.carbonCapKg;
    found.push({ constraint: 'carbonCap', where: '', unit: 'kg', value: carbonKg, limit, amount });
  }
  return found;
}
