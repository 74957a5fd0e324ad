import { excerpt, jsonPath, type LocalFault, type PathSegment } from '../../../../instances/fault.js';
import { topologicalOrder } from '../types/order.js';
import type { ExecutedTask, RecordPlaces, SpecifiedTask, WorkflowRecord } from './fields.js';

/** Maximum number of tasks that a message about a cycle names. */
const MAX_NAMED = 12;

/**
 * Returns the faults between parts of a workflow record: tasks without exactly one execution, unknown or contradictory
 * parents and children, cycles.
 */
export function recordFaults({ workflow, places }: WorkflowRecord): LocalFault[] {
  const { specification, execution } = workflow;
  const indexOf = new Map<string, number>();
  const faults: LocalFault[] = [];
  for (const [n, { id }] of specification.tasks.entries()) {
    if (indexOf.has(id)) faults.push(twice([...places.specified, n, 'id'], id));
    else indexOf.set(id, n);
  }
  faults.push(...executionFaults(execution.tasks, indexOf, specification.tasks, places));
  const related = relationFaults(specification.tasks, indexOf, places);
  faults.push(...related);
  return faults.length > 0 ? faults : cycleFaults(specification.tasks, indexOf, places);
}

function twice(path: readonly PathSegment[], id: string): LocalFault {
  const remedy = 'Two tasks have this identifier: rename or remove one of the two.';
  return { path: jsonPath(path), value: id, allowed: 'each identifier once', remedy };
}

function executionFaults(
  executed: readonly ExecutedTask[],
  indexOf: ReadonlyMap<string, number>,
  specified: readonly SpecifiedTask[],
  places: RecordPlaces,
): LocalFault[] {
  const faults: LocalFault[] = [];
  const seen = new Set<string>();
  for (const [n, { id }] of executed.entries()) {
    if (seen.has(id)) faults.push(twice([...places.executed, n, 'id'], id));
    seen.add(id);
    if (!indexOf.has(id)) faults.push(unknown([...places.executed, n, 'id'], id, places.specified));
  }
  for (const [n, { id }] of specified.entries()) {
    if (seen.has(id)) continue;
    const allowed = `a task with a record in ${jsonPath(places.executed)}`;
    const remedy = 'How long it ran is not known: add its execution, or leave the task out everywhere.';
    faults.push({ path: jsonPath([...places.specified, n, 'id']), value: id, allowed, remedy });
  }
  return faults;
}

function unknown(path: readonly PathSegment[], id: string, specified: readonly PathSegment[]): LocalFault {
  const remedy = 'There is no such task: correct the identifier, or add the task.';
  return { path: jsonPath(path), value: id, allowed: `an identifier in ${jsonPath(specified)}`, remedy };
}

/** Returns the faults of parents and children: the format states each relation twice, once at each task. */
function relationFaults(
  tasks: readonly SpecifiedTask[],
  indexOf: ReadonlyMap<string, number>,
  { specified }: RecordPlaces,
): LocalFault[] {
  const faults: LocalFault[] = [];
  const childrenOf = tasks.map(({ children }) => new Set(children));
  const parentsOf = tasks.map(({ parents }) => new Set(parents));
  for (const [n, { id, parents, children }] of tasks.entries()) {
    const lists = [
      ['parents', parents, childrenOf, 'children'],
      ['children', children, parentsOf, 'parents'],
    ] as const;
    for (const [field, list, mirror, other] of lists) {
      for (const [i, name] of list.entries()) {
        const path = [...specified, n, field, i];
        const index = indexOf.get(name);
        if (index === undefined) faults.push(unknown(path, name, specified));
        else if (!mirror[index]!.has(id)) {
          const allowed = `a task that has "${excerpt(id)}" among its ${other}`;
          const remedy = `${field} and ${other} disagree: complete the one, or remove the other.`;
          faults.push({ path: jsonPath(path), value: name, allowed, remedy });
        }
      }
    }
  }
  return faults;
}

function cycleFaults(
  tasks: readonly SpecifiedTask[],
  indexOf: ReadonlyMap<string, number>,
  { specified }: RecordPlaces,
): LocalFault[] {
  const edges = tasks.flatMap(({ parents }, n) => [...new Set(parents)].map((id) => [indexOf.get(id)!, n] as const));
  const found = topologicalOrder(
    tasks.length,
    edges.map(([from]) => from),
    edges.map(([, to]) => to),
  );
  if (found.ok) return [];
  const cycle = [...found.cycle, found.cycle[0]!].map((n) => excerpt(tasks[n]!.id));
  const shown = cycle.length <= MAX_NAMED ? cycle : [...cycle.slice(0, MAX_NAMED - 1), '...', cycle.at(-1)!];
  const value = `a cycle of ${found.cycle.length}: ${shown.join(' -> ')}`;
  const remedy = 'Each of these tasks waits for the one before it, so that none can begin: remove a relation.';
  return [{ path: jsonPath(specified), value, allowed: 'tasks without cycles', remedy }];
}
