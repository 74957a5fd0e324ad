import type { GeoEvaluation } from '../../../../models/problems/geo/outcome.js';
import type { GeoInstance } from '../../../../models/problems/geo/instance.js';
import { gapPercent, oneLine, plain } from '../../../reports/format.js';
import { bindingGroups, carbonUsdOf, energyUse, gapUsd, ratedEvaluation, whyNoBound } from './figures.js';
import { bindingText, figureText, kilogrammes, kilowattHoursOf, usd, usdPartsOf } from './format.js';
import type { GeoReportRecord, GeoReportResult } from './input.js';
import { otherLimits, TERMINATIONS, violationText } from '../../../reports/wording.js';
import { geoPlanOrigin } from './origin.js';

/** Width of the column of labels, characters. */
const LABEL_WIDTH = 16;
/** Greatest number of further limits listed. Ours. */
const MAX_OTHERS = 10;
/** Greatest number of violations listed. Ours. */
const MAX_VIOLATIONS = 5;
/** Greatest number of centres listed. Ours. */
const MAX_CENTRES = 5;

/** Summary of a geo run in some twenty lines for a terminal; ends with a newline. */
export function geoSummaryText(instance: GeoInstance, record: GeoReportRecord): string {
  const { result } = record;
  const evaluation = ratedEvaluation(record);
  const verdict = result.feasible
    ? 'feasible (checked)'
    : record.evaluation === null
      ? 'no plan'
      : 'NOT FEASIBLE (checked)';
  const shown = result.violations.slice(0, MAX_VIOLATIONS);
  const lines = [
    `${oneLine(result.instance)}: ${verdict}, ${TERMINATIONS[result.termination]}`,
    ...(result.infeasibility === undefined ? [] : [labelled('why', oneLine(result.infeasibility.message))]),
    ...otherLimits(result.infeasibility, MAX_OTHERS).map((text) => labelled('also', oneLine(text))),
    ...shown.map((violation) => labelled('violated', oneLine(violationText(violation)))),
    ...(result.violations.length > shown.length
      ? [labelled('', `and ${result.violations.length - shown.length} more`)]
      : []),
    labelled('method', `${oneLine(result.method)}, seed ${result.seed}`),
    ...(result.planFrom === undefined ? [] : [labelled('plan from', geoPlanOrigin(result))]),
    labelled(
      'cost',
      plain(usd(result.objective), record.evaluation === null ? 'there is no plan' : 'it has no rating'),
    ),
    ...bounds(result),
    ...(evaluation === null ? [] : bill(instance, evaluation)),
    ...bindingGroups(result.binding).map((group) => labelled('binds', oneLine(bindingText(group)))),
    ...Object.entries(result.figures).map(([name, value], n) => {
      const { label, text } = figureText(name, value);
      return labelled(n === 0 ? 'of the method' : '', `${oneLine(label)}: ${text}`);
    }),
    ...Object.entries(result.files).map(([name, file]) => labelled(name, oneLine(file))),
  ];
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

function bounds(result: GeoReportResult): string[] {
  const { bound, gap, gapReason, costByCupUsd, boundByCupUsd, gapByCup } = result;
  const atMost = gap === null ? '' : ` of the bound, ${plain(usdPartsOf(result.objective)(gapUsd(result)))}`;
  return [
    labelled('bound', bound === null ? whyNoBound(result) : `${plain(usd(bound))} (proven lower bound)`),
    labelled('gap', `${plain(gapPercent(gap), oneLine(gapReason ?? ''))}${atMost}`),
    ...(bound === null ? [] : [labelled('bound covers', oneLine(result.boundScope))]),
    ...(costByCupUsd === null
      ? []
      : [
          labelled(
            'cooling by CUP',
            `cost ${plain(usd(costByCupUsd))}` +
              (boundByCupUsd === null ? '' : `, bound ${plain(usd(boundByCupUsd))}`) +
              (gapByCup === null ? '' : `, gap ${plain(gapPercent(gapByCup))}`),
          ),
        ]),
  ];
}

function bill(instance: GeoInstance, evaluation: GeoEvaluation): string[] {
  const use = energyUse(evaluation.cells.flat());
  const { energyUsd, transitionUsd, demandUsd, carbonUsd, carbonKg, costUsd } = evaluation;
  const money = usdPartsOf(costUsd);
  const parts = [
    ['energy', energyUsd],
    ['transitions', transitionUsd],
    ['demand charges', demandUsd],
    ['carbon', carbonUsd],
  ] as const;
  const paid = parts.filter(([name, value]) => name === 'energy' || value !== 0);
  const offeredKwh = use.ownKwh + use.surplusKwh;
  const own =
    offeredKwh === 0
      ? ''
      : `; ${plain(kilowattHoursOf(use.ownKwh))} used of the ${plain(kilowattHoursOf(offeredKwh))} that sun and wind give`;
  return [
    labelled('of it', paid.map(([name, value]) => `${name} ${plain(money(value))}`).join(', ')),
    labelled(
      'energy',
      `${plain(kilowattHoursOf(use.drawnKwh))} at the meter (nodes ${digits(use.nodeKwh)}, CRACs ${digits(use.cracKwh)}, ` +
        `overhead ${digits(use.overheadKwh)}, transitions ${digits(use.transitionKwh)})`,
    ),
    labelled('bought', `${plain(kilowattHoursOf(use.gridKwh))}${own}`),
    ...(carbonKg > 0 ? [labelled('carbon', plain(kilogrammes(carbonKg)))] : []),
    ...byCentre(instance, evaluation),
  ];
}

function byCentre(instance: GeoInstance, { cells, costUsd, demandUsd }: GeoEvaluation): string[] {
  const money = usdPartsOf(costUsd);
  const costs = instance.dataCentres.map(({ name }, d) => {
    const use = energyUse(cells.map((row) => row[d]!));
    return { name, drawnKwh: use.drawnKwh, usd: use.energyUsd + use.transitionUsd + carbonUsdOf(instance, use) };
  });
  const largest = [...costs].sort((a, b) => b.drawnKwh - a.drawnKwh).slice(0, MAX_CENTRES);
  return [
    ...largest.map((one, n) =>
      labelled(
        n === 0 ? 'by centre' : '',
        `${oneLine(one.name)}: ${plain(kilowattHoursOf(one.drawnKwh))}, ${plain(money(one.usd))}`,
      ),
    ),
    ...(costs.length > largest.length ? [labelled('', `and ${costs.length - largest.length} that draw less`)] : []),
    ...(demandUsd === 0 ? [] : [labelled('', '(demand charges left out)')]),
  ];
}

function digits(value: number): string {
  return kilowattHoursOf(value)?.digits ?? 'unknown';
}

function labelled(label: string, text: string): string {
  return `${oneLine(label).padEnd(LABEL_WIDTH)}  ${text}`;
}
