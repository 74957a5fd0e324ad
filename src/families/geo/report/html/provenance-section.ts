import { currencyOf } from '../../../../../models/units.js';
import type {
  CarbonSource,
  DataCentre,
  GeoInstance,
  PriceSource,
  Renewables,
} from '../../../../../models/families/geo/instance.js';
import { countOf, oneLine, significant } from '../../../../reports/format.js';
import type { GeoReportRequest } from '../input.js';
import { markup, nameOf, NOTHING, type Content, type Markup } from '../../../../reports/html/markup.js';
import { provenanceSection, type Row } from '../../../../reports/html/provenance-section.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { table } from '../../../../reports/html/table.js';
import { figureText, longitudeText } from '../format.js';
import { westToEast } from '../sums.js';

/** Maximum number of data centres whose input series are described one by one. */
const MAX_CENTRES = 30;
/** Returns the report section on the origin of the results, with all that is needed to reproduce the run. */
export function geoProvenance(input: GeoReportRequest): SectionOptions {
  const { model, plan, record } = input;
  const { instance } = model;
  const { result } = record;
  const { horizon, rules, tariffs, colocation } = instance;
  const currency = currencyOf(instance);
  const surplus =
    rules.surplus.rule === 'feed-in' ? `feed-in at ${rules.surplus.usdPerKwh} ${currency}/kWh` : rules.surplus.rule;
  const own: readonly Row[] = [
    [
      'Horizon',
      `${countOf(horizon.epochs, 'epoch')} of ${horizon.epochMinutes} min from ${oneLine(horizon.start)} ${oneLine(horizon.timeZone)}, ${horizon.boundary}`,
    ],
    ['Co-location', colocation.model],
    ['Transition to or from sleep', `${rules.transitionS} s`],
    ['Utilisation (phi of Eq. 38)', String(rules.utilisation)],
    ['Surplus of sun and wind', surplus],
    ...given('Price of carbon', rules.carbonUsdPerTonne, `${currency} per tonne`),
    ...given('Cap on carbon', rules.carbonCapKg, 'kg'),
    ...given('Share of monthly demand charges', rules.demandChargeShare, ''),
    ...Object.entries(tariffs).map(([name, { citation }]): Row => [`Tariff ${oneLine(name)}`, oneLine(citation)]),
    ...result.matrixProvenance
      .slice(0, MAX_CENTRES)
      .map(({ room, summary }): Row => [oneLine(`Air of the room ${room}`), oneLine(summary)]),
    ...Object.entries(result.figures).map(([name, value]): Row => {
      const { label, text } = figureText(name, value, currency);
      return [oneLine(`Of the method: ${label}`), text];
    }),
  ];
  return provenanceSection(result, oneLine(result.method), plan?.instance.sha256 ?? null, own, [centreTable(input)]);
}

/** Returns the table row of an optional rule, as a list; empty if the instance does not state the rule. */
function given(item: string, value: number | undefined, unit: string): Row[] {
  return value === undefined ? [] : [[item, `${value} ${unit}`.trim()]];
}

function centreTable({ model }: GeoReportRequest): Markup {
  const { instance } = model;
  const order = westToEast(instance);
  const shown = order.slice(0, MAX_CENTRES);
  return markup`${table({
    caption: 'Data centres from west to east, and where their series come from.',
    columns: [
      { head: 'Data centre' },
      { head: 'Longitude', numeric: true },
      { head: 'Time zone' },
      { head: 'Room' },
      { head: 'Eff', numeric: true },
      { head: 'CUP', numeric: true },
      { head: 'Series', wide: true },
    ],
    rows: shown.map((d) => centreRow(instance, instance.dataCentres[d]!, model.centres[d]!.coolingPerPower)),
  })}
${order.length > shown.length ? markup`<p class="caption">${countOf(order.length - shown.length, 'more centre')} to the east ${order.length - shown.length === 1 ? 'is' : 'are'} in the instance.</p>\n` : NOTHING}`;
}

function centreRow({ rooms }: GeoInstance, centre: DataCentre, cup: number): Content[] {
  return [
    nameOf(centre.name),
    longitudeText(centre.longitudeDeg),
    nameOf(centre.timeZone),
    nameOf(centre.room),
    String(centre.powerOverhead),
    `${significant(cup)}${centre.coolingPerPower === undefined ? ' calibrated' : ' given'}`,
    [
      `price: ${seriesText(centre.price)}`,
      `carbon: ${centre.carbon === undefined ? 'unknown' : seriesText(centre.carbon)}`,
      ownText(centre.renewables),
      `air: ${rooms[centre.room]!.airflow.source}`,
    ].join('; '),
  ];
}

function seriesText(source: PriceSource | CarbonSource): string {
  if (source.source === 'tariff') return `tariff ${oneLine(source.tariff)}`;
  if (source.source === 'csv') return filesText(source.file);
  return oneLine(source.provenance ?? 'given by epoch');
}

function filesText(file: string | readonly string[]): string {
  return oneLine(typeof file === 'string' ? file : file.join(' + '));
}

function ownText(renewables: Renewables | undefined): string {
  const { solar, wind } = renewables ?? {};
  const parts = [
    ...(solar === undefined
      ? []
      : [`sun: ${'file' in solar.irradiance ? filesText(solar.irradiance.file) : solar.irradiance.source}`]),
    ...(wind === undefined ? [] : [`wind: ${'file' in wind.speed ? filesText(wind.speed.file) : wind.speed.source}`]),
  ];
  return parts.length === 0 ? 'neither sun nor wind' : parts.join('; ');
}
