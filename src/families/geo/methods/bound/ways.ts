import { type Configuration, configurationKey } from '../../../../../models/facility/configuration.js';
import { configurationFrom } from '../../../../../models/facility/configuration-from.js';
import type { BoundContext, NodeWay } from './context.js';

/** Every way of running a node met so far, by class of centres and node type. */
export interface WayPool {
  add(pricingClass: number, type: number, configuration: Configuration): NodeWay;
  of(pricingClass: number, type: number): readonly NodeWay[];
  /** Ways to begin with: all cores on one task type in the P-state with most tasks per joule of the node, one per task type. */
  starts(pricingClass: number, type: number): readonly NodeWay[];
  readonly size: number;
  /** One with the same ways, of which this one then knows nothing. */
  copy(): WayPool;
}

export function wayPool(
  context: BoundContext,
  ways: readonly (readonly [pricingClass: number, way: NodeWay])[] = [],
): WayPool {
  const { classes, types, tasks, problem } = context;
  const lists = classes.map(() => Array.from({ length: types }, (): NodeWay[] => []));
  const known = new Map<string, NodeWay>();
  let size = 0;
  for (const [c, way] of ways) keep(c, way);

  function add(c: number, type: number, configuration: Configuration): NodeWay {
    const key = `${c}#${configurationKey(configuration)}`;
    const there = known.get(key);
    if (there !== undefined) return there;
    const powerW = problem.nodeTypes[type]!.staticW + configuration.coreW;
    const way = { id: size, type, configuration, powerW };
    keep(c, way);
    return way;
  }

  function keep(c: number, way: NodeWay): void {
    known.set(`${c}#${configurationKey(way.configuration)}`, way);
    lists[c]![way.type]!.push(way);
    size = Math.max(size, way.id + 1);
  }

  const starts = classes.map(({ nodeTypes }, c) =>
    nodeTypes.map((nodeType, type) =>
      nodeType.tasks.flatMap((task, k) => {
        let best: NodeWay | null = null;
        let most = 0;
        for (let choice = 0; choice < task.pStates.length; choice++) {
          const counts = new Uint16Array(nodeType.tasks.length);
          const choices = new Uint8Array(nodeType.tasks.length);
          counts[k] = nodeType.cores;
          choices[k] = choice;
          const configuration = configurationFrom(type, nodeType, tasks, counts, choices);
          if (configuration === null) continue;
          const perW = configuration.ratePerS[task.task]! / (nodeType.staticW + configuration.coreW);
          const way = add(c, type, configuration);
          if (perW <= most) continue;
          most = perW;
          best = way;
        }
        return best === null ? [] : [best];
      }),
    ),
  );
  return {
    add,
    of: (c, type) => lists[c]![type]!,
    starts: (c, type) => starts[c]![type]!,
    get size() {
      return size;
    },
    copy: () =>
      wayPool(
        context,
        lists.flatMap((byType, c) => byType.flat().map((way) => [c, way] as const)),
      ),
  };
}
