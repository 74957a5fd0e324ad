import type { ImportAsked } from '../asked.js';
import type { Fact, Imported } from '../imported.js';
import { headOf, looksLike } from '../looks-like.js';
import { Quarantine } from '../quarantine.js';
import { RefusedSource } from '../refused-source.js';
import { SourceFile } from '../source-file.js';
import { csvOf } from '../../reports/csv.js';
import { isSlurmConf, type NodesAsked, readScontrol, readSlurmConf } from './key-values.js';
import { NodeTable, type SlurmNode } from './node-table.js';
import { nodeTypes, type SlurmNodeType } from './node-types.js';
import { isNamePattern, type RacksOfNodes, racksOfNodes } from './racks-of-nodes.js';
import { readJsonLines, readScontrolJson, readSinfo, type SinfoRead } from './sinfo.js';

/** Options of this kind of source. */
interface SlurmNodesWords {
  readonly columns?: string;
  readonly racksBy?: string;
  readonly typesByName?: boolean;
}

/**
 * Reads what Slurm says of nodes: `scontrol show node`, sinfo and slurm.conf, whose forms are told by their contents.
 * Several files complete each other.
 *
 * @throws RefusedSource for a file that holds no nodes of Slurm
 */
export async function readSlurmNodes({ files, words }: ImportAsked): Promise<Imported> {
  const { columns, racksBy, typesByName = false } = words as SlurmNodesWords;
  if (racksBy !== undefined && !isNamePattern(racksBy)) {
    const allowed = 'names of nodes with {rack} once and * for any text, such as cpn-{rack}-*';
    throw new RefusedSource('command line', { path: '--racks-by', value: racksBy, allowed, remedy: 'Correct it.' });
  }
  const table = new NodeTable();
  const quarantine = new Quarantine();
  const warnings: string[] = [];
  const sources = files.map((file) => new SourceFile(file));
  let listings = 0;
  const unread: string[] = [];
  const told: string[] = [];
  for (const source of sources) {
    const before = table.records;
    const head = await headOf(source.file);
    const asked: NodesAsked = { source, table, quarantine, warn: (sentence) => void warnings.push(sentence) };
    const read = await readForm(asked, head, columns);
    listings += read?.listings ?? 0;
    unread.push(...(read?.unread ?? []));
    if (read?.told != null)
      told.push(`${source.file}: without header; its columns are taken for ${read.told.join(', ')}`);
    if (table.records === before) throw otherKind(source.file, head);
  }
  const nodes = table.nodes;
  const types = nodeTypes(nodes, typesByName);
  const racks = racksOfNodes(nodes, racksBy);
  warnings.push(...warningsOn(table, racks));
  const counts = countsOf(table, types, racks, listings);
  return {
    stamps: sources.map(({ stamp }) => stamp),
    counts: { ...counts, nodeTypesByNameToo: nodeTypes(nodes, true).length, columnsNotRead: unread },
    text: [...told, ...textOf(counts, types, racks, unread)],
    warnings,
    quarantine,
    facts: factsOf(types, racks),
    tables: new Map([['hosts.csv', hostsTable(nodes, types, racks)]]),
    span: null,
  };
}

/** Reads a file in the form that its head tells; returns what is told of a table of sinfo, null for other forms. */
async function readForm(asked: NodesAsked, head: string, columns: string | undefined): Promise<SinfoRead | null> {
  const { file } = asked.source;
  if (/^\s*JobId=/m.test(head)) throw otherKind(file, head);
  if (/^\s*NodeName\s*=/im.test(head) || /^\s*SlurmctldHost\s*=|^\s*ClusterName\s*=/im.test(head)) {
    await (isSlurmConf(head) ? readSlurmConf(asked) : readScontrol(asked));
    return null;
  }
  if (/^\s*[[{]/.test(head)) {
    const isScontrol = /"nodes"\s*:\s*\[/.test(head) && !/"(?:jobs|sinfo)"\s*:/.test(head);
    if (!isScontrol && !/^\s*\{[^\n]*\}\s*$/m.test(head)) throw otherKind(file, head);
    await (isScontrol ? readScontrolJson(asked) : readJsonLines(asked));
    return null;
  }
  const known = looksLike(head);
  if (/^a job log|^weather|^prices|YAML/.test(known)) throw otherKind(file, head);
  // The last line of the head may be cut off.
  const lines = head.split(/\r?\n/);
  return readSinfo(asked, lines.length > 2 ? lines.slice(0, -1) : lines, columns);
}

function otherKind(file: string, head: string): RefusedSource {
  return new RefusedSource(file, {
    path: '',
    value: looksLike(head),
    allowed: 'nodes of Slurm: scontrol show node, sinfo with names of nodes, slurm.conf',
    remedy: 'Write it by "scontrol show node -o", or import the file as the kind that it is.',
  });
}

function warningsOn(table: NodeTable, { ambiguous }: RacksOfNodes): string[] {
  const { nodes, contradictions } = table;
  const bare = nodes.filter(({ cpus }) => cpus === undefined).length;
  const threaded = nodes.filter(
    ({ cpus, threadsPerCore }) => cpus !== undefined && threadsPerCore === undefined,
  ).length;
  const [first] = contradictions;
  return [
    ...(first === undefined
      ? []
      : [
          `${contradictions.size} nodes have records that contradict each other: ${first[0]} has ${first[1]}; the first counts`,
        ]),
    ...(bare === 0
      ? []
      : [
          `${bare} nodes have no number of cores: name the output of "scontrol show node -o" or slurm.conf beside this file`,
        ]),
    ...(threaded === 0
      ? []
      : [
          `${threaded} nodes say nothing of threads per core: their CPUs are taken for cores, which may be twice too many; "scontrol show node -o" tells`,
        ]),
    ...(ambiguous === 0 ? [] : [`${ambiguous} nodes have features that name several racks, and are of none`]),
  ];
}

function countsOf(table: NodeTable, types: readonly SlurmNodeType[], { rackOf, from }: RacksOfNodes, listings: number) {
  const { nodes, records } = table;
  const total = (of: (node: SlurmNode) => number | undefined): number | null =>
    nodes.some((node) => of(node) !== undefined) ? nodes.reduce((sum, node) => sum + (of(node) ?? 0), 0) : null;
  return {
    records,
    nodes: nodes.length,
    ...(listings > 1 ? { listings } : {}),
    nodeTypes: types.map(({ name, hosts, cores, threadsPerCore, memoryMiB, gpus, gpuModel, features }) => ({
      name,
      nodes: hosts.length,
      cores: cores ?? null,
      threadsPerCore: threadsPerCore ?? null,
      memoryMiB: memoryMiB ?? null,
      gpus,
      ...(gpuModel === '' ? {} : { gpuModel }),
      features,
    })),
    racks: new Set(rackOf.values()).size,
    racksFrom: from,
    nodesWithoutRack: nodes.length - rackOf.size,
    cpus: total(({ cpus }) => cpus),
    cores: total(({ cores }) => cores),
    gpus: total(({ gpus }) => gpus?.gpus),
    gpusUsed: total(({ gpusUsed }) => gpusUsed),
    states: tallied(nodes.flatMap(({ state }) => state ?? [])),
    nodesByPartition: tallied(nodes.flatMap(({ partitions }) => partitions)),
  };
}

/** Returns how often each text occurs, the most frequent first. */
function tallied(texts: readonly string[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)));
}

function textOf(
  { nodes, records, racks, gpus, gpusUsed }: ReturnType<typeof countsOf>,
  types: readonly SlurmNodeType[],
  { from }: RacksOfNodes,
  unread: readonly string[],
): string[] {
  return [
    `${nodes} nodes of ${types.length} types, from ${records} records`,
    ...types.map(({ name, hosts, cores, memoryMiB, gpus: each }) => {
      const of = [
        cores === undefined ? 'cores unknown' : `${cores} cores`,
        ...(memoryMiB === undefined ? [] : [`${memoryMiB} MiB`]),
        ...(each === 0 ? [] : [`${each} GPUs`]),
      ];
      return `  ${name}: ${hosts.length} ${hosts.length === 1 ? 'node' : 'nodes'} of ${of.join(', ')}`;
    }),
    from === null
      ? 'racks: not known from this; "plenum import racks" or --racks-by tells'
      : `${racks} racks, from ${from}`,
    ...(gpus === null || gpus === 0 ? [] : [`${gpus} GPUs${gpusUsed === null ? '' : `, ${gpusUsed} of them used`}`]),
    ...(unread.length === 0 ? [] : [`columns not read: ${unread.join(', ')}`]),
  ];
}

function factsOf(types: readonly SlurmNodeType[], { rackOf, from }: RacksOfNodes): Fact[] {
  const perRack = tallied([...rackOf.values()].sort());
  const stated = { kind: 'measured', origin: 'records of Slurm' } as const;
  return [
    ...types.flatMap(({ name, hosts, cores, cpus, threadsPerCore, memoryMiB, gpus }): Fact[] => {
      const at = `nodeTypes.${name}`;
      const isSure = threadsPerCore !== undefined;
      const guessed = {
        low: Math.ceil((cores ?? 0) / 2),
        high: cores ?? 0,
        kind: 'assumed',
        origin: `${cpus} CPUs of Slurm, one thread per core`,
      } as const;
      return [
        { field: `${at}.count`, value: hosts.length, unit: '', ...stated },
        ...(cores === undefined
          ? []
          : [{ field: `${at}.cores`, value: cores, unit: '', ...(isSure ? stated : guessed) }]),
        ...(memoryMiB === undefined ? [] : [{ field: `${at}.memoryMiB`, value: memoryMiB, unit: 'MiB', ...stated }]),
        { field: `${at}.gpus`, value: gpus, unit: '', ...stated },
      ];
    }),
    ...Object.entries(perRack).map(([rack, value]): Fact => ({
      field: `racks.${rack}.nodes`,
      value,
      unit: '',
      kind: 'derived',
      origin: `${from!} of nodes`,
    })),
  ];
}

function hostsTable(nodes: readonly SlurmNode[], types: readonly SlurmNodeType[], { rackOf }: RacksOfNodes): string {
  const typeOf = new Map(types.flatMap(({ name, hosts }) => hosts.map((host) => [host, name] as const)));
  return csvOf(
    nodes.toSorted((a, b) => (a.host < b.host ? -1 : 1)),
    [
      { name: 'host', of: ({ host }) => host },
      { name: 'nodeType', of: ({ host }) => typeOf.get(host)! },
      { name: 'rack', of: ({ host }) => rackOf.get(host) ?? null },
      { name: 'partitions', of: ({ partitions }) => partitions.toSorted().join(' ') },
      { name: 'cpus', of: ({ cpus }) => cpus ?? null },
      { name: 'cores', of: ({ cores }) => cores ?? null },
      { name: 'memoryMiB', of: ({ memoryMiB }) => memoryMiB ?? null },
      { name: 'gpus', of: ({ gpus }) => gpus?.gpus ?? null },
      { name: 'gpuModel', of: ({ gpus }) => gpus?.gpuModel ?? null },
      { name: 'state', of: ({ state }) => state ?? null },
      { name: 'features', of: ({ features = [] }) => features.join(' ') },
    ],
  );
}
