import { COMMAND_LINE } from '../../instances/fault.js';
import { RefusedSource } from '../refused-source.js';
import { namedUnit, type Quantity, type Unit, UNIT_NAMES, unitOf } from './units.js';

/** Tables of the site that sensors go to. */
export type SensorTable = 'temperatures' | 'powers' | 'cracs';

/** What a sensor is read as. */
export interface Role {
  readonly quantity: Quantity;
  readonly table: SensorTable;
}

/** What `--columns` calls the roles; null for what is not read. */
const ROLES: ReadonlyMap<string, Role | null> = new Map([
  ['temperature', { quantity: 'temperature', table: 'temperatures' }],
  ['crac', { quantity: 'temperature', table: 'cracs' }],
  ['power', { quantity: 'power', table: 'powers' }],
  ['energy', { quantity: 'energy', table: 'powers' }],
  ['fan', { quantity: 'fan', table: 'cracs' }],
  ['pressure', { quantity: 'pressure', table: 'cracs' }],
  ['none', null],
] as const);

/** Words of names and what they say, in the order in which they count; null for what is not read. */
const WORDS: readonly (readonly [RegExp, Quantity | null])[] = [
  [/volt|amp(?:ere|s)?\b|\bcurrent\b(?!.*power)|strom\b|hertz|freq|humid|feucht|\brh\b|util|power.?factor/i, null],
  [/gmem|memory|alarm|status|state\b|\bcount\b/i, null],
  [/energ[iy]|k?wh\b|z[aä]hler/i, 'energy'],
  [/power|leistung|puissance|potenza|potencia|watt/i, 'power'],
  [
    /temp|inlet|outlet|intake|exhaust|return|supply|discharge|set.?point|ambient|aisle|(?:wet|dry).?bulb/i,
    'temperature',
  ],
  [/fan|l[üu]fter|rpm|speed|signal|drehzahl/i, 'fan'],
  [/press|druck/i, 'pressure'],
];
/** Words of temperatures of coolers, which go to the table of CRACs. */
const OF_COOLER = /cooler|crac|crah|\bahu|chiller|discharge|set.?point|(?:^|[^a-z])(?:supply|return)/i;
/** Words of columns that hold a setting or limit, which may stay as it is and be the same for several. */
const SETTING = /set.?point|sollwert|limit|(?:^|_)(?:max|min)(?:_|\d|$)/i;
/** Names of columns that name the sensor or its place. */
const KEY =
  /^(?:sensor|name|tag|metric|point|device|host|hostname|server|node|rack|pdu|outlet|channel|probe|location|room|entity|measurement|field|sensor.?name|.*(?:^|_)id)$/i;
/** Names of the column with the number, in tables with a row for each sensor and time. */
const VALUE = /^(?:value|reading|wert|messwert|valeur|valor|valore|_value|mean|avg|average)$/i;
/** Names of the column with the unit, in such tables. */
const UNIT = /^(?:units?|einheit|unité|unidad|uom)$/i;
/** Names of columns with date and time. */
const TIME =
  /^(?:time|timestamp|time.?stamp|date.?time|datum.?(?:und.?)?zeit|zeit|zeitstempel|zeitpunkt|ts|_time|epoch|unix.?time|recorded.?at|received.?at|last.?changed|horodatage|fecha.?hora|data.?ora|(?:time|timestamp|date)\s*[[(].*[\])])$/i;
/** Names of columns with the date alone, and with the time of day alone. */
const [DATE, TIME_OF_DAY] = [/^(?:date|datum|fecha|data|day)$/i, /^(?:time|uhrzeit|zeit|hora|heure|ora)$/i];

/** How the columns of a file are read. */
export interface Columns {
  /** Places of the columns whose texts make the time, joined by a blank. */
  readonly time: readonly number[];
  /** Places of the columns that name the sensor. */
  readonly keys: readonly number[];
  /** Place of the column that states the unit; -1 if there is none. */
  readonly unit: number;
  readonly values: readonly { readonly at: number; readonly name: string; readonly unit: Unit | undefined }[];
}

/** Returns how the columns of a table are read, by their names; null if none is the time. */
export function columnsOf(names: readonly string[]): Columns | null {
  const date = names.findIndex((name) => DATE.test(name));
  const ofDay = names.findIndex((name) => TIME_OF_DAY.test(name));
  const whole = names.findIndex((name) => TIME.test(name));
  const time = date >= 0 && ofDay >= 0 ? [date, ofDay] : [whole >= 0 ? whole : date].filter((at) => at >= 0);
  if (time.length === 0) return null;
  const keys = names.flatMap((name, at) => (KEY.test(name) && !time.includes(at) ? [at] : []));
  const unit = names.findIndex((name) => UNIT.test(name));
  const values = names.flatMap((header, at) => {
    if (time.includes(at) || keys.includes(at) || at === unit) return [];
    return [{ at, ...namedUnit(header, (name) => quantityOf(name) ?? undefined) }];
  });
  return { time, keys, unit, values };
}

/**
 * Returns the name of a sensor: the cells that name it, and the name of the column unless that is just "value".
 *
 * @param keys cells of the row that name the sensor
 */
export function sensorName(keys: readonly string[], column: string): string {
  const named = keys.filter((one) => one !== '');
  return VALUE.test(column) && named.length > 0 ? named.join('/') : [...named, column].join('/');
}

/** Returns true if a name is of a setting, which may stay the same. */
export function isSetting(name: string): boolean {
  return SETTING.test(name);
}

/** Answers of the user on columns: patterns of names, and what such columns are. */
export class Answers {
  readonly #roles: readonly (readonly [string, RegExp, Role | null])[];
  readonly #units: readonly (readonly [string, RegExp, Unit])[];
  readonly #used = new Set<string>();

  /** @throws RefusedSource for an answer that cannot be read */
  constructor(columns: readonly string[], units: readonly string[]) {
    this.#roles = columns.map((text) => {
      const [pattern, value] = answerOf('--columns', text);
      const role = ROLES.get(value);
      if (role === undefined) return refuse('--columns', text, `<name>= and one of ${[...ROLES.keys()].join(', ')}`);
      return [text, pattern, role] as const;
    });
    this.#units = units.map((text) => {
      const [pattern, value] = answerOf('--unit', text);
      const unit = unitOf(value);
      if (unit === undefined) return refuse('--unit', text, `<name>= and one of ${UNIT_NAMES}`);
      return [text, pattern, unit] as const;
    });
  }

  /**
   * Returns what a sensor is read as; null if it is not read. The answers of the user count first, then the unit, the
   * words of its name, and those of the name of its file.
   */
  role(name: string, stem: string, unit: Unit | undefined): Role | null {
    const answer = this.#roles.find(([, pattern]) => isNamed(pattern, name, stem));
    if (answer !== undefined) {
      this.#used.add(answer[0]);
      return answer[2];
    }
    const ofName = quantityOf(name);
    const ofWords = ofName === undefined ? quantityOf(stem) : ofName;
    // A share is of a fan only if words say so: humidity is one, too.
    const quantity = unit === undefined || unit.name === '%' ? ofWords : unit.quantity;
    if (quantity === undefined || quantity === null) return null;
    if (quantity === 'power' || quantity === 'energy') return { quantity, table: 'powers' };
    const isOfCooler = quantity !== 'temperature' || OF_COOLER.test(name) || OF_COOLER.test(stem);
    return { quantity, table: isOfCooler ? 'cracs' : 'temperatures' };
  }

  /** Returns the unit that the user said for a sensor; undefined if none. */
  unit(name: string, stem: string): Unit | undefined {
    const answer = this.#units.find(([, pattern]) => isNamed(pattern, name, stem));
    if (answer !== undefined) this.#used.add(answer[0]);
    return answer?.[2];
  }

  /** Answers that no sensor met. */
  get unused(): string[] {
    return [...this.#roles, ...this.#units].map(([text]) => text).filter((text) => !this.#used.has(text));
  }
}

/** Returns what the words of a name say that it is; null for something that is not read, undefined for nothing. */
function quantityOf(name: string): Quantity | null | undefined {
  return WORDS.find(([words]) => words.test(name))?.[1];
}

function isNamed(pattern: RegExp, name: string, stem: string): boolean {
  return pattern.test(name) || pattern.test(`${stem}/${name}`);
}

function answerOf(option: string, text: string): readonly [RegExp, string] {
  const at = text.lastIndexOf('=');
  if (at <= 0) return refuse(option, text, '<name>=<value>, the name with * for any text');
  const escaped = text.slice(0, at).replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&');
  return [new RegExp(`^${escaped.replaceAll('*', '.*')}$`, 'i'), text.slice(at + 1).trim()];
}

function refuse(option: string, value: string, allowed: string): never {
  const remedy = 'Correct the option; names are as in the headers, or <file>/<header>.';
  throw new RefusedSource(COMMAND_LINE, { path: option, value, allowed, remedy });
}
