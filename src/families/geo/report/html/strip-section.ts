import { currencyOf, S_PER_H } from '../../../../../models/units.js';
import type { GeoEvaluation } from '../../../../../models/families/geo/outcome.js';
import { fixed, oneLine, significant } from '../../../../reports/format.js';
import { type CentreGroup, drawnKwhOf, groupPrice, longitudeRows } from '../sums.js';
import { clockText, longitudeText } from '../format.js';
import type { GeoReportRequest } from '../input.js';
import { absent } from '../../../../reports/html/section.js';
import { markup, nameOf, quantity, typeset, type Markup } from '../../../../reports/html/markup.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { table } from '../../../../reports/html/table.js';
import { type HeatRow, heatStrip } from './heat-strip.js';

/** Maximum number of epoch columns of the table below a heat strip; longer horizons are only in the ledger file. */
const MAX_COLUMNS = 48;

/** Returns the report section on where work is done over the day: power, price and carbon, from west to east. */
export function stripSection(input: GeoReportRequest, evaluation: GeoEvaluation | null): SectionOptions {
  const head = { id: 'longitude', title: 'West to east over the day' };
  if (evaluation === null) return { ...head, body: [absent('no plan was rated')] };
  const { model, series } = input;
  const rows = longitudeRows(model.instance, bandName);
  const hours = model.epochS / S_PER_H;
  const powerKw = rows.map(({ centres }) =>
    evaluation.cells.map((row) => centres.reduce((sum, d) => sum + drawnKwhOf(row[d]!), 0) / hours / centres.length),
  );
  const prices = rows.map((row) => evaluation.cells.map((_, t) => groupPrice(input, evaluation, row, t)));
  const grams = rows.map((row) => evaluation.cells.map((_, t) => groupPrice(input, evaluation, row, t, 'gramsPerKwh')));
  // The name of a band says where it is.
  const places = rows.map(({ centres }) =>
    centres.length > 1 ? '' : longitudeText(model.instance.dataCentres[centres[0]!]!.longitudeDeg),
  );
  const isCarbonKnown = series.centres.some(({ gramsPerKwh }) => gramsPerKwh.some((value) => value > 0));
  const banded = rows.some(({ centres }) => centres.length > 1);
  const strip = (id: string, what: string, values: readonly number[][], write: (value: number) => string): Markup =>
    heatStrip({
      id: `strip-${id}`,
      title: `Heat map of ${what}: a row per ${banded ? 'band of longitude' : 'data centre'} from west at the top to east, a column per epoch, local hours written into the cells.`,
      rows: heatRows(input, rows, values).map((row, n) => ({ ...row, place: places[n]! })),
      scale: { name: what, ...extent(values), write },
      epochHours: hours,
    });
  return {
    ...head,
    body: [
      markup`<h3>Power</h3>\n`,
      strip('power', `power at the meter${banded ? ', mean of the band’s centres' : ''}, kW`, powerKw, (kw) =>
        typeset(shortNumber(kw)),
      ),
      markup`<h3>Price</h3>\n`,
      strip('price', `price of electricity, ${currencyOf(model.instance)}/kWh`, prices, (value) =>
        typeset(significant(value)),
      ),
      ...(isCarbonKnown
        ? [
            markup`<h3>Carbon</h3>\n`,
            strip('carbon', 'carbon intensity of the grid, g/kWh', grams, (value) => typeset(fixed(value, 0))),
          ]
        : []),
      markup`<p class="caption">Rows from west to east, columns are epochs; the numbers are local hours at the epoch’s beginning${banded ? ' at the westernmost centre of the band' : ''}. ${banded ? `${String(model.centres.length)} centres stand in ${String(rows.length)} bands; prices and carbon are weighted by what the centres draw.` : ''}</p>\n`,
      ...(model.epochCount <= MAX_COLUMNS ? [powerTable(input, rows, powerKw)] : []),
    ],
  };
}

function powerTable(
  { model, series }: GeoReportRequest,
  rows: readonly CentreGroup[],
  powerKw: readonly (readonly number[])[],
): Markup {
  const first = rows[0]!.centres[0]!;
  return markup`<details><summary>Power as a table</summary>
${table({
  caption: `Power at the meter, kW, by epoch; begins by the clock of ${oneLine(model.instance.dataCentres[first]!.name)}.`,
  columns: [
    { head: 'Data centre' },
    { head: 'Longitude', numeric: true },
    // The day and the hour are not broken, but one stands below the other.
    ...series.centres[first]!.localBeginnings.map((begin) => ({
      head: clockText(begin).replace('-', '\u2011'),
      numeric: true,
    })),
  ],
  rows: rows.map(({ name, centres }, n) => [
    nameOf(name),
    longitudeText(model.instance.dataCentres[centres[0]!]!.longitudeDeg),
    ...powerKw[n]!.map((kw) => quantity({ digits: shortNumber(kw), unit: '' })),
  ]),
})}</details>\n`;
}

/** Returns the name of a band of data centres between two longitudes, such as "120.9–119.4° W (10)". */
export function bandName(westDeg: number, eastDeg: number, centres: number): string {
  const [west, east] = [longitudeText(westDeg), longitudeText(eastDeg)];
  const [short, side] = west.split(/(?=° )/);
  return `${side !== undefined && east.endsWith(side) ? short! : west}–${east} (${centres})`;
}

/**
 * Returns the rows of a heat strip.
 *
 * @param values indexed [row][epoch]
 */
export function heatRows(
  { series }: Pick<GeoReportRequest, 'series'>,
  rows: readonly CentreGroup[],
  values: readonly (readonly (number | null)[])[],
): HeatRow[] {
  return rows.map(({ name, centres }, n) => ({
    name,
    values: values[n]!,
    localBeginnings: series.centres[centres[0]!]!.localBeginnings,
  }));
}

export function extent(values: readonly (readonly (number | null)[])[]): {
  readonly min: number;
  readonly max: number;
} {
  const known = values.flat().filter((value) => value !== null);
  return { min: Math.min(...known), max: Math.max(...known) };
}

/** Returns a power in kW as text: without decimals from 100 on, else with three digits. */
function shortNumber(value: number): string {
  return Math.abs(value) >= 100 ? fixed(value, 0) : String(Number(value.toPrecision(3)));
}
