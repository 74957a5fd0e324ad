import { basename } from 'node:path';
import { J_PER_KWH, MS_PER_H, MS_PER_S } from '../../../models/units.js';
import { COMMAND_LINE } from '../../instances/fault.js';
import { csvPieces } from '../../reports/csv.js';
import type { ImportAsked } from '../asked.js';
import type { Fact, Imported } from '../imported.js';
import { PackedText } from '../packed-text.js';
import { Quarantine } from '../quarantine.js';
import { RefusedSource } from '../refused-source.js';
import { LocalTimes, statedTime } from './clock.js';
import { Answers, type SensorTable } from './columns.js';
import { copiesOf, stuckOf } from './judge.js';
import { type SensorFile, styleOf } from './rows.js';
import type { Clock, Ended } from './series.js';
import { type Site, siteOf, type SiteSensor } from './site.js';
import { type Survey, surveyOf } from './survey.js';

/** Digits behind the point in the tables, by quantity: a hundredth of what sensors tell. */
const DIGITS = { temperature: 3, power: 2, energy: 2, fan: 2, pressure: 3 } as const;
/** Units of the tables, by quantity. */
const TABLE_UNITS = { temperature: 'C', power: 'W', energy: 'W', fan: '', pressure: 'Pa' } as const;
/** Maximum number of names in a sentence. */
const MAX_NAMES = 6;

/** What the reader is asked for beside files and zone. */
interface SensorWords {
  readonly columns?: readonly string[];
  readonly unit?: readonly string[];
  readonly decimal?: 'point' | 'comma';
  readonly step?: number;
  readonly start?: string;
}

/** A sensor with its values on the clock. */
type Read = SiteSensor & Ended;

/**
 * Reads logs of sensors: temperatures, meters and PDUs, CRACs and fans, put on one clock.
 *
 * @throws RefusedSource for a file that is no table with times, and for units or a time zone that have to be said
 */
export async function readSensors({ files, zone, words }: ImportAsked): Promise<Imported> {
  const { columns = [], unit = [], decimal, step, start } = words as SensorWords;
  const answers = new Answers(columns, unit);
  const surveys: Survey[] = [];
  for (const file of files) {
    const style = await styleOf(file, decimal === undefined ? undefined : decimal === 'comma' ? ',' : '.');
    refuseCopy(surveys, style);
    surveys.push(await surveyOf(style, answers));
  }
  refuseTimes(surveys, zone);
  if (!surveys.some(({ sensors }) => sensors.all.some(({ readings }) => readings > 0))) refuseNothing(surveys[0]!);
  const quarantine = new Quarantine();
  const startMs = start === undefined ? 0 : startOf(start, zone);
  const site = await siteOf(surveys, quarantine, { zone, stepS: step, startMs });
  const read = site.sensors.map((sensor): Read => ({ ...sensor, ...sensor.series.ended() }));
  refuseFalling(read);
  const judged = leaveOut(read, site.clock, quarantine);
  const byName = new Map(read.map((one) => [one.name, one]));
  const filed = surveys.map((survey, n) => fileCounts(survey, site, n, byName));
  const isRelative = surveys[0]!.of === 'start' && start === undefined;
  const fromMs = Math.min(...site.spans.map((one) => one.fromMs));
  const toMs = Math.max(...site.spans.map((one) => one.toMs));
  const steps = usedSteps(judged.kept, site.clock, toMs);
  const counted = (table: SensorTable): number => judged.kept.filter(({ role }) => role.table === table).length;
  const sum = (of: (one: Read) => number): number => read.reduce((all, one) => all + of(one), 0);
  return {
    stamps: surveys.map(({ file }) => file.stamp),
    counts: {
      files: filed,
      rows: surveys.reduce((all, { rows }) => all + rows, 0),
      stepS: site.clock.stepMs / MS_PER_S,
      steps: steps.length,
      temperatures: counted('temperatures'),
      powers: counted('powers'),
      cracs: counted('cracs'),
      heldValues: sum(({ held }) => held),
      counterWraps: sum(({ wraps }) => wraps),
      counterRestarts: sum(({ restarts }) => restarts),
      ambiguousTimes: site.twice,
      stuck: judged.stuck,
      copies: judged.copies,
    },
    text: [
      ...filed.map(fileSentence),
      `on a clock of ${site.clock.stepMs / MS_PER_S} s: ${counted('temperatures')} temperatures, ${counted('powers')} powers, ${counted('cracs')} of CRACs and fans, in ${steps.length} steps`,
    ],
    warnings: [
      ...(isRelative
        ? ['times count from a start that the files do not state: it is taken for 1970; say it by --start']
        : []),
      ...(site.twice === 0
        ? []
        : [`${site.twice} rows are of an hour that the clocks show twice: the order of rows tells which`]),
      ...judged.stuck.map(
        ({ name, from, hours, value }) =>
          `${name} kept ${value} for ${hours} h from ${from}, while others moved: stuck`,
      ),
      ...judged.copies.map(({ name, of }) => `${name} repeats ${of}, value for value: a copy`),
      ...answers.unused.map((text) => `no column is meant by ${text}`),
    ],
    quarantine,
    facts: filed.flatMap(fileFacts),
    tables: await tablesOf(judged.kept, steps, site.clock),
    span: { fromMs: Math.floor(fromMs), toMs: Math.floor(toMs) },
  };
}

/** Takes stuck spans and copies out of the sensors, and lists them. */
function leaveOut(read: readonly Read[], clock: Clock, quarantine: Quarantine) {
  const byName = new Map(read.map((one) => [one.name, one]));
  const copies = copiesOf(read);
  for (const { name, of } of copies) {
    const { file, headerLine } = byName.get(name)!;
    quarantine.add('column that repeats another one, value for value', file, headerLine, `${name} = ${of}`);
  }
  const kept = read.filter(({ name }) => !copies.some((copy) => copy.name === name));
  const stuck = stuckOf(kept, clock).map(({ name, from, to, value }) => {
    const { file, headerLine, values } = byName.get(name)!;
    values.fill(NaN, from, to);
    quarantine.add('span of 6 h or more in which a sensor kept one value while others moved', file, headerLine, name);
    const hours = Number((((to - from) * clock.stepMs) / MS_PER_H).toFixed(2));
    return { name, from: timeText(clock, from), hours, value: Number(value.toPrecision(12)) };
  });
  return { kept, stuck, copies };
}

/** Returns the steps of the clock in which some sensor has a value, up to the last time of all files. */
function usedSteps(read: readonly Read[], { length, startMs, stepMs }: Clock, toMs: number): number[] {
  const used = new Uint8Array(length);
  const last = Math.floor((toMs - startMs) / stepMs);
  for (const { values } of read) for (const [at, value] of values.entries()) if (!Number.isNaN(value)) used[at] = 1;
  return [...used.keys()].filter((at) => used[at] === 1 && at <= last);
}

/** Returns what was read of a file; its powers together in the steps in which all of them have a value. */
function fileCounts(survey: Survey, { ofFiles, spans, clock }: Site, n: number, byName: ReadonlyMap<string, Read>) {
  const { file, sensors, rows } = survey;
  const own = ofFiles[n]!.map(({ name }) => byName.get(name)!);
  const { fromMs, toMs } = spans[n]!;
  const powers = own.filter(({ role }) => role.table === 'powers').map(({ values }) => values);
  const begin = Math.max(0, Math.floor((fromMs - clock.startMs) / clock.stepMs));
  const end = Math.min(clock.length, Math.floor((toMs - clock.startMs) / clock.stepMs) + 1);
  let [least, most, energyJ, before] = [Infinity, -Infinity, 0, NaN];
  for (let at = begin; at < end && powers.length > 0; at += 1) {
    const totalW = powers.reduce((sum, values) => sum + values[at]!, 0);
    const isWhole = !Number.isNaN(totalW);
    if (isWhole) [least, most] = [Math.min(least, totalW), Math.max(most, totalW)];
    if (isWhole && !Number.isNaN(before)) energyJ += (((before + totalW) / 2) * clock.stepMs) / MS_PER_S;
    before = totalW;
  }
  const ofTable = (table: SensorTable): number => own.filter(({ role }) => role.table === table).length;
  return {
    file: basename(file.file),
    rows,
    from: new Date(fromMs).toISOString(),
    to: new Date(toMs).toISOString(),
    temperatures: ofTable('temperatures'),
    powers: ofTable('powers'),
    cracs: ofTable('cracs'),
    notRead: [...sensors.unread],
    ...(least > most
      ? {}
      : { leastPowerW: least, greatestPowerW: most, energyKWh: Number((energyJ / J_PER_KWH).toFixed(6)) }),
  };
}

type FileCounts = ReturnType<typeof fileCounts>;

function fileSentence({ file, rows, temperatures, powers, cracs, notRead, ...total }: FileCounts): string {
  const { leastPowerW, greatestPowerW, energyKWh } = total;
  const shown = (value: number): string => String(Number(value.toPrecision(6)));
  const energy =
    leastPowerW === undefined || greatestPowerW === undefined || energyKWh === undefined
      ? ''
      : `; together ${shown(leastPowerW)} to ${shown(greatestPowerW)} W, ${shown(energyKWh)} kWh`;
  const more = notRead.length > MAX_NAMES ? ` and ${notRead.length - MAX_NAMES} more` : '';
  const rest =
    notRead.length === 0
      ? ''
      : `; not read: ${notRead.slice(0, MAX_NAMES).join(', ')}${more} (say what they are by --columns)`;
  return `${file}: ${rows} rows, ${temperatures} temperatures, ${powers} powers, ${cracs} of CRACs and fans${energy}${rest}`;
}

function fileFacts({ file, from, to, leastPowerW, greatestPowerW, energyKWh }: FileCounts): Fact[] {
  const hours = (Date.parse(to) - Date.parse(from)) / MS_PER_H;
  if (leastPowerW === undefined || greatestPowerW === undefined || energyKWh === undefined || hours === 0) return [];
  const measured = { unit: 'W', kind: 'measured', origin: 'all powers of the file together' } as const;
  const field = `meters.${file.replace(/\.gz$/i, '')}`;
  return [
    { ...measured, field: `${field}.leastPowerW`, value: leastPowerW },
    { ...measured, field: `${field}.greatestPowerW`, value: greatestPowerW },
  ];
}

/** Returns the tables of the site: one row for each step in which any sensor has a value, the same in all tables. */
async function tablesOf(
  read: readonly Read[],
  steps: readonly number[],
  clock: Clock,
): Promise<Map<string, Uint8Array>> {
  const tables = new Map<string, Uint8Array>();
  for (const table of ['temperatures', 'powers', 'cracs'] as const) {
    const own = read.filter(({ role }) => role.table === table);
    if (own.length === 0) continue;
    const packed = new PackedText();
    const columns = own.map(({ name, role: { quantity }, values }) => ({
      name: TABLE_UNITS[quantity] === '' ? name : `${name} [${TABLE_UNITS[quantity]}]`,
      of: (at: number) => (Number.isNaN(values[at]!) ? null : Number(values[at]!.toFixed(DIGITS[quantity]))),
    }));
    for (const piece of csvPieces(steps, [{ name: 'time', of: (at: number) => timeText(clock, at) }, ...columns])) {
      packed.add(piece);
      await packed.settle();
    }
    tables.set(`${table}.csv.gz`, await packed.end());
  }
  return tables;
}

function timeText({ startMs, stepMs }: Clock, at: number): string {
  return `${new Date(startMs + at * stepMs).toISOString().slice(0, 19)}Z`;
}

/** Returns the instant that times from a start count from, ms since 1970 in UTC. */
function startOf(text: string, zone: string | undefined): number {
  const stated = statedTime(text.trim(), 'unknown');
  const refuse = (allowed: string): never => {
    const remedy = 'Write it as 2024-04-07T00:00Z, or with --zone.';
    throw new RefusedSource(COMMAND_LINE, { path: '--start', value: text, allowed, remedy });
  };
  if (typeof stated === 'string' || stated.of === 'start') return refuse('date and time with an offset from UTC');
  if (stated.of === 'instant') return stated.ms;
  if (zone === undefined) return refuse('a time with an offset from UTC, as no --zone is said');
  const order = { isDescending: false, hasMessages: false };
  return new LocalTimes(zone, order).instant(stated.ms, '') ?? refuse('a time that the clocks show');
}

function refuseCopy(surveys: readonly Survey[], { file, stamp }: SensorFile): void {
  const same = surveys.find((one) => one.file.stamp.sha256 === stamp.sha256);
  if (same === undefined) return;
  const value = `the same bytes as ${basename(same.file.file)}`;
  const remedy = 'Name it once. If it should be of other sensors, it was exported or copied wrongly.';
  throw new RefusedSource(file, { path: '', value, allowed: 'each file once', remedy });
}

function refuseTimes(surveys: readonly Survey[], zone: string | undefined): void {
  const local = surveys.find(({ of }) => of === 'local');
  if (local !== undefined && zone === undefined) {
    const allowed = 'times with an offset from UTC, or a time zone';
    const remedy = 'Say by --zone by which clocks the times are, such as Europe/Amsterdam, or UTC.';
    throw new RefusedSource(local.file.file, { path: '', value: 'times without a time zone', allowed, remedy });
  }
  const relative = surveys.find(({ of }) => of === 'start');
  const dated = surveys.find(({ of }) => of !== 'start');
  if (relative === undefined || dated === undefined) return;
  const value = `times from a start, and times with a date in ${basename(dated.file.file)}`;
  const remedy = 'Import them apart, or write the times with their date.';
  throw new RefusedSource(relative.file.file, { path: '', value, allowed: 'times of one kind', remedy });
}

function refuseNothing({ file, sensors }: Survey): never {
  const value = `columns ${[...sensors.unread].slice(0, MAX_NAMES).join(', ')}`;
  const allowed = 'columns of temperatures, powers, energies, fans or pressures, by their names or units';
  const remedy = 'Say what they are, for instance --columns "*=temperature"; * stands for any text.';
  throw new RefusedSource(file.file, { path: '', value, allowed, remedy });
}

function refuseFalling(read: readonly Read[]): void {
  const falling = read.find(({ isCounter }) => !isCounter);
  if (falling === undefined) return;
  const allowed = 'an energy that counts up, as that of a meter';
  const remedy = 'Export the counter or the power, or leave the column out by --columns "<name>=none".';
  const fault = { path: `column ${falling.name}`, value: 'an energy that often goes down', allowed, remedy };
  throw new RefusedSource(falling.file, fault);
}
