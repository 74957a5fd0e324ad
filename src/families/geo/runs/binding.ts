import { nearness, unitOf } from '../../../../models/facility/limits.js';
import type { GeoEvaluation } from '../../../../models/families/geo/outcome.js';
import type { GeoModel } from '../../../../models/families/geo/model.js';
import { centreLimits } from '../../../../models/families/geo/violations.js';
import type { GeoBinding } from './result.js';

/**
 * Returns the binding limits of a plan: power cap, red line, upper end of the set-point range and number of nodes, by
 * data centre, and the carbon cap. Limits that the plan exceeds are violations and not listed here.
 */
export function geoBinding(model: GeoModel, { cells, carbonKg }: GeoEvaluation): GeoBinding[] {
  // A plan that cannot be rated meets no limits.
  if (cells.length !== model.epochCount) return [];
  const found = model.centres.flatMap((centre, d) =>
    centreLimits(model, centre).flatMap((one): GeoBinding[] => {
      const { constraint, where, limit, use } = one;
      const unit = unitOf(constraint);
      if (!Number.isFinite(limit) || (unit === 'nodes' && limit === 0)) return [];
      const values = cells
        .map((row) => use(row[d]!))
        .filter((value) => Math.abs(value - limit) <= nearness({ unit, limit }));
      return values.length === 0
        ? []
        : [{ constraint, where, unit, value: Math.max(...values), limit, epochs: values.length }];
    }),
  );
  const carbonCap = {
    constraint: 'carbonCap' as const,
    where: '',
    unit: unitOf('carbonCap'),
    limit: model.carbonCapKg,
  };
  return Number.isFinite(carbonCap.limit) && Math.abs(carbonKg - carbonCap.limit) <= nearness(carbonCap)
    ? [...found, { ...carbonCap, value: carbonKg, epochs: cells.length }]
    : found;
}
