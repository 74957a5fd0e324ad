import { nodeNames } from '../node-list.js';
import type { StatedNode } from './stated-node.js';

/** A node as all records together state it; undefined is not stated. */
export interface SlurmNode extends Omit<StatedNode, 'partitions'> {
  readonly host: string;
  readonly partitions: readonly string[];
}

/** Values of which a node has one: two records that differ in them contradict each other. */
const FIXED = ['cpus', 'cores', 'memoryMiB'] as const;

/** Nodes by name, from records of any number of files. A node has a record per partition, per listing, or per file. */
export class NodeTable {
  readonly #nodes = new Map<string, SlurmNode>();
  readonly #contradicted = new Map<string, string>();

  /** Number of records that were added. */
  records = 0;

  /**
   * Adds a record. What an earlier record stated of a node stays, but for its state: the last one counts.
   *
   * @param list node list of the record
   * @param count number of nodes that the record says it is of, if any
   * @returns why the record cannot be read, or null
   */
  add(list: string, stated: StatedNode, count?: number): string | null {
    const read = nodeNames(list);
    if (!read.ok) return read.fault;
    const wrong = read.names.find((name) => !/^[\w.-]+$/.test(name));
    if (wrong !== undefined || read.names.length === 0) return 'record without a name of a node';
    if (count !== undefined && count !== read.names.length)
      return 'node list of another number of names than its row says';
    for (const host of read.names) this.#addNode(host, stated);
    this.records += 1;
    return null;
  }

  /** Adds a partition to nodes; returns the names that are no nodes. */
  addPartition(partition: string, hosts: readonly string[]): readonly string[] {
    return hosts.filter((host) => {
      const node = this.#nodes.get(host);
      if (node === undefined) return true;
      this.#nodes.set(host, { ...node, partitions: joined(node.partitions, [partition]) });
      return false;
    });
  }

  get size(): number {
    return this.#nodes.size;
  }

  /** All nodes, in the order in which they were first named. */
  get nodes(): readonly SlurmNode[] {
    return [...this.#nodes.values()];
  }

  /** What records contradict each other in, by node: "cpus 28 and 32". */
  get contradictions(): ReadonlyMap<string, string> {
    return this.#contradicted;
  }

  #addNode(host: string, stated: StatedNode): void {
    const known = this.#nodes.get(host);
    if (known === undefined) {
      this.#nodes.set(host, { host, ...stated });
      return;
    }
    for (const field of FIXED) {
      const [first, second] = [known[field], stated[field]];
      if (first === undefined || second === undefined || first === second) continue;
      // Cores that are CPUs for want of the threads contradict nothing.
      if (field === 'cores' && (known.threadsPerCore === undefined || stated.threadsPerCore === undefined)) continue;
      this.#contradicted.set(host, `${field} ${first} and ${second}`);
    }
    const isLaidOut = known.threadsPerCore !== undefined || stated.threadsPerCore === undefined;
    const { cpus, cores, threadsPerCore } = isLaidOut && known.cores !== undefined ? known : stated;
    this.#nodes.set(host, {
      host,
      cpus: cpus ?? known.cpus,
      cores: cores ?? known.cores,
      threadsPerCore: threadsPerCore ?? known.threadsPerCore,
      memoryMiB: known.memoryMiB ?? stated.memoryMiB,
      gpus: known.gpus ?? stated.gpus,
      gpusUsed: stated.gpusUsed ?? known.gpusUsed,
      features: known.features ?? stated.features,
      partitions: joined(known.partitions, stated.partitions),
      state: stated.state ?? known.state,
    });
  }
}

function joined(known: readonly string[], more: readonly string[]): readonly string[] {
  const added = more.filter((one) => !known.includes(one));
  return added.length === 0 ? known : [...known, ...added];
}
