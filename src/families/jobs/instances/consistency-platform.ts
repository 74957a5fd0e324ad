import { roomFaults } from '../../../../models/physics/airflow/room-faults.js';
import type { FacilityPlaces } from '../../../../models/facility/places.js';
import type { FacilityPlatform, JobsInstance, NodePlatform } from '../../../../models/families/jobs/instance.js';
import { nodeAndTaskFaults, placeFaults } from '../../../facility/consistency.js';
import { facilityFault } from '../../../facility/facility-fault.js';
import { duplicateNames, entries, knownNames } from '../../../instances/consistency-names.js';
import type { Draft } from '../../../instances/draft.js';
import { jsonPath, type LocalFault } from '../../../instances/fault.js';

/** Paths of the facility's parts in a jobs instance, for messages. */
export const JOBS_PLACES: FacilityPlaces = {
  room: ['platform', 'facility'],
  nodeTypes: ['platform', 'facility', 'nodeTypes'],
  colocation: ['platform', 'facility', 'colocation'],
  taskTypes: ['jobTypes', 'types'],
};

/** Upper limit of the total number of cores of an instance. */
const MAX_ALL_CORES = 1_000_000;

/** Returns the faults between fields of a platform draft, whose fields may be missing. */
export function platformFaults(platform: Draft<JobsInstance['platform']>): LocalFault[] {
  if (platform?.source === 'nodes') return nodeFaults(platform);
  return platform?.source === 'facility' ? facilityFaults(platform) : [];
}

function nodeFaults({ nodeTypes }: NonNullable<Draft<NodePlatform>>): LocalFault[] {
  const at = ['platform', 'nodeTypes'];
  const cores = entries(nodeTypes).reduce((sum, [, { nodes = 0, coresPerNode = 0 }]) => sum + nodes * coresPerNode, 0);
  return [
    ...duplicateNames(at, nodeTypes),
    ...entries(nodeTypes).flatMap(([i, { levels }]) =>
      entries(levels).flatMap(([l, { frequencyGHz }]): LocalFault[] => {
        const before = levels?.[l - 1]?.frequencyGHz;
        if (frequencyGHz === undefined || before === undefined || frequencyGHz > before) return [];
        const path = jsonPath([...at, i, 'levels', l, 'frequencyGHz']);
        const allowed = `above ${before} (GHz), that of level ${l - 1}`;
        return [
          { path, value: frequencyGHz, allowed, remedy: 'List levels from the slowest to the fastest, each once.' },
        ];
      }),
    ),
    ...(cores > MAX_ALL_CORES ? [tooManyCores(jsonPath(at), cores)] : []),
  ];
}

function tooManyCores(path: string, cores: number): LocalFault {
  const allowed = `at most ${MAX_ALL_CORES} cores in all nodes`;
  return { path, value: `${cores} cores`, allowed, remedy: 'Divide the instance.' };
}

function facilityFaults({ facility, pStates, room }: NonNullable<Draft<FacilityPlatform>>): LocalFault[] {
  // Cores are dedicated: co-location, and with it memory classes, says nothing here.
  const alone = facility === undefined ? undefined : { ...facility, colocation: { model: 'none' } as const };
  return [
    ...duplicateNames(JOBS_PLACES.nodeTypes, facility?.nodeTypes),
    ...placeFaults(facility, knownNames(facility?.nodeTypes), JOBS_PLACES),
    ...nodeAndTaskFaults(alone, undefined, JOBS_PLACES),
    ...entries(pStates).flatMap(([k, pState]): LocalFault[] => {
      const before = k === 0 ? -1 : pStates?.[k - 1];
      if (before === undefined || (k === 0 ? pState === 0 : pState > before)) return [];
      const allowed = k === 0 ? '0, the fastest' : `above ${before}`;
      const path = jsonPath(['platform', 'pStates', k]);
      return [{ path, value: pState, allowed, remedy: 'List them ascending from 0, each once.' }];
    }),
    ...(room?.setPoints === 'following' && room.setPointC !== undefined ? [setPointSaidTwice(room.setPointC)] : []),
  ];
}

function setPointSaidTwice(setPointC: number): LocalFault {
  const allowed = 'nothing where setPoints is "following"';
  const remedy = 'Set-points that follow the load are worked out: remove it, or make setPoints "constant".';
  return { path: 'platform.room.setPointC', value: setPointC, allowed, remedy };
}

/**
 * Returns the faults of a platform whose single fields are valid. They concern the layout of the facility's room, the
 * total number of cores, and node types that do not run the task type from which the power of levels is taken.
 */
export function wholePlatformFaults(platform: JobsInstance['platform']): LocalFault[] {
  if (platform.source !== 'facility') return [];
  const { facility, powerOf } = platform;
  const room = roomFaults(facility).map((fault) => facilityFault(JOBS_PLACES, fault));
  if (room.length > 0) return room;
  const coresOf = new Map(facility.nodeTypes.map(({ name, cores }) => [name, cores]));
  const cores = facility.nodeGroups.reduce((sum, { nodeType, count }) => sum + count * coresOf.get(nodeType)!, 0);
  if (cores > MAX_ALL_CORES) return [tooManyCores(jsonPath([...JOBS_PLACES.room, 'nodeGroups']), cores)];
  const inUse = new Set(facility.nodeGroups.map(({ nodeType }) => nodeType));
  const lacking = facility.nodeTypes.find(
    ({ name, tasks }) => inUse.has(name) && !tasks.some(({ taskType }) => taskType === powerOf),
  );
  if (lacking === undefined) return [];
  const allowed = 'a task type that every node type of the facility with nodes runs';
  const remedy = `Node type "${lacking.name}" does not run it: name another, or add it there.`;
  return [{ path: 'platform.powerOf', value: powerOf, allowed, remedy }];
}
