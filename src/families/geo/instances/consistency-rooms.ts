import type { GeoInstance, GeoNodeType, GeoTaskType, Room } from '../../../../models/families/geo/instance.js';
import type { FacilityPlaces } from '../../../../models/facility/places.js';
import { atWallW } from '../../../../models/physics/power/power-supply.js';
import { placeFaults } from '../../../facility/consistency.js';
import { nodeAndTaskFaults } from '../../../facility/consistency.js';
import { duplicateNames, entries, knownNames } from '../../../instances/consistency-names.js';
import type { Draft } from '../../../instances/draft.js';
import { type LocalFault, jsonPath } from '../../../instances/fault.js';

/** Returns the paths, in a geo instance, of the data that describe a room's facility, for messages. */
export function placesOfRoom(name: string): FacilityPlaces {
  return { room: ['rooms', name], nodeTypes: ['nodeTypes'], colocation: ['colocation'], taskTypes: ['taskTypes'] };
}

/**
 * Returns the faults found when each room, together with the node types, is checked by the general rules for
 * facilities.
 */
export function roomsFaults(draft: Draft<GeoInstance>): LocalFault[] {
  const { nodeTypes, taskTypes, colocation } = draft ?? {};
  const rooms = Object.entries(draft?.rooms ?? {});
  const names = knownNames(nodeTypes);
  // Without a deadline a task type is only reported where no node runs it: geo task types have none.
  const tasks = taskTypes?.map((task) =>
    task === undefined ? undefined : { name: task.name, memoryClass: task.memoryClass, deadlineS: Infinity },
  );
  const own = rooms.flatMap(([name, room]) => [
    ...placeFaults(room, names, placesOfRoom(name)),
    ...commonSetPointFaults(name, room),
  ]);
  return [
    ...noRooms(draft),
    ...duplicateNames(['nodeTypes'], nodeTypes),
    ...duplicateNames(['taskTypes'], taskTypes),
    ...nodeAndTaskFaults({ nodeTypes, colocation }, tasks, placesOfRoom('')),
    ...own,
    ...sleepFaults(nodeTypes),
    ...unservable(draft),
  ];
}

function noRooms(draft: Draft<GeoInstance>): LocalFault[] {
  if (draft?.rooms === undefined || Object.keys(draft.rooms).length > 0) return [];
  return [
    {
      path: 'rooms',
      value: {},
      allowed: 'at least one room by its name',
      remedy: 'Add the rooms of the data centres.',
    },
  ];
}

/** Returns faults if no set-point is in the range of all CRACs of a room; geo instances need a common one. */
function commonSetPointFaults(name: string, room: Draft<Room>): LocalFault[] {
  const cracs = room?.cracs ?? [];
  const lowC = Math.max(...cracs.map((crac) => crac?.setPointMinC ?? -Infinity));
  const highC = Math.min(...cracs.map((crac) => crac?.setPointMaxC ?? Infinity));
  // A single unit without a range has been reported already.
  if (lowC <= highC || cracs.some((crac) => (crac?.setPointMinC ?? 0) > (crac?.setPointMaxC ?? 0))) return [];
  return [
    {
      path: jsonPath(['rooms', name, 'cracs']),
      value: `ranges that begin at ${lowC} C and end at ${highC} C`,
      allowed: 'CRACs whose set-point ranges share a temperature',
      remedy: 'All CRACs of a data centre run at one set-point: correct or widen their ranges.',
    },
  ];
}

function sleepFaults(nodeTypes: Draft<readonly GeoNodeType[]>): LocalFault[] {
  return entries(nodeTypes).flatMap(([j, { sleepPowerW, idlePowerW, psuEfficiency }]) => {
    if (sleepPowerW === undefined || idlePowerW === undefined) return [];
    const idleW = atWallW({ psuEfficiency }, idlePowerW);
    if (sleepPowerW <= idleW) return [];
    return [
      {
        path: jsonPath(['nodeTypes', j, 'sleepPowerW']),
        value: sleepPowerW,
        allowed: `a number at least 0 and at most ${Number(idleW.toPrecision(6))} (W), its idle power at the wall`,
        remedy: 'A sleeping node draws no more than an idle one: correct one of the two.',
      },
    ];
  });
}

/** Returns a fault for each task type that some node type, but none of its allowed data centres, can run. */
function unservable(draft: Draft<GeoInstance>): LocalFault[] {
  const { nodeTypes, rooms, dataCentres, taskTypes } = draft ?? {};
  if (nodeTypes === undefined || rooms === undefined || dataCentres === undefined) return [];
  const runs = new Map(
    entries(nodeTypes).map(([, type]) => [type.name, new Set(type.tasks?.map((one) => one?.taskType))]),
  );
  const runSomewhere = new Set([...runs.values()].flatMap((tasks) => [...tasks]));
  // Task types by room; null where what is missing may run any.
  const hosted = new Map(
    Object.entries(rooms).map(([name, room]): [string, ReadonlySet<string | undefined> | null] => {
      const types = new Set(room?.nodeGroups?.map((group) => group?.nodeType));
      const own = [...types].map((type) => runs.get(type));
      const isKnown =
        room?.nodeGroups !== undefined && !room.nodeGroups.includes(undefined) && !own.includes(undefined);
      return [name, isKnown ? new Set(own.flatMap((tasks) => [...tasks!])) : null];
    }),
  );
  const hosts = (room: string | undefined, task: string): boolean =>
    room === undefined || (hosted.get(room) ?? null)?.has(task) !== false;
  const centres = dataCentres.map((centre) => ({ name: centre?.name, room: centre?.room }));
  const anywhere = new Set(centres.map(({ room }) => room));
  return entries(taskTypes).flatMap(([i, task]: [number, NonNullable<Draft<GeoTaskType>>]) => {
    const { name, allowedDataCentres } = task;
    if (name === undefined || !runSomewhere.has(name)) return [];
    const own = allowedDataCentres === undefined ? null : new Set(allowedDataCentres);
    const used =
      own === null
        ? anywhere
        : new Set(centres.filter((one) => one.name === undefined || own.has(one.name)).map(({ room }) => room));
    if (used.size === 0) return [];
    for (const room of used) if (hosts(room, name)) return [];
    return [
      {
        path: jsonPath(['taskTypes', i, allowedDataCentres === undefined ? 'name' : 'allowedDataCentres']),
        value: allowedDataCentres ?? name,
        allowed: `data centres with nodes that run "${name}"`,
        remedy: `No node of its data centres runs "${name}": allow others, add it to the tasks of their node types, or remove it.`,
      },
    ];
  });
}
