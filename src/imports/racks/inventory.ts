import { type Cells, numberIn, type RecordKind, textIn, UnreadRow, wattsIn, weightKgIn } from './records.js';

/** Factor of the power of three phases over that of one, as NetBox rounds it. */
const THREE_PHASES = 1.732;
/** Usual greatest part of a feed that may be used, %: NetBox's own default. */
const USUAL_UTILIZATION = 80;

export interface Rack {
  readonly site: string;
  readonly name: string;
  /** Location of NetBox, such as "Row 1"; empty if unknown. */
  readonly row: string;
  readonly heightU: number | undefined;
  readonly maxWeightKg: number | undefined;
  /** Power limit as a list of one's own states it, W. */
  readonly statedLimitW: number | undefined;
}

export interface Device {
  /** Number in NetBox with # before it; empty if unknown. */
  readonly id: string;
  /** Empty for a device without name. */
  readonly host: string;
  readonly site: string;
  readonly rack: string;
  readonly row: string;
  readonly role: string;
  readonly manufacturer: string;
  readonly type: string;
  /** Lowest unit as written, with halves; undefined if it stands in none of its own. */
  readonly position: number | undefined;
  readonly face: string;
  readonly heightU: number | undefined;
  /** Name of the device in whose bay it is; empty if in none. */
  readonly parent: string;
  readonly drawW: number | undefined;
  readonly weightKg: number | undefined;
}

export interface DeviceType {
  readonly manufacturer: string;
  readonly model: string;
  readonly heightU: number | undefined;
  readonly isChild: boolean;
  readonly weightKg: number | undefined;
  /** Sums over the power ports, W; undefined if none states it. */
  readonly maximumDrawW: number | undefined;
  readonly allocatedDrawW: number | undefined;
}

interface Feed {
  readonly site: string;
  readonly rack: string;
  readonly isPrimary: boolean;
  readonly isActive: boolean;
  readonly availableW: number;
}

interface Port {
  /** Name of a device, or its number with # before it. */
  readonly device: string;
  readonly maximumW: number | undefined;
  readonly allocatedW: number | undefined;
}

/** Returns the key of a rack: names of racks are unique within a site alone. */
export function rackKey({ site, rack }: { readonly site: string; readonly rack: string }): string {
  return JSON.stringify([site, rack]);
}

/** What files say of racks and devices, record by record in any order. */
export class Inventory {
  readonly racks = new Map<string, Rack>();
  readonly devices: Device[] = [];
  readonly types = new Map<string, DeviceType>();
  readonly feeds: Feed[] = [];
  readonly ports: Port[] = [];

  /**
   * Adds a record.
   *
   * @throws UnreadRow for one that cannot be read
   */
  add(kind: RecordKind, cells: Cells): void {
    if (kind === 'racks') this.#addRack(rackOf(cells, textIn(cells, 'name')));
    else if (kind === 'devices') this.devices.push(deviceOf(cells, textIn(cells, 'name')));
    else if (kind === 'device types') this.addType(typeOf(cells));
    else if (kind === 'power feeds') this.feeds.push(feedOf(cells));
    else if (kind === 'power ports') {
      const [maximumW, allocatedW] = [numberIn(cells, 'maximumdraw'), numberIn(cells, 'allocateddraw')];
      this.ports.push({ device: textIn(cells, 'device'), maximumW, allocatedW });
    } else this.#addOwn(cells);
  }

  addType(type: DeviceType): void {
    this.types.set(typeKey(type.manufacturer, type.model), type);
  }

  /** Returns the type of a device, if the files describe it. */
  typeOf({ manufacturer, type }: Pick<Device, 'manufacturer' | 'type'>): DeviceType | undefined {
    return this.types.get(typeKey(manufacturer, type));
  }

  #addRack(rack: Rack): void {
    const key = rackKey({ site: rack.site, rack: rack.name });
    if (this.racks.has(key)) throw new UnreadRow('second rack of the same site and name');
    this.racks.set(key, rack);
  }

  /** Adds a row of a list of one's own: a rack, and a device if it names a host or a type. */
  #addOwn(cells: Cells): void {
    const name = textIn(cells, 'rack');
    if (name === '') throw new UnreadRow('row without a rack');
    const stated = rackOf(cells, name);
    const key = rackKey({ site: stated.site, rack: name });
    const known = this.racks.get(key);
    const [limit, other] = [known?.statedLimitW, stated.statedLimitW];
    if (limit !== undefined && other !== undefined && limit !== other)
      throw new UnreadRow('row with another power limit of its rack than above');
    const host = textIn(cells, 'host', 'name');
    const device = host === '' && textIn(cells, 'type') === '' ? null : deviceOf(cells, host);
    this.racks.set(key, {
      ...stated,
      row: known?.row || stated.row,
      heightU: known?.heightU ?? stated.heightU,
      maxWeightKg: known?.maxWeightKg ?? stated.maxWeightKg,
      statedLimitW: limit ?? other,
    });
    if (device !== null) this.devices.push(device);
  }
}

function typeKey(manufacturer: string, model: string): string {
  return JSON.stringify([manufacturer, model]);
}

function rackOf(cells: Cells, name: string): Rack {
  if (name === '') throw new UnreadRow('row without a rack');
  return {
    site: textIn(cells, 'site'),
    name,
    row: textIn(cells, 'row', 'location'),
    heightU: numberIn(cells, 'rackheightu', 'uheight', 'height'),
    maxWeightKg: weightKgIn(cells, 'maxweight'),
    statedLimitW: wattsIn(cells, 'powerlimit'),
  };
}

function deviceOf(cells: Cells, host: string): Device {
  const id = textIn(cells, 'id');
  return {
    id: id === '' ? '' : `#${id}`,
    host,
    site: textIn(cells, 'site'),
    rack: textIn(cells, 'rack'),
    row: textIn(cells, 'row', 'location'),
    role: textIn(cells, 'role', 'devicerole'),
    manufacturer: textIn(cells, 'manufacturer'),
    type: textIn(cells, 'devicetype', 'type'),
    position: numberIn(cells, 'position', 'u'),
    face: textIn(cells, 'face', 'rackface').toLowerCase(),
    heightU: numberIn(cells, 'heightu'),
    parent: textIn(cells, 'parent', 'parentdevice'),
    drawW: wattsIn(cells, 'draw'),
    weightKg: numberIn(cells, 'weightkg'),
  };
}

function typeOf(cells: Cells): DeviceType {
  const model = textIn(cells, 'model', 'devicetype');
  if (model === '') throw new UnreadRow('row without a model');
  return {
    manufacturer: textIn(cells, 'manufacturer'),
    model,
    heightU: numberIn(cells, 'uheight', 'height'),
    isChild: textIn(cells, 'subdevicerole', 'parentchild').toLowerCase() === 'child',
    weightKg: weightKgIn(cells, 'weight'),
    maximumDrawW: numberIn(cells, 'maximumdraw'),
    allocatedDrawW: numberIn(cells, 'allocateddraw'),
  };
}

function feedOf(cells: Cells): Feed {
  // Direct current is negative against ground.
  const voltage = numberIn(new Map([['voltage', textIn(cells, 'voltage').replace(/^-/, '')]]), 'voltage');
  const amperage = numberIn(cells, 'amperage');
  const utilization = (numberIn(cells, 'maxutilization') ?? USUAL_UTILIZATION) / 100;
  const phases = textIn(cells, 'phase').toLowerCase().startsWith('three') ? THREE_PHASES : 1;
  const derived =
    voltage === undefined || amperage === undefined ? undefined : voltage * amperage * utilization * phases;
  const availableW = numberIn(cells, 'availablepower') ?? derived;
  if (availableW === undefined) throw new UnreadRow('power feed without available power, or voltage and amperage');
  const status = textIn(cells, 'status').toLowerCase();
  return {
    site: textIn(cells, 'site'),
    rack: textIn(cells, 'rack'),
    isPrimary: textIn(cells, 'type').toLowerCase() !== 'redundant',
    isActive: status === '' || status === 'active',
    availableW: Math.round(availableW),
  };
}
