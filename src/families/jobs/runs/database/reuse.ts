import type { Month } from '../../../../../models/families/jobs/month.js';
import type { Profile } from '../../../../../models/families/jobs/profile.js';
import type { TaskGraph } from '../../../../../models/families/jobs/task-graph.js';
import { capped, type LocalFault, type Refused } from '../../../../instances/fault.js';
import type { ProfileEffort } from '../../methods/profiles/build-profiles.js';
import {
  edgesOf,
  graphDigest,
  mostCores,
  nodeTypeDigest,
  type ProfileContent,
  type ProfiledNodeType,
} from './content.js';
import type { Kept } from '../../../../runs/kept.js';
import { openedIn } from './open.js';

/** Maximum number of job types listed in a warning. */
const MAX_NAMED = 5;

/** Profiles for a month that were found in a database. */
export interface ReusedProfiles {
  readonly ok: true;
  readonly file: string;
  /** Effort with which the stored profiles were computed and the missing ones will be computed. */
  readonly effort: ProfileEffort;
  /** Stored profiles, [job type][node type]; null if the database has none. */
  readonly profiles: readonly (readonly (Profile | null)[])[];
  /** Names of the job types of which the database lacks a profile on at least one node type. */
  readonly missing: readonly string[];
}

/**
 * Reads the profiles of a month's job types on its node types from a database. The types may be in another order there.
 * Some job types may be missing, but not all.
 *
 * Refuses the file if it cannot be read, if a node type is missing or has other cores or levels, or if a job type has
 * another graph.
 */
export async function readProfiles(
  file: string,
  month: Month,
  kept: Kept = new Map(),
): Promise<ReusedProfiles | Refused> {
  const opened = await openedIn(kept, file);
  if (!opened.ok) return opened;
  const { content } = opened;
  const nodes = new Map(content.nodeTypes.map((type, n) => [type.name, n]));
  const types = new Map(content.types.map((type, t) => [type.name, t]));
  const faults = [...facilityFaults(content, nodes, month), ...typeFaults(content, nodes, types, month)];
  if (faults.length > 0) return { ok: false, faults: capped(faults).map((fault) => ({ file, ...fault })) };
  const profiles = month.types.map(({ name }) => {
    const type = types.get(name);
    return month.nodeTypes.map((node): Profile | null => {
      const profile = type === undefined ? null : content.profiles[type]![nodes.get(node.name)!]!;
      return profile?.fronts.some(({ points }) => points.length > 0) ? profile : null;
    });
  });
  const missing = month.types.flatMap(({ name }, t) => (profiles[t]!.includes(null) ? [name] : []));
  return { ok: true, file, effort: content.effort, profiles, missing };
}

/**
 * Returns the warnings of a run that uses profiles from a database.
 *
 * @param seed seed requested for the run
 */
export function reuseWarnings({ file, effort, profiles, missing }: ReusedProfiles, seed: number): string[] {
  const warnings: string[] = [];
  if (seed !== effort.seed)
    warnings.push(`The profiles of ${file} were made with seed ${effort.seed}, and that is the seed here.`);
  if (missing.length > 0) {
    const named = missing
      .slice(0, MAX_NAMED)
      .map((name) => `"${name}"`)
      .join(', ');
    const more = missing.length > MAX_NAMED ? ` and ${missing.length - MAX_NAMED} more` : '';
    warnings.push(
      `${file} has no profiles of ${missing.length} of ${profiles.length} job types, which were made anew: ${named}${more}.`,
    );
  }
  return warnings;
}

/** Remedy in messages about a database that does not fit the instance. */
const REMEDY =
  'Name a database of this facility and these job types, or build one: plenum profiles build <instance> --out <file>.';

function other(path: string, value: unknown, allowed: unknown): LocalFault {
  return { path, value, allowed: `${String(allowed)}, as in the instance`, remedy: REMEDY };
}

function facilityFaults(
  { levelsOf, nodeTypes }: ProfileContent,
  nodes: ReadonlyMap<string, number>,
  month: Month,
): LocalFault[] {
  const faults: LocalFault[] = [];
  if (levelsOf !== month.levelsOf) faults.push(other('levelsOf', levelsOf, month.levelsOf));
  for (const wanted of month.nodeTypes) {
    const path = `node type "${wanted.name}"`;
    const n = nodes.get(wanted.name);
    if (n === undefined) {
      faults.push(other(path, `node types ${[...nodes.keys()].join(', ')}`, `node type ${wanted.name}`));
    } else if (!isAlike(nodeTypes[n]!, wanted, month)) {
      faults.push(nodeTypeFault(path, nodeTypes[n]!, wanted));
    }
  }
  return faults;
}

/**
 * Returns true if the profiles of node type `found` are valid for `wanted`: equal powers, and numbers of cores that
 * differ only if no job has enough tasks to use the difference.
 */
function isAlike(found: ProfiledNodeType, wanted: ProfiledNodeType, { types }: Month): boolean {
  const { coresPerNode } = wanted;
  const hasSameFronts = types.every(({ graphs }) =>
    graphs.every((graph) => mostCores(found, graph) === mostCores(wanted, graph)),
  );
  return hasSameFronts && nodeTypeDigest({ ...found, coresPerNode }) === nodeTypeDigest(wanted);
}

function nodeTypeFault(path: string, found: ProfiledNodeType, wanted: ProfiledNodeType): LocalFault {
  if (found.coresPerNode !== wanted.coresPerNode)
    return other(`${path}, cores`, found.coresPerNode, wanted.coresPerNode);
  const [ours, theirs] = [found.power, wanted.power];
  const [levels, needed] = [ours.dynamicPowerW.length, theirs.dynamicPowerW.length];
  if (levels !== needed) return other(`${path}, levels`, levels, needed);
  if (ours.staticPowerW !== theirs.staticPowerW) {
    return other(`${path}, static power`, `${ours.staticPowerW} W`, `${theirs.staticPowerW} W`);
  }
  const level = ours.dynamicPowerW.findIndex((powerW, l) => powerW !== theirs.dynamicPowerW[l]);
  return other(
    `${path}, dynamic power at level ${level}`,
    `${ours.dynamicPowerW[level]!} W`,
    `${theirs.dynamicPowerW[level]!} W`,
  );
}

function typeFaults(
  content: ProfileContent,
  nodes: ReadonlyMap<string, number>,
  types: ReadonlyMap<string, number>,
  month: Month,
): LocalFault[] {
  const faults: LocalFault[] = [];
  let known = 0;
  for (const { name, graphs } of month.types) {
    const type = types.get(name);
    if (type === undefined) continue;
    known++;
    for (const [m, wanted] of graphs.entries()) {
      const node = month.nodeTypes[m]!.name;
      const n = nodes.get(node);
      const found = n === undefined ? undefined : content.types[type]!.graphs[n]!;
      if (found === undefined || graphDigest(found) === graphDigest(wanted)) continue;
      faults.push(graphFault(`job type "${name}" on node type "${node}"`, found, wanted));
      // Another graph differs on every node type.
      break;
    }
  }
  if (known === 0) {
    const value = `profiles of ${content.types.length} job types, none of them in the instance`;
    faults.push({ path: '', value, allowed: 'profiles of job types of the instance', remedy: REMEDY });
  }
  return faults;
}

function graphFault(path: string, found: TaskGraph, wanted: TaskGraph): LocalFault {
  if (found.tasks !== wanted.tasks) return other(`${path}, tasks`, found.tasks, wanted.tasks);
  if (found.levels !== wanted.levels) return other(`${path}, levels`, found.levels, wanted.levels);
  const [edges, needed] = [edgesOf(found), edgesOf(wanted)];
  const words = ([from, to, transferS]: readonly [number, number, number]): string =>
    `${from} to ${to} in ${transferS} s`;
  if (edges.length !== needed.length) return other(`${path}, edges`, edges.length, needed.length);
  const edge = edges.findIndex((one, e) => words(one) !== words(needed[e]!));
  if (edge >= 0) return other(`${path}, edge ${edge}`, words(edges[edge]!), words(needed[edge]!));
  const at = found.timeS.findIndex((timeS, k) => timeS !== wanted.timeS[k]);
  const where = `task ${Math.floor(at / found.levels)} at level ${at % found.levels}`;
  return other(`${path}, ${where}`, `${found.timeS[at]!} s`, `${wanted.timeS[at]!} s`);
}
