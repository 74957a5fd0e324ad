import { type Design, designFaults, type LevelsOf } from '../../../../../models/families/jobs/design-point.js';
import type { Front } from '../../../../../models/families/jobs/profile.js';
import type { CorePower, TaskGraph } from '../../../../../models/families/jobs/task-graph.js';
import { Archive } from './exact/archive.js';
import { compileGraph, type Goal } from './exact/compiled.js';
import { Search } from './exact/search.js';
import { evaluated } from './list-schedule.js';
import { moheft } from './moheft.js';

export type { Goal };

export interface ExactOptions {
  /** Goal of the search: the whole front (default) or only the least product of time and energy. */
  readonly goal?: Goal;
  /** 'core': a core has one level for the whole job, as printed (default). 'task': each task has its own level. */
  readonly levelsOf?: LevelsOf;
  /**
   * Limit on search-tree nodes for each front; no limit by default. Equal limits give equal answers on every machine.
   */
  readonly nodeLimit?: number;
  /** Called repeatedly during the search; true ends it with the designs found and a bound on the product. */
  readonly shouldStop?: () => boolean;
  /** Initial designs besides those of MOHEFT; designs on other numbers of cores are ignored. @see designFaults */
  readonly seeds?: readonly Design[];
}

/** Pareto front from branch and bound, with the number of tree nodes visited and whether the search was completed. */
export interface ExactFront extends Front {
  /** Number of search-tree nodes visited. */
  readonly nodes: number;
  /** True if the search was completed. The result is then proven to a relative 1e-9 in time and energy. */
  readonly complete: boolean;
}

/**
 * Returns the designs on exactly `cores` cores that are Pareto-optimal in response time and energy, by branch and bound
 * (docs/jobs/profiles.md). A search for the least product, or a stopped search, returns the points found and a lower
 * bound on the product.
 *
 * @throws RangeError for more than 30 tasks, cores outside 1 .. tasks or an invalid initial design
 */
export function exactFront(graph: TaskGraph, power: CorePower, cores: number, options: ExactOptions = {}): ExactFront {
  const { goal = 'front', levelsOf = 'core', nodeLimit = Infinity, shouldStop = () => false, seeds = [] } = options;
  if (!Number.isInteger(cores) || cores < 1 || cores > graph.tasks)
    throw new RangeError(`${cores} cores for ${graph.tasks} tasks`);
  const archive = new Archive();
  for (const design of seeds) {
    if (design.cores !== cores) continue;
    const [fault] = designFaults(graph, design);
    if (fault !== undefined) throw new RangeError(`Seed: ${fault}`);
    archive.take(evaluated(graph, power, design));
  }
  // A few milliseconds that save most of the search: what is cut is cut by designs known.
  for (const point of moheft(graph, power, cores, { levelsOf })) archive.take(point);
  const search = new Search(compileGraph(graph, power, levelsOf), cores, goal, archive, { nodeLimit, shouldStop });
  const { nodes, complete, productBoundSJ } = search.run();
  const proof =
    goal === 'front' && complete ? ({ kind: 'exact' } as const) : ({ kind: 'bounded', productBoundSJ } as const);
  return { cores, points: archive.points, proof, nodes, complete };
}
