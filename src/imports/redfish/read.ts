import { median, quantile } from '../../experiments/quantiles.js';
import type { ImportAsked } from '../asked.js';
import type { Fact, Imported } from '../imported.js';
import { looksLike } from '../looks-like.js';
import { Quarantine } from '../quarantine.js';
import { RefusedSource } from '../refused-source.js';
import { SourceFile } from '../source-file.js';
import { wholeText } from '../whole-text.js';
import { type PowerReading, readingsOf, SUPPLIES_WIN } from './readings.js';
import { type Resource, resourcesOf } from './resources.js';

/** Quantile of a server's powers that is taken for its power with nothing to do. */
const IDLE = 0.05;
/** Number of dumps below which a 5 % quantile is hardly one. */
const MIN_DUMPS = 20;
/** Ratio of the greatest to the least power below which a server was hardly ever both idle and busy. Our choice. */
const MIN_RANGE = 1.2;

/** What is kept of a host. */
interface Host {
  readonly name: string;
  /** Powers of its chassis, by chassis. */
  readonly chassis: Map<string, { readonly read: PowerReading[]; readonly supplies: Map<string, number[]> }>;
  readonly inletsC: number[];
  readonly parts: Map<string, number>;
  /** Names of temperatures that had a reading, and of those that had none. */
  readonly present: Set<string>;
  readonly absent: Set<string>;
}

/** Powers of a host. */
interface HostPower {
  readonly of: PowerReading['of'];
  /** Power in each dump, W, in no order. */
  readonly valuesW: readonly number[];
  readonly lowW: number;
  readonly highW: number;
}

/**
 * Reads dumps of Redfish resources: powers of servers and the air that they draw.
 *
 * @param words `nodeType`: the node type of all hosts in the files; undefined for powers by host
 * @throws RefusedSource for a file that is no JSON or has no Redfish resource
 */
export async function readRedfish({ files, words }: Pick<ImportAsked, 'files' | 'words'>): Promise<Imported> {
  const hosts = new Map<string, Host>();
  const quarantine = new Quarantine();
  const sources: SourceFile[] = [];
  const timesMs: number[] = [];
  const counts = { resources: 0, withoutTime: 0 };
  for (const file of files) {
    const source = new SourceFile(file);
    sources.push(source);
    for (const { line, resource } of await found(source, quarantine)) {
      counts.resources += 1;
      if (!noted(hosts, resource)) {
        quarantine.add(`resource without powers or temperatures: ${resource.type}`, file, line, resource.id);
        continue;
      }
      if (resource.timeMs === undefined) counts.withoutTime += 1;
      else timesMs.push(resource.timeMs);
    }
  }
  const all = [...hosts.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  const powers = new Map(all.flatMap((host) => hostPower(host)));
  const type = words['nodeType'] as string | undefined;
  return {
    stamps: sources.map(({ stamp }) => stamp),
    counts: { files: files.length, ...counts, hosts: all.map((host) => countsOf(host, powers.get(host))) },
    text: all.map((host) => sentence(host, powers.get(host))),
    warnings: warningsOf(all, powers, counts.withoutTime),
    quarantine,
    facts: [...all.flatMap((host) => hostFacts(host, powers.get(host))), ...typeFacts(type, [...powers.values()])],
    tables: new Map(),
    span: timesMs.length === 0 ? null : spanOf(timesMs),
  };
}

/** Returns the resources of a file of JSON, or of one JSON text on each line. */
async function found(
  source: SourceFile,
  quarantine: Quarantine,
): Promise<{ readonly line: number; readonly resource: Resource }[]> {
  const { file } = source;
  const text = await wholeText(source);
  const whole = parsed(text);
  const lines = whole === undefined ? text.split(/\r?\n/) : [];
  const values =
    whole === undefined
      ? lines.map((one, n) => ({ line: n + 1, text: one, value: parsed(one) })).filter((one) => one.text.trim() !== '')
      : [{ line: 1, text, value: whole }];
  const resources = values.flatMap(({ line, value }) =>
    resourcesOf(file, value).map((resource) => ({ line, resource })),
  );
  if (resources.length === 0) {
    const allowed = 'Redfish resources: JSON with @odata.type, such as Power, Thermal or EnvironmentMetrics';
    const remedy = 'Name files that hold answers of /redfish/v1/Chassis/<id>/Power and the like.';
    throw new RefusedSource(file, { path: '', value: looksLike(text.slice(0, 16_384)), allowed, remedy });
  }
  for (const one of values)
    if (one.value === undefined) quarantine.add('line that is no JSON', file, one.line, one.text);
  return resources;
}

/** Notes what a resource says of its host; false if it says nothing of powers or temperatures. */
function noted(hosts: Map<string, Host>, resource: Resource): boolean {
  const readings = readingsOf(resource);
  if (readings === null) return false;
  const host = hosts.get(resource.host) ?? newHost(resource.host);
  hosts.set(host.name, host);
  const chassis = host.chassis.get(resource.chassis) ?? { read: [], supplies: new Map<string, number[]>() };
  host.chassis.set(resource.chassis, chassis);
  if (readings.power !== undefined) chassis.read.push(readings.power);
  if (readings.supplyW !== undefined) {
    const known = chassis.supplies.get(resource.id) ?? [];
    chassis.supplies.set(resource.id, [...known, readings.supplyW]);
  }
  for (const { name, powerW } of readings.parts ?? []) {
    host.parts.set(name, Math.max(powerW, host.parts.get(name) ?? 0));
  }
  host.inletsC.push(...(readings.inletsC ?? []));
  for (const name of readings.present ?? []) host.present.add(name);
  for (const name of readings.absent ?? []) host.absent.add(name);
  return true;
}

function newHost(name: string): Host {
  return { name, chassis: new Map(), inletsC: [], parts: new Map(), present: new Set(), absent: new Set() };
}

/** Returns a host with its power: that of its chassis with the greatest one. Further chassis are parts of it. */
function hostPower(host: Host): [Host, HostPower][] {
  const powers = [...host.chassis.values()].flatMap(({ read, supplies }): HostPower[] => {
    const ofSupplies = suppliesOf([...supplies.values()]);
    const ofChassis = read.map(({ powerW }) => powerW);
    if (ofSupplies.length > 0 && (read.length === 0 || median(ofSupplies) > SUPPLIES_WIN * median(ofChassis))) {
      const [lowW, highW] = [Math.min(...ofSupplies), Math.max(...ofSupplies)];
      return [{ of: 'inputs of the supplies', valuesW: ofSupplies, lowW, highW }];
    }
    if (read.length === 0) return [];
    const lowW = read.reduce((least, one) => Math.min(least, one.lowW ?? one.powerW), Infinity);
    const highW = read.reduce((most, one) => Math.max(most, one.highW ?? one.powerW), 0);
    return [{ of: read[0]!.of, valuesW: ofChassis, lowW, highW }];
  });
  const [first] = powers.sort((a, b) => median(b.valuesW) - median(a.valuesW));
  return first === undefined ? [] : [[host, first]];
}

/** Returns the power of all supplies together in each dump, as far as all of them were read. */
function suppliesOf(supplies: readonly (readonly number[])[]): number[] {
  const dumps = supplies.length === 0 ? 0 : Math.min(...supplies.map(({ length }) => length));
  return Array.from({ length: dumps }, (_, n) => supplies.reduce((sum, one) => sum + one[n]!, 0));
}

function countsOf(host: Host, power: HostPower | undefined) {
  const [inlet] = inletOf(host);
  return {
    host: host.name,
    powerReadings: power?.valuesW.length ?? 0,
    ...(power === undefined
      ? {}
      : {
          powerOf: power.of,
          medianPowerW: median(power.valuesW),
          leastPowerW: power.lowW,
          greatestPowerW: power.highW,
          ...(power.valuesW.length > 1 ? { idlePowerW: idleOf(power), fullPowerW: Math.max(...power.valuesW) } : {}),
        }),
    ...(inlet === undefined ? {} : { inletC: inlet }),
    temperaturesPresent: host.present.size,
    temperaturesAbsent: [...host.absent].filter((name) => !host.present.has(name)).length,
    parts: Object.fromEntries(host.parts),
  };
}

function sentence(host: Host, power: HostPower | undefined): string {
  const [inlet] = inletOf(host);
  const air =
    inlet === undefined
      ? `${host.present.size} temperatures, none of the air it draws`
      : `inlet ${inlet} C of ${host.present.size} temperatures`;
  if (power === undefined) return `${host.name}: no reading of power; ${air}`;
  const { valuesW, lowW, highW, of } = power;
  const range = `(${lowW} to ${highW} W)`;
  if (valuesW.length === 1) return `${host.name}: ${valuesW[0]!} W ${range} by the ${of}; ${air}`;
  const full = Math.max(...valuesW);
  return `${host.name}: ${idleOf(power)} W idle, ${full} W at full load ${range} in ${valuesW.length} dumps by the ${of}; ${air}`;
}

function hostFacts(host: Host, power: HostPower | undefined): Fact[] {
  const field = (name: string): string => `hosts.${host.name}.${name}`;
  const [inlet, low, high] = inletOf(host);
  const air: Fact[] =
    inlet === undefined
      ? []
      : [
          {
            field: field('inletC'),
            value: inlet,
            unit: 'C',
            low: low!,
            high: high!,
            kind: 'measured',
            origin: 'Redfish',
          },
        ];
  if (power === undefined) return air;
  const { valuesW, lowW, highW, of } = power;
  const measured = { unit: 'W', kind: 'measured' } as const;
  if (valuesW.length === 1) {
    const origin = `one Redfish dump, by the ${of}; interval from what its controller kept`;
    return [{ ...measured, field: field('powerW'), value: valuesW[0]!, low: lowW, high: highW, origin }, ...air];
  }
  const dumps = `${valuesW.length} Redfish dumps, by the ${of}`;
  const [idle, full] = [idleOf(power), Math.max(...valuesW)];
  const idleOrigin = `5 % quantile of ${dumps}`;
  return [
    {
      ...measured,
      field: field('idlePowerW'),
      value: idle,
      low: lowW,
      high: quantile(valuesW, 0.1),
      origin: idleOrigin,
    },
    {
      ...measured,
      field: field('fullPowerW'),
      value: full,
      low: quantile(valuesW, 1 - IDLE),
      high: highW,
      origin: `maximum of ${dumps}`,
    },
    ...air,
  ];
}

/** Returns the powers of a node type all hosts are of: medians over the hosts, between the least and the greatest. */
function typeFacts(type: string | undefined, powers: readonly HostPower[]): Fact[] {
  const several = powers.filter(({ valuesW }) => valuesW.length > 1);
  if (type === undefined || several.length === 0) return [];
  const fact = (name: string, values: readonly number[], what: string): Fact => ({
    field: `nodeTypes.${type}.${name}`,
    value: median(values),
    unit: 'W',
    low: Math.min(...values),
    high: Math.max(...values),
    kind: 'measured',
    origin: `Redfish: median over ${values.length} hosts of the ${what} of their dumps`,
  });
  return [
    fact('idlePowerW', several.map(idleOf), '5 % quantile'),
    fact(
      'fullPowerW',
      several.map(({ valuesW }) => Math.max(...valuesW)),
      'maximum',
    ),
  ];
}

function warningsOf(all: readonly Host[], powers: ReadonlyMap<Host, HostPower>, withoutTime: number): string[] {
  const names = (of: readonly Host[]): string => {
    const shown = of.slice(0, 5).map(({ name }) => name);
    return `${shown.join(', ')}${of.length > shown.length ? ` and ${of.length - shown.length} more` : ''}`;
  };
  const withPower = all.filter((host) => powers.has(host));
  const dumpsOf = (host: Host): number => powers.get(host)!.valuesW.length;
  const none = all.filter((host) => !powers.has(host));
  const single = withPower.filter((host) => dumpsOf(host) === 1);
  const few = withPower.filter((host) => dumpsOf(host) > 1 && dumpsOf(host) < MIN_DUMPS);
  const narrow = withPower.filter((host) => {
    const power = powers.get(host)!;
    return power.valuesW.length > 1 && Math.max(...power.valuesW) < MIN_RANGE * idleOf(power);
  });
  const outputs = withPower.filter((host) => powers.get(host)!.of === 'outputs of the supplies');
  return [
    [none, 'no reading of power, since 0 W is none'],
    [single, 'one dump, from which neither the power with nothing to do nor at full load follows: dump it repeatedly'],
    [few, `fewer than ${MIN_DUMPS} dumps, so that a 5 % quantile is hardly one`],
    [narrow, 'the power hardly changes, so the server was perhaps never idle or never busy'],
    [outputs, 'powers are of the outputs of the supplies, below what they draw'],
  ]
    .filter((one): one is [Host[], string] => one[0]!.length > 0)
    .map(([of, words]) => `${names(of)}: ${words}`)
    .concat(
      withoutTime === 0
        ? []
        : [`${withoutTime} resources state no time, or none with its zone: nothing says when they were read`],
    );
}

function idleOf({ valuesW }: HostPower): number {
  return quantile(valuesW, IDLE);
}

/** Returns median, least and greatest temperature of the air that a host draws; nothing if there is none. */
function inletOf({ inletsC }: Host): readonly number[] {
  return inletsC.length === 0 ? [] : [median(inletsC), Math.min(...inletsC), Math.max(...inletsC)];
}

function spanOf(timesMs: readonly number[]): { readonly fromMs: number; readonly toMs: number } {
  const [fromMs, toMs] = timesMs.reduce(
    ([from, to], time) => [Math.min(from, time), Math.max(to, time)],
    [Infinity, -Infinity],
  );
  return { fromMs: Math.floor(fromMs), toMs: Math.floor(toMs) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
