import type { UtilityInstance } from '../../../../models/families/utility/instance.js';
import type { Zone } from '../../../../models/physics/thermal/influence-matrix.js';

/** A time interval in which some nodes of a pool must not run tasks, because the instance allows fewer cores then. */
export interface HeldBack {
  readonly fromS: number;
  readonly toS: number;
  readonly nodes: number;
}

/**
 * Returns for each pool the time intervals in which some of its nodes must not run tasks. They follow from the
 * instance's limits on cores over time (`allowedCores`).
 *
 * @param zones thermal zones of the facility; empty without a facility
 */
export function heldBackNodes(
  { pools, allowedCores = [], facility, operation }: UtilityInstance,
  zones: readonly Zone[],
): HeldBack[][] {
  const moments = [...new Set(allowedCores.map(({ fromS }) => fromS))].sort((a, b) => a - b);
  const allowedAt = (name: string, all: number, atS: number): number => {
    let cores = all;
    for (const row of allowedCores) if (row.pool === name && row.fromS <= atS) cores = row.cores;
    return cores;
  };
  const named = new Set(allowedCores.map(({ pool }) => pool));
  return pools.map(({ name, nodes, coresPerNode = 1 }) => {
    const parts = zones.filter((zone) => {
      if (operation?.poolsPer !== 'rack') return zone.name === name;
      const isMixed = zones.some(({ rack, nodeType }) => rack === zone.rack && nodeType !== zone.nodeType);
      return name === (isMixed ? `${zone.rack}/${zone.nodeType}` : zone.rack);
    });
    const members =
      named.has(name) || parts.length === 0
        ? [{ name, cores: nodes * coresPerNode }]
        : parts.map((zone) => {
            const { cores = NaN } = facility?.nodeTypes.find((type) => type.name === zone.nodeType) ?? {};
            return { name: zone.name, cores: zone.nodeCount * cores };
          });
    if (!members.some((member) => named.has(member.name))) return [];
    return moments.map((fromS, k) => {
      const cores = members.reduce((sum, member) => sum + allowedAt(member.name, member.cores, fromS), 0);
      return { fromS, toS: moments[k + 1] ?? Infinity, nodes: nodes - Math.floor(cores / coresPerNode) };
    });
  });
}
