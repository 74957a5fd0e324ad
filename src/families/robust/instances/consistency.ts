import type {
  RobustFacility,
  RobustInstance,
  RobustNodeGroup,
  RobustNodeType,
} from '../../../../models/families/robust/instance.js';
import {
  duplicateNames,
  entries,
  knownNames,
  type Names,
  unknownReference,
} from '../../../instances/consistency-names.js';
import type { Draft } from '../../../instances/draft.js';
import { type LocalFault, jsonPath } from '../../../instances/fault.js';
import { taskTableFaults } from './consistency-tasks.js';
import { MAX_CORES, MAX_NODES, nodeCount, tooManyTimes } from './sizes.js';

/**
 * Returns faults that concern several fields: repeated names, unknown references, wrong order, sizes. Fields of the
 * draft may be missing.
 */
export function robustConsistencyFaults(draft: Draft<RobustInstance>): LocalFault[] {
  const { facility, workload } = draft ?? {};
  const nodeTypeNames = knownNames(facility?.nodeTypes);
  const numbered = numberedNames(nodeTypeNames);
  return [
    ...duplicateNames(['facility', 'nodeTypes'], facility?.nodeTypes),
    ...duplicateNames(['facility', 'nodes'], facility?.nodes),
    ...duplicateNames(['workload', 'taskTypes'], workload?.taskTypes),
    ...entries(facility?.nodeTypes).flatMap(([i, type]) => nodeTypeFaults(i, type)),
    ...entries(facility?.nodes).flatMap(([i, group]) => [
      ...unknownReference(['facility', 'nodes', i, 'nodeType'], group.nodeType, nodeTypeNames, 'facility.nodeTypes'),
      ...namedLikeOtherType(i, group, nodeTypeNames, numbered),
    ]),
    ...sizeFaults(facility, columnAndTaskCount(draft)),
    ...taskTableFaults(draft),
  ];
}

function nodeTypeFaults(i: number, type: NonNullable<Draft<RobustNodeType>>): LocalFault[] {
  const at = ['facility', 'nodeTypes', i];
  const faults: LocalFault[] = [];
  const { idlePowerW, overheadPowerW } = type;
  if (idlePowerW !== undefined && overheadPowerW !== undefined && overheadPowerW > idlePowerW) {
    faults.push({
      path: jsonPath([...at, 'overheadPowerW']),
      value: overheadPowerW,
      allowed: `a number at least 0 and at most idlePowerW, ${idlePowerW} (W)`,
      remedy: 'idlePowerW is that of the whole node: it includes the overhead. Correct one of the two.',
    });
  }
  for (const [p, pState] of entries(type.pStates)) {
    const before = type.pStates?.[p - 1];
    const { frequencyGHz, dynamicPowerW } = pState;
    if (frequencyGHz !== undefined && before?.frequencyGHz !== undefined && frequencyGHz >= before.frequencyGHz) {
      faults.push({
        path: jsonPath([...at, 'pStates', p, 'frequencyGHz']),
        value: frequencyGHz,
        allowed: `a number below ${before.frequencyGHz} (GHz), that of P-state ${p - 1}`,
        remedy: 'List the P-states from the highest frequency to the lowest, each once.',
      });
    }
    if (dynamicPowerW !== undefined && before?.dynamicPowerW !== undefined && dynamicPowerW > before.dynamicPowerW) {
      faults.push({
        path: jsonPath([...at, 'pStates', p, 'dynamicPowerW']),
        value: dynamicPowerW,
        allowed: `a number at most ${before.dynamicPowerW} (W), that of P-state ${p - 1}`,
        remedy: 'A slower P-state with more power is never of use: correct the power or remove the P-state.',
      });
    }
  }
  return faults;
}

/** Node types named like a node of a group, such as "a-3". The key is the name of the group ("a"). */
type Numbered = ReadonlyMap<string, readonly { readonly type: string; readonly number: number }[]>;

function numberedNames(types: Names): Numbered {
  const numbered = new Map<string, { type: string; number: number }[]>();
  for (const type of types ?? []) {
    const [, group, number] = /^(.*)-([1-9]\d*)$/su.exec(type) ?? [];
    if (group === undefined) continue;
    const known = numbered.get(group) ?? [];
    numbered.set(group, known);
    known.push({ type, number: Number(number) });
  }
  return numbered;
}

/** Returns a fault if a column of task times could mean both a node of this group and all nodes of another type. */
function namedLikeOtherType(
  i: number,
  { name, nodeType, count = 1 }: NonNullable<Draft<RobustNodeGroup>>,
  types: Names,
  numbered: Numbered,
): LocalFault[] {
  if (name === undefined || nodeType === undefined || types === undefined) return [];
  const ofNodes = count > 1 ? (numbered.get(name) ?? []) : [];
  const clash =
    types.has(name) && name !== nodeType
      ? name
      : ofNodes.find(({ type, number }) => type !== nodeType && number <= count)?.type;
  if (clash === undefined) return [];
  return [
    {
      path: jsonPath(['facility', 'nodes', i, 'name']),
      value: name,
      allowed: 'names of nodes that no other node type has',
      remedy: `A column "${clash}" could mean the node or the type: rename one of the two.`,
    },
  ];
}

/**
 * Returns the number of tasks and the number of columns of task times. Returns null if they are unknown until the times
 * are read.
 */
function columnAndTaskCount(draft: Draft<RobustInstance>): { tasks: number; columns: number } | null {
  const tasks = draft?.workload?.tasks;
  if (tasks?.source !== 'generated' || tasks.count === undefined) return null;
  const { nodeTypes, nodes } = draft?.facility ?? {};
  const columns = tasks.columns === 'per-node' ? nodeCount(nodes) : (nodeTypes?.length ?? 0);
  return { tasks: tasks.count, columns };
}

function sizeFaults(
  facility: Draft<RobustFacility>,
  times: { readonly tasks: number; readonly columns: number } | null,
): LocalFault[] {
  const coresOf = new Map(entries(facility?.nodeTypes).map(([, type]) => [type.name, type.cores ?? 0]));
  const nodes = nodeCount(facility?.nodes);
  const cores = entries(facility?.nodes).reduce(
    (sum, [, { nodeType, count = 1 }]) => sum + count * (coresOf.get(nodeType) ?? 0),
    0,
  );
  const remedy = 'Plan the facility in parts.';
  if (nodes > MAX_NODES) {
    return [{ path: 'facility.nodes', value: `${nodes} nodes`, allowed: `at most ${MAX_NODES} nodes`, remedy }];
  }
  const faults: LocalFault[] = [];
  if (cores > MAX_CORES) {
    faults.push({ path: 'facility.nodes', value: `${cores} cores`, allowed: `at most ${MAX_CORES} cores`, remedy });
  }
  if (times !== null) faults.push(...tooManyTimes('workload.tasks.count', times.tasks, times.columns));
  return [...faults, ...unrolledDuplicates(facility?.nodes)];
}

/**
 * Returns a fault for each group with a node that has the same name as a node of another group. A group "a" with count
 * 2 has the nodes a-1 and a-2.
 */
function unrolledDuplicates(nodes: Draft<RobustFacility['nodes']>): LocalFault[] {
  const groupOf = new Map<string, number>();
  const groupNames = new Set<string>();
  return entries(nodes).flatMap(([i, { name, count = 1 }]) => {
    if (name === undefined || groupNames.has(name)) return [];
    groupNames.add(name);
    const own = count === 1 ? [name] : Array.from({ length: count }, (_, k) => `${name}-${k + 1}`);
    const clash = own.find((one) => groupOf.has(one));
    for (const one of own) if (!groupOf.has(one)) groupOf.set(one, i);
    if (clash === undefined) return [];
    return [
      {
        path: jsonPath(['facility', 'nodes', i, 'name']),
        value: name,
        allowed: 'each node name once, groups unrolled',
        remedy: `The node "${clash}" is in facility.nodes[${groupOf.get(clash)!}] already: rename one of the two.`,
      },
    ];
  });
}
