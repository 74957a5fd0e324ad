import type { Design, LevelsOf } from '../../../../../models/families/jobs/design-point.js';
import type { Month } from '../../../../../models/families/jobs/month.js';
import { type Front, MAX_EXACT_TASKS, type Profile } from '../../../../../models/families/jobs/profile.js';
import type { CorePower, TaskGraph } from '../../../../../models/families/jobs/task-graph.js';
import { randomStream, type RandomStream } from '../../../../random/stream.js';
import { exactFront } from './exact-fronts.js';
import { balancedSchedule } from './list-schedule.js';
import { effortFor, NSGA, nsgaFront } from './nsga/search.js';

/**
 * Settings that determine how thoroughly profiles are searched: node limit, seed and goal. Equal settings give equal
 * profiles on every machine.
 */
export interface ProfileEffort {
  /** Maximum number of search-tree nodes of branch and bound for each front, at least 0; 0 uses NSGA-II alone. */
  readonly nodeLimit: number;
  readonly seed: number;
  /**
   * 'product': the exact search finds only the design of least time x energy, which is proven sooner. If absent, it
   * finds the whole front.
   */
  readonly goal?: 'product';
}

/**
 * Default maximum number of search-tree nodes for each front. With it, 175 of 182 fronts of the bundled months are
 * proven exact, in 0.5 s per job type.
 */
export const DEFAULT_NODE_LIMIT = 300_000;

/** Profiles of all job types: for each number of cores, a Pareto front of designs (response time against energy). */
export interface ProfileSet {
  readonly effort: ProfileEffort;
  /** Profile of each job type on each node type, [job type][node type]. */
  readonly profiles: readonly (readonly Profile[])[];
}

/**
 * Returns the profile of a job type on a node type. NSGA-II finds the fronts; branch and bound proves or improves them
 * within its node limit. Random draws depend only on seed, sizes and number of cores, so equal graphs have equal
 * profiles (docs/decisions/jobs-profile-search.md).
 */
export function buildProfile(
  graph: TaskGraph,
  power: CorePower,
  coresPerNode: number,
  levelsOf: LevelsOf,
  effort: ProfileEffort,
  shouldStop: () => boolean = () => false,
): Profile {
  const random = randomStream(effort.seed, 'profiles');
  const most = Math.min(graph.tasks, coresPerNode);
  return {
    fronts: Array.from({ length: most }, (_, k) =>
      buildFront(graph, power, k + 1, levelsOf, effort, random, shouldStop),
    ),
  };
}

function buildFront(
  graph: TaskGraph,
  power: CorePower,
  cores: number,
  levelsOf: LevelsOf,
  { nodeLimit, goal }: ProfileEffort,
  random: RandomStream,
  shouldStop: () => boolean,
): Front {
  const isLarge = graph.tasks > MAX_EXACT_TASKS;
  if (goal === 'product' && nodeLimit > 0 && !isLarge) {
    const { points, proof } = exactFront(graph, power, cores, { goal, levelsOf, nodeLimit, shouldStop });
    return { cores, points, proof };
  }
  // Random designs of many tasks are far from any front; what smaller jobs begin with stays as it is.
  const seeds = isLarge ? balancedByLevel(graph, power, cores) : [];
  const control = { random: random.fork(`${cores} cores`), seeds, shouldStop };
  const { found } = nsgaFront(graph, power, cores, effortFor({ ...NSGA, levelsOf }, graph.tasks, cores), control);
  if (nodeLimit === 0 || isLarge) return found;
  const options = { levelsOf, nodeLimit, seeds: found.points, shouldStop };
  const { points, proof } = exactFront(graph, power, cores, options);
  return { cores, points, proof };
}

/**
 * Returns the list schedules with balanced load on exactly `cores` cores, one for each frequency level set for all
 * cores.
 */
function balancedByLevel(graph: TaskGraph, power: CorePower, cores: number): Design[] {
  const design = balancedSchedule(graph, power, cores);
  return Array.from({ length: graph.levels }, (_, level) => ({
    ...design,
    levelOf: new Uint8Array(graph.tasks).fill(level),
  }));
}

/**
 * Returns the profiles of all job types of a month on all its node types. Levels are set per core or per task, as the
 * month states.
 */
export function buildProfiles(
  { types, nodeTypes, levelsOf }: Month,
  effort: ProfileEffort,
  shouldStop?: () => boolean,
): ProfileSet {
  return {
    effort,
    profiles: types.map(({ graphs }) =>
      graphs.map((graph, n) =>
        buildProfile(graph, nodeTypes[n]!.power, nodeTypes[n]!.coresPerNode, levelsOf, effort, shouldStop),
      ),
    ),
  };
}
