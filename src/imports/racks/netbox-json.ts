import { jsonElements } from '../json-elements.js';
import type { Quarantine } from '../quarantine.js';
import type { SourceFile } from '../source-file.js';
import type { Inventory } from './inventory.js';
import { columnOf, type RecordKind, UnreadRow } from './records.js';

/** Models of a dump that are records, and what they are. */
const RECORDS: Readonly<Record<string, RecordKind>> = {
  'dcim.rack': 'racks',
  'dcim.device': 'devices',
  'dcim.devicetype': 'device types',
  'dcim.powerfeed': 'power feeds',
  'dcim.powerport': 'power ports',
};
/** Models of a dump that others refer to by number, by the field that does. */
const REFERRED: Readonly<Record<string, string>> = {
  site: 'dcim.site',
  location: 'dcim.location',
  manufacturer: 'dcim.manufacturer',
  role: 'dcim.devicerole',
  device_role: 'dcim.devicerole',
  rack: 'dcim.rack',
  device_type: 'dcim.devicetype',
};

interface DumpedObject {
  readonly line: number;
  readonly pk: unknown;
  readonly fields: Readonly<Record<string, unknown>>;
}

/**
 * Reads a dump of NetBox: a list of objects with model, number and fields, which refer to each other by number.
 *
 * @returns models that are not read, with the number of their objects
 */
export async function readNetboxJson(
  source: SourceFile,
  inventory: Inventory,
  quarantine: Quarantine,
): Promise<ReadonlyMap<string, number>> {
  const objects = new Map<string, Map<string, DumpedObject>>();
  const unread = new Map<string, number>();
  const read = new Set([
    ...Object.keys(RECORDS),
    ...Object.values(REFERRED),
    'dcim.devicebay',
    'dcim.powerporttemplate',
    'dcim.powerpanel',
  ]);
  for await (const { line, value, text } of jsonElements(source, 'results')) {
    const { model, pk, fields } = (value ?? {}) as {
      readonly model?: unknown;
      readonly pk?: unknown;
      readonly fields?: unknown;
    };
    if (typeof model !== 'string' || typeof fields !== 'object' || fields === null) {
      quarantine.add('object without model and fields', source.file, line, text);
    } else if (!read.has(model)) unread.set(model, (unread.get(model) ?? 0) + 1);
    else {
      const known = objects.get(model) ?? new Map<string, DumpedObject>();
      objects.set(model, known.set(String(pk), { line, pk, fields: fields as Readonly<Record<string, unknown>> }));
    }
  }
  const find = (model: string, pk: unknown): DumpedObject | undefined => objects.get(model)?.get(String(pk));
  const draws = drawsByType(objects.get('dcim.powerporttemplate'));
  const bays = new Map(
    [...(objects.get('dcim.devicebay')?.values() ?? [])].map(
      ({ fields }) => [String(fields['installed_device']), String(fields['device'])] as const,
    ),
  );
  for (const [model, kind] of Object.entries(RECORDS)) {
    for (const { line, pk, fields } of objects.get(model)?.values() ?? []) {
      const cells = cellsOf(fields, find);
      if (kind === 'devices') {
        cells.set('id', String(pk));
        const type = find('dcim.devicetype', fields['device_type']);
        const maker = find('dcim.manufacturer', type?.fields['manufacturer']);
        cells.set('manufacturer', nameOf(maker));
        const parent = bays.get(String(pk));
        if (parent !== undefined) cells.set('parent', `#${parent}`);
      }
      if (kind === 'power ports') cells.set('device', `#${String(fields['device'])}`);
      if (kind === 'power feeds')
        cells.set('site', nameOf(find('dcim.site', find('dcim.rack', fields['rack'])?.fields['site'])));
      if (kind === 'device types')
        for (const [name, watts] of draws.get(String(pk)) ?? []) cells.set(name, String(watts));
      try {
        inventory.add(kind, cells);
      } catch (error) {
        if (!(error instanceof UnreadRow)) throw error;
        quarantine.add(error.message, source.file, line, JSON.stringify(fields));
      }
    }
  }
  return unread;
}

/** Returns the fields of an object as cells of a table would hold them: with names where it has numbers of others. */
function cellsOf(
  fields: Readonly<Record<string, unknown>>,
  find: (model: string, pk: unknown) => DumpedObject | undefined,
): Map<string, string> {
  const cells = new Map<string, string>();
  for (const [name, value] of Object.entries(fields)) {
    // A field with a line before its name is NetBox's own form of another, such as the name it sorts by.
    const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    if (!isPlain || name.startsWith('_')) continue;
    const model = REFERRED[name];
    const text = model === undefined ? String(value) : nameOf(find(model, value));
    if (text !== '') cells.set(columnOf(name), text);
  }
  return cells;
}

function nameOf(object: DumpedObject | undefined): string {
  const { name, model } = object?.fields ?? {};
  return typeof name === 'string' ? name : typeof model === 'string' ? model : '';
}

/** Returns the sums of the draws of the power ports of device types, by the type's number and the column. */
function drawsByType(ports: ReadonlyMap<string, DumpedObject> | undefined): Map<string, Map<string, number>> {
  const draws = new Map<string, Map<string, number>>();
  for (const { fields } of ports?.values() ?? []) {
    for (const name of ['maximum_draw', 'allocated_draw']) {
      const watts = fields[name];
      if (typeof watts !== 'number') continue;
      const type = String(fields['device_type']);
      const sums = draws.get(type) ?? new Map<string, number>();
      draws.set(type, sums.set(columnOf(name), (sums.get(columnOf(name)) ?? 0) + watts));
    }
  }
  return draws;
}
