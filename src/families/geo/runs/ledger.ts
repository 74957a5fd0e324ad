import type { GeoCell, GeoEvaluation } from '../../../../models/families/geo/outcome.js';

/** Energy and cost of some data centres and epochs: nodes + cracs + overhead + transitions = renewables used + grid. */
export interface GeoLedgerEntry {
  readonly nodesKwh: number;
  readonly cracsKwh: number;
  readonly overheadKwh: number;
  readonly transitionsKwh: number;
  readonly renewablesUsedKwh: number;
  /** Energy of sun and wind that is available and not used, kWh. */
  readonly surplusKwh: number;
  readonly gridKwh: number;
  readonly energyUsd: number;
  readonly transitionUsd: number;
  readonly carbonKg: number;
}

export interface GeoLedger {
  readonly total: GeoLedgerEntry;
  /** Entries by data centre, in the instance's order. */
  readonly byCentre: readonly (GeoLedgerEntry & { readonly dataCentre: string })[];
  readonly byEpoch: readonly GeoLedgerEntry[];
}

export function geoLedger({ cells }: Pick<GeoEvaluation, 'cells'>, centreNames: readonly string[]): GeoLedger {
  return {
    total: ledgerEntry(cells.flat()),
    byCentre: centreNames.map((dataCentre, d) => ({ dataCentre, ...ledgerEntry(cells.map((row) => row[d]!)) })),
    byEpoch: cells.map(ledgerEntry),
  };
}

export function ledgerEntry(cells: readonly GeoCell[]): GeoLedgerEntry {
  const sum = (of: (cell: GeoCell) => number): number => cells.reduce((total, cell) => total + of(cell), 0);
  return {
    nodesKwh: sum(({ nodeKwh }) => nodeKwh),
    cracsKwh: sum(({ cracKwh }) => cracKwh),
    overheadKwh: sum(({ overheadKwh }) => overheadKwh),
    transitionsKwh: sum(({ transitionKwh }) => transitionKwh),
    renewablesUsedKwh: sum(({ renewableKwh, surplusKwh }) => renewableKwh - surplusKwh),
    surplusKwh: sum(({ surplusKwh }) => surplusKwh),
    gridKwh: sum(({ gridKwh }) => gridKwh),
    energyUsd: sum(({ energyUsd }) => energyUsd),
    transitionUsd: sum(({ transitionUsd }) => transitionUsd),
    carbonKg: sum(({ carbonKg }) => carbonKg),
  };
}

/**
 * Returns the cost of energy, transitions and carbon by epoch, USD. Demand charges are left out, because they belong to
 * no single epoch.
 */
export function costByEpochUsd({ cells }: Pick<GeoEvaluation, 'cells'>, carbonUsdPerKg: number): number[] {
  return cells.map((row) =>
    row.reduce((sum, cell) => sum + cell.energyUsd + cell.transitionUsd + cell.carbonKg * carbonUsdPerKg, 0),
  );
}
