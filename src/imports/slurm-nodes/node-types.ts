import type { SlurmNode } from './node-table.js';

/** Difference of memory within which nodes are of one type, as a fraction: firmware takes more or less of it. */
const MEMORY_TOLERANCE = 0.05;
/** Least fraction of the nodes that have a feature which counts for the type. Our choice: rarer ones name single nodes. */
const MIN_FEATURE_SHARE = 0.01;
/** Patterns of features that say where a node stands or what it is connected to. */
const PLACE = /rack|chassis|switch|^ib-|^eth-|^opa-|^\d+(?:-c\d+)?$|^c\d{1,2}$/i;

/** Nodes that are alike. */
export interface SlurmNodeType {
  readonly name: string;
  readonly hosts: readonly string[];
  readonly cpus: number | undefined;
  readonly cores: number | undefined;
  readonly threadsPerCore: number | undefined;
  /** Least memory of the nodes; undefined where none states any. */
  readonly memoryMiB: number | undefined;
  readonly gpus: number;
  readonly gpuModel: string;
  /** Features that all nodes of the type have, without places and rare ones. */
  readonly features: readonly string[];
}

/**
 * Returns the node types, the one with most nodes first. Nodes are alike in CPUs, cores, GPUs and features, and in
 * memory within 5 %. Fewer than 1 % of all nodes that differ from others of their hardware by features alone are of the
 * type of those.
 *
 * @param byName whether names that differ before their last number are of different types too
 */
export function nodeTypes(nodes: readonly SlurmNode[], byName: boolean): readonly SlurmNodeType[] {
  const rank = new Map<string, number>();
  for (const { features = [] } of nodes) for (const one of new Set(features)) rank.set(one, (rank.get(one) ?? 0) + 1);
  const counts = (feature: string): boolean =>
    !PLACE.test(feature) && rank.get(feature)! >= MIN_FEATURE_SHARE * nodes.length;
  const groups = new Map<string, { readonly features: readonly string[]; readonly nodes: SlurmNode[] }>();
  for (const node of nodes) {
    const features = [...new Set(node.features?.filter(counts))].sort();
    const { cpus, cores, gpus } = node;
    const key = JSON.stringify([cpus, cores, gpus, features, byName ? prefixOf(node.host) : '']);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { features, nodes: [node] });
    else group.nodes.push(node);
  }
  const parts = [...groups.values()].flatMap((group) =>
    byMemory(group.nodes).map((alike) => ({ ...alike, features: group.features, prefix: prefixOf(alike.hosts[0]!) })),
  );
  const types = withoutRare(parts, MIN_FEATURE_SHARE * nodes.length, byName);
  types.sort((a, b) => b.hosts.length - a.hosts.length || (a.hosts[0]! < b.hosts[0]! ? -1 : 1));
  return named(types, byName);
}

/** Joins types of fewer than `least` nodes to the one of the same hardware with most features in common, if there is one. */
function withoutRare(parts: readonly Unnamed[], least: number, byName: boolean): Unnamed[] {
  const types = parts.filter(({ hosts }) => hosts.length >= least);
  for (const rare of parts.filter(({ hosts }) => hosts.length < least)) {
    const alike = types.filter((type) => isAlike(type, rare) && (!byName || type.prefix === rare.prefix));
    const [nearest] = alike.toSorted((a, b) => inCommon(b, rare) - inCommon(a, rare));
    if (nearest === undefined || inCommon(nearest, rare) === 0) types.push(rare);
    else types[types.indexOf(nearest)] = joint(nearest, rare);
  }
  return types;
}

function isAlike(a: Unnamed, b: Unnamed): boolean {
  if (a.cpus !== b.cpus || a.cores !== b.cores || a.gpus !== b.gpus || a.gpuModel !== b.gpuModel) return false;
  const [least, most] = [a.memoryMiB ?? 0, b.memoryMiB ?? 0].sort((x, y) => x - y);
  return most! <= least! * (1 + MEMORY_TOLERANCE);
}

/** Fraction of the features of two types that both have. */
function inCommon(a: Unnamed, b: Unnamed): number {
  const both = a.features.filter((one) => b.features.includes(one)).length;
  return both / new Set([...a.features, ...b.features]).size || 0;
}

function joint(type: Unnamed, rare: Unnamed): Unnamed {
  const features = type.features.filter((one) => rare.features.includes(one));
  const memoryMiB = type.memoryMiB === undefined ? undefined : Math.min(type.memoryMiB, rare.memoryMiB!);
  return { ...type, features, memoryMiB, hosts: [...type.hosts, ...rare.hosts].sort() };
}

/** Returns a name without the number at its end: `gpu` of `gpu017`. */
function prefixOf(host: string): string {
  return host.replace(/\d+$/, '').replace(/[-_.]+$/, '');
}

type Unnamed = Omit<SlurmNodeType, 'name'> & { readonly prefix: string };

/** Parts nodes where memory rises by more than the tolerance above the least of the part. */
function byMemory(nodes: readonly SlurmNode[]): Omit<SlurmNodeType, 'name' | 'features'>[] {
  const parts: SlurmNode[][] = [];
  let least = -1;
  for (const node of nodes.toSorted((a, b) => (a.memoryMiB ?? 0) - (b.memoryMiB ?? 0))) {
    const memory = node.memoryMiB ?? 0;
    if (parts.length > 0 && memory <= least * (1 + MEMORY_TOLERANCE)) parts.at(-1)!.push(node);
    else {
      parts.push([node]);
      least = memory;
    }
  }
  return parts.map((part) => {
    const { cpus, cores, memoryMiB, gpus } = part[0]!;
    const threadsPerCore = part.find((node) => node.threadsPerCore !== undefined)?.threadsPerCore;
    const hosts = part.map(({ host }) => host).sort();
    return { hosts, cpus, cores, threadsPerCore, memoryMiB, gpus: gpus?.gpus ?? 0, gpuModel: gpus?.gpuModel ?? '' };
  });
}

/** Names types by cores, memory in GiB and GPUs; by what distinguishes them beyond that where it is not enough. */
function named(types: readonly Unnamed[], byName: boolean): SlurmNodeType[] {
  const bases = types.map((type) => baseName(type, byName));
  const taken = new Set<string>();
  return types.map(({ prefix: _, ...type }, n) => {
    const rivals = types.filter((_, m) => bases[m] === bases[n]);
    const own = type.features.filter((one) => !rivals.every(({ features }) => features.includes(one)));
    const full = [bases[n]!, ...(rivals.length > 1 ? own : [])].join('-').replaceAll(/[^\w.+-]+/g, '_');
    let name = full;
    for (let number = 2; taken.has(name); number += 1) name = `${full}-${number}`;
    taken.add(name);
    return { name, ...type };
  });
}

function baseName({ cores, memoryMiB, gpus, gpuModel, prefix }: Unnamed, byName: boolean): string {
  return [
    ...(byName ? [prefix] : []),
    cores === undefined ? 'nodes' : `${cores}c`,
    ...(memoryMiB === undefined ? [] : [`${Math.max(1, Math.round(memoryMiB / 1024))}g`]),
    ...(gpus === 0 ? [] : [`${gpus}x${gpuModel === '' ? 'gpu' : gpuModel}`]),
  ].join('-');
}
