import type { RobustFacility, RobustInstance, TaskRow } from '../../../../models/families/robust/instance.js';
import {
  duplicateNames,
  entries,
  knownNames,
  type Names,
  NameSet,
  unknownReference,
} from '../../../instances/consistency-names.js';
import type { Draft } from '../../../instances/draft.js';
import { type LocalFault, type PathSegment, jsonPath } from '../../../instances/fault.js';
import { MAX_NODES, nodeCount, tooManyTimes } from './sizes.js';

type Row = NonNullable<Draft<TaskRow>>;

/** Path of the table of tasks in an instance, for messages. */
const TABLE: readonly PathSegment[] = ['workload', 'tasks', 'tasks'];

/**
 * Returns the faults of a table of tasks: of its size, names and columns. Returns none if the times come from another
 * source.
 */
export function taskTableFaults(draft: Draft<RobustInstance>): LocalFault[] {
  const tasks = draft?.workload?.tasks;
  if (tasks?.source !== 'table') return [];
  const taskTypes = knownNames(draft?.workload?.taskTypes);
  const rows = entries(tasks.tasks);
  const columns = columnsFor(draft?.facility, rows);
  return [
    ...tooManyTimes(jsonPath(TABLE), rows.length, columns.used?.size ?? 0),
    ...duplicateNames(TABLE, tasks.tasks),
    ...rows.flatMap(([i, row]) => [
      ...unknownReference([...TABLE, i, 'taskType'], row.taskType, taskTypes, 'workload.taskTypes'),
      ...columnFaults(i, row, columns),
      ...varianceFaults(i, row),
    ]),
  ];
}

interface KnownColumns {
  /** Names of all possible columns of task times: names of nodes and of node types. */
  readonly possible: Names;
  /**
   * Names of the columns that nodes use. A node uses the column with its own name if some row has it, otherwise the
   * column of its type.
   */
  readonly used: Names;
}

function columnsFor(facility: Draft<RobustFacility>, rows: readonly (readonly [number, Row])[]): KnownColumns {
  const types = knownNames(facility?.nodeTypes);
  const groups = facility?.nodes;
  if (types === undefined || groups === undefined || nodeCount(groups) > MAX_NODES)
    return { possible: undefined, used: undefined };
  const named = new Set(rows.flatMap(([, { meanS }]) => Object.keys(meanS ?? {})));
  const possible = new NameSet(types);
  const used = new NameSet();
  for (const group of groups) {
    if (group?.name === undefined || group.nodeType === undefined) return { possible: undefined, used: undefined };
    const { name, nodeType, count = 1 } = group;
    // A group with the name of another type: its column could mean either.
    if (name !== nodeType && types.has(name)) return { possible: undefined, used: undefined };
    for (let k = 1; k <= count; k++) {
      const node = count === 1 ? name : `${name}-${k}`;
      possible.add(node);
      used.add(named.has(node) ? node : nodeType);
    }
  }
  return { possible, used };
}

function columnFaults(i: number, { meanS }: Row, { possible, used }: KnownColumns): LocalFault[] {
  if (meanS === undefined) return [];
  const at = [...TABLE, i, 'meanS'];
  const columns = Object.keys(meanS);
  const strange = columns.flatMap((column) =>
    unknownReference([...at, column], column, possible, 'facility.nodes or facility.nodeTypes'),
  );
  if (strange.length > 0 || used === undefined || columns.some((column) => used.has(column))) return strange;
  const why = columns.length === 0 ? 'no columns' : `only ${columns.join(', ')}, which no node reads`;
  return [
    {
      path: jsonPath(at),
      value: why,
      allowed: 'the time on at least one node',
      remedy: 'The task fits no node: name a node or node type that can run it, or remove the task.',
    },
  ];
}

function varianceFaults(i: number, row: Row): LocalFault[] {
  const at = [...TABLE, i];
  const hasVariance = Object.hasOwn(row, 'varianceS2');
  const hasCoefficient = Object.hasOwn(row, 'coefficientOfVariation');
  if (hasVariance === hasCoefficient) {
    const path = jsonPath([...at, hasVariance ? 'coefficientOfVariation' : 'varianceS2']);
    const remedy = hasVariance
      ? 'Both say how far times vary: remove one of the two.'
      : 'Say how far times vary: varianceS2 by column, or one coefficientOfVariation (0 where nothing varies).';
    const value = hasVariance ? row.coefficientOfVariation : undefined;
    return [{ path, value, allowed: 'exactly one of varianceS2 and coefficientOfVariation', remedy }];
  }
  const { meanS, varianceS2 } = row;
  if (meanS === undefined || varianceS2 === undefined) return [];
  const missing = Object.keys(meanS).filter((column) => !Object.hasOwn(varianceS2, column));
  const stray = Object.keys(varianceS2).filter((column) => !Object.hasOwn(meanS, column));
  const allowed = `the columns of meanS: ${Object.keys(meanS).join(', ')}`;
  return [
    ...missing.map((column) => ({
      path: jsonPath([...at, 'varianceS2', column]),
      value: undefined,
      allowed,
      remedy: `Add the variance on "${column}"; 0 if the time does not vary.`,
    })),
    ...stray.map((column) => ({
      path: jsonPath([...at, 'varianceS2', column]),
      value: varianceS2[column],
      allowed,
      remedy: `Remove it, or add the mean on "${column}".`,
    })),
  ];
}
