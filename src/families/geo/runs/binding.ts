import type { LimitName } from '../../../../models/facility/limits.js';
import type { GeoCell, GeoEvaluation } from '../../../../models/families/geo/outcome.js';
import type { GeoModel } from '../../../../models/families/geo/model.js';
import type { GeoBinding } from './result.js';

/** Distance from a limit up to which the limit counts as binding, as a share of the limit. */
const NEAR_SHARE = 1e-3;
/** Distance from a temperature limit up to which the limit counts as binding, K. */
const NEAR_C = 1e-3;

/**
 * Returns the binding limits of a plan: power cap, red line, upper end of the set-point range and number of nodes, by
 * data centre, and the carbon cap. Limits that the plan exceeds are violations and not listed here.
 */
export function geoBinding(model: GeoModel, { cells, carbonKg }: GeoEvaluation): GeoBinding[] {
  // A plan that cannot be rated meets no limits.
  if (cells.length !== model.epochCount) return [];
  const found = model.centres.flatMap((centre, d) => {
    const own = cells.map((row) => row[d]!);
    const met = (
      constraint: LimitName,
      unit: string,
      limit: number,
      near: number,
      valueOf: (cell: GeoCell) => number,
      where = centre.name,
    ): GeoBinding[] => {
      const values = own.map(valueOf).filter((value) => Math.abs(value - limit) <= near);
      if (!Number.isFinite(limit) || values.length === 0) return [];
      return [{ constraint, where, unit, value: Math.max(...values), limit, epochs: values.length }];
    };
    return [
      ...met('powerCap', 'W', centre.powerCapW, NEAR_SHARE * centre.powerCapW, ({ powerW }) => powerW),
      ...met('redLine', 'C', centre.thermal.redLineC, NEAR_C, ({ hottestInletC }) => hottestInletC),
      ...met('setPointRange', 'C', centre.thermal.setPointMaxC, NEAR_C, ({ setPointC }) => setPointC),
      ...model.nodeTypes.flatMap(({ name }, j) => {
        const count = centre.nodeCount[j]!;
        return count === 0
          ? []
          : met('nodeCount', 'nodes', count, 0, ({ awake }) => awake[j]!, `${centre.name}, ${name}`);
      }),
    ];
  });
  const { carbonCapKg } = model;
  if (Number.isFinite(carbonCapKg) && Math.abs(carbonKg - carbonCapKg) <= NEAR_SHARE * carbonCapKg) {
    found.push({
      constraint: 'carbonCap',
      where: '',
      unit: 'kg',
      value: carbonKg,
      limit: carbonCapKg,
      epochs: cells.length,
    });
  }
  return found;
}
