import type { RunnableTask } from '../../models/facility/compiled.js';
import type { Crac, Facility, NodeType } from '../../models/facility/facility.js';
import type { FacilityPlaces, Place } from '../../models/facility/places.js';
import { placeGroups } from '../../models/physics/airflow/zones.js';
import {
  duplicateNames,
  duplicates,
  entries,
  known,
  knownNames,
  type Names,
  unknownReference,
} from '../instances/consistency-names.js';
import type { Draft } from '../instances/draft.js';
import { jsonPath, type LocalFault } from '../instances/fault.js';
import { nodeTypeFaults, unrunnableTaskFaults } from './consistency-nodes.js';

/** Returns the faults that concern both node types and task types. */
export function nodeAndTaskFaults(
  facility: Draft<Pick<Facility, 'nodeTypes' | 'colocation'>>,
  taskTypes: Draft<readonly RunnableTask[]>,
  at: FacilityPlaces,
): LocalFault[] {
  const taskNames = knownNames(taskTypes);
  const memoryClassOf = new Map((taskTypes ?? []).map((type) => [type?.name, type?.memoryClass]));
  return [
    ...entries(facility?.nodeTypes).flatMap(([i, type]) => [
      ...entries(type.tasks).flatMap(([k, task]) => {
        const path = [...at.nodeTypes, i, 'tasks', k, 'taskType'];
        return unknownReference(path, task.taskType, taskNames, jsonPath(at.taskTypes));
      }),
      ...duplicates(
        [...at.nodeTypes, i, 'tasks'],
        'taskType',
        type.tasks?.map((one) => one?.taskType),
      ),
      ...nodeTypeFaults(at, i, type, facility?.colocation?.model, memoryClassOf),
    ]),
    ...unrunnableTaskFaults(facility?.nodeTypes, taskTypes, at.taskTypes),
    ...timeRatioFaults(facility?.nodeTypes, at.nodeTypes),
  ];
}
/**
 * Returns the faults of node groups, racks and CRACs in a machine room.
 *
 * @param nodeTypeNames names of the node types to which groups may refer
 */
export function placeFaults(
  room: Draft<Omit<Facility, 'nodeTypes' | 'colocation'>>,
  nodeTypeNames: Names,
  places: FacilityPlaces,
): LocalFault[] {
  const layout = room?.airflow?.source === 'room' ? room.airflow.layout : undefined;
  const at = [...places.room, 'airflow', 'layout'];
  const groupsAt = [...places.room, 'nodeGroups'];
  const cracsAt = [...places.room, 'cracs'];
  const racks = rackNames(room);
  const cracNames = knownNames(room?.cracs);
  return [
    ...duplicateNames(cracsAt, room?.cracs),
    ...duplicateNames([...at, 'racks'], layout?.racks),
    ...duplicateNames([...at, 'tiles'], layout?.tiles),
    ...duplicateNames([...at, 'aisles'], layout?.aisles),
    ...duplicates(
      [...at, 'cracPlacements'],
      'crac',
      layout?.cracPlacements?.map((one) => one?.crac),
    ),
    ...entries(room?.nodeGroups).flatMap(([i, group]) => [
      ...unknownReference([...groupsAt, i, 'nodeType'], group.nodeType, nodeTypeNames, jsonPath(places.nodeTypes)),
      ...unknownReference([...groupsAt, i, 'rack'], group.rack, racks, jsonPath([...at, 'racks'])),
    ]),
    ...entries(layout?.cracPlacements).flatMap(([i, placement]) =>
      unknownReference([...at, 'cracPlacements', i, 'crac'], placement.crac, cracNames, jsonPath(cracsAt)),
    ),
    ...entries(room?.cracs).flatMap(([i, crac]) => setPointFaults([...cracsAt, i, 'setPointMaxC'], crac)),
    ...coolingFaults(room, places.room),
    ...matrixFaults(room, places.room),
    ...exchangeFaults(room?.airflow, [...places.room, 'airflow']),
  ];
}
/** Returns the fault of an exchange of exhausts in a mixture that has no share of the air, where it has no effect. */
function exchangeFaults(airflow: Draft<Facility['airflow']>, at: Place): LocalFault[] {
  if (airflow?.source !== 'room' || airflow.exhaustExchange === undefined) return [];
  if ((airflow.mixingFraction ?? 0) > 0) return [];
  return [
    {
      path: jsonPath([...at, 'exhaustExchange']),
      value: airflow.exhaustExchange,
      allowed: 'left out where no share of the air is mixed (mixingFraction absent or 0)',
      remedy: 'Add mixingFraction, the share of the air that this mixture has, or leave exhaustExchange out.',
    },
  ];
}
/** Returns the names of the racks that node groups may refer to. */
export function rackNames(room: Draft<Pick<Facility, 'airflow' | 'nodeGroups'>>): Names {
  const { airflow, nodeGroups } = room ?? {};
  if (airflow?.source === 'matrix') return known(nodeGroups?.map((one) => one?.rack));
  return knownNames(airflow?.source === 'room' ? airflow.layout?.racks : undefined);
}
function setPointFaults(path: Place, crac: NonNullable<Draft<Crac>>): LocalFault[] {
  const { setPointMinC, setPointMaxC } = crac;
  if (setPointMinC === undefined || setPointMaxC === undefined || setPointMinC <= setPointMaxC) return [];
  return [
    {
      path: jsonPath(path),
      value: setPointMaxC,
      allowed: `a number at least setPointMinC, ${setPointMinC} (C)`,
      remedy: 'Exchange or correct the two set-points.',
    },
  ];
}
/**
 * Returns the faults of the CoP over the range of set-points: it must be positive and must not fall with temperature.
 * It suffices to test the slope at both ends and the value at the lower end, because the slope of a parabola is least
 * at one end.
 */
function coolingFaults(facility: Draft<Pick<Facility, 'coolingPerformance' | 'cracs'>>, at: Place): LocalFault[] {
  const { quadraticPerC2: a, linearPerC: b, constant: c } = facility?.coolingPerformance ?? {};
  const temperatures = (facility?.cracs ?? []).flatMap((crac) => [crac?.setPointMinC, crac?.setPointMaxC]);
  if (a === undefined || b === undefined || c === undefined) return [];
  if (temperatures.length === 0 || temperatures.includes(undefined)) return [];
  const lowC = (temperatures as number[]).reduce((least, one) => Math.min(least, one));
  const highC = (temperatures as number[]).reduce((most, one) => Math.max(most, one));
  const cop = (outletC: number): number => (a * outletC + b) * outletC + c;
  const slope = (outletC: number): number => 2 * a * outletC + b;
  const range = `from ${lowC} to ${highC} C`;
  const fault = (value: string, allowed: string): LocalFault => ({
    path: jsonPath([...at, 'coolingPerformance']),
    value,
    allowed,
    remedy: `Check the signs and units of the coefficients (T in C), or narrow the set-point ranges of ${jsonPath([...at, 'cracs'])}.`,
  });
  const short = (value: number): string => String(Number(value.toPrecision(4)));
  if (slope(lowC) < 0 || slope(highC) < 0) {
    const fallsAtC = slope(lowC) < 0 ? lowC : highC;
    return [
      fault(`CoP changes by ${short(slope(fallsAtC))} per C at ${fallsAtC} C`, `a CoP that does not fall ${range}`),
    ];
  }
  if (cop(lowC) <= 0) return [fault(`CoP ${short(cop(lowC))} at ${lowC} C`, `a CoP above 0 ${range}`)];
  return [];
}
/**
 * Returns the node groups that use slots of an earlier group in the same rack. `index` is the index of the group,
 * `clash` that of the earlier group.
 */
function sharedSlots(placed: ReturnType<typeof placeGroups>): { readonly index: number; readonly clash: number }[] {
  const byRack = new Map<string, { index: number; from: number; to: number }[]>();
  for (const [index, { group, firstSlot }] of placed.entries()) {
    const own = byRack.get(group.rack) ?? [];
    byRack.set(group.rack, own);
    own.push({ index, from: firstSlot, to: firstSlot + group.count });
  }
  const shared = [...byRack.values()].flatMap((stack) => {
    // From the lowest slot up, each is held against the one that reaches highest so far.
    stack.sort((a, b) => a.from - b.from || a.index - b.index);
    let highest = stack[0]!;
    return stack.slice(1).flatMap((one) => {
      const clashes = one.from < highest.to;
      const pair = { index: Math.max(one.index, highest.index), clash: Math.min(one.index, highest.index) };
      if (one.to > highest.to) highest = one;
      return clashes ? [pair] : [];
    });
  });
  const seen = new Set<number>();
  return shared.sort((a, b) => a.index - b.index).filter(({ index }) => seen.size < seen.add(index).size);
}

/** Returns the faults of the fields that describe a matrix file. */
function matrixFaults(facility: Draft<Pick<Facility, 'airflow' | 'cracs' | 'nodeGroups'>>, at: Place): LocalFault[] {
  const airflow = facility?.airflow;
  if (airflow?.source !== 'matrix') return [];
  const faults: LocalFault[] = [];
  if (airflow.kind === 'heatRecirculation' && (facility?.cracs?.length ?? 1) !== 1) {
    faults.push({
      path: jsonPath([...at, 'airflow', 'kind']),
      value: airflow.kind,
      allowed: `"influence" with ${facility!.cracs!.length} CRACs`,
      remedy: 'A heat recirculation matrix has one supply temperature: give an influence matrix, or one CRAC.',
    });
  }
  const groups = facility?.nodeGroups ?? [];
  if (groups.some((group) => group?.rack === undefined || group.count === undefined || group.nodeType === undefined))
    return faults;
  const placed = placeGroups(groups as Facility['nodeGroups']);
  for (const { index, clash } of sharedSlots(placed)) {
    const { group, firstSlot } = placed[index]!;
    faults.push({
      path: jsonPath([...at, 'nodeGroups', index, 'firstSlot']),
      value: firstSlot,
      allowed: `slots of rack ${group.rack} that ${jsonPath([...at, 'nodeGroups', clash])} does not use`,
      remedy: 'Change firstSlot, or leave it out to stack the groups of a rack in their order.',
    });
  }
  return faults;
}

/**
 * Maximum ratio of the longest to the shortest execution time in an instance, up to which methods are tested
 * (docs/reward-rate/config-lp.md). Beyond it, an LP in double precision ignores the short tasks.
 */
const MAX_TIME_RATIO = 1e9;

interface PlacedTime {
  readonly path: Place;
  readonly timeS: number;
}

/**
 * Returns a fault at the shortest execution time if the longest exceeds it by more than the factor MAX_TIME_RATIO.
 *
 * @param at path of the node types
 */
function timeRatioFaults(nodeTypes: Draft<readonly NodeType[]>, at: Place): LocalFault[] {
  let shortest: PlacedTime | null = null;
  let longest: PlacedTime | null = null;
  for (const place of timesOf(nodeTypes, at)) {
    if (shortest === null || place.timeS < shortest.timeS) shortest = place;
    if (longest === null || place.timeS > longest.timeS) longest = place;
  }
  if (shortest === null || longest === null) return [];
  const ratio = longest.timeS / shortest.timeS;
  if (ratio <= MAX_TIME_RATIO) return [];
  return [
    {
      path: jsonPath(shortest.path),
      value: shortest.timeS,
      allowed: `times at most ${MAX_TIME_RATIO.toExponential(0)} times shorter than the longest, ${longest.timeS} s at ${jsonPath(longest.path)}; this is ${Number(ratio.toPrecision(3))} times shorter`,
      remedy:
        'Check the units (s); leave out task types whose time does not matter beside the others, or gather many tasks into one.',
    },
  ];
}

/** Yields the positive execution times with their paths in the file. The schema reports all other values. */
function* timesOf(nodeTypes: Draft<readonly NodeType[]>, at: Place): Generator<PlacedTime> {
  for (const [i, type] of entries(nodeTypes)) {
    for (const [k, task] of entries(type.tasks)) {
      const path = [...at, i, 'tasks', k, 'timeS'];
      for (const [key, timeS] of Object.entries(task.timeS ?? {})) {
        if (typeof timeS !== 'number' || !(timeS > 0)) continue;
        yield { path: [...path, Array.isArray(task.timeS) ? Number(key) : key], timeS };
      }
    }
  }
}
