import { createHash } from 'node:crypto';
import type { DesignPoint, LevelsOf } from '../../../../../models/families/jobs/design-point.js';
import type { JobNodeType, Month } from '../../../../../models/families/jobs/month.js';
import { leastProduct, type Profile } from '../../../../../models/families/jobs/profile.js';
import type { TaskGraph } from '../../../../../models/families/jobs/task-graph.js';
import { frontPoints } from '../../methods/month/points.js';
import type { ProfileEffort } from '../../methods/profiles/build-profiles.js';

/** The data of a node type that profiles depend on; the number of nodes is not among them. */
export type ProfiledNodeType = Pick<JobNodeType, 'name' | 'coresPerNode' | 'power'>;

/** Job type with the names of its tasks, in the order of the task indices in the graphs. */
export interface ProfiledJobType {
  readonly name: string;
  readonly tasks: readonly string[];
  /** Task graph of the job type for each node type. */
  readonly graphs: readonly TaskGraph[];
}

/** Node types and job types for which profiles are made: all inputs of profiles except the effort. */
export interface ProfiledFacility {
  readonly levelsOf: LevelsOf;
  readonly nodeTypes: readonly ProfiledNodeType[];
  readonly types: readonly ProfiledJobType[];
}

/** Content of a profile database: node types, job types, their profiles, and the effort and version that made them. */
export interface ProfileContent extends ProfiledFacility {
  readonly plenumVersion: string;
  /** Name of the instance from which the database was built. */
  readonly instanceName: string;
  readonly effort: ProfileEffort;
  /** Profile of each job type on each node type, [job type][node type]. */
  readonly profiles: readonly (readonly Profile[])[];
}

export function facilityOf(month: Month, tasks: readonly (readonly string[])[]): ProfiledFacility {
  return {
    levelsOf: month.levelsOf,
    nodeTypes: month.nodeTypes.map(({ name, coresPerNode, power }) => ({ name, coresPerNode, power })),
    types: month.types.map(({ name, graphs }, t) => ({ name, graphs, tasks: tasks[t]! })),
  };
}

/**
 * Returns the maximum number of cores that a job uses on a node. Its profile has one front for each number of cores up
 * to this maximum.
 */
export function mostCores(
  { coresPerNode }: Pick<ProfiledNodeType, 'coresPerNode'>,
  { tasks }: Pick<TaskGraph, 'tasks'>,
): number {
  return Math.min(tasks, coresPerNode);
}

export interface PointMarks {
  /** True if another point of the profile is no worse in cores, time and energy. */
  readonly dominated: boolean;
  /** True if the point has the least time x energy of its front. */
  readonly leastProduct: boolean;
}

export function marksOf(profile: Profile): PointMarks[][] {
  const useful = new Set<DesignPoint>(frontPoints(profile));
  return profile.fronts.map(({ points }) => {
    const least = points.length === 0 ? -1 : leastProduct(points);
    return points.map((point, p) => ({ dominated: !useful.has(point), leastProduct: p === least }));
  });
}

/** Returns a digest of the data of a node type on which profiles depend. */
export function nodeTypeDigest({ coresPerNode, power }: ProfiledNodeType): string {
  return sha256(JSON.stringify([coresPerNode, power.staticPowerW, [...power.dynamicPowerW]]));
}

/** Returns the execution times, s, [task][level]. */
export function timesOf({ tasks, levels, timeS }: TaskGraph): number[][] {
  return Array.from({ length: tasks }, (_, task) => [...timeS.subarray(task * levels, (task + 1) * levels)]);
}

/** Returns the edges as [from, to, transfer time between two cores (s)], sorted by `to`, then `from`. */
export function edgesOf({ tasks, firstEdge, edgeFrom, transferS }: TaskGraph): [number, number, number][] {
  return Array.from({ length: tasks }, (_, to) => to).flatMap((to) =>
    Array.from({ length: firstEdge[to + 1]! - firstEdge[to]! }, (_, k): [number, number, number] => {
      const edge = firstEdge[to]! + k;
      return [edgeFrom[edge]!, to, transferS[edge]!];
    }),
  );
}

/** Returns a digest of a job type's graph on a node type, from execution times and edges. */
export function graphDigest(graph: TaskGraph): string {
  return sha256(`${JSON.stringify(timesOf(graph))}\n${JSON.stringify(edgesOf(graph))}`);
}

/** Returns a digest of all inputs of profiles except the effort and the names of tasks. */
export function facilityDigest({ levelsOf, nodeTypes, types }: ProfiledFacility): string {
  const lines = [
    levelsOf,
    ...nodeTypes.map((one) => `${JSON.stringify(one.name)} ${nodeTypeDigest(one)}`),
    ...types.map(({ name, graphs }) => [JSON.stringify(name), ...graphs.map(graphDigest)].join(' ')),
  ];
  return sha256(lines.join('\n'));
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
