import { G_PER_T } from '../../../../models/units.js';
import type { GeoInstance } from '../../../../models/families/geo/instance.js';
import type { GeoCell, GeoEvaluation } from '../../../../models/families/geo/outcome.js';
import type { GeoSeries } from '../../../../models/families/geo/series.js';
import type { Violation } from '../../../../models/families/violation.js';
import { addIfAbove, addIfBelow, POWER_TOLERANCE_W, TEMPERATURE_TOLERANCE_C } from '../../../check/findings.js';
import { coefficientOfPerformance } from '../../../check/power.js';
import { type CentreAccount, type Operation, RELATIVE_TOLERANCE } from './ledger.js';
import { cracHeatsW, type RoomResponse } from './room-response.js';

/**
 * Fraction of the sum of the prices' absolute values below which the sum of the prices counts as 0. The constant is
 * defined again here, because the checker shares no code with the models.
 */
const PRICE_ROUNDING = 1e-12;

/** Adds a violation for each limit that the plan breaks in one data centre and epoch (`place` in messages). */
export function addCellLimits(
  instance: GeoInstance,
  { centre, types }: CentreAccount,
  room: RoomResponse | null,
  place: string,
  operation: Operation,
  cell: GeoCell,
  violations: Violation[],
): void {
  for (const [j, { name }] of types.entries()) {
    const limit = room?.nodeCount[j] ?? 0;
    addIfAbove(violations, 'nodeCount', {
      where: `${place}, ${name}`,
      unit: 'nodes',
      value: room === null ? 0 : cell.awake[j]!,
      limit,
      tolerance: 0,
    });
  }
  if (room !== null) {
    const { setPointMinC, setPointMaxC, redLineC, coolingPerformance } = room;
    const common = { where: place, unit: 'C', tolerance: TEMPERATURE_TOLERANCE_C };
    const { setPointC: value, hottestInletC } = cell;
    addIfAbove(violations, 'setPointRange', { ...common, value, limit: setPointMaxC });
    addIfBelow(violations, 'setPointRange', { ...common, value, limit: setPointMinC });
    addIfAbove(violations, 'redLine', { ...common, value: hottestInletC, limit: redLineC });
    const cop = coefficientOfPerformance(value, coolingPerformance);
    if (cop <= 0) {
      const amount = Math.max(-cop, Number.EPSILON);
      violations.push({ constraint: 'coolingPerformance', where: place, unit: '1', value: cop, limit: 0, amount });
    }
    const heatsW = cracHeatsW(room, operation.nodePowerW);
    for (const [c, { name, failed, capacityW }] of room.cracs.entries()) {
      if (failed || capacityW === undefined) continue;
      addIfAbove(violations, 'coolingCapacity', {
        where: `${place}, ${name}`,
        unit: 'W',
        value: heatsW[c]!,
        limit: capacityW,
        tolerance: POWER_TOLERANCE_W,
      });
    }
  }
  addRenewable(instance.rules, operation.renewableKwh, cell, place, violations);
  if (centre.powerCapW !== undefined) {
    const [value, limit] = [cell.powerW, centre.powerCapW];
    addIfAbove(violations, 'powerCap', { where: place, unit: 'W', value, limit, tolerance: POWER_TOLERANCE_W });
  }
  for (const [i, { name, allowedDataCentres }] of instance.taskTypes.entries()) {
    if (allowedDataCentres === undefined || allowedDataCentres.includes(centre.name)) continue;
    const where = `${place}, ${name}`;
    addIfAbove(violations, 'allowedDataCentres', {
      where,
      unit: 'tasks/s',
      value: cell.servedPerS[i]!,
      limit: 0,
      tolerance: 0,
    });
  }
}

/**
 * Checks the energy of sun and wind that is used or fed in. It must not exceed what is available. Under rule 'printed'
 * it must equal what is available. If surplus is curtailed, it must not exceed what the data centre draws.
 */
function addRenewable(
  { surplus }: GeoInstance['rules'],
  value: number | undefined,
  { renewableKwh, nodeKwh, cracKwh, overheadKwh }: GeoCell,
  where: string,
  violations: Violation[],
): void {
  if (value === undefined) return;
  const most = surplus.rule === 'curtailed' ? Math.min(renewableKwh, nodeKwh + cracKwh + overheadKwh) : renewableKwh;
  const least = surplus.rule === 'printed' ? renewableKwh : 0;
  // Without temperatures nobody knows what the centre draws; that has its violation.
  if (!Number.isFinite(most)) return;
  const common = { where, unit: 'kWh', value };
  addIfAbove(violations, 'renewableEnergy', { ...common, limit: most, tolerance: RELATIVE_TOLERANCE * most });
  addIfBelow(violations, 'renewableEnergy', { ...common, limit: least, tolerance: RELATIVE_TOLERANCE * least });
}

/**
 * Checks, in each epoch, the data centres at which a kWh has a negative cost. Together they must not run more tasks
 * than arrive, so that no work is done only to be paid for using power (docs/decisions/geo-surplus.md).
 */
export function addUnarrived(
  { rules, taskTypes }: GeoInstance,
  { centres }: GeoSeries,
  { cells, arrivalPerS }: Pick<GeoEvaluation, 'cells' | 'arrivalPerS'>,
  violations: Violation[],
): void {
  const paysAt = (d: number, t: number): boolean => {
    const { usdPerKwh, gramsPerKwh, renewableKwh } = centres[d]!;
    const energyUsd = usdPerKwh[t]!;
    const carbonUsd = ((rules.carbonUsdPerTonne ?? 0) * gramsPerKwh[t]!) / G_PER_T;
    if (energyUsd + carbonUsd < -PRICE_ROUNDING * (Math.abs(energyUsd) + carbonUsd)) return true;
    return rules.surplus.rule === 'printed' && renewableKwh[t]! > 0 && energyUsd < 0;
  };
  for (const [t, row] of cells.entries()) {
    for (const [i, limit] of arrivalPerS[t]!.entries()) {
      let value = 0;
      for (const [d, { servedPerS }] of row.entries()) if (paysAt(d, t)) value += servedPerS[i]!;
      const where = `epochs[${t}], ${taskTypes[i]!.name}`;
      const tolerance = RELATIVE_TOLERANCE * limit;
      addIfAbove(violations, 'unarrivedWork', { where, unit: 'tasks/s', value, limit, tolerance });
    }
  }
}

/** Checks that all data centres together serve all arrivals, for each epoch and task type (Eqs. 26 and 37). */
export function addUnserved(
  { taskTypes }: GeoInstance,
  { servedPerS, arrivalPerS }: Pick<GeoEvaluation, 'servedPerS' | 'arrivalPerS'>,
  violations: Violation[],
): void {
  for (const [t, arrivals] of arrivalPerS.entries()) {
    for (const [i, limit] of arrivals.entries()) {
      addIfBelow(violations, 'unservedRate', {
        where: `epochs[${t}], ${taskTypes[i]!.name}`,
        unit: 'tasks/s',
        value: servedPerS[t]![i]!,
        limit,
        tolerance: RELATIVE_TOLERANCE * limit,
      });
    }
  }
}

export function addCarbonCap({ rules }: GeoInstance, value: number, violations: Violation[]): void {
  const limit = rules.carbonCapKg;
  if (limit === undefined) return;
  const tolerance = RELATIVE_TOLERANCE * limit;
  addIfAbove(violations, 'carbonCap', { where: '', unit: 'kg', value, limit, tolerance });
}
