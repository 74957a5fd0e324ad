import type { DesignPoint } from '../../../../../models/families/jobs/design-point.js';
import type { FrontProof, Profile } from '../../../../../models/families/jobs/profile.js';
import type { CorePower, TaskGraph } from '../../../../../models/families/jobs/task-graph.js';
import { buildProfile, type ProfileEffort } from '../../methods/profiles/build-profiles.js';
import type { ProfiledFacility } from './content.js';

/** A profile (of a job type on a node type) that can be computed independently of the others. */
export interface ProfilePart {
  readonly index: number;
  readonly type: number;
  readonly nodeType: number;
}

/** Node types, job types and effort, from which a worker thread computes profiles. */
export interface ProfileWork {
  readonly facility: ProfiledFacility;
  readonly effort: ProfileEffort;
}

/**
 * A front in a journal line: its proof, then its points [time (s), energy (J), core by task, level by task, order of
 * tasks].
 */
type StoredFront = readonly [
  FrontProof,
  readonly (readonly [number, number, readonly number[], readonly number[], readonly number[]])[],
];

/**
 * Returns a computed profile as a journal line with exact numbers. It has no checksum: the caller must detect damage.
 */
export function madeLine({ facility, effort }: ProfileWork, { index, type, nodeType }: ProfilePart): string {
  const { coresPerNode, power }: { coresPerNode: number; power: CorePower } = facility.nodeTypes[nodeType]!;
  const graph: TaskGraph = facility.types[type]!.graphs[nodeType]!;
  const { fronts } = buildProfile(graph, power, coresPerNode, facility.levelsOf, effort);
  const stored = fronts.map(({ proof, points }) => [
    proof,
    points.map(({ timeS, energyJ, coreOf, levelOf, order }) => [timeS, energyJ, [...coreOf], [...levelOf], [...order]]),
  ]);
  return JSON.stringify({ part: index, fronts: stored });
}

/**
 * Returns the profile in a journal line; null if the line is not valid or belongs to no known profile.
 *
 * @param fronts returns the number of fronts of a profile by its index; null if there is no such profile
 */
export function parseProfileLine(
  line: string,
  fronts: (part: number) => number | null,
): { readonly part: number; readonly profile: Profile } | null {
  let read: { readonly part?: unknown; readonly fronts?: unknown };
  try {
    read = JSON.parse(line) as typeof read;
  } catch {
    return null;
  }
  const { part, fronts: stored } = read;
  if (typeof part !== 'number' || !Array.isArray(stored) || stored.length !== fronts(part)) return null;
  return { part, profile: { fronts: (stored as StoredFront[]).map(frontOf) } };
}

function frontOf([proof, points]: StoredFront, k: number): Profile['fronts'][number] {
  const cores = k + 1;
  return {
    cores,
    points: points.map(([timeS, energyJ, coreOf, levelOf, order]): DesignPoint => {
      const lists = {
        coreOf: new Uint16Array(coreOf),
        levelOf: new Uint8Array(levelOf),
        order: new Uint16Array(order),
      };
      return { cores, ...lists, timeS, energyJ };
    }),
    proof,
  };
}
