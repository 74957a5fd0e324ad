import { G_PER_KG, MS_PER_DAY, MS_PER_H, currencyOf } from '../../../../models/units.js';
import type { DataCentre, GeoInstance, Room } from '../../../../models/families/geo/instance.js';
import type { CentreSeries, GeoSeries } from '../../../../models/families/geo/series.js';
import { fastestTimeS } from '../../../facility/consistency-nodes.js';
import { civilDate, utcText } from '../../../instances/time/civil.js';
import { offsetAt, offsetSegments } from '../../../instances/time/zone.js';
import { mostNodePowerW, sleepNodePowerW } from './site-power.js';
import { nodePowers } from '../../../facility/node-powers.js';
import { jsonPath } from '../../../instances/fault.js';
import { cellWarnings, slotWarnings } from '../../../facility/slot-warnings.js';
import { powerUnitWarnings, setPointUnitWarnings, temperatureUnitWarnings } from '../../../facility/unit-warnings.js';
import { lackingAir } from '../../../facility/slot-warnings.js';
import { calendarOf, endMs } from './series/calendar.js';

/** Mean price, USD/kWh, above which the file's unit is probably USD/MWh. */
const DEAR_USD_PER_KWH = 1;
/** Mean carbon intensity, g/kWh, below which the file's unit is probably kg/kWh. */
const CLEAN_G_PER_KWH = 2;
/**
 * Ratio of solar and wind power to the largest node power above which a panel or rotor area was probably stated in
 * another unit.
 */
const RENEWABLE_EXCESS = 10;
/** Largest fraction of the wind's power that a turbine can use (A. Betz, 1920); a larger efficiency is warned about. */
const BETZ = 16 / 27;
/** Difference between local time and the solar time of a longitude above which a warning is given, hours. */
const ZONE_DISTANCE_H = 4;
/** Half a year, ms. Two instants this far apart include one without daylight saving time. */
const HALF_YEAR_MS = 183 * MS_PER_DAY;
/** Relative rounding error of a sum of powers, used where a power cap is compared with the least power. */
const ROUNDING = 1e-9;

/** Returns warnings about data that are valid but probably not intended. */
export function geoWarnings(instance: GeoInstance, series: GeoSeries): string[] {
  const { dataCentres, rooms, nodeTypes } = instance;
  const powerOf = (power: typeof mostNodePowerW): Map<string, number> =>
    new Map(Object.entries(rooms).map(([name, room]) => [name, power(room, nodeTypes)]));
  const [mostOf, sleepOf] = [powerOf(mostNodePowerW), powerOf(sleepNodePowerW)];
  return [
    ...unused(instance),
    ...Object.entries(rooms).flatMap(([name, room]) => airWarning(instance, name, room)),
    ...dataCentres.flatMap((centre, d) =>
      centreWarnings(instance, centre, series.centres[d]!, mostOf.get(centre.room)!, `dataCentres[${d}]`),
    ),
    ...dataCentres.flatMap((centre, d) => capWarning(centre, sleepOf.get(centre.room)!, `dataCentres[${d}]`)),
    ...arrivalWarning(instance, series),
    ...horizonWarnings(instance),
    ...ruleWarnings(instance, series),
    ...Object.entries(rooms).flatMap(([name, { airflow, nodeGroups }]) => [
      ...slotWarnings(jsonPath(['rooms', name, 'airflow', 'layout', 'racks']), airflow, nodeGroups),
      ...cellWarnings(jsonPath(['rooms', name, 'airflow', 'layout', 'cellM']), airflow),
    ]),
    ...powerUnitWarnings('nodeTypes', nodePowers(nodeTypes, [])),
    ...Object.entries(rooms).flatMap(([name, { redLineC, cracs }]) => [
      ...temperatureUnitWarnings(jsonPath(['rooms', name, 'redLineC']), redLineC, 'redLine'),
      ...setPointUnitWarnings(jsonPath(['rooms', name, 'cracs']), cracs),
    ]),
  ];
}

function unused({ dataCentres, rooms, tariffs, nodeTypes }: GeoInstance): string[] {
  const usedRooms = new Set(dataCentres.map(({ room }) => room));
  const usedTariffs = new Set(dataCentres.flatMap(({ price }) => (price.source === 'tariff' ? [price.tariff] : [])));
  const usedTypes = new Set([...usedRooms].flatMap((room) => rooms[room]!.nodeGroups.map(({ nodeType }) => nodeType)));
  return [
    ...Object.keys(rooms)
      .filter((name) => !usedRooms.has(name))
      .map((name) => `rooms: no data centre has the room "${name}".`),
    ...Object.keys(tariffs)
      .filter((name) => !usedTariffs.has(name))
      .map((name) => `tariffs: no data centre buys at "${name}".`),
    ...nodeTypes
      .filter(({ name }) => !usedTypes.has(name))
      .map(({ name }) => `nodeTypes: no node of a data centre is of type "${name}".`),
  ];
}

function airWarning({ nodeTypes }: GeoInstance, name: string, { nodeGroups, airflow, cracs }: Room): string[] {
  const drawn = nodeGroups.reduce(
    (sum, { nodeType, count }) => sum + count * nodeTypes.find((type) => type.name === nodeType)!.airFlowM3PerS,
    0,
  );
  const lacking = lackingAir({ airflow, cracs }, drawn);
  return lacking === null ? [] : [`rooms: nodes of "${name}" ${lacking} whatever the containment.`];
}

/**
 * Returns the warnings about one data centre.
 *
 * @param mostW largest total node power of the data centre, W
 */
function centreWarnings(
  instance: GeoInstance,
  centre: DataCentre,
  series: CentreSeries,
  mostW: number,
  path: string,
): string[] {
  const { timeZone, longitudeDeg, powerOverhead, renewables, carbon } = centre;
  const { horizon } = instance;
  const currency = currencyOf(instance);
  const warnings: string[] = [];
  const apartH = hoursFromSun(longitudeDeg, timeZone, Date.UTC(Number(horizon.start.slice(0, 4)), 0, 1));
  if (apartH > ZONE_DISTANCE_H) {
    warnings.push(
      `${path}.longitudeDeg: ${longitudeDeg} is ${short(apartH)} hours of sun away from ${timeZone}; east is positive, west negative.`,
    );
  }
  const price = mean(series.usdPerKwh);
  if (price > DEAR_USD_PER_KWH) {
    warnings.push(
      `${path}.price: ${short(price)} ${currency}/kWh on average; is it ${currency}/MWh (scale 0.001) or cents (scale 0.01)?`,
    );
  }
  const grams = mean(series.gramsPerKwh);
  if (carbon !== undefined && grams > 0 && grams < CLEAN_G_PER_KWH) {
    warnings.push(`${path}.carbon: ${short(grams)} g/kWh on average; is it kg/kWh (scale ${G_PER_KG})?`);
  }
  const mostKwh = Math.max(0, ...series.renewableKwh);
  const nodesKwh = (powerOverhead * mostW * horizon.epochMinutes) / 60_000;
  if (mostKwh > RENEWABLE_EXCESS * nodesKwh) {
    warnings.push(
      `${path}.renewables: up to ${short(mostKwh)} kWh in an epoch, ${short(mostKwh / nodesKwh)} times what all nodes at work draw; are the areas in m2?`,
    );
  }
  const efficiency = renewables?.wind?.efficiency ?? 0;
  if (efficiency > BETZ) {
    warnings.push(`${path}.renewables.wind.efficiency: ${efficiency} is above 16/27, the most a turbine can take.`);
  }
  return warnings;
}

/** Returns how far a zone's local time is from a longitude's solar time, hours, without daylight saving time. */
function hoursFromSun(longitudeDeg: number, timeZone: string, startMs: number): number {
  const offsets = [startMs, startMs + HALF_YEAR_MS].map((ms) => offsetSegments(timeZone, ms, ms + 1)[0]!.offsetMs);
  return Math.min(...offsets.map((ms) => Math.abs(((longitudeDeg / 15 - ms / MS_PER_H + 36) % 24) - 12)));
}

/** Returns a warning if a power cap is below the power of all nodes asleep, even without cooling. */
function capWarning({ powerCapW = Infinity, powerOverhead }: DataCentre, sleepW: number, path: string): string[] {
  const leastW = powerOverhead * sleepW;
  if (powerCapW >= leastW * (1 - ROUNDING)) return [];
  return [
    `${path}.powerCapW: ${powerCapW} W, but with all its nodes asleep the data centre draws ${short(leastW)} W and their cooling; no plan keeps the cap.`,
  ];
}

/**
 * Returns a warning if the arrivals need more cores than exist, even if every task runs at its fastest and co-location
 * slows none.
 */
function arrivalWarning({ dataCentres, rooms, nodeTypes, taskTypes }: GeoInstance, series: GeoSeries): string[] {
  const cores = dataCentres.reduce(
    (sum, { room }) =>
      sum +
      rooms[room]!.nodeGroups.reduce(
        (within, { nodeType, count }) => within + count * nodeTypes.find(({ name }) => name === nodeType)!.cores,
        0,
      ),
    0,
  );
  const fastestS = taskTypes.map(({ name }) => Math.min(...nodeTypes.map((type) => fastestTimeS(type, name))));
  const needed = Array.from({ length: series.arrivalRatePerS.length / taskTypes.length }, (_, t) =>
    fastestS.reduce((sum, timeS, i) => sum + series.arrivalRatePerS[t * taskTypes.length + i]! * timeS, 0),
  );
  const worst = needed.indexOf(Math.max(...needed));
  if (!(needed[worst]! > cores)) return [];
  return [
    `taskTypes: the arrivals of epoch ${worst} need ${short(needed[worst]!)} cores even where each is fastest, there are ${cores}; no plan serves them.`,
  ];
}

function ruleWarnings({ rules, colocation }: GeoInstance, series: GeoSeries): string[] {
  const warnings: string[] = [];
  if ((rules.demandChargeShare ?? 0) > 0 && series.centres.every(({ demandPeriods }) => demandPeriods.length === 0)) {
    warnings.push('rules.demandChargeShare: no tariff in use has a demand charge.');
  }
  if (colocation.model === 'literal') {
    warnings.push(
      'colocation.model: Eq. 21 as printed gives negative or faster-than-alone times outside its training range; such combinations are counted and the former excluded.',
    );
  }
  return warnings;
}

function mean(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function short(value: number): string {
  return String(Number(value.toPrecision(4)));
}

/** Maximum length of a horizon without a warning, days. Demand charges are monthly but billed once per horizon. */
const MONTH_DAYS = 31;

/** Returns warnings about doubtful dates and lengths of a valid instance. */
export function horizonWarnings(instance: GeoInstance): string[] {
  const { horizon, rules } = instance;
  const judged = calendarOf(horizon);
  if (!judged.ok) return [];
  const { startMs } = judged.calendar;
  const end = endMs(judged.calendar);
  // A segment of the instant `end` itself: the clocks may change at that very midnight.
  const segments = offsetSegments(horizon.timeZone, startMs, end + 1);
  const localStart = startMs + offsetAt(segments, startMs);
  const localEnd = end + offsetAt(segments, end);
  const warnings: string[] = [];
  if (horizon.boundary === 'cyclic' && (localEnd - localStart) % MS_PER_DAY !== 0) {
    warnings.push(
      `horizon.boundary: cyclic, but the clocks of ${horizon.timeZone} show ${clock(localStart)} at its beginning and ${clock(localEnd)} at its end.`,
    );
  }
  if ((rules.demandChargeShare ?? 0) > 0 && end - startMs > MONTH_DAYS * MS_PER_DAY) {
    warnings.push(
      `rules.demandChargeShare: the horizon has ${(end - startMs) / MS_PER_DAY} days, but each demand charge is charged once: plan month by month.`,
    );
  }
  const years = [localStart, localEnd - 1].map((ms) => civilDate(Math.floor(ms / MS_PER_DAY)).year);
  return [...warnings, ...holidayWarnings(instance, [...new Set(years)])];
}

/** Returns warnings about lists of holidays that have no day in some year of the horizon. */
function holidayWarnings({ dataCentres, tariffs }: GeoInstance, years: readonly number[]): string[] {
  const used = new Set(dataCentres.flatMap(({ price }) => (price.source === 'tariff' ? [price.tariff] : [])));
  return Object.entries(tariffs).flatMap(([name, { holidays = [] }]) => {
    const without = years.filter((year) => !holidays.some((date) => date.startsWith(`${year}-`)));
    if (!used.has(name) || holidays.length === 0 || without.length === 0) return [];
    return [`tariffs: the holidays of "${name}" name no day of ${without.join(' or ')}, when the horizon is.`];
  });
}

function clock(localMs: number): string {
  return utcText(localMs).slice(11, 16);
}
