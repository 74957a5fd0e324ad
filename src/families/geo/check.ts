import { currencyOf, W_PER_KW } from '../../../models/units.js';
import type { GeoInstance } from '../../../models/families/geo/instance.js';
import type { GeoEvaluation } from '../../../models/families/geo/outcome.js';
import type { GeoPlan } from '../../../models/families/geo/plan.js';
import { checkGeoPlan } from './check/check-geo-plan.js';
import { parseGeoPlan } from './check/parse-geo-plan.js';
import { openGeo } from './instances/open.js';
import { countOf, inUnit, oneLine, plain, type Shown, significant, watts } from '../../reports/format.js';
import { carbonUsdOf } from './report/sums.js';
import { usd } from './report/format.js';
import { violationLines } from '../../reports/wording.js';
import { type GeoLedger, geoLedger, type GeoLedgerEntry } from './runs/ledger.js';
import { planFigures } from './runs/plan-figures.js';
import type { ReadyGeo } from './runs/solve.js';
import type { CheckOfFamily, Judged } from '../family.js';

/**
 * Maximum number of data centres listed in the text output; those with the highest energy use are listed. Our choice:
 * it fits a screen.
 */
const MAX_CENTRES = 20;
/**
 * Maximum number of demand charges listed in the text output; the most expensive ones are listed. Our choice: it fits a
 * screen.
 */
const MAX_CHARGES = 20;
/**
 * Relative difference up to which a claimed cost counts as equal to the recomputed one. Our choice: it covers rounding
 * errors.
 */
const SAME_CLAIM = 1e-6;

export const checkOfGeo: CheckOfFamily<ReadyGeo, GeoPlan> = {
  open: (file, { phase, shouldStop }) => openGeo(file, phase, shouldStop),
  parse: parseGeoPlan,
  judge,
};

/** Returns the checker's verdict on a plan. Data by data centre and epoch are only in result.json. */
function judge({ instance, series, matrices }: ReadyGeo, plan: GeoPlan, planFile: string): Judged {
  const evaluation = checkGeoPlan(instance, series, (room) => matrices.get(room)!, plan);
  const { costUsd, costByCupUsd, energyUsd, transitionUsd, demandUsd, carbonUsd, carbonKg, demand, violations } =
    evaluation;
  const known = (value: number): number | null => (Number.isFinite(value) ? value : null);
  const names = instance.dataCentres.map(({ name }) => name);
  const ledger = Number.isFinite(costUsd) ? geoLedger(evaluation, names) : null;
  return {
    ok: true,
    objective: known(costUsd),
    objectiveUnit: currencyOf(instance),
    violations,
    warnings: otherClaim(plan, evaluation),
    details: {
      costByCupUsd: known(costByCupUsd),
      energyUsd: known(energyUsd),
      transitionUsd: known(transitionUsd),
      demandUsd: known(demandUsd),
      carbonUsd: known(carbonUsd),
      carbonKg: known(carbonKg),
      demand,
      ledger,
      ...planFigures(instance, evaluation),
    },
    lines: linesOf(planFile, instance, evaluation, ledger),
  };
}

/**
 * Returns a list with one sentence if the cost that the plan claims differs from the recomputed cost; otherwise an
 * empty list.
 */
function otherClaim({ claimedCostUsd }: GeoPlan, { costUsd }: GeoEvaluation): string[] {
  const largest = Math.max(Math.abs(claimedCostUsd), Math.abs(costUsd));
  if (!Number.isFinite(costUsd) || Math.abs(claimedCostUsd - costUsd) <= SAME_CLAIM * largest) return [];
  return [`The plan claims to cost ${plain(usd(claimedCostUsd))}, and costs ${plain(usd(costUsd))}.`];
}

function linesOf(
  planFile: string,
  instance: GeoInstance,
  evaluation: GeoEvaluation,
  ledger: GeoLedger | null,
): string[] {
  const { costUsd, costByCupUsd, energyUsd, transitionUsd, demandUsd, carbonUsd, demand, violations } = evaluation;
  const money = (value: number | null): Shown | null => usd(value, currencyOf(instance));
  const dearest = [...demand].sort((a, b) => b.usd - a.usd).slice(0, MAX_CHARGES);
  const cost = plain(money(costUsd), 'it cannot be rated');
  return [
    `${violations.length === 0 ? 'Feasible' : 'NOT feasible'}: ${planFile} costs ${cost} on ${oneLine(instance.name)}.`,
    ...violationLines(violations),
    ...(ledger === null
      ? []
      : [
          `Bill: energy ${plain(money(energyUsd))}, transitions ${plain(money(transitionUsd))}, demand charges ` +
            `${plain(money(demandUsd))}, carbon ${plain(money(carbonUsd))}. With cooling by CUP ${plain(money(costByCupUsd))}.`,
          ...dearest.map(
            ({ dataCentre, period, greatestKw, usd: charge }) =>
              `  demand at ${oneLine(dataCentre)}, ${oneLine(period)}: ${plain(watts(W_PER_KW * greatestKw))}, ${plain(money(charge))}`,
          ),
          ...(demand.length > dearest.length
            ? [`  and ${countOf(demand.length - dearest.length, 'smaller demand charge')} (all with --json)`]
            : []),
          ...largest(ledger.byCentre).map(
            (entry) => `  ${oneLine(entry.dataCentre)}: ${entryText(entry, instance, money)}`,
          ),
          ...(ledger.byCentre.length > MAX_CENTRES
            ? [`  and ${countOf(ledger.byCentre.length - MAX_CENTRES, 'centre')} that draw less (all with --json)`]
            : []),
          `  all${demand.length === 0 ? '' : ', demand charges left out'}: ${entryText(ledger.total, instance, money)}`,
        ]),
  ];
}

/** Returns the MAX_CENTRES ledger entries with the most energy, one per data centre, in the instance's order. */
function largest(entries: GeoLedger['byCentre']): GeoLedger['byCentre'] {
  const drawnKwh = (entry: GeoLedgerEntry): number => entry.renewablesUsedKwh + entry.gridKwh;
  const kept = new Set([...entries].sort((a, b) => drawnKwh(b) - drawnKwh(a)).slice(0, MAX_CENTRES));
  return entries.filter((entry) => kept.has(entry));
}

/** Returns the line on one data centre: energy by use and source, cost of energy, transitions and carbon. */
function entryText(entry: GeoLedgerEntry, instance: GeoInstance, money: (value: number) => Shown | null): string {
  const { nodesKwh, cracsKwh, overheadKwh, transitionsKwh, renewablesUsedKwh, surplusKwh, gridKwh } = entry;
  const kwh = (value: number): string => significant(value);
  return (
    `nodes ${kwh(nodesKwh)} + CRACs ${kwh(cracsKwh)} + overhead ${kwh(overheadKwh)} + transitions ${kwh(transitionsKwh)} = ` +
    `sun and wind ${kwh(renewablesUsedKwh)} + grid ${kwh(gridKwh)} kWh` +
    (surplusKwh === 0 ? '' : `, surplus ${kwh(surplusKwh)} kWh`) +
    `; ${plain(money(entry.energyUsd + entry.transitionUsd + carbonUsdOf(instance, entry)))}` +
    (entry.carbonKg === 0 ? '' : `; ${plain(inUnit(entry.carbonKg, 'kg'))}`)
  );
}
