import type { GeoAllocation } from './allocation.js';
import { GEO_PLAN_FORMAT, GEO_PLAN_FORMAT_VERSION, type GeoPlan } from './plan.js';
import type { GeoModel } from './model.js';

/**
 * Converts a plan in memory to a plan for a file. Loads that no node runs are left out.
 *
 * @param about origin of the plan: instance, method, and cost as computed by the method
 */
export function geoPlanOf(
  model: GeoModel,
  { loads, cells }: GeoAllocation,
  about: Pick<GeoPlan, 'method' | 'planFrom' | 'claimedCostUsd'> & { readonly sha256: string },
): GeoPlan {
  const { method, planFrom, claimedCostUsd, sha256 } = about;
  const used = new Map<number, number>();
  for (const { load, nodes } of cells) {
    for (const [n, index] of load.entries()) if (nodes[n]! > 0 && !used.has(index)) used.set(index, used.size);
  }
  const centres = model.centres.length;
  return {
    format: GEO_PLAN_FORMAT,
    formatVersion: GEO_PLAN_FORMAT_VERSION,
    instance: { name: model.instance.name, sha256 },
    method,
    ...(planFrom === undefined ? {} : { planFrom }),
    claimedCostUsd,
    loads: [...used.keys()].map((index) => {
      const { type, cores } = loads[index]!;
      return { nodeType: model.nodeTypes[type]!.name, cores };
    }),
    epochs: Array.from({ length: model.epochCount }, (_, t) =>
      cells
        .slice(t * centres, (t + 1) * centres)
        .map(({ setPointC, renewableKwh, load, nodes }) => ({
          setPointC,
          ...(renewableKwh === undefined ? {} : { renewableKwh }),
          nodes: [...load]
            .map((index, n): [number, number] => [used.get(index) ?? -1, nodes[n]!])
            .filter(([, count]) => count > 0),
        })),
    ),
  };
}
