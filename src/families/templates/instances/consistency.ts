import type { Airflow, RoomAirflow } from '../../../../models/facility/facility.js';
import { FACILITY_WITH_WORKLOAD } from '../../../../models/facility/places.js';
import type { TemplatesInstance } from '../../../../models/families/templates/instance.js';
import { duplicateNames, entries, knownNames } from '../../../instances/consistency-names.js';
import { placeFaults } from '../../../facility/consistency.js';
import { nodeAndTaskFaults } from '../../../facility/consistency.js';
import type { Draft } from '../../../instances/draft.js';
import { type LocalFault, jsonPath, MAX_FAULTS } from '../../../instances/fault.js';
import { gridFaults } from './consistency-grid.js';
import { listOrderFaults, powerlessFaults } from './consistency-p-states.js';
import { quadrantFaults } from './consistency-quadrants.js';
import { templatesStandbyFaults } from './consistency-standby.js';

/**
 * Returns faults of conditions between fields of an instance: unique names, known references, quadrants that cover the
 * room, a grid that fits. Invalid or missing fields are skipped. An infeasible state is an answer, not a fault.
 */
export function templatesConsistencyFaults(draft: Draft<TemplatesInstance>): LocalFault[] {
  return [
    ...duplicateNames(AT.nodeTypes, draft?.facility?.nodeTypes),
    ...duplicateNames(AT.taskTypes, draft?.taskTypes),
    ...facilityFaults(draft),
    ...missingTaskFaults(draft),
    ...cracFaults(draft),
    ...quadrantFaults(draft),
    ...gridFaults(draft),
    ...templatesStandbyFaults(draft?.facility),
    ...listOrderFaults(draft),
    ...powerlessFaults(draft),
  ];
}

/** Paths of the lists of an instance whose names other fields may refer to. */
const AT = { ...FACILITY_WITH_WORKLOAD, taskTypes: ['taskTypes'] };

/**
 * Returns the faults of the facility by the rules of all families. The rules for deadlines and co-location are left
 * out, because templates have neither.
 */
function facilityFaults({ facility, taskTypes }: NonNullable<Draft<TemplatesInstance>> = {}): LocalFault[] {
  const room = { ...facility, airflow: sharedAirflow(facility?.airflow) };
  const tasks = taskTypes?.map((task) =>
    task === undefined ? undefined : { name: task.name, memoryClass: '', deadlineS: Infinity },
  );
  return [
    ...placeFaults(room, knownNames(facility?.nodeTypes), AT),
    ...nodeAndTaskFaults({ nodeTypes: facility?.nodeTypes, colocation: { model: 'none' } }, tasks, AT),
  ];
}

function sharedAirflow(airflow: Draft<TemplatesInstance['facility']['airflow']>): Draft<Airflow> {
  if (airflow?.source !== 'vent-matrices') return airflow as Draft<RoomAirflow>;
  const { file, nodeAirflowFactor, provenance } = airflow;
  return { source: 'matrix', kind: 'influence', rowsPer: 'nodeGroup', file, nodeAirflowFactor, provenance };
}

/**
 * Returns faults of node types that do not run some task type. Means over all task types (Eqs. 57, 61, 64) need every
 * one.
 */
function missingTaskFaults({ facility, taskTypes }: NonNullable<Draft<TemplatesInstance>> = {}): LocalFault[] {
  const { nodeGroups, nodeTypes } = facility ?? {};
  const standing = new Set(nodeGroups?.map((group) => group?.nodeType));
  const runs = entries(nodeTypes).map(([, type]) => new Set(type.tasks?.map((task) => task?.taskType)));
  const runsSomewhere = new Set(runs.flatMap((names) => [...names]));
  let told = 0;
  return entries(nodeTypes).flatMap(([j, { name: type, tasks }]) => {
    if (tasks === undefined || tasks.some((task) => task?.taskType === undefined)) return [];
    if (type === undefined || !standing.has(type)) return [];
    const own = new Set(tasks.map((task) => task!.taskType));
    // A task type that no node type runs has been reported by its own name.
    const isMissing = (task: { readonly name?: string | undefined } | undefined): boolean =>
      task?.name !== undefined && !own.has(task.name) && runsSomewhere.has(task.name);
    const first = taskTypes?.find(isMissing);
    // Once MAX_FAULTS are found, one per node type is enough.
    const missing = told < MAX_FAULTS ? (taskTypes ?? []).filter(isMissing) : first === undefined ? [] : [first];
    told += missing.length;
    const value = missing.length === 0 ? [] : tasks.map((task) => task!.taskType);
    return missing.map((task) => ({
      path: jsonPath(['facility', 'nodeTypes', j, 'tasks']),
      value,
      allowed: `an entry for every task type; "${task!.name!}" is missing`,
      remedy: `Templates average over all task types on every node: add "${task!.name!}", or remove it from taskTypes.`,
    }));
  });
}

/**
 * Returns the faults of CRACs: they have no common set-point below the outlet limit, or a CRAC states a cooling
 * capacity, which templates cannot enforce.
 */
function cracFaults({ facility, outletLimitC }: NonNullable<Draft<TemplatesInstance>> = {}): LocalFault[] {
  const cracs = facility?.cracs;
  const faults: LocalFault[] = entries(cracs).flatMap(([c, { coolingCapacityW }]) =>
    coolingCapacityW === undefined
      ? []
      : [
          {
            path: jsonPath(['facility', 'cracs', c, 'coolingCapacityW']),
            value: coolingCapacityW,
            allowed: 'nothing: templates do not limit the heat of single CRACs',
            remedy: 'Remove it, and check the heat of the templates you use against it; leave out CRACs that are off.',
          },
        ],
  );
  if (cracs === undefined || cracs.length === 0) return faults;
  const lows = cracs.map((crac) => crac?.setPointMinC);
  const highs = cracs.map((crac) => crac?.setPointMaxC);
  if (lows.includes(undefined) || highs.includes(undefined)) return faults;
  const lowC = Math.max(...(lows as number[]));
  const highC = Math.min(...(highs as number[]));
  if (lowC > highC) {
    // One unit alone has been told already.
    const isTold = cracs.some((crac) => crac!.setPointMinC! > crac!.setPointMaxC!);
    if (!isTold) {
      faults.push({
        path: 'facility.cracs',
        value: `ranges that begin at ${lowC} C and end at ${highC} C`,
        allowed: 'CRACs whose set-point ranges share a temperature',
        remedy: 'All CRACs of a template run at one set-point: correct or widen their ranges.',
      });
    }
  } else if (outletLimitC !== undefined && outletLimitC <= lowC) {
    faults.push({
      path: 'outletLimitC',
      value: outletLimitC,
      allowed: `a number above ${lowC} (C), the coldest set-point of all CRACs together`,
      remedy: 'No node leaves its air colder than it comes: raise the limit, or lower setPointMinC.',
    });
  }
  return faults;
}
