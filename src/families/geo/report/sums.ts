import { KG_PER_T } from '../../../../models/units.js';
import type { LimitName } from '../../../../models/facility/limits.js';
import type { GeoInstance } from '../../../../models/families/geo/instance.js';
import type { GeoCell, GeoEvaluation } from '../../../../models/families/geo/outcome.js';
import type { GeoReportBinding, GeoReportRequest, GeoReportRecord } from './input.js';

/** Returns the evaluation if the checker could evaluate the plan; otherwise null. */
export function ratedEvaluation({ evaluation }: GeoReportRecord): GeoEvaluation | null {
  return evaluation !== null && Number.isFinite(evaluation.costUsd) && evaluation.cells.length > 0 ? evaluation : null;
}

export interface EnergyUse {
  readonly nodeKwh: number;
  readonly cracKwh: number;
  readonly overheadKwh: number;
  readonly transitionKwh: number;
  /** Energy at the meter, kWh: the sum of nodes, CRACs, overhead and transitions. */
  readonly drawnKwh: number;
  /** Energy of sun and wind that is used and not fed in, kWh. */
  readonly ownKwh: number;
  readonly gridKwh: number;
  readonly surplusKwh: number;
  readonly energyUsd: number;
  readonly transitionUsd: number;
  readonly carbonKg: number;
}

export function energyUse(cells: readonly GeoCell[]): EnergyUse {
  const sum = (pick: (cell: GeoCell) => number): number => cells.reduce((total, cell) => total + pick(cell), 0);
  return {
    nodeKwh: sum(({ nodeKwh }) => nodeKwh),
    cracKwh: sum(({ cracKwh }) => cracKwh),
    overheadKwh: sum(({ overheadKwh }) => overheadKwh),
    transitionKwh: sum(({ transitionKwh }) => transitionKwh),
    drawnKwh: sum(drawnKwhOf),
    ownKwh: sum(({ renewableKwh, surplusKwh }) => renewableKwh - surplusKwh),
    gridKwh: sum(({ gridKwh }) => gridKwh),
    surplusKwh: sum(({ surplusKwh }) => surplusKwh),
    energyUsd: sum(({ energyUsd }) => energyUsd),
    transitionUsd: sum(({ transitionUsd }) => transitionUsd),
    carbonKg: sum(({ carbonKg }) => carbonKg),
  };
}

/** Returns the energy at the meter of one data centre in one epoch, kWh. */
export function drawnKwhOf({ nodeKwh, cracKwh, overheadKwh, transitionKwh }: GeoCell): number {
  return nodeKwh + cracKwh + overheadKwh + transitionKwh;
}

/** Returns the cells of a data centre, by epoch. A cell is the evaluation of one data centre in one epoch. */
export function cellsOfCentre({ cells }: GeoEvaluation, centre: number): readonly GeoCell[] {
  return cells.map((row) => row[centre]!);
}

/** Returns the cost of the carbon that one data centre emits in one epoch, USD. */
export function carbonUsdOf({ rules }: GeoInstance, { carbonKg }: Pick<GeoCell, 'carbonKg'>): number {
  return (carbonKg * (rules.carbonUsdPerTonne ?? 0)) / KG_PER_T;
}

/**
 * Returns the cost of energy, transitions and carbon by epoch, USD. Demand charges are left out, because they belong to
 * no single epoch.
 */
export function costByEpochUsd(instance: GeoInstance, { cells }: GeoEvaluation): number[] {
  return cells.map((row) =>
    row.reduce((sum, cell) => sum + cell.energyUsd + cell.transitionUsd + carbonUsdOf(instance, cell), 0),
  );
}

/** Returns the difference between the bill and the sum of its entries, USD: the rounding error of the ledger. */
export function ledgerResidualUsd(instance: GeoInstance, evaluation: GeoEvaluation): number {
  const inEpochs = costByEpochUsd(instance, evaluation).reduce((sum, one) => sum + one, 0);
  return evaluation.costUsd - inEpochs - evaluation.demand.reduce((sum, charge) => sum + charge.usd, 0);
}

/** Returns energy supplied (bought, sun and wind) minus energy used, kWh: the rounding error of the ledger. */
export function ledgerResidualKwh({ cells }: GeoEvaluation): number {
  const { gridKwh, ownKwh, drawnKwh } = energyUse(cells.flat());
  return gridKwh + ownKwh - drawnKwh;
}

/** Data centres that share one row or panel of a chart. */
export interface CentreGroup {
  readonly name: string;
  readonly centres: readonly number[];
}

/** Maximum number of rows of a heat strip. Our choice: more rows cannot be read. */
export const MAX_ROWS = 20;
/** Maximum number of data centres up to which each has a panel of its own in a chart. */
export const MAX_PANELS = 16;
/** Number of data centres with a panel of their own if there are more than MAX_PANELS; the others share one panel. */
const PANELS_OF_MANY = 11;

/** Returns the indices of all data centres from west to east. */
export function westToEast({ dataCentres }: GeoInstance): number[] {
  return dataCentres
    .map((_, d) => d)
    .sort((a, b) => dataCentres[a]!.longitudeDeg - dataCentres[b]!.longitudeDeg || a - b);
}

/**
 * Returns the rows of a heat strip from west to east. Each data centre has a row; if they are more than MAX_ROWS,
 * neighbours share one.
 */
export function longitudeRows(
  instance: GeoInstance,
  nameOfBand: (westDeg: number, eastDeg: number, centres: number) => string,
): CentreGroup[] {
  const order = westToEast(instance);
  const { dataCentres } = instance;
  const alone = (d: number): CentreGroup => ({ name: dataCentres[d]!.name, centres: [d] });
  if (order.length <= MAX_ROWS) return order.map(alone);
  return Array.from({ length: MAX_ROWS }, (_, band) => {
    const centres = order.slice(
      Math.floor((band * order.length) / MAX_ROWS),
      Math.floor(((band + 1) * order.length) / MAX_ROWS),
    );
    if (centres.length === 1) return alone(centres[0]!);
    const [west, east] = [dataCentres[centres[0]!]!, dataCentres[centres.at(-1)!]!];
    return { name: nameOfBand(west.longitudeDeg, east.longitudeDeg, centres.length), centres };
  });
}

/**
 * Returns the panels of a chart from west to east. Each data centre has a panel; if they are more than MAX_PANELS, only
 * the largest have one and the others share one.
 */
export function largestCentres(instance: GeoInstance, evaluation: GeoEvaluation): CentreGroup[] {
  const order = westToEast(instance);
  const alone = (d: number): CentreGroup => ({ name: instance.dataCentres[d]!.name, centres: [d] });
  if (order.length <= MAX_PANELS) return order.map(alone);
  const drawnKwh = instance.dataCentres.map((_, d) => energyUse(cellsOfCentre(evaluation, d)).drawnKwh);
  const largest = new Set([...order].sort((a, b) => drawnKwh[b]! - drawnKwh[a]! || a - b).slice(0, PANELS_OF_MANY));
  const others = order.filter((d) => !largest.has(d));
  return [
    ...order.filter((d) => largest.has(d)).map(alone),
    { name: `the other ${others.length} together`, centres: others },
  ];
}

/**
 * Returns a group's mean electricity price, USD/kWh, or carbon intensity, g/kWh, in an epoch. It is weighted by the
 * energy that each data centre draws. If no data centre draws energy, all have the same weight.
 */
export function groupPrice(
  { series }: Pick<GeoReportRequest, 'series'>,
  evaluation: GeoEvaluation,
  { centres }: CentreGroup,
  epoch: number,
  pick: 'usdPerKwh' | 'gramsPerKwh' = 'usdPerKwh',
): number {
  const values = centres.map((d) => series.centres[d]![pick][epoch]!);
  const weights = centres.map((d) => drawnKwhOf(evaluation.cells[epoch]![d]!));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total <= 0) return values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.reduce((sum, value, n) => sum + (value * weights[n]!) / total, 0);
}

export interface BindingGroup {
  readonly constraint: LimitName;
  /**
   * Number of data centres at which the limit binds. For limits on node types, it is the number of pairs of data centre
   * and node type.
   */
  readonly places: number;
  readonly epochs: number;
}

/** Returns the binding limits, one entry for each kind, most frequent first. */
export function bindingGroups(binding: readonly GeoReportBinding[]): BindingGroup[] {
  const groups = new Map<string, BindingGroup>();
  for (const { constraint, epochs } of binding) {
    const group = groups.get(constraint) ?? { constraint, places: 0, epochs: 0 };
    groups.set(constraint, { constraint, places: group.places + 1, epochs: group.epochs + epochs });
  }
  return [...groups.values()].sort((a, b) => b.epochs - a.epochs);
}

/**
 * Returns the parts of the lower bound by epoch, USD, from the first of the given bounds; null if it has no such parts.
 */
export function sharesOf(bounds: readonly object[]): readonly number[] | null {
  const [first] = bounds as readonly { readonly boundByEpochUsd?: readonly number[] | null }[];
  return first?.boundByEpochUsd ?? null;
}
