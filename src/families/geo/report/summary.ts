import { currencyOf } from '../../../../models/units.js';
import type { GeoEvaluation } from '../../../../models/families/geo/outcome.js';
import type { GeoInstance } from '../../../../models/families/geo/instance.js';
import { inUnit, kilowattHours, oneLine, plain } from '../../../reports/format.js';
import { type Line, moreLines, runSummary } from '../../../reports/summary.js';
import { bindingText, figureText } from './format.js';
import type { GeoReportRecord } from './input.js';
import { bindingGroups, carbonUsdOf, energyUse } from './sums.js';
import { toldRun } from './told.js';

/** Maximum number of data centres listed in the summary. */
const MAX_CENTRES = 5;

/** Returns a summary of a geo run in about twenty lines for a terminal, ending with a newline. */
export function geoSummaryText(
  instance: GeoInstance,
  record: GeoReportRecord,
  run = toldRun(instance, record),
): string {
  const { binding, figures } = record.result;
  const { evaluation } = run.of;
  return runSummary(run, [
    ...(evaluation === null ? [] : byCentre(instance, evaluation)),
    ...bindingGroups(binding).map((group): Line => ['binds', oneLine(bindingText(group))]),
    ...Object.entries(figures).map(([name, value], n): Line => {
      const { label, text } = figureText(name, value, currencyOf(instance));
      return [n === 0 ? 'of the method' : '', `${oneLine(label)}: ${text}`];
    }),
  ]);
}

function byCentre(instance: GeoInstance, { cells, demandUsd }: GeoEvaluation): Line[] {
  const costs = instance.dataCentres.map(({ name }, d) => {
    const use = energyUse(cells.map((row) => row[d]!));
    return { name, drawnKwh: use.drawnKwh, usd: use.energyUsd + use.transitionUsd + carbonUsdOf(instance, use) };
  });
  const largest = [...costs].sort((a, b) => b.drawnKwh - a.drawnKwh).slice(0, MAX_CENTRES);
  return [
    ...largest.map(({ name, drawnKwh, usd }, n): Line => {
      const cost = plain(inUnit(usd, 'USD', { currency: currencyOf(instance) }));
      return [n === 0 ? 'by centre' : '', `${oneLine(name)}: ${plain(kilowattHours(drawnKwh))}, ${cost}`];
    }),
    ...moreLines(costs.length - largest.length, 'data centre', ' of less energy'),
    ...(demandUsd === 0 ? [] : [['', '(demand charges left out)'] as const]),
  ];
}
