import type { Mapper, MappingEvent, MappingSetup } from './mapping-event.js';

// Heuristics of section 5.5.2. They map tasks in order of arrival, in P-state 0, to any node. They ignore deadlines:
// tasks whose deadline has passed are still run, or dropped if `lateTasks` is 'drop'. Cores of a node are equal, so any
// idle one is taken.

/**
 * Returns the mapper `consolidation`. In order of arrival, each task goes to the first node with an idle allowable
 * core.
 */
export function consolidation({ nodes, lateTasks }: MappingSetup): Mapper {
  return (event) => {
    let node = 0;
    inOrder(event, lateTasks, () => {
      while (node < nodes.count && event.idleAllowable[node] === 0) node++;
      return node < nodes.count ? node : -1;
    });
  };
}

/**
 * Returns the mapper LBBN (load balancing by node). In order of arrival, each task goes to the node with the fewest
 * running tasks among those with an idle allowable core. On a tie, it goes to the first such node.
 */
export function loadBalancingByNode({ nodes, lateTasks }: MappingSetup): Mapper {
  const mostCores = nodes.cores.reduce((most, cores) => Math.max(most, cores), 0);
  return (event) => {
    // Nodes are visited level by level: none runs fewer than `level`, and those before `node` run more.
    let level = 0;
    let node = 0;
    inOrder(event, lateTasks, () => {
      for (; level < mostCores; level++, node = 0) {
        for (; node < nodes.count; node++) {
          if (event.running[node] === level && event.idleAllowable[node]! > 0) return node;
        }
      }
      return -1;
    });
  };
}

/**
 * Returns the mapper LBBR (load balancing by rack). In order of arrival, each task goes to the rack with the fewest
 * running tasks among those with an idle allowable core; on a tie, to the first. There it goes to a random node with
 * such a core.
 */
export function loadBalancingByRack({ nodes, lateTasks, random }: MappingSetup): Mapper {
  const idleNodes: number[][] = Array.from({ length: nodes.rackCount }, () => []);
  const load = new Float64Array(nodes.rackCount);
  return (event) => {
    load.fill(0);
    for (const list of idleNodes) list.length = 0;
    for (let node = 0; node < nodes.count; node++) {
      load[nodes.rack[node]!]! += event.running[node]!;
      if (event.idleAllowable[node]! > 0) idleNodes[nodes.rack[node]!]!.push(node);
    }
    for (let rack = 0; rack < nodes.rackCount; rack++) if (idleNodes[rack]!.length === 0) load[rack] = Infinity;
    inOrder(event, lateTasks, () => {
      let rack = 0;
      for (let other = 1; other < load.length; other++) if (load[other]! < load[rack]!) rack = other;
      if (!(load[rack]! < Infinity)) return -1;
      const list = idleNodes[rack]!;
      const at = random.integer(0, list.length - 1);
      const node = list[at]!;
      load[rack]!++;
      if (event.idleAllowable[node] === 1) {
        list.splice(at, 1);
        if (list.length === 0) load[rack] = Infinity;
      }
      return node;
    });
  };
}

/** Maps waiting tasks in order of arrival. `nodeOf` returns the node for the next task, or -1 if no core is idle. */
function inOrder(event: MappingEvent, lateTasks: 'run' | 'drop', nodeOf: () => number): void {
  let idle = true;
  for (let position = 0; position < event.count; position++) {
    if (lateTasks === 'drop' && event.nowS > event.deadlineS(position)) {
      event.drop(position);
      continue;
    }
    if (!idle) {
      if (lateTasks === 'run') return;
      continue;
    }
    const node = nodeOf();
    if (node < 0) idle = false;
    else event.start(position, node, 0);
  }
}
