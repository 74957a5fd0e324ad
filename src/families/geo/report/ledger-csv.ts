import { currencyOf } from '../../../../models/units.js';
import type { GeoInstance } from '../../../../models/families/geo/instance.js';
import type { GeoEvaluation } from '../../../../models/families/geo/outcome.js';
import { type CsvLine, csvText } from '../../../reports/csv.js';
import { csvHeading } from '../../../reports/figures.js';
import { carbonUsdOf, drawnKwhOf } from './sums.js';
import type { GeoReportSeries } from './input.js';

/**
 * Columns of the ledger as CSV. There is one row per epoch and data centre, and one row per demand charge with empty
 * epoch columns. The column cost_usd, in the instance's currency, sums to the bill. In each row the energies satisfy
 *
 * drawn = nodes + cracs + overhead + transitions = own + grid
 *
 * Here own is the energy of sun and wind used.
 */
export const GEO_LEDGER_CSV_COLUMNS = [
  ...(['epoch', 'local_begin', 'data_centre', 'demand_period', 'usd_per_kwh', 'g_per_kwh'] as const),
  ...(['nodes_kwh', 'cracs_kwh', 'overhead_kwh', 'transitions_kwh', 'drawn_kwh'] as const),
  ...(['renewable_kwh', 'own_kwh', 'surplus_kwh', 'grid_kwh', 'carbon_kg', 'greatest_kw'] as const),
  ...(['energy_usd', 'transitions_usd', 'carbon_usd', 'demand_usd', 'cost_usd'] as const),
] as const;

/** Returns the ledger (energy and cost by epoch and data centre) as CSV (RFC 4180: CRLF, quotes doubled). */
export function geoLedgerCsv(instance: GeoInstance, { centres }: GeoReportSeries, evaluation: GeoEvaluation): string {
  const lines = evaluation.cells.flatMap((row, t) =>
    row.map((cell, d): CsvLine => {
      const { usdPerKwh, gramsPerKwh, localBeginnings } = centres[d]!;
      const { nodeKwh, cracKwh, overheadKwh, transitionKwh, renewableKwh, surplusKwh, gridKwh } = cell;
      const { energyUsd, transitionUsd, carbonKg } = cell;
      const carbonUsd = carbonUsdOf(instance, cell);
      return [
        t,
        localBeginnings[t]!,
        instance.dataCentres[d]!.name,
        null,
        usdPerKwh[t]!,
        gramsPerKwh[t]!,
        nodeKwh,
        cracKwh,
        overheadKwh,
        transitionKwh,
        drawnKwhOf(cell),
        renewableKwh,
        renewableKwh - surplusKwh,
        surplusKwh,
        gridKwh,
        carbonKg,
        null,
        energyUsd,
        transitionUsd,
        carbonUsd,
        0,
        energyUsd + transitionUsd + carbonUsd,
      ];
    }),
  );
  const charges = evaluation.demand.map(({ dataCentre, period, greatestKw, usd }): CsvLine => [
    null,
    null,
    dataCentre,
    period,
    null,
    null,
    null,
    null,
    null,
    null,
    null,
    null,
    null,
    null,
    null,
    null,
    greatestKw,
    null,
    null,
    null,
    usd,
    usd,
  ]);
  const head = GEO_LEDGER_CSV_COLUMNS.map((key) => csvHeading({ key }, currencyOf(instance)));
  return csvText([head, ...lines, ...charges]);
}
