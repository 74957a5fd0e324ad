import type { Device, Inventory, Rack } from './inventory.js';
import { rackKey } from './inventory.js';

/** A rack with what the records together say of it. */
export interface PlacedRack extends Omit<Rack, 'statedLimitW'> {
  /** Name for facts: with the site before it if there are several. */
  readonly label: string;
  /** Power limit: sum of the primary feeds, or as stated, W; undefined if unknown. */
  readonly powerLimitW: number | undefined;
  readonly limitFrom: 'feeds' | 'list' | null;
  readonly primaryFeeds: number;
  readonly redundantFeeds: number;
  readonly devices: number;
  /** True if a record describes it; false if devices or feeds alone name it. */
  readonly isDescribed: boolean;
}

/** A device in its rack. */
export interface PlacedDevice extends Omit<Device, 'drawW'> {
  /** Lowest unit of its rack that it takes, the parent's for one in a bay; undefined if unknown. */
  readonly u: number | undefined;
  readonly isChild: boolean;
  /** Draw that somebody planned or measured, W; undefined if unknown. */
  readonly drawW: number | undefined;
  /** Sum of the greatest draws of its power ports, W: more than it takes. */
  readonly maximumDrawW: number | undefined;
}

/** Racks and devices, joined. */
export interface Placed {
  readonly racks: readonly PlacedRack[];
  readonly devices: readonly PlacedDevice[];
  readonly portsWithoutDevice: number;
  readonly inactiveFeeds: number;
}

/** Joins records: devices to racks, children to parents, power ports to devices, feeds to racks. */
export function placed(inventory: Inventory): Placed {
  const { devices, ports, feeds } = inventory;
  const draws = drawsOf(inventory);
  const byName = new Map<string, Device>();
  for (const device of devices) for (const name of [device.id, device.host]) if (name !== '') byName.set(name, device);
  const all = devices.map((device): PlacedDevice => {
    const type = inventory.typeOf(device);
    const heightU = device.heightU ?? type?.heightU;
    const parent = byName.get(device.parent);
    const isChild = parent !== undefined || (type?.isChild === true && heightU === 0);
    const position = device.position ?? (isChild ? parent?.position : undefined);
    const own = draws.get(device);
    return {
      ...device,
      rack: device.rack === '' && parent !== undefined ? parent.rack : device.rack,
      parent: parent?.host ?? device.parent,
      heightU,
      u: position === undefined ? undefined : Math.floor(position),
      isChild,
      weightKg: device.weightKg ?? type?.weightKg,
      drawW: device.drawW ?? own?.allocatedW ?? type?.allocatedDrawW,
      maximumDrawW: own?.maximumW ?? type?.maximumDrawW,
    };
  });
  return {
    racks: racksOf(inventory, all),
    devices: all,
    portsWithoutDevice: ports.filter(({ device }) => !byName.has(device)).length,
    inactiveFeeds: feeds.filter(({ isActive }) => !isActive).length,
  };
}

/** Returns sums over the power ports of devices. A name that several devices have is of none. */
function drawsOf({
  devices,
  ports,
}: Inventory): Map<Device, { readonly maximumW?: number; readonly allocatedW?: number }> {
  const owners = new Map<string, Device | null>();
  for (const device of devices) {
    for (const name of [device.id, device.host]) {
      if (name !== '') owners.set(name, owners.has(name) ? null : device);
    }
  }
  const draws = new Map<Device, { maximumW?: number; allocatedW?: number }>();
  for (const { device, maximumW, allocatedW } of ports) {
    const owner = owners.get(device);
    if (owner == null) continue;
    const known = draws.get(owner) ?? {};
    if (maximumW !== undefined) known.maximumW = (known.maximumW ?? 0) + maximumW;
    if (allocatedW !== undefined) known.allocatedW = (known.allocatedW ?? 0) + allocatedW;
    draws.set(owner, known);
  }
  return draws;
}

function racksOf({ racks, feeds }: Inventory, devices: readonly PlacedDevice[]): PlacedRack[] {
  const all = new Map(racks);
  const inRack = new Map<string, number>();
  for (const { site, rack, row } of [...devices, ...feeds.map((feed) => ({ ...feed, row: '' }))]) {
    if (rack === '') continue;
    const bare = { site, name: rack, row, heightU: undefined, maxWeightKg: undefined, statedLimitW: undefined };
    if (!all.has(rackKey({ site, rack }))) all.set(rackKey({ site, rack }), bare);
  }
  for (const device of devices) inRack.set(rackKey(device), (inRack.get(rackKey(device)) ?? 0) + 1);
  const hasSites = new Set([...all.values()].map(({ site }) => site)).size > 1;
  return [...all].map(([key, { statedLimitW, ...rack }]): PlacedRack => {
    const own = feeds.filter((feed) => feed.isActive && rackKey(feed) === key);
    const primary = own.filter(({ isPrimary }) => isPrimary);
    const fed = primary.length === 0 ? undefined : primary.reduce((sum, { availableW }) => sum + availableW, 0);
    return {
      ...rack,
      label: hasSites ? `${rack.site}/${rack.name}` : rack.name,
      powerLimitW: statedLimitW ?? fed,
      limitFrom: statedLimitW !== undefined ? 'list' : fed !== undefined ? 'feeds' : null,
      primaryFeeds: primary.length,
      redundantFeeds: own.length - primary.length,
      devices: inRack.get(key) ?? 0,
      isDescribed: racks.has(key),
    };
  });
}

/** Returns the places that two devices take: rack, unit and face of each, "A-07 U12 front". */
export function overlaps(devices: readonly PlacedDevice[]): readonly string[] {
  const taken = new Set<string>();
  const found = new Set<string>();
  for (const { rack, site, u, heightU = 1, face, isChild } of devices) {
    if (u === undefined || isChild) continue;
    for (let unit = u; unit < u + Math.ceil(heightU); unit += 1) {
      const place = `${rackKey({ site, rack })} ${unit} ${face}`;
      if (taken.has(place)) found.add(`${rack} U${unit}${face === '' ? '' : ` ${face}`}`);
      taken.add(place);
    }
  }
  return [...found];
}
