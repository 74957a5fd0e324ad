import { G_PER_T, W_PER_KW, currencyOf } from '../../../../models/units.js';
import type { GeoInstance } from '../../../../models/families/geo/instance.js';
import type { GeoEvaluation } from '../../../../models/families/geo/outcome.js';
import type { GeoSeries } from '../../../../models/families/geo/series.js';
import type { Violation } from '../../../../models/families/violation.js';

/** Relative tolerance in checking that the evaluation's energies and costs add up. */
const LEDGER_TOLERANCE = 1e-9;

/**
 * Checks that the evaluation adds up: energy drawn, energy bought, and the bill. The bill is added up a second time
 * from the energies by data centre and epoch. A discrepancy is a violation "energyLedger".
 */
export function addLedgerFaults(
  instance: GeoInstance,
  { centres }: GeoSeries,
  { cells, costUsd }: GeoEvaluation,
  violations: Violation[],
): void {
  const { horizon, rules, dataCentres } = instance;
  const hours = horizon.epochMinutes / 60;
  const { surplus, carbonUsdPerTonne = 0, demandChargeShare = 0 } = rules;
  let usd = 0;
  let scale = 0;
  for (const [t, row] of cells.entries()) {
    for (const [d, cell] of row.entries()) {
      const where = `of epochs[${t}][${d}]`;
      const { nodeKwh, cracKwh, overheadKwh, transitionKwh, gridKwh, surplusKwh, fedInKwh, renewableKwh, powerW } =
        cell;
      const drawnKwh = (powerW * hours) / W_PER_KW;
      const size = drawnKwh + renewableKwh;
      const usedKwh = dataCentres[d]!.powerOverhead * (nodeKwh + cracKwh);
      addIfApart(`overhead ${where}`, 'kWh', nodeKwh + cracKwh + overheadKwh, usedKwh, size);
      addIfApart(`power ${where}`, 'kWh', usedKwh + transitionKwh, drawnKwh, size);
      addIfApart(`energy ${where}`, 'kWh', gridKwh - surplusKwh + renewableKwh, drawnKwh, size);
      const price = centres[d]!.usdPerKwh[t]!;
      const paid = surplus.rule === 'printed' ? price : surplus.rule === 'curtailed' ? 0 : surplus.usdPerKwh;
      const earned = fedInKwh * paid;
      addIfApart(`surplus ${where}`, 'kWh', Math.max(0, surplusKwh, fedInKwh), surplusKwh, size);
      const emitted = (gridKwh * centres[d]!.gramsPerKwh[t]! * carbonUsdPerTonne) / G_PER_T;
      usd += gridKwh * price + emitted - earned;
      scale += gridKwh * Math.abs(price) + emitted + Math.abs(earned);
    }
  }
  for (const [d, { demandPeriods }] of centres.entries()) {
    for (const { usdPerKwMonth, epochs } of demandPeriods) {
      let greatestKwh = 0;
      for (const t of epochs) greatestKwh = Math.max(greatestKwh, cells[t]![d]!.gridKwh);
      const charge = (demandChargeShare * usdPerKwMonth * greatestKwh) / hours;
      usd += charge;
      scale += charge;
    }
  }
  addIfApart('bill', currencyOf(instance), costUsd, usd, scale);

  function addIfApart(where: string, unit: string, value: number, limit: number, size: number): void {
    const amount = Math.abs(value - limit);
    if (amount > LEDGER_TOLERANCE * size) {
      violations.push({ constraint: 'energyLedger', where, unit, value, limit, amount });
    }
  }
}
