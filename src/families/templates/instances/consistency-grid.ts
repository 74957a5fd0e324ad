import type { TemplatesInstance } from '../../../../models/families/templates/instance.js';
import { entries } from '../../../instances/consistency-names.js';
import type { Draft } from '../../../instances/draft.js';
import { membersKnownIn } from './consistency-quadrants.js';
import { type LocalFault, type PathSegment, jsonPath } from '../../../instances/fault.js';

/** Maximum number of states (arriving work, running cores, power limit). Each is solved and stored. */
export const MAX_STATES = 1_000_000;
/** Maximum number of vent combinations. Each has a matrix, of about 260 kB for a room of 180 blocks. */
export const MAX_VENT_COMBINATIONS = 1000;

/** Returns the faults of the grid of states: lists out of order, and values that do not fit the facility. */
export function gridFaults(draft: Draft<TemplatesInstance>): LocalFault[] {
  const { grid, quadrants, ventOpenings } = draft ?? {};
  return [
    ...ascending(['ventOpenings'], ventOpenings, ''),
    ...ascending(['grid', 'arrivingWorkPerS'], grid?.arrivingWorkPerS, 'tasks/s'),
    ...entries(grid?.runningCores).flatMap(([q, list]) => ascending(['grid', 'runningCores', q], list, 'cores')),
    ...ascending(['grid', 'powerLimitW'], grid?.powerLimitW, 'W'),
    ...quadrantCountFaults(draft),
    ...runningCoreFaults(draft),
    ...closedFaults(draft),
    ...ventDigitFaults(draft),
    ...ventCountFaults(ventOpenings?.length, quadrants?.length),
    ...stateCountFaults(grid),
    ...knownOptimumFaults(draft),
  ];
}

function ascending(
  path: readonly PathSegment[],
  list: readonly (number | undefined)[] | undefined,
  unit: string,
): LocalFault[] {
  return entries(list).flatMap(([k, value]) => {
    const before = list![k - 1];
    if (before === undefined || value > before) return [];
    return [
      {
        path: jsonPath([...path, k]),
        value,
        allowed: `a number above ${before}${unit === '' ? '' : ` (${unit})`}, the one before it`,
        remedy: 'List the values from the smallest to the largest, each once.',
      },
    ];
  });
}

function quadrantCountFaults({ grid, quadrants }: NonNullable<Draft<TemplatesInstance>> = {}): LocalFault[] {
  const lists = grid?.runningCores;
  if (lists === undefined || quadrants === undefined || lists.length === quadrants.length) return [];
  return [
    {
      path: 'grid.runningCores',
      value: `${lists.length} list${lists.length === 1 ? '' : 's'}`,
      allowed: `${quadrants.length} lists, one per quadrant`,
      remedy: 'Give a list for every quadrant, in the order of quadrants.',
    },
  ];
}

/**
 * Returns faults for numbers of running cores that exceed the number of cores of their quadrant. A quadrant is checked
 * only if its members and nodes are valid.
 */
function runningCoreFaults({ facility, grid, quadrants }: NonNullable<Draft<TemplatesInstance>> = {}): LocalFault[] {
  const { nodeGroups: groups, nodeTypes: types } = facility ?? {};
  if (groups === undefined || types === undefined) return [];
  const coresOf = new Map(types.map((type) => [type?.name, type?.cores]));
  const areKnown = membersKnownIn(facility);
  const byRack = new Map<string | undefined, (typeof groups)[number][]>();
  for (const group of groups) {
    const own = byRack.get(group?.rack);
    if (own === undefined) byRack.set(group?.rack, [group]);
    else own.push(group);
  }
  return entries(grid?.runningCores).flatMap(([q, list]) => {
    const members = quadrants?.[q]?.members;
    if (members === undefined || !areKnown(members)) return [];
    const own = new Set([undefined, ...members.map((one) => one!.rack)].flatMap((rack) => byRack.get(rack) ?? []));
    const isOwn = new Set(members.map((one) => JSON.stringify([one!.rack, one!.nodeType ?? null])));
    for (const group of own) {
      if (group?.rack === undefined) continue;
      const names = [group.nodeType ?? null, null].map((nodeType) => JSON.stringify([group.rack, nodeType]));
      if (!names.some((name) => isOwn.has(name))) own.delete(group);
    }
    const cores = [...own].reduce(
      (sum, group) => sum + (group?.count ?? NaN) * (coresOf.get(group?.nodeType) ?? NaN),
      0,
    );
    if (Number.isNaN(cores)) return [];
    return entries(list).flatMap(([k, value]) =>
      value <= cores
        ? []
        : [
            {
              path: jsonPath(['grid', 'runningCores', q, k]),
              value,
              allowed: `at most ${cores}, the cores of quadrant "${quadrants![q]!.name ?? q}"`,
              remedy: 'Correct the number, or the members of the quadrant.',
            },
          ],
    );
  });
}

/**
 * Returns a fault if all vents can be closed and the floor does not leak, because the CRACs' air could then not enter
 * the room.
 */
function closedFaults({ facility, ventOpenings }: NonNullable<Draft<TemplatesInstance>> = {}): LocalFault[] {
  const airflow = facility?.airflow;
  if (airflow?.source !== 'room' || airflow.floorLeakageFraction !== 0) return [];
  const closed = ventOpenings?.indexOf(0) ?? -1;
  if (closed < 0) return [];
  return [
    {
      path: jsonPath(['ventOpenings', closed]),
      value: 0,
      allowed: 'a number above 0, because floorLeakageFraction is 0',
      remedy: 'With all vents closed no air enters the room: state how much leaks, or leave out 0.',
    },
  ];
}

/**
 * Returns a fault for more than 10 vent openings with imported matrices, because vent names in such files have one
 * digit per quadrant.
 */
function ventDigitFaults({ facility, ventOpenings }: NonNullable<Draft<TemplatesInstance>> = {}): LocalFault[] {
  const count = ventOpenings?.length ?? 0;
  if (facility?.airflow?.source !== 'vent-matrices' || count <= 10) return [];
  return [
    {
      path: 'ventOpenings',
      value: `${count} openings`,
      allowed: 'at most 10 with vent-matrices, whose vent_id has one digit per quadrant',
      remedy: 'Use fewer openings.',
    },
  ];
}

function ventCountFaults(openings: number | undefined, quadrants: number | undefined): LocalFault[] {
  if (openings === undefined || quadrants === undefined) return [];
  const combinations = openings ** quadrants;
  if (combinations <= MAX_VENT_COMBINATIONS) return [];
  return [
    {
      path: 'ventOpenings',
      value: `${openings} openings of ${quadrants} quadrants: ${combinations} combinations`,
      allowed: `at most ${MAX_VENT_COMBINATIONS} combinations`,
      remedy: 'Use fewer openings or fewer quadrants.',
    },
  ];
}

function statesOf(grid: Draft<TemplatesInstance['grid']>): number {
  const lists = [grid?.arrivingWorkPerS, ...(grid?.runningCores ?? []), grid?.powerLimitW];
  return lists.reduce((count, list) => count * (list?.length ?? 1), 1);
}

function stateCountFaults(grid: Draft<TemplatesInstance['grid']>): LocalFault[] {
  const states = statesOf(grid);
  if (states <= MAX_STATES) return [];
  return [
    {
      path: 'grid',
      value: `${states} states`,
      allowed: `at most ${MAX_STATES} states`,
      remedy: 'Use fewer values in its lists: the number of states is the product of their lengths.',
    },
  ];
}

function knownOptimumFaults({ grid, knownOptimum }: NonNullable<Draft<TemplatesInstance>> = {}): LocalFault[] {
  const lists = [grid?.arrivingWorkPerS, grid?.runningCores, grid?.powerLimitW, ...(grid?.runningCores ?? [])];
  if (lists.includes(undefined)) return [];
  const states = statesOf(grid);
  return entries(knownOptimum?.states).flatMap(([k, { state }]) =>
    state === undefined || state < states
      ? []
      : [
          {
            path: jsonPath(['knownOptimum', 'states', k, 'state']),
            value: state,
            allowed: `a whole number from 0 to ${states - 1}: the grid has ${states} states`,
            remedy: 'Correct the index, or remove the entry.',
          },
        ],
  );
}
