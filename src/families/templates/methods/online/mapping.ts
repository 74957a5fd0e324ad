import type { MappingName } from '../../../../../models/families/templates/online.js';
import { greedy } from './greedy.js';
import { consolidation, loadBalancingByNode, loadBalancingByRack } from './in-order.js';
import type { Mapper, MappingSetup } from './mapping-event.js';

/** Functions that create the mapping heuristics, by name of the heuristic. */
const MAPPERS: Readonly<Record<MappingName, (setup: MappingSetup) => Mapper>> = {
  greedy,
  consolidation,
  lbbn: loadBalancingByNode,
  lbbr: loadBalancingByRack,
};

export function mapperOf(name: MappingName, setup: MappingSetup): Mapper {
  return MAPPERS[name](setup);
}
