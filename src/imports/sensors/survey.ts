import { Quarantine } from '../quarantine.js';
import { RefusedSource } from '../refused-source.js';
import { stampAdvice } from '../../instances/time/time-stamp.js';
import type { Stated } from './clock.js';
import { type Answers, type Role, sensorName } from './columns.js';
import { readRows, type SensorFile, type SensorRow } from './rows.js';
import { isOfTwoUnits, type Unit, unitByRange, unitOf } from './units.js';

/** Maximum number of sensors of a file. Our choice: more are names that are none, such as a message in each row. */
const MAX_SENSORS = 20_000;
/** Number of readings from which a sensor's unit and interval are told, at least half of it once there are more. */
const SAMPLE = 512;
/** Share of rows of the same time as the row before, but of other sensors, from which rows are messages. Our choice. */
const MESSAGES = 0.01;

/** A sensor in a file, as far as its readings are known before they are put on the clock. */
export interface FileSensor {
  readonly name: string;
  readonly role: Role;
  unit: Unit | undefined;
  readings: number;
  /** First and last time, as the file states it, ms. */
  fromMs: number;
  toMs: number;
  lastMs: number;
  /** Times between readings, ms: a sample. */
  readonly intervalsMs: number[];
  sample: number[];
  every: number;
}

/** What a first look at the rows of a file says. */
export interface Survey {
  readonly file: SensorFile;
  readonly sensors: FileSensors;
  readonly rows: number;
  readonly of: Stated['of'];
  readonly isDescending: boolean;
  readonly hasMessages: boolean;
}

/** The sensors of a file, by the cells that name them and the column. */
export class FileSensors {
  readonly all: FileSensor[] = [];
  /** Names of columns and sensors that are not read. */
  readonly unread = new Set<string>();
  readonly #byKeys = new Map<string, (FileSensor | null | undefined)[]>();

  constructor(
    private readonly file: SensorFile,
    private readonly answers: Answers,
  ) {}

  /**
   * Returns the sensor of a cell; null if it is not read.
   *
   * @param n place among the value columns of the file
   */
  of(keys: readonly string[], n: number, stated: Unit | undefined): FileSensor | null {
    const key = keys.length === 0 ? '' : keys.join('\u001F');
    let row = this.#byKeys.get(key);
    if (row === undefined) this.#byKeys.set(key, (row = []));
    return (row[n] ??= this.#found(keys, n, stated));
  }

  #found(keys: readonly string[], n: number, stated: Unit | undefined): FileSensor | null {
    const { file, stem, columns } = this.file;
    const column = columns.values[n]!;
    const name = sensorName(keys, column.name);
    const unit = this.answers.unit(name, stem) ?? column.unit ?? stated;
    const role = this.answers.role(name, stem, unit);
    if (role === null || (unit !== undefined && unit.quantity !== role.quantity)) {
      this.unread.add(keys.length > 1 ? column.name : name);
      return null;
    }
    if (this.all.length === MAX_SENSORS) {
      const allowed = `at most ${MAX_SENSORS} sensors`;
      const remedy = 'Say by --columns which columns are none.';
      throw new RefusedSource(file, { path: '', value: `more than ${MAX_SENSORS} sensors`, allowed, remedy });
    }
    const [fromMs, toMs, lastMs] = [Infinity, -Infinity, NaN];
    const sensor = { name, role, unit, readings: 0, fromMs, toMs, lastMs, intervalsMs: [], sample: [], every: 1 };
    this.all.push(sensor);
    return sensor;
  }
}

/**
 * Looks at all rows of a file: its sensors, their spans, intervals and units.
 *
 * @throws RefusedSource for a file without a row with a time, one with times of several kinds, or units that cannot be told
 */
export async function surveyOf(file: SensorFile, answers: Answers): Promise<Survey> {
  const sensors = new FileSensors(file, answers);
  const kinds = new Map<Stated['of'], number>();
  let [rows, up, down, messages, lastMs] = [0, 0, 0, 0, NaN];
  const faults = await readRows(file, new Quarantine(), (row) => {
    const { ms, of } = row.stated;
    rows += 1;
    kinds.set(of, row.line);
    if (ms > lastMs) up += 1;
    else if (ms < lastMs) down += 1;
    const isRepeated = note(sensors, row);
    if (ms === lastMs && !isRepeated) messages += 1;
    lastMs = ms;
  });
  if (rows === 0) {
    const fault = [...faults].sort(([, n], [, m]) => m - n)[0]?.[0];
    const advice = fault === undefined ? undefined : stampAdvice(fault, '');
    const allowed = advice?.allowed ?? 'a table with rows below its header';
    const remedy = advice?.remedy ?? 'Check that the file was written completely.';
    throw new RefusedSource(file.file, { path: '', value: 'no row with a time', allowed, remedy });
  }
  if (kinds.size > 1) {
    const words = { instant: 'with an offset from UTC', local: 'without one', start: 'as seconds since a start' };
    const value = `times ${[...kinds].map(([of, line]) => `${words[of]} (line ${line})`).join(' and ')}`;
    const remedy = 'Write all times in the same way.';
    throw new RefusedSource(file.file, { path: '', value, allowed: 'times of one kind', remedy });
  }
  decideUnits(file, sensors.all);
  const isDescending = down > up;
  return { file, sensors, rows, of: [...kinds.keys()][0]!, isDescending, hasMessages: messages > MESSAGES * rows };
}

/** Returns the numbers of a row with their sensors, in the unit of its unit column where there is one. */
export function* readingsOf(sensors: FileSensors, row: SensorRow): Generator<readonly [FileSensor, number]> {
  const stated = row.unit === '' ? undefined : unitOf(row.unit);
  for (const [n, value] of row.numbers) {
    const sensor = sensors.of(row.keys, n, stated);
    if (sensor !== null) yield [sensor, valueIn(sensor, stated, value)];
  }
}

/** Notes the readings of a row; true if one of its sensors had a reading at the same time before. */
function note(sensors: FileSensors, row: SensorRow): boolean {
  const { ms } = row.stated;
  let isRepeated = false;
  for (const [sensor, value] of readingsOf(sensors, row)) {
    const apartMs = Math.abs(ms - sensor.lastMs);
    if (apartMs === 0) isRepeated = true;
    if (apartMs > 0 && sensor.intervalsMs.length < SAMPLE) sensor.intervalsMs.push(apartMs);
    sensor.lastMs = ms;
    sensor.fromMs = Math.min(sensor.fromMs, ms);
    sensor.toMs = Math.max(sensor.toMs, ms);
    if (sensor.readings % sensor.every === 0) sensor.sample.push(value);
    if (sensor.sample.length === SAMPLE) {
      sensor.every *= 2;
      sensor.sample = sensor.sample.filter((_, n) => n % 2 === 0);
    }
    sensor.readings += 1;
  }
  return isRepeated;
}

/** Returns a value in the sensor's unit, where the row states another one of the same quantity. */
function valueIn({ unit }: FileSensor, stated: Unit | undefined, value: number): number {
  if (unit === undefined || stated === undefined || stated === unit || stated.quantity !== unit.quantity) return value;
  return (value * stated.factor + stated.offset - unit.offset) / unit.factor;
}

/** Tells the units of sensors that state none; refuses those that may be in several. */
function decideUnits({ file }: SensorFile, sensors: readonly FileSensor[]): void {
  const open: FileSensor[] = [];
  for (const sensor of sensors) {
    const sorted = sensor.sample.toSorted((a, b) => a - b);
    const { quantity } = sensor.role;
    if (quantity === 'power' && isOfTwoUnits(sorted)) {
      const value = `${sensor.name}: powers around ${sorted[Math.floor(sorted.length / 20)]!} and ${sorted.at(-1)!}`;
      const remedy = 'Split the file where the unit changes, or leave the column out by --columns "<name>=none".';
      throw new RefusedSource(file, { path: '', value, allowed: 'one unit in a column', remedy });
    }
    sensor.unit ??= sorted.length === 0 ? undefined : unitByRange(quantity, sensor.name, sorted);
    if (sensor.unit === undefined && sorted.length > 0) open.push(sensor);
  }
  const [first] = open;
  if (first === undefined) return;
  const ways = { temperature: 'C or F', power: 'W or kW', energy: 'Wh or kWh', fan: '', pressure: '' };
  const { quantity } = first.role;
  const others = open.length === 1 ? '' : ` and ${open.length - 1} more`;
  const range = `${Math.min(...first.sample)} to ${Math.max(...first.sample)}`;
  throw new RefusedSource(file, {
    path: `column ${first.name}`,
    value: `${quantity} without a unit, ${range}${others}`,
    allowed: `a unit in the header, or numbers that only one of ${ways[quantity]} has`,
    remedy: `Say it, for instance --unit "${first.name}=${ways[quantity].split(' ')[0]!}"; * stands for any text.`,
  });
}
