import type { GeoEvaluation } from '../../../models/problems/geo/outcome.js';
import type { GeoPlan } from '../../../models/problems/geo/plan.js';
import { checkGeoPlan } from '../../check/geo/check-geo-plan.js';
import { parseGeoPlan } from '../../check/geo/parse-geo-plan.js';
import { CheckerLimitError } from '../../check/limit-error.js';
import { openGeo } from '../../instances/geo/open.js';
import type { Problem } from '../../instances/problem.js';
import { readTextFile } from '../../instances/text-file.js';
import { oneLine, plain } from '../../reports/format.js';
import { kilogrammes, kilowattHoursOf, usd } from '../../reports/geo-format.js';
import { violationText } from '../../reports/wording.js';
import { type GeoLedger, geoLedger, type GeoLedgerEntry } from '../../runs/geo/ledger.js';
import { GEO_OBJECTIVE_UNIT } from '../../runs/geo/result-of.js';
import type { ReadyGeo } from '../../runs/geo/solve.js';
import { EXIT } from '../exit-codes.js';
import { printJson, printLines, refuse } from '../output.js';
import { madeForAnother } from '../robust-plan-words.js';

export interface CheckGeoOptions {
  readonly json: boolean;
}

/** `plenum check` of a geo plan: judges any plan, ours or not. Exit code 0 feasible, 3 not. */
export function checkGeoCommand(file: string, planFile: string, { json }: CheckGeoOptions): number {
  const opened = openGeo(file);
  const text = readTextFile(planFile);
  const parsed = text.ok
    ? parseGeoPlan(text.text, planFile, opened.ok ? opened : undefined)
    : { problems: [{ file: planFile, ...text.problem }] };
  const problems = [...(opened.ok ? [] : opened.problems), ...('problems' in parsed ? parsed.problems : [])];
  if (!opened.ok || 'problems' in parsed) return refuse(problems, json);
  const { plan } = parsed;
  const foreign = madeForAnother(plan, opened.instance.name, planFile);
  if (foreign !== null) return refuse([foreign], json);
  const evaluation = judge(opened, plan, planFile);
  if ('problem' in evaluation) return refuse([evaluation.problem], json);
  const feasible = evaluation.violations.length === 0;
  const warnings = [...opened.warnings, ...parsed.warnings];
  const rated = Number.isFinite(evaluation.costUsd);
  const ledger = rated
    ? geoLedger(
        evaluation,
        opened.instance.dataCentres.map(({ name }) => name),
      )
    : null;
  if (json) printJson({ ...answer(opened.instance.name, evaluation, ledger), warnings });
  else printLines(verdict(planFile, opened.instance.name, evaluation, ledger).join('\n'));
  for (const warning of warnings) process.stderr.write(`Note: ${oneLine(warning)}\n`);
  return feasible ? EXIT.solved : EXIT.noFeasiblePlan;
}

function judge(
  { instance, series, matrices }: ReadyGeo,
  plan: GeoPlan,
  planFile: string,
): GeoEvaluation | { readonly problem: Problem } {
  try {
    return checkGeoPlan(instance, series, (room) => matrices.get(room)!, plan);
  } catch (error) {
    if (!(error instanceof CheckerLimitError)) throw error;
    const [value = '', ...remedy] = error.message.split('\n');
    const allowed = 'a plan that can be rated exactly';
    return { problem: { file: planFile, path: '', value, allowed, remedy: remedy.join(' ') } };
  }
}

/** The checker's figures in the terms of `solve --json`; centres by epoch are left to result.json. */
function answer(instance: string, evaluation: GeoEvaluation, ledger: GeoLedger | null): Record<string, unknown> {
  const { costUsd, costByCupUsd, energyUsd, transitionUsd, demandUsd, carbonUsd, carbonKg, demand, violations } =
    evaluation;
  const known = (value: number): number | null => (Number.isFinite(value) ? value : null);
  return {
    instance,
    family: 'geo',
    feasible: violations.length === 0,
    objective: known(costUsd),
    objectiveUnit: GEO_OBJECTIVE_UNIT,
    costByCupUsd: known(costByCupUsd),
    energyUsd: known(energyUsd),
    transitionUsd: known(transitionUsd),
    demandUsd: known(demandUsd),
    carbonUsd: known(carbonUsd),
    carbonKg: known(carbonKg),
    demand,
    ledger,
    violations,
  };
}

function verdict(planFile: string, name: string, evaluation: GeoEvaluation, ledger: GeoLedger | null): string[] {
  const { costUsd, costByCupUsd, energyUsd, transitionUsd, demandUsd, carbonUsd, demand, violations } = evaluation;
  const cost = plain(usd(costUsd), 'it cannot be rated');
  return [
    `${violations.length === 0 ? 'Feasible' : 'NOT feasible'}: ${planFile} costs ${cost} on ${oneLine(name)}.`,
    ...(ledger === null
      ? []
      : [
          `Bill: energy ${plain(usd(energyUsd))}, transitions ${plain(usd(transitionUsd))}, demand charges ` +
            `${plain(usd(demandUsd))}, carbon ${plain(usd(carbonUsd))}. With cooling by CUP ${plain(usd(costByCupUsd))}.`,
          ...demand.map(
            ({ dataCentre, period, greatestKw, usd: charge }) =>
              `  demand at ${oneLine(dataCentre)}, ${oneLine(period)}: ${greatestKw.toPrecision(6)} kW, ${plain(usd(charge))}`,
          ),
          ...ledger.byCentre.map((entry) => `  ${oneLine(entry.dataCentre)}: ${entryText(entry)}`),
          `  all: ${entryText(ledger.total)}`,
        ]),
    ...violations.map((violation) => `  ${oneLine(violationText(violation))}`),
  ];
}

function entryText(entry: GeoLedgerEntry): string {
  const { nodesKwh, cracsKwh, overheadKwh, transitionsKwh, renewablesUsedKwh, surplusKwh, gridKwh } = entry;
  const kwh = (value: number): string => kilowattHoursOf(value)?.digits ?? 'unknown';
  return (
    `nodes ${kwh(nodesKwh)} + CRACs ${kwh(cracsKwh)} + overhead ${kwh(overheadKwh)} + transitions ${kwh(transitionsKwh)} = ` +
    `sun and wind ${kwh(renewablesUsedKwh)} + grid ${kwh(gridKwh)} kWh` +
    (surplusKwh === 0 ? '' : `, surplus ${kwh(surplusKwh)} kWh`) +
    `; ${plain(usd(entry.energyUsd + entry.transitionUsd))}` +
    (entry.carbonKg === 0 ? '' : `; ${plain(kilogrammes(entry.carbonKg))}`)
  );
}
