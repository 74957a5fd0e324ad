import { basename, dirname } from 'node:path';
import { MS_PER_S } from '../../../models/units.js';
import { parseTimeStamp } from '../../instances/time/time-stamp.js';

export type JsonRecord = Readonly<Record<string, unknown>>;

/** A Redfish resource in a file. */
export interface Resource {
  /** Its type without version, such as "Power" or "EnvironmentMetrics". */
  readonly type: string;
  /** Address of the resource on its host; empty where it states none. */
  readonly id: string;
  readonly host: string;
  /** The chassis it belongs to; empty where its address names none. */
  readonly chassis: string;
  /** Time of the reading, ms since 1970 in UTC; undefined where neither file nor name of the file states it. */
  readonly timeMs: number | undefined;
  readonly value: JsonRecord;
}

/** Keys by which resources without a type are told. */
const BY_KEY: readonly (readonly [string, string])[] = [
  ['PowerControl', 'Power'],
  ['Temperatures', 'Thermal'],
  ['PowerWatts', 'EnvironmentMetrics'],
];
/** Keys in which collectors of Redfish resources write the host. */
const HOST_KEYS = ['host', 'hostname', 'HostName', 'Host'] as const;
/** Keys in which readings, or their collectors, state their time. */
const TIME_KEYS = ['ReadingTime', 'Timestamp', 'timestamp', 'time', 'Time'] as const;
/** Maximum depth of objects in which resources are looked for. Our choice: a crawl has some five. */
const MAX_DEPTH = 20;
/** Pattern of a time in the name of a file: seconds or milliseconds since 1970, or 20240131T130000Z. */
const TIME_IN_NAME = /(?<!\d)(?:(1\d{9})(\d{3})?|(20\d{2})-?(\d{2})-?(\d{2})T(\d{2})[:-]?(\d{2})[:-]?(\d{2})Z)(?!\d)/;
/** Pattern of what a file's name says after the name of the host: the resource that is in it. */
const OF_RESOURCE =
  /(?:^|[._-]+)(?:redfish[._-]v1|Chassis|Power|Thermal|EnvironmentMetrics|ThermalMetrics|PowerSubsystem|ThermalSubsystem|Sensors?)(?:[._-].*)?$/i;

/** Returns all resources in the parsed JSON of a file, in their order. */
export function resourcesOf(file: string, parsed: unknown): Resource[] {
  const found: Resource[] = [];
  const look = (value: unknown, host: string, timeMs: number | undefined, depth: number): void => {
    if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      for (const one of value) look(one, host, timeMs, depth + 1);
      return;
    }
    const record = value as JsonRecord;
    const named = HOST_KEYS.map((key) => record[key]).find((one) => typeof one === 'string' && one !== '');
    const ownHost = (named as string | undefined) ?? host;
    const ownTimeMs = TIME_KEYS.map((key) => timeOf(record[key])).find((one) => one !== undefined) ?? timeMs;
    const type = typeOf(record);
    if (type !== undefined) {
      const id = textOf(record['@odata.id']);
      const chassis = /\/Chassis\/([^/#]+)/.exec(id)?.[1] ?? '';
      found.push({ type, id, host: ownHost, chassis, timeMs: ownTimeMs, value: record });
      if (type !== 'SensorCollection' && type !== 'Collection') return;
    }
    for (const one of Object.values(record)) look(one, ownHost, ownTimeMs, depth + 1);
  };
  look(parsed, hostOfName(file), timeOfName(file), 0);
  return found;
}

/** Returns the value as a record; an empty one for anything else. */
export function recordOf(value: unknown): JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonRecord) : {};
}

/** Returns the records of a list; none for anything else. */
export function recordsOf(value: unknown): JsonRecord[] {
  return Array.isArray(value) ? value.map(recordOf) : [];
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/**
 * Returns the host by the name of a file: what stands before the name of the resource and without the time. If nothing
 * is left, the name of the folder.
 */
function hostOfName(file: string): string {
  const withoutTime = (name: string): string => name.replace(TIME_IN_NAME, '').replaceAll(/^[._\s-]+|[._\s-]+$/g, '');
  const name = withoutTime(basename(file).replace(/\.(?:jsonl?|ndjson)(?:\.gz)?$/i, '')).replace(OF_RESOURCE, '');
  if (name !== '') return name;
  const folder = dirname(file);
  const own = withoutTime(basename(folder));
  return own === '' && folder !== dirname(folder) ? withoutTime(basename(dirname(folder))) || 'host' : own || 'host';
}

function timeOfName(file: string): number | undefined {
  const found = TIME_IN_NAME.exec(basename(file)) ?? TIME_IN_NAME.exec(basename(dirname(file)));
  if (found === null) return undefined;
  const [, seconds, thousandths = '000', year, month, day, hour, minute, second] = found;
  if (seconds !== undefined) return Number(seconds) * MS_PER_S + Number(thousandths);
  return timeOf(`${year!}-${month!}-${day!}T${hour!}:${minute!}:${second!}Z`);
}

/** Returns the instant of a text that states its offset from UTC, or of seconds since 1970; else undefined. */
function timeOf(value: unknown): number | undefined {
  if (typeof value === 'number' && value > 1e9 && value < 1e10) return value * MS_PER_S;
  if (typeof value !== 'string') return undefined;
  const stamp = parseTimeStamp(value.replace(/(:\d{2})\.\d+/, '$1'), 'unknown');
  if (typeof stamp === 'string' || stamp.offsetMs === undefined) return undefined;
  return stamp.clockMs - stamp.offsetMs;
}

/** Returns the type of a resource without its version; undefined for what is none. */
function typeOf(record: JsonRecord): string | undefined {
  const stated = /^#(\w+)\./.exec(textOf(record['@odata.type']))?.[1];
  if (stated !== undefined) return stated;
  const known = BY_KEY.find(([key]) => key in record)?.[1];
  if (known !== undefined) return known;
  return textOf(record['@odata.id']).startsWith('/redfish/') && 'Name' in record ? 'Resource' : undefined;
}
