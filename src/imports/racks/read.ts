import { G_PER_KG } from '../../../models/units.js';
import { csvOf } from '../../reports/csv.js';
import type { ImportAsked } from '../asked.js';
import type { Fact, Imported } from '../imported.js';
import { headOf, looksLike } from '../looks-like.js';
import { Quarantine } from '../quarantine.js';
import { RefusedSource } from '../refused-source.js';
import { SourceFile } from '../source-file.js';
import { readTable } from '../table.js';
import { wholeText, yamlOf } from '../whole-text.js';
import { deviceTypeOf } from './device-type.js';
import { type DeviceType, Inventory } from './inventory.js';
import { readNetboxJson } from './netbox-json.js';
import { overlaps, type Placed, placed, type PlacedDevice, type PlacedRack } from './placed.js';
import { columnOf, kindOf, UnreadRow } from './records.js';

/** Columns that are read of a list of one's own. */
const OWN_COLUMNS: readonly string[] = (
  'site rack row location rackheightu powerlimitw powerlimitkw host name type devicetype role manufacturer u position ' +
  'heightu face parent draww drawkw weightkg maxweight weightunit uheight height'
).split(' ');
/** Maximum number of names in a warning. */
const MAX_NAMES = 5;

/**
 * Reads racks and devices: tables and dumps of NetBox, lists of one's own, and device types in YAML. What a file is, its
 * columns tell; all files together are one inventory.
 *
 * @throws RefusedSource for a file that is none of these
 */
export async function readRacks({ files }: Pick<ImportAsked, 'files'>): Promise<Imported> {
  const quarantine = new Quarantine();
  const inventory = new Inventory();
  const unread = new Map<string, number>();
  const sources = files.map((file) => new SourceFile(file));
  for (const source of sources) {
    const head = await headOf(source.file);
    if (/^\s*[[{]/.test(head)) {
      if (!/"model"\s*:\s*"dcim\./.test(head)) throw otherKind(source.file, head);
      for (const [model, count] of await readNetboxJson(source, inventory, quarantine)) unread.set(model, count);
    } else if (/^(?:---|manufacturer:|slug:)/m.test(head)) {
      inventory.addType(deviceTypeOf(source.file, yamlOf(source.file, await wholeText(source))));
    } else for (const name of await readRows(source, head, inventory, quarantine)) unread.set(`column ${name}`, 1);
  }
  const all = placed(inventory);
  const types = [...inventory.types.values()];
  const warnings = warningsOn(all);
  return {
    stamps: sources.map(({ stamp }) => stamp),
    counts: countsOf(inventory, all, unread),
    text: textOf(all, types),
    warnings,
    quarantine,
    facts: [...all.racks.flatMap(rackFacts), ...types.flatMap(typeFacts)],
    tables: tablesOf(all, types),
    span: null,
  };
}

/** Reads the rows of a table; returns the columns of a list of one's own that are not read. */
async function readRows(
  source: SourceFile,
  head: string,
  inventory: Inventory,
  quarantine: Quarantine,
): Promise<readonly string[]> {
  const unread: string[] = [];
  await readTable(source, quarantine, ({ names }) => {
    const columns = names.map(columnOf);
    const kind = kindOf(columns);
    if (kind === null) throw otherKind(source.file, head);
    if (kind === 'list of your own') unread.push(...names.filter((_, n) => !OWN_COLUMNS.includes(columns[n]!)));
    return ({ line, cells, text }) => {
      const filled = columns.flatMap((column, n) =>
        cells[n]!.trim() === '' ? [] : [[column, cells[n]!.trim()] as const],
      );
      try {
        inventory.add(kind, new Map(filled));
      } catch (error) {
        if (!(error instanceof UnreadRow)) throw error;
        quarantine.add(error.message, source.file, line, text);
      }
    };
  });
  return unread;
}

function otherKind(file: string, head: string): RefusedSource {
  return new RefusedSource(file, {
    path: '',
    value: looksLike(head),
    allowed:
      'CSV of racks, devices, device types, power feeds or power ports; a JSON dump of NetBox; a device type in YAML',
    remedy: 'Export the list from NetBox, or write a CSV with the columns site, rack, row, u, host, type.',
  });
}

function countsOf(
  inventory: Inventory,
  { racks, devices, portsWithoutDevice, inactiveFeeds }: Placed,
  unread: ReadonlyMap<string, number>,
) {
  const limits = racks.flatMap(({ powerLimitW }) => powerLimitW ?? []);
  return {
    sites: new Set(racks.map(({ site }) => site)).size,
    racks: racks.length,
    rackNames: new Set(racks.map(({ name }) => name)).size,
    racksWithLimit: limits.length,
    racksByPowerLimitW: tallied(limits.map(String)),
    primaryFeeds: racks.reduce((sum, { primaryFeeds }) => sum + primaryFeeds, 0),
    redundantFeeds: racks.reduce((sum, { redundantFeeds }) => sum + redundantFeeds, 0),
    inactiveFeeds,
    devices: devices.length,
    devicesWithoutName: devices.filter(({ host }) => host === '').length,
    devicesWithoutRack: devices.filter(({ rack }) => rack === '').length,
    devicesInBays: devices.filter(({ isChild }) => isChild).length,
    devicesWithoutDraw: devices.filter(isWithoutDraw).length,
    devicesByRole: tallied(devices.map(({ role }) => role)),
    servers: devices.filter(({ role }) => /\bserver|\bnode\b|compute/i.test(role)).length,
    powerPorts: inventory.ports.length,
    portsWithoutDevice,
    deviceTypes: inventory.types.size,
    notRead: Object.fromEntries(unread),
  };
}

function isWithoutDraw({ drawW, maximumDrawW, isChild }: PlacedDevice): boolean {
  return drawW === undefined && maximumDrawW === undefined && !isChild;
}

/** Returns how often each text occurs, the most frequent first. */
function tallied(texts: readonly string[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)));
}

function textOf({ racks, devices }: Placed, types: readonly DeviceType[]): string[] {
  const limits = Object.entries(tallied(racks.flatMap(({ powerLimitW }) => powerLimitW ?? []).map(String)));
  return [
    ...(racks.length === 0 ? [] : [`${racks.length} racks with ${devices.length} devices`]),
    ...limits.map(([watts, count]) => `  ${count} racks with a power limit of ${watts} W`),
    ...types
      .filter(({ maximumDrawW, weightKg }) => maximumDrawW !== undefined || weightKg !== undefined)
      .map(({ model, heightU, weightKg, maximumDrawW }) =>
        [
          `  ${model}`,
          ...(heightU === undefined ? [] : [`${heightU} U`]),
          ...(weightKg === undefined ? [] : [`${rounded(weightKg)} kg`]),
          maximumDrawW === undefined ? 'no draw' : `power ports of ${maximumDrawW} W`,
        ].join(', '),
      ),
  ];
}

function warningsOn({ racks, devices, portsWithoutDevice, inactiveFeeds }: Placed): string[] {
  const some = (names: readonly string[]): string =>
    names.slice(0, MAX_NAMES).join(', ') + (names.length > MAX_NAMES ? ', ...' : '');
  const told = (names: readonly string[], sentence: string): string[] =>
    names.length === 0 ? [] : [`${names.length} ${sentence}: ${some(names)}`];
  const heights = new Map(racks.map(({ site, name, heightU }) => [`${site}/${name}`, heightU]));
  const high = devices.filter(
    ({ site, rack, u, heightU = 1 }) =>
      u !== undefined && u + heightU - 1 > (heights.get(`${site}/${rack}`) ?? Infinity),
  );
  const undrawn = devices.filter(isWithoutDraw).map(({ role, type }) => role || type || 'of no type');
  const isListed = racks.some(({ isDescribed }) => isDescribed);
  return [
    ...told(
      racks.filter(({ isDescribed }) => isListed && !isDescribed).map(({ label }) => label),
      'racks are named by devices or feeds alone',
    ),
    ...told(
      racks
        .filter(({ powerLimitW, redundantFeeds }) => powerLimitW === undefined && redundantFeeds > 0)
        .map(({ label }) => label),
      'racks have redundant feeds alone, and no power limit',
    ),
    ...told(
      racks.filter(({ limitFrom, primaryFeeds }) => limitFrom === 'list' && primaryFeeds > 0).map(({ label }) => label),
      'racks have a power limit in a list, which counts, and feeds too',
    ),
    ...told(overlaps(devices), 'places are taken by two devices'),
    ...told(
      high.map(({ host, type, rack }) => `${host || type} in ${rack}`),
      'devices stand above the top of their racks',
    ),
    ...told(
      devices.filter(({ isChild, u }) => isChild && u === undefined).map(({ host, type }) => host || type),
      'devices are made for a bay, and no parent with a place is named',
    ),
    ...(inactiveFeeds === 0 ? [] : [`${inactiveFeeds} power feeds are not active, and count in no limit`]),
    ...(portsWithoutDevice === 0
      ? []
      : [`${portsWithoutDevice} power ports are of devices that the files do not name`]),
    ...told(
      Object.entries(tallied(undrawn)).map(([name, count]) => `${name} (${count})`),
      `kinds of devices have no draw; state it in the column drawW of a list, or measure it`,
    ),
  ];
}

function rackFacts({ label, powerLimitW, limitFrom, primaryFeeds, heightU }: PlacedRack): Fact[] {
  const at = `racks.${label}`;
  const kind = limitFrom === 'feeds' ? 'derived' : 'measured';
  const origin =
    limitFrom === 'feeds' ? `available power of ${primaryFeeds} primary feeds, VA taken for W` : 'list of racks';
  return [
    ...(powerLimitW === undefined
      ? []
      : [{ field: `${at}.powerLimitW`, value: powerLimitW, unit: 'W', kind, origin } as const]),
    ...(heightU === undefined
      ? []
      : [{ field: `${at}.heightU`, value: heightU, unit: 'U', kind: 'measured', origin: 'list of racks' } as const]),
  ];
}

function typeFacts({ model, heightU, weightKg, maximumDrawW }: DeviceType): Fact[] {
  const at = `deviceTypes.${model}`;
  const origin = 'description of the device type';
  const plates = 'nameplates of all power ports together, more than the device draws';
  return [
    ...(heightU === undefined
      ? []
      : [{ field: `${at}.heightU`, value: heightU, unit: 'U', kind: 'measured', origin } as const]),
    ...(weightKg === undefined
      ? []
      : [{ field: `${at}.weightKg`, value: rounded(weightKg), unit: 'kg', kind: 'measured', origin } as const]),
    ...(maximumDrawW === undefined
      ? []
      : [
          {
            field: `${at}.maximumDrawW`,
            value: maximumDrawW,
            unit: 'W',
            low: 0,
            high: maximumDrawW,
            kind: 'assumed',
            origin: plates,
          } as const,
        ]),
  ];
}

/** Rounds a weight to grams. */
function rounded(kg: number): number {
  return Math.round(kg * G_PER_KG) / G_PER_KG;
}

function tablesOf({ racks, devices }: Placed, types: readonly DeviceType[]): Map<string, string> {
  const tables = new Map<string, string>();
  const or = <Value>(value: Value | undefined): Value | null => value ?? null;
  if (racks.length > 0) {
    tables.set(
      'racks.csv',
      csvOf(racks, [
        { name: 'site', of: ({ site }) => site },
        { name: 'rack', of: ({ name }) => name },
        { name: 'row', of: ({ row }) => row },
        { name: 'rackHeightU', of: ({ heightU }) => or(heightU) },
        { name: 'powerLimitW', of: ({ powerLimitW }) => or(powerLimitW) },
        { name: 'maxWeightKg', of: ({ maxWeightKg }) => or(maxWeightKg) },
        { name: 'devices', of: (rack) => rack.devices },
      ]),
    );
  }
  if (devices.length > 0) {
    tables.set(
      'devices.csv',
      csvOf(devices, [
        { name: 'site', of: ({ site }) => site },
        { name: 'rack', of: ({ rack }) => rack },
        { name: 'u', of: ({ u }) => or(u) },
        { name: 'heightU', of: ({ heightU }) => or(heightU) },
        { name: 'face', of: ({ face }) => face },
        { name: 'host', of: ({ host }) => host },
        { name: 'manufacturer', of: ({ manufacturer }) => manufacturer },
        { name: 'type', of: ({ type }) => type },
        { name: 'role', of: ({ role }) => role },
        { name: 'parent', of: ({ parent }) => parent },
        { name: 'drawW', of: ({ drawW }) => or(drawW) },
        { name: 'maximumDrawW', of: ({ maximumDrawW }) => or(maximumDrawW) },
        { name: 'weightKg', of: ({ weightKg }) => (weightKg === undefined ? null : rounded(weightKg)) },
      ]),
    );
  }
  if (types.length > 0) {
    tables.set(
      'device-types.csv',
      csvOf(types, [
        { name: 'manufacturer', of: ({ manufacturer }) => manufacturer },
        { name: 'model', of: ({ model }) => model },
        { name: 'heightU', of: ({ heightU }) => or(heightU) },
        { name: 'isChild', of: ({ isChild }) => isChild },
        { name: 'weightKg', of: ({ weightKg }) => (weightKg === undefined ? null : rounded(weightKg)) },
        { name: 'maximumDrawW', of: ({ maximumDrawW }) => or(maximumDrawW) },
        { name: 'allocatedDrawW', of: ({ allocatedDrawW }) => or(allocatedDrawW) },
      ]),
    );
  }
  return tables;
}
