/** Pool that can run a task type, with the numbers of nodes for which it can. */
export interface AblePool {
  readonly pool: string;
  readonly coresPerNode: number;
  readonly leastNodes: number;
  readonly mostNodes: number;
}

/** Returns true if tasks that need so many cores fit the pool. */
export function fitsPool(cores: number, { coresPerNode, leastNodes, mostNodes }: AblePool): boolean {
  const nodes = Math.ceil(cores / coresPerNode);
  return nodes >= leastNodes && nodes <= mostNodes;
}

/** Returns the text of a fault on the cores that tasks of a type may need. */
export function coresThatFit(type: string, able: readonly AblePool[]): string {
  const ranges = able.map(({ pool, coresPerNode, leastNodes, mostNodes }) => {
    const [from, to] = [(leastNodes - 1) * coresPerNode + 1, mostNodes * coresPerNode];
    return `${from === to ? from : `${from} to ${to}`} on "${pool}"`;
  });
  return `cores that fit a pool that can run "${type}": ${ranges.length === 0 ? 'none can' : ranges.join(', ')}`;
}
