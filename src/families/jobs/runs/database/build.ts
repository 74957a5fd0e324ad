import type { Profile } from '../../../../../models/families/jobs/profile.js';
import { type BuildAnswer, buildDatabase, type PartedBuild } from '../../../../runs/database/build.js';
import type { ProfileEffort } from '../../methods/profiles/build-profiles.js';
import { facilityDigest, mostCores, type ProfiledFacility } from './content.js';
import { openProfileDatabase } from './open.js';
import { madeLine, parseProfileLine, type ProfilePart } from './profile-line.js';
import { SCHEMA_VERSION } from './schema.js';
import { profileDatabaseBytes } from './write.js';

/**
 * Assumed number of design points per front, to estimate the size of a database. Fronts of ten tasks have ten to forty.
 */
const POINTS_PER_FRONT = 40;
/**
 * Estimated size of a database row for a design point, bytes, without its three lists by task. Each list takes about 3
 * characters per task.
 */
const BYTES_PER_POINT = 60;
/** Estimated bytes of one execution time in the text of a task graph. */
const BYTES_PER_TIME = 18;

export interface ProfileBuildRequest extends Pick<
  PartedBuild<ProfilePart>,
  'out' | 'workers' | 'force' | 'interrupted' | 'onPart' | 'onWarning'
> {
  readonly facility: ProfiledFacility;
  readonly instanceName: string;
  readonly effort: ProfileEffort;
  readonly plenumVersion: string;
}

/**
 * Builds a database with the profiles of all job types on all node types. Its bytes depend only on job types, node
 * types, effort, version and the instance's name.
 */
export function buildProfileDatabase(request: ProfileBuildRequest): Promise<BuildAnswer> {
  const { facility, instanceName, effort, plenumVersion, ...build } = request;
  const { nodeTypes, types } = facility;
  const parts = types.flatMap((_, type) =>
    nodeTypes.map((__, nodeType): ProfilePart => ({ index: type * nodeTypes.length + nodeType, type, nodeType })),
  );
  const fronts = parts.map(({ type, nodeType }) => mostCores(nodeTypes[nodeType]!, types[type]!.graphs[nodeType]!));
  const profiles: Profile[][] = types.map(() => []);
  const madeFor = facilityDigest(facility);
  return buildDatabase({
    ...build,
    parts,
    design: JSON.stringify({ what: 'profiles', madeFor, ...effort, plenumVersion, schema: SCHEMA_VERSION }),
    otherJournal: 'the journal of other job types or nodes, or of another seed, node limit or version of Plenum',
    size: sizeOf(facility, fronts),
    maker: {
      here: () => (part) => madeLine({ facility, effort }, part),
      worker: {
        module: new URL('profile-task.js', import.meta.url),
        name: 'makeProfileInWorker',
        data: () => ({ facility, effort }),
      },
    },
    take: (line) => {
      const read = parseProfileLine(line, (part) => fronts[part] ?? null);
      if (read === null) return null;
      const { type, nodeType } = parts[read.part]!;
      profiles[type]![nodeType] = read.profile;
      return read.part;
    },
    existing: () => differenceOf(request, madeFor),
    bytes: () => profileDatabaseBytes({ ...facility, plenumVersion, instanceName, effort, profiles }),
  });
}

function sizeOf({ types }: ProfiledFacility, fronts: readonly number[]): PartedBuild<ProfilePart>['size'] {
  const graphs = types.flatMap((type) => type.graphs);
  const bytes = graphs.reduce((sum, { tasks, levels }, part) => {
    return sum + tasks * levels * BYTES_PER_TIME + fronts[part]! * POINTS_PER_FRONT * (BYTES_PER_POINT + 9 * tasks);
  }, 0);
  return {
    bytes,
    of: `${fronts.reduce((sum, count) => sum + count, 0)} fronts of ${graphs.length} graphs`,
    remedy: 'Divide the job types among several instances.',
  };
}

/** Returns in words how the database in the existing file differs from the one requested; null if it does not. */
async function differenceOf(
  { out, effort, plenumVersion }: ProfileBuildRequest,
  madeFor: string,
): Promise<string | null> {
  const found = await openProfileDatabase(out);
  if (!found.ok) {
    const { value } = found.faults[0]!;
    return typeof value === 'string' ? value : 'another file';
  }
  const { content } = found;
  if (facilityDigest(content) !== madeFor)
    return `the profiles of other job types or nodes, of "${content.instanceName}"`;
  const { nodeLimit, seed, goal = 'front' } = content.effort;
  if (goal !== (effort.goal ?? 'front')) return `a database of ${goal === 'front' ? 'whole fronts' : 'least products'}`;
  if (seed !== effort.seed) return `a database of seed ${seed}`;
  if (nodeLimit !== effort.nodeLimit) return `a database with a limit of ${nodeLimit} nodes per front`;
  return content.plenumVersion === plenumVersion ? null : `a database by Plenum ${content.plenumVersion}`;
}
