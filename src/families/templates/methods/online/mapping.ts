import type { MappingName } from '../../../../../models/families/templates/online.js';
import { greedy } from './greedy.js';
import { consolidation, loadBalancingByNode, loadBalancingByRack } from './in-order.js';
import type { Mapper, MappingSetup } from './mapping-event.js';

/** Function that creates each mapping heuristic, by name. */
const MAPPERS: Readonly<Record<MappingName, (setup: MappingSetup) => Mapper>> = {
  greedy,
  consolidation,
  lbbn: loadBalancingByNode,
  lbbr: loadBalancingByRack,
};

export function mapperOf(name: MappingName, setup: MappingSetup): Mapper {
  return MAPPERS[name](setup);
}
