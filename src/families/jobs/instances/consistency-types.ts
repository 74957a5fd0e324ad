import type {
  JobEdgeRow,
  JobsInstance,
  JobTaskRow,
  JobTypeRow,
  LayeredJobTypes,
} from '../../../../models/families/jobs/instance.js';
import { duplicateNames, entries, knownNames, unknownReference } from '../../../instances/consistency-names.js';
import type { Draft } from '../../../instances/draft.js';
import { excerpt, jsonPath, type LocalFault, type PathSegment } from '../../../instances/fault.js';
import { rangeFaults } from './consistency-ranges.js';
import { valueFaults } from './consistency-value.js';
import { levelsOf, nodeTypesInUse } from './platform.js';
import { MAX_DRAWN_EDGES, MAX_DRAWN_TASKS } from '../../../../models/families/jobs/value-curve.js';
import { topologicalOrder } from './types/order.js';

type Given<T> = NonNullable<Draft<T>>;

/** Maximum number of tasks that a message about a cycle names. */
const MAX_NAMED = 12;

/**
 * Returns the faults of the job types of a draft, whose fields may be missing. They are contradictions between fields
 * of the job types, and with the platform.
 */
export function typeFaults(draft: Draft<JobsInstance>): LocalFault[] {
  const types = draft?.jobTypes;
  if (types?.source === 'layered') return layeredFaults(types);
  if (types?.source !== 'table') return [];
  const at = ['jobTypes', 'types'];
  const rules = rulesOf(draft?.platform);
  return [
    ...duplicateNames(at, types.types),
    ...entries(types.types).flatMap(([t, row]) => [
      ...duplicateNames([...at, t, 'tasks'], row.tasks),
      ...entries(row.tasks).flatMap(([n, task]) => taskFaults([...at, t, 'tasks', n], task, rules)),
      ...graphFaults([...at, t, 'edges'], row),
      ...valueFaults((inner) => jsonPath([...at, t, 'value', ...inner]), row.value),
    ]),
  ];
}

function layeredFaults(types: Given<LayeredJobTypes>): LocalFault[] {
  const at = ['jobTypes'];
  const faults = (['tasks', 'layers', 'predecessors', 'typeFactor', 'taskFactor'] as const).flatMap((field) =>
    rangeFaults([...at, field], types[field]),
  );
  const { count = 0, tasks, predecessors } = types;
  const all = count * (tasks?.most ?? 0);
  const edges = all * Math.min(predecessors?.most ?? 0, tasks?.most ?? 0);
  const remedy = 'Draw fewer types, or smaller ones.';
  const allowed =
    all > MAX_DRAWN_TASKS
      ? `types of at most ${MAX_DRAWN_TASKS} tasks in all: count x tasks.most`
      : `types of at most ${MAX_DRAWN_EDGES} edges in all: count x tasks.most x predecessors.most`;
  if (all <= MAX_DRAWN_TASKS && edges <= MAX_DRAWN_EDGES) return faults;
  return [...faults, { path: 'jobTypes.count', value: count, allowed, remedy }];
}

/**
 * Facts about the platform that limit what a task may state; undefined where the platform is too incomplete to tell.
 */
interface TaskRules {
  readonly isFacility: boolean | undefined;
  /** Number of frequency levels of each node type, by name. */
  readonly levelsOf: ReadonlyMap<string, number> | undefined;
  /** Returns the name of the first node type in use that does not run a task type; undefined if all run it. */
  readonly lacking: (taskType: string) => string | undefined;
}

function rulesOf(platform: Draft<JobsInstance['platform']>): TaskRules {
  const none = (): undefined => undefined;
  if (platform?.source === 'nodes') {
    const types = platform.nodeTypes;
    const isKnown = types?.every((one) => one?.name !== undefined && one.levels !== undefined) ?? false;
    const levels = isKnown ? new Map(types!.map((one) => [one!.name!, one!.levels!.length])) : undefined;
    return { isFacility: false, levelsOf: levels, lacking: none };
  }
  if (platform?.source !== 'facility') return { isFacility: undefined, levelsOf: undefined, lacking: none };
  const { facility, pStates } = platform;
  const isWhole =
    facility?.nodeGroups?.every((one) => one?.nodeType !== undefined && one.count !== undefined) === true &&
    facility.nodeTypes?.every(
      (one) =>
        one?.name !== undefined &&
        one.pStateFrequenciesGHz !== undefined &&
        one.tasks?.every((task) => task?.taskType !== undefined) === true,
    ) === true &&
    pStates?.includes(undefined) !== true;
  if (!isWhole) return { isFacility: true, levelsOf: undefined, lacking: none };
  const inUse = nodeTypesInUse(facility as Parameters<typeof nodeTypesInUse>[0]);
  const runs = inUse.map(({ nodeType }) => ({
    name: nodeType.name,
    types: new Set(nodeType.tasks.map(({ taskType }) => taskType)),
  }));
  return {
    isFacility: true,
    levelsOf: new Map(
      inUse.map(({ nodeType }) => [nodeType.name, levelsOf(nodeType, pStates as readonly number[] | undefined).length]),
    ),
    lacking: (taskType) => runs.find(({ types }) => !types.has(taskType))?.name,
  };
}

function taskFaults(at: readonly PathSegment[], task: Given<JobTaskRow>, rules: TaskRules): LocalFault[] {
  const has = (field: keyof JobTaskRow): boolean => Object.hasOwn(task, field);
  const faults: LocalFault[] = [];
  const refuse = (field: keyof JobTaskRow, allowed: string, remedy: string): void => {
    faults.push({ path: jsonPath([...at, field]), value: task[field], allowed, remedy });
  };
  const said = (['timeS', 'timesS', 'taskType'] as const).filter(has);
  if (said.length === 0) {
    refuse('timeS', 'timeS, timesS, or on a facility taskType', 'Say how long it takes; 0 is a time.');
  }
  for (const field of said.slice(1)) {
    refuse(field, `nothing beside ${said[0]!}`, 'Its time is said twice: remove one of the two.');
  }
  if (has('cpuShare') && !has('timeS')) {
    refuse('cpuShare', 'only with timeS', 'It divides timeS; other times are said by level: remove it.');
  }
  if (has('length') && !has('taskType')) refuse('length', 'only with taskType', 'Remove it, or name a task type.');
  if (task.cores !== undefined && task.cores > 1) {
    const remedy =
      'A task occupies one core: make it several tasks between the same predecessors and successors, each with its part of the time.';
    refuse('cores', '1', remedy);
  }
  if (task.taskType !== undefined && rules.isFacility === false) {
    refuse('taskType', 'nothing without a facility', 'Only node types of a facility have task types: say timeS.');
  } else if (task.taskType !== undefined) {
    const lacking = rules.lacking(task.taskType);
    if (lacking !== undefined) {
      const allowed = 'a task type that every node type of the facility with nodes runs';
      refuse('taskType', allowed, `Node type "${lacking}" does not run it: correct the name, or add it there.`);
    }
  }
  return [...faults, ...timesFaults([...at, 'timesS'], task.timesS, rules.levelsOf)];
}

function timesFaults(
  at: readonly PathSegment[],
  timesS: Given<JobTaskRow>['timesS'],
  levels: TaskRules['levelsOf'],
): LocalFault[] {
  if (timesS === undefined) return [];
  const faults: LocalFault[] = [];
  for (const [name, times] of Object.entries(timesS)) {
    const wanted = levels?.get(name);
    const path = [...at, name];
    if (levels !== undefined && wanted === undefined) {
      const allowed = `names of node types: ${[...levels.keys()].slice(0, 10).join(', ')}`;
      faults.push({ path: jsonPath(path), value: name, allowed, remedy: 'There is no such node type: correct it.' });
      continue;
    }
    if (times === undefined) continue;
    if (wanted !== undefined && times.length !== wanted) {
      const allowed = `${wanted} times, one by level`;
      faults.push({
        path: jsonPath(path),
        value: `${times.length} times`,
        allowed,
        remedy: 'List the slowest level first.',
      });
    }
    for (const [l, timeS] of entries(times)) {
      const before = times[l - 1];
      if (before === undefined || timeS <= before) continue;
      const allowed = `at most ${before} (s), the time at level ${l - 1}`;
      const remedy = 'A higher level is no slower: list the times of the slowest level first.';
      faults.push({ path: jsonPath([...path, l]), value: timeS, allowed, remedy });
    }
  }
  for (const name of levels?.keys() ?? []) {
    if (Object.hasOwn(timesS, name)) continue;
    const allowed = 'times on every node type';
    faults.push({ path: jsonPath([...at, name]), value: undefined, allowed, remedy: `Add its times on "${name}".` });
  }
  return faults;
}

/** Returns the faults of task-graph edges: unknown tasks, repeated pairs, cycles. */
function graphFaults(at: readonly PathSegment[], { tasks, edges }: Given<JobTypeRow>): LocalFault[] {
  if (edges === undefined || tasks === undefined) return [];
  const names = knownNames(tasks);
  const where = jsonPath([...at.slice(0, -1), 'tasks']);
  const indexOf = new Map(entries(tasks).map(([n, { name }]) => [name, n]));
  const seen = new Map<number, number>();
  const faults: LocalFault[] = [];
  const [from, to]: [number[], number[]] = [[], []];
  for (const [e, edge] of entries<Given<JobEdgeRow>>(edges)) {
    faults.push(
      ...unknownReference([...at, e, 'from'], edge.from, names, where),
      ...unknownReference([...at, e, 'to'], edge.to, names, where),
    );
    const [source, target] = [indexOf.get(edge.from), indexOf.get(edge.to)];
    if (edge.from === undefined || edge.to === undefined || source === undefined || target === undefined) continue;
    const key = source * tasks.length + target;
    const first = seen.get(key);
    if (first !== undefined) {
      const allowed = 'each pair of tasks once';
      const remedy = `${jsonPath([...at, first])} joins the same two: make them one, with the bytes of both.`;
      const value = `${excerpt(edge.from)} -> ${excerpt(edge.to)}`;
      faults.push({ path: jsonPath([...at, e]), value, allowed, remedy });
      continue;
    }
    seen.set(key, e);
    from.push(source);
    to.push(target);
  }
  const found = topologicalOrder(tasks.length, from, to);
  if (found.ok) return faults;
  const cycle = [...found.cycle, found.cycle[0]!].map((n) => excerpt(tasks[n]!.name!));
  const named = cycle.length <= MAX_NAMED ? cycle : [...cycle.slice(0, MAX_NAMED - 1), '...', cycle.at(-1)!];
  const remedy = 'Each of these tasks waits for the one before it, so that none can begin: remove an edge.';
  const value = `a cycle of ${found.cycle.length}: ${named.join(' -> ')}`;
  return [...faults, { path: jsonPath(at), value, allowed: 'a graph without cycles', remedy }];
}
