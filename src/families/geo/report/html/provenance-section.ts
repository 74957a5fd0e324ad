import type {
  CarbonSource,
  DataCentre,
  GeoInstance,
  PriceSource,
  Renewables,
} from '../../../../../models/problems/geo/instance.js';
import { oneLine, significant } from '../../../../reports/format.js';
import type { GeoReportInput } from '../input.js';
import { markup, nameOf, NOTHING, type Content, type Markup } from '../../../../reports/html/markup.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { table } from '../../../../reports/html/table.js';
import { figureText, longitudeText } from '../format.js';
import { westToEast } from '../figures.js';

/** Greatest number of centres whose series are described one by one. Ours. */
const MAX_CENTRES = 30;
/** Time below which only "under 1 ms" is shown, s. */
const MIN_S = 1e-3;

/** Section on the origin of the figures, complete enough to make them again. */
export function provenanceSection(input: GeoReportInput): SectionOptions {
  return {
    id: 'provenance',
    title: 'Provenance',
    body: [
      table({
        caption: 'What was solved, and how.',
        columns: [{ head: 'Item' }, { head: 'Value', wide: true }],
        rows: [...solved(input), ...made(input)],
      }),
      centreTable(input),
    ],
  };
}

function solved({ problem: { instance }, plan, record: { result } }: GeoReportInput): Content[][] {
  const { horizon, rules } = instance;
  const { surplus } = rules;
  const surplusText = surplus.rule === 'feed-in' ? `feed-in at ${surplus.usdPerKwh} USD/kWh` : surplus.rule;
  return [
    ['Instance', oneLine(result.instance)],
    ...(plan === null ? [] : [['Instance file, SHA-256', markup`<code>${oneLine(plan.instance.sha256)}</code>`]]),
    [
      'Horizon',
      `${horizon.epochs} epochs of ${horizon.epochMinutes} min from ${oneLine(horizon.start)} ${oneLine(horizon.timeZone)}, ${horizon.boundary}`,
    ],
    ['Co-location', instance.colocation.model],
    ['Transition to or from sleep', `${rules.transitionS} s`],
    ['Utilisation (phi of Eq. 38)', String(rules.utilisation)],
    ['Surplus of sun and wind', surplusText],
    ...(rules.carbonUsdPerTonne === undefined ? [] : [['Price of carbon', `${rules.carbonUsdPerTonne} USD per tonne`]]),
    ...(rules.carbonCapKg === undefined ? [] : [['Cap on carbon', `${rules.carbonCapKg} kg`]]),
    ...(rules.demandChargeShare === undefined
      ? []
      : [['Share of monthly demand charges', significant(rules.demandChargeShare, 4)]]),
    ...Object.entries(instance.tariffs).map(([name, { citation }]): Content[] => [
      `Tariff ${oneLine(name)}`,
      oneLine(citation),
    ]),
  ];
}

function made({ record: { result } }: GeoReportInput): Content[][] {
  return [
    ['Method', oneLine(result.method)],
    ['Seed', String(result.seed)],
    ...result.matrixProvenance
      .slice(0, MAX_CENTRES)
      .map(({ room, summary }): Content[] => [oneLine(`Air of the room ${room}`), oneLine(summary)]),
    ...Object.entries(result.figures).map(([name, value]): Content[] => {
      const { label, text } = figureText(name, value);
      return [oneLine(`Of the method: ${label}`), text];
    }),
    ...Object.entries(result.files).map(([name, file]): Content[] => [oneLine(`File: ${name}`), oneLine(file)]),
    ...Object.entries(result.timeS).map(([name, value]): Content[] => [
      `Time: ${oneLine(name)}`,
      value < MIN_S ? 'under 1 ms' : `${significant(value, 3)} s`,
    ]),
    ...Object.entries(result.work).map(([name, value]): Content[] => [`Work: ${oneLine(name)}`, String(value)]),
  ];
}

function centreTable({ problem }: GeoReportInput): Markup {
  const { instance } = problem;
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
    rows: shown.map((d) => centreRow(instance, instance.dataCentres[d]!, problem.centres[d]!.coolingPerPower)),
  })}
${order.length > shown.length ? markup`<p class="caption">${String(order.length - shown.length)} more centres to the east are in the instance.</p>\n` : NOTHING}`;
}

function centreRow({ rooms }: GeoInstance, centre: DataCentre, cup: number): Content[] {
  return [
    nameOf(centre.name),
    longitudeText(centre.longitudeDeg),
    nameOf(centre.timeZone),
    nameOf(centre.room),
    String(centre.powerOverhead),
    `${significant(cup, 5)}${centre.coolingPerPower === undefined ? ' calibrated' : ' given'}`,
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
