import type { RunnableTask } from '../../../../../models/facility/compiled.js';
import { roomFaults } from '../../../../../models/physics/airflow/room-faults.js';
import type { FacilityOperation, UtilityInstance } from '../../../../../models/families/utility/instance.js';
import { nodeAndTaskFaults, placeFaults } from '../../../../facility/consistency.js';
import { facilityFault } from '../../../../facility/facility-fault.js';
import { duplicateNames, entries, knownNames } from '../../../../instances/consistency-names.js';
import type { Draft } from '../../../../instances/draft.js';
import { jsonPath, type LocalFault } from '../../../../instances/fault.js';
import { MAX_POOLS } from '../../../../../models/families/utility/definitions.js';
import { facilityPools } from './pools.js';
import { UTILITY_PLACES } from './room.js';
import { facilityTypes } from './types.js';

/**
 * Returns the faults of an instance's facility, and of fields that only an instance with a facility may have.
 *
 * @param draft the instance before validation; missing and invalid fields are skipped
 */
export function heldFacilityFaults(draft: Draft<UtilityInstance>): LocalFault[] {
  if (draft === undefined) return [];
  const { facility, operation, environment, taskTypes } = draft;
  const holds = Object.hasOwn(draft, 'facility');
  const faults = fieldFaults(draft, holds);
  if (!holds) return faults;
  if (environment !== undefined && environment !== 'parallel') {
    const remedy = 'On a facility tasks take cores of a pool: make it a parallel instance.';
    faults.push({ path: 'environment', value: environment, allowed: '"parallel" with a facility', remedy });
  }
  if (taskTypes?.source !== undefined && taskTypes.source !== 'facility') {
    const remedy = 'Times and powers are those of the node types: list names and memory classes of task types.';
    faults.push({ path: 'taskTypes.source', value: taskTypes.source, allowed: '"facility" with a facility', remedy });
  }
  const types = taskTypes?.source === 'facility' ? taskTypes.types : undefined;
  const runnable = types?.map((one): Draft<RunnableTask> => ({
    name: one?.name,
    memoryClass: one?.memoryClass,
    deadlineS: Infinity,
  }));
  return [
    ...faults,
    ...duplicateNames(UTILITY_PLACES.nodeTypes, facility?.nodeTypes),
    ...placeFaults(facility, knownNames(facility?.nodeTypes), UTILITY_PLACES),
    ...nodeAndTaskFaults(facility, runnable, UTILITY_PLACES),
    ...setPointFaults(draft),
    ...pStateFaults(operation),
  ];
}

/**
 * Returns the faults of a facility whose single fields are valid: faults of its machine room, too many pools, or
 * undefined execution times.
 */
export function wholeFacilityFaults({ facility, operation, taskTypes }: UtilityInstance): LocalFault[] {
  if (facility === undefined || operation === undefined || taskTypes.source !== 'facility') return [];
  const room = roomFaults(facility).map((fault) => facilityFault(UTILITY_PLACES, fault));
  if (room.length > 0) return room;
  const pools = facilityPools(facility, operation).length;
  if (pools > MAX_POOLS) {
    const remedy = 'Set it to "rack", use fewer levels per rack, or plan the facility room by room.';
    const allowed = `at most ${MAX_POOLS} pools`;
    return [{ path: 'operation.poolsPer', value: `${pools} pools`, allowed, remedy }];
  }
  for (const { name, runs } of facilityTypes(taskTypes, facility, operation, () => 0)) {
    const usable = runs.every(
      (run) =>
        run === null || Array.from({ length: run.pStates }, (_, p) => run.timeS(1, p)).every((timeS) => timeS > 0),
    );
    if (usable) continue;
    const allowed = 'a model by which every task takes some time in the company that is taken for granted';
    const remedy = `By Eq. 21 as printed "${name}" takes no time: use "anchored" or "none".`;
    return [{ path: 'facility.colocation.model', value: facility.colocation.model, allowed, remedy }];
  }
  return [];
}

/** Returns faults for fields that need another field, which is missing, and for values stated in two fields. */
function fieldFaults(draft: NonNullable<Draft<UtilityInstance>>, holds: boolean): LocalFault[] {
  const faults: LocalFault[] = [];
  const has = (field: string): boolean => Object.hasOwn(draft, field);
  if (holds && has('pools')) {
    const remedy = 'The pools of a facility are its zones or racks: remove one of the two.';
    faults.push({ path: 'pools', value: draft.pools, allowed: 'nothing beside a facility', remedy });
  } else if (!holds && !has('pools')) {
    faults.push({
      path: 'pools',
      value: undefined,
      allowed: 'pools, or a facility in their place',
      remedy: 'Add one of the two.',
    });
  }
  if (holds && !has('operation')) {
    const remedy = 'Say how the facility is run: at least the set-point of every CRAC.';
    faults.push({ path: 'operation', value: undefined, allowed: 'the operation of the facility', remedy });
  } else if (!holds && has('operation')) {
    const remedy = 'Only a facility is operated: remove it.';
    faults.push({ path: 'operation', value: draft.operation, allowed: 'nothing without a facility', remedy });
  }
  if (!holds && draft.taskTypes?.source === 'facility') {
    const remedy = 'Such types take times and powers from node types: add the facility, or list times by pool.';
    faults.push({ path: 'taskTypes.source', value: 'facility', allowed: 'other sources without a facility', remedy });
  }
  return faults;
}

function setPointFaults({ facility, operation }: NonNullable<Draft<UtilityInstance>>): LocalFault[] {
  const given = operation?.setPointsC;
  if (facility?.cracs === undefined || given === undefined) return [];
  const known = new Map(
    entries(facility.cracs).flatMap(([, crac]) => (crac.name === undefined ? [] : [[crac.name, crac]])),
  );
  const faults = Object.keys(given).flatMap((name): LocalFault[] => {
    if (known.has(name)) return [];
    const path = jsonPath(['operation', 'setPointsC', name]);
    return [
      {
        path,
        value: given[name],
        allowed: 'names in facility.cracs',
        remedy: `There is no CRAC "${name}": correct or remove it.`,
      },
    ];
  });
  for (const [name, { setPointMinC, setPointMaxC, coolingCapacityW }] of known) {
    const path = jsonPath(['operation', 'setPointsC', name]);
    const allowed = `from ${setPointMinC} to ${setPointMaxC} (C), the range of "${name}"`;
    if (!Object.hasOwn(given, name)) {
      // A unit that has failed only passes air through.
      if (coolingCapacityW === 0) continue;
      faults.push({ path, value: undefined, allowed, remedy: 'Add its set-point.' });
      continue;
    }
    const value = given[name];
    if (value === undefined || setPointMinC === undefined || setPointMaxC === undefined) continue;
    if (value >= setPointMinC && value <= setPointMaxC) continue;
    faults.push({ path, value, allowed, remedy: 'Correct it, or the range of the CRAC.' });
  }
  return faults;
}

function pStateFaults(operation: Draft<FacilityOperation>): LocalFault[] {
  return entries(operation?.pStates).flatMap(([k, pState]): LocalFault[] => {
    const before = k === 0 ? -1 : operation?.pStates?.[k - 1];
    if (before === undefined || (k === 0 ? pState === 0 : pState > before)) return [];
    const allowed = k === 0 ? '0, the fastest' : `above ${before}`;
    const path = jsonPath(['operation', 'pStates', k]);
    return [{ path, value: pState, allowed, remedy: 'List them ascending from 0, each once.' }];
  });
}
