import { MS_PER_S, S_PER_H, S_PER_MIN } from '../../../models/units.js';
import { median } from '../../experiments/quantiles.js';
import { COMMAND_LINE } from '../../instances/fault.js';
import { Quarantine } from '../quarantine.js';
import { RefusedSource } from '../refused-source.js';
import { LocalTimes } from './clock.js';
import type { Role } from './columns.js';
import { readRows } from './rows.js';
import { type Clock, Series } from './series.js';
import { type FileSensor, readingsOf, type Survey } from './survey.js';

/** Steps of the clock that are chosen, s. */
const STEPS_S = [1, 5, 10, 15, 20, 30, S_PER_MIN, 120, 300, 600, 900, 1200, 1800, S_PER_H];
/** Maximum number of values in all tables. Our choice: 12 bytes each, and their text, in 250 MB. */
const MAX_VALUES = 8_000_000;
/** How much shorter than a step of the clock the usual interval may be, as loggers' clocks are not exact. */
const NEARLY = 1.02;
/** Margin within which local times lie around UTC, ms. */
const MAX_OFFSET_MS = 15 * S_PER_H * MS_PER_S;

/** A sensor of the site: it may go on in several files. */
export interface SiteSensor {
  readonly name: string;
  readonly role: Role;
  readonly series: Series;
  /** The file in which it came first, and the line of its header. */
  readonly file: string;
  readonly headerLine: number;
}

/** All sensors on one clock. */
export interface Site {
  readonly clock: Clock;
  readonly sensors: readonly SiteSensor[];
  /** Sensors of each file, in the order of the files. */
  readonly ofFiles: readonly (readonly SiteSensor[])[];
  /** First and last time of each file, ms since 1970 in UTC. */
  readonly spans: readonly { readonly fromMs: number; readonly toMs: number }[];
  /** Number of rows whose time the clocks show twice. */
  readonly twice: number;
}

/**
 * Puts the readings of all files on one clock.
 *
 * @param asked time zone of local times, step of the clock that the user said, s, and what is added to times from a start
 */
export async function siteOf(
  surveys: readonly Survey[],
  quarantine: Quarantine,
  asked: { readonly zone: string | undefined; readonly stepS: number | undefined; readonly startMs: number },
): Promise<Site> {
  const named = namedSensors(surveys);
  const clock = clockOf(surveys, named, asked);
  const sensors = new Map<string, SiteSensor>();
  const bySensor = new Map<FileSensor, SiteSensor>();
  for (const { survey, sensor, name } of named) {
    const known = sensors.get(name) ?? newSensor(survey, sensor, name, clock);
    sensors.set(name, known);
    bySensor.set(sensor, known);
  }
  const spans: { readonly fromMs: number; readonly toMs: number }[] = [];
  let twice = 0;
  for (const survey of surveys) {
    const { file, of } = survey;
    const local = of === 'local' ? new LocalTimes(asked.zone!, survey) : null;
    let [fromMs, toMs] = [Infinity, -Infinity];
    await readRows(file, quarantine, (row) => {
      const statedMs = of === 'start' ? row.stated.ms + asked.startMs : row.stated.ms;
      const ms = local === null ? statedMs : local.instant(statedMs, row.keys.join('\u001F'));
      if (ms === null) {
        quarantine.add(`time that the clocks of ${asked.zone!} skip`, file.file, row.line);
        return;
      }
      fromMs = Math.min(fromMs, ms);
      toMs = Math.max(toMs, ms);
      for (const [sensor, value] of readingsOf(survey.sensors, row)) {
        bySensor.get(sensor)!.series.add(ms, value, sensor.unit!);
      }
    });
    twice += local?.twice ?? 0;
    spans.push({ fromMs, toMs });
  }
  const ofFiles = surveys.map(({ sensors: own }) => [
    ...new Set(own.all.flatMap((one) => (bySensor.has(one) ? [bySensor.get(one)!] : []))),
  ]);
  return { clock, sensors: [...sensors.values()], ofFiles, spans, twice };
}

/**
 * Returns the sensors with readings and their names on the site. The same name in files of different times is one
 * sensor; in files of the same time they are several, told by the names of the files.
 */
function namedSensors(
  surveys: readonly Survey[],
): { readonly survey: Survey; readonly sensor: FileSensor; readonly name: string }[] {
  const byName = new Map<string, { readonly survey: Survey; readonly sensor: FileSensor }[]>();
  for (const survey of surveys) {
    for (const sensor of survey.sensors.all.filter(({ readings }) => readings > 0)) {
      const known = byName.get(sensor.name);
      if (known === undefined) byName.set(sensor.name, [{ survey, sensor }]);
      else known.push({ survey, sensor });
    }
  }
  const named = [...byName].flatMap(([name, all]) => {
    const inTime = all.toSorted((a, b) => a.sensor.fromMs - b.sensor.fromMs);
    const isOne = inTime.every(({ sensor }, n) => n === 0 || sensor.fromMs >= inTime[n - 1]!.sensor.toMs);
    const isSame = all.every(({ sensor: { role } }) => role.quantity === all[0]!.sensor.role.quantity);
    return all.map((one) => ({ ...one, name: isOne && isSame ? name : `${one.survey.file.stem}/${name}` }));
  });
  const order = new Map(surveys.map((survey, n) => [survey, n]));
  const counts = new Map<string, number>();
  return named
    .sort((a, b) => order.get(a.survey)! - order.get(b.survey)! || indexOf(a) - indexOf(b))
    .map((one) => {
      // Two columns of one file with one name, or two files of one name.
      const rival = named.some(
        (other) => other !== one && other.name === one.name && (other.survey === one.survey || one.name.includes('/')),
      );
      if (!rival) return one;
      const n = (counts.get(one.name) ?? 0) + 1;
      counts.set(one.name, n);
      return n === 1 ? one : { ...one, name: `${one.name} (${n})` };
    });
}

function indexOf({ survey, sensor }: { readonly survey: Survey; readonly sensor: FileSensor }): number {
  return survey.sensors.all.indexOf(sensor);
}

function newSensor({ file }: Survey, sensor: FileSensor, name: string, clock: Clock): SiteSensor {
  const series = new Series(sensor.role, intervalOf(sensor), clock);
  return { name, role: sensor.role, series, file: file.file, headerLine: file.headerLine };
}

/** Returns the clock: its step is the usual interval of the sensors that are read most often, if values are not too many. */
function clockOf(
  surveys: readonly Survey[],
  named: readonly { readonly sensor: FileSensor; readonly name: string }[],
  { stepS, startMs }: { readonly stepS: number | undefined; readonly startMs: number },
): Clock {
  const sensors = new Set(named.map(({ name }) => name)).size;
  const isRelative = surveys[0]!.of === 'start';
  const margin = surveys.some(({ of }) => of === 'local') ? MAX_OFFSET_MS : 0;
  const fromMs = Math.min(...named.map(({ sensor }) => sensor.fromMs)) + (isRelative ? startMs : 0) - margin;
  const toMs = Math.max(...named.map(({ sensor }) => sensor.toMs)) + (isRelative ? startMs : 0) + margin;
  const usualMs = Math.min(...surveys.flatMap(({ sensors: { all } }) => usualOf(all)));
  const clocks = (stepS === undefined ? STEPS_S : [stepS]).map((one): Clock => {
    const stepMs = one * MS_PER_S;
    const begin = Math.floor(fromMs / stepMs) * stepMs;
    return { startMs: begin, stepMs, length: Math.floor((toMs - begin) / stepMs) + 1 };
  });
  const nearest = clocks.filter(({ stepMs }) => stepMs <= usualMs * NEARLY).at(-1) ?? clocks[0]!;
  const chosen = clocks.find((one) => one.stepMs >= nearest.stepMs && one.length * sensors <= MAX_VALUES);
  if (chosen !== undefined) return chosen;
  const value = `${sensors} sensors over ${Math.ceil((toMs - fromMs) / MS_PER_S / S_PER_H)} h`;
  const allowed = `at most ${MAX_VALUES} values: steps of the clock by sensors`;
  const remedy = 'Import fewer files at once, leave columns out by --columns, or take longer steps by --step.';
  throw new RefusedSource(COMMAND_LINE, { path: '--step', value, allowed, remedy });
}

/** Returns the usual interval between readings of the sensors of a file, ms; none if no sensor has two readings. */
function usualOf(sensors: readonly FileSensor[]): number[] {
  const known = sensors.filter(({ intervalsMs }) => intervalsMs.length > 0).map(intervalOf);
  return known.length === 0 ? [] : [median(known)];
}

function intervalOf({ intervalsMs }: FileSensor): number {
  return intervalsMs.length === 0 ? 0 : median(intervalsMs);
}
