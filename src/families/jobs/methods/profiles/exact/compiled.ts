import type { LevelsOf } from '../../../../../../models/families/jobs/design-point.js';
import { MAX_EXACT_TASKS } from '../../../../../../models/families/jobs/profile.js';
import type { CorePower, TaskGraph } from '../../../../../../models/families/jobs/task-graph.js';

/** Goal of a search: all Pareto-optimal points in time and energy, or only the one with the least time x energy. */
export type Goal = 'front' | 'product';

/**
 * Task graph for the exact search. A "place" is a position in the order in which the search assigns tasks to cores. The
 * order is topological and keeps interchangeable tasks together. Redundant levels are removed.
 */
export interface CompiledGraph {
  readonly graph: TaskGraph;
  readonly power: CorePower;
  readonly levelsOf: LevelsOf;
  readonly tasks: number;
  readonly levels: number;
  /** Index of the task at each place (position in the search order). */
  readonly taskAt: Uint8Array;
  /**
   * Levels that the search tries for the task at each place, ascending, without redundant ones. If levels belong to
   * cores, all lists are equal.
   */
  readonly choices: readonly (readonly number[])[];
  /** Execution time of the task at each place at each level, s, at place x levels + level. */
  readonly execS: Float64Array;
  /** Dynamic energy of the task at each place at each level, J, at place x levels + level. */
  readonly energyJ: Float64Array;
  /** Index of the first edge into the task at each place; one more entry at the end. */
  readonly firstEdge: Int32Array;
  /** Place of the task that each edge comes from. */
  readonly edgeFrom: Int32Array;
  /** Transfer time of each edge between two cores, s. */
  readonly transferS: Float64Array;
  /** 1 for each place whose task is interchangeable with the previous one, otherwise 0. */
  readonly twin: Uint8Array;
  /** For each place, a bit set of the places whose tasks must run after its task. */
  readonly after: Int32Array;
  /**
   * For each place, size of the largest antichain (set of tasks of which none precedes another) that contains its task.
   */
  readonly width: Uint8Array;
}

/**
 * Compiles a task graph for the exact search.
 *
 * @throws RangeError for more than 30 tasks
 */
export function compileGraph(graph: TaskGraph, power: CorePower, levelsOf: LevelsOf): CompiledGraph {
  const { tasks, levels } = graph;
  if (tasks > MAX_EXACT_TASKS) throw new RangeError(`${tasks} tasks, more than ${MAX_EXACT_TASKS}`);
  const { taskAt, twin } = placesOf(graph);
  const placeOf = new Uint8Array(tasks);
  taskAt.forEach((task, place) => (placeOf[task] = place));
  const [execS, energyJ] = [new Float64Array(tasks * levels), new Float64Array(tasks * levels)];
  const firstEdge = new Int32Array(tasks + 1);
  const [edgeFrom, transferS] = [new Int32Array(graph.edgeFrom.length), new Float64Array(graph.edgeFrom.length)];
  const before = new Int32Array(tasks);
  let count = 0;
  taskAt.forEach((task, place) => {
    for (let level = 0; level < levels; level++) {
      execS[place * levels + level] = graph.timeS[task * levels + level]!;
      energyJ[place * levels + level] = execS[place * levels + level]! * power.dynamicPowerW[level]!;
    }
    for (let edge = graph.firstEdge[task]!; edge < graph.firstEdge[task + 1]!; edge++) {
      const from = placeOf[graph.edgeFrom[edge]!]!;
      edgeFrom[count] = from;
      transferS[count++] = graph.transferS[edge]!;
      before[place]! |= before[from]! | (1 << from);
    }
    firstEdge[place + 1] = count;
  });
  const after = new Int32Array(tasks);
  for (let place = 0; place < tasks; place++) {
    for (let from = 0; from < place; from++) if ((before[place]! >> from) & 1) after[from]! |= 1 << place;
  }
  const choices = choicesOf({ tasks, levels, execS, energyJ }, levelsOf);
  const width = Uint8Array.from({ length: tasks }, (_, place) => {
    const beside = ~(before[place]! | after[place]! | (1 << place)) & (2 ** tasks - 1);
    return 1 + widestAntichain(beside, before, after);
  });
  return {
    graph,
    power,
    levelsOf,
    tasks,
    levels,
    taskAt,
    choices,
    execS,
    energyJ,
    firstEdge,
    edgeFrom,
    transferS,
    twin,
    after,
    width,
  };
}

/**
 * Returns the order in which the search assigns tasks to cores. Tasks with equal predecessors, successors, transfer
 * times and execution times are interchangeable; they form a class and follow each other. Each class comes after the
 * classes it depends on. Of several classes that may come next, the one with the lowest task does.
 */
function placesOf(graph: TaskGraph): { taskAt: Uint8Array; twin: Uint8Array } {
  const { tasks, levels, firstEdge, edgeFrom, transferS, timeS } = graph;
  const [into, outOf] = [new Array<string>(tasks).fill(''), new Array<string>(tasks).fill('')];
  for (let task = 0; task < tasks; task++) {
    for (let edge = firstEdge[task]!; edge < firstEdge[task + 1]!; edge++) {
      into[task]! += `${edgeFrom[edge]}:${transferS[edge]},`;
      outOf[edgeFrom[edge]!]! += `${task}:${transferS[edge]},`;
    }
  }
  const keyOf = (task: number): string =>
    `${into[task]}|${outOf[task]}|${timeS.subarray(task * levels, (task + 1) * levels).join()}`;
  const classes = new Map<string, number[]>();
  for (let task = 0; task < tasks; task++) {
    const key = keyOf(task);
    classes.set(key, [...(classes.get(key) ?? []), task]);
  }
  const [taskAt, twin] = [new Uint8Array(tasks), new Uint8Array(tasks)];
  const placed = new Set<number>();
  // A class is numbered by its lowest task, and tasks topologically: each pass places at least one class.
  while (placed.size < tasks) {
    for (const members of classes.values()) {
      const [first] = members;
      if (placed.has(first!)) continue;
      const from = edgeFrom.subarray(firstEdge[first!], firstEdge[first! + 1]);
      if (!from.every((task) => placed.has(task))) continue;
      members.forEach((task, number) => {
        twin[placed.size] = Number(number > 0);
        taskAt[placed.size] = task;
        placed.add(task);
      });
    }
  }
  return { taskAt, twin };
}

/**
 * Returns the levels that the search must try for each task. A level is redundant if some other level is no slower and
 * needs no more energy. If levels belong to cores, this must hold for all tasks.
 */
function choicesOf(
  { tasks, levels, execS, energyJ }: Pick<CompiledGraph, 'tasks' | 'levels' | 'execS' | 'energyJ'>,
  levelsOf: LevelsOf,
): number[][] {
  const all = Array.from({ length: levels }, (_, level) => level);
  const places = Array.from({ length: tasks }, (_, place) => place);
  const usefulFor = (judges: readonly number[]): number[] => {
    const noWorse = (a: number, b: number): boolean =>
      judges.every(
        (place) =>
          execS[place * levels + a]! <= execS[place * levels + b]! &&
          energyJ[place * levels + a]! <= energyJ[place * levels + b]!,
      );
    return all.filter(
      (level) =>
        !all.some((other) => other !== level && noWorse(other, level) && (other < level || !noWorse(level, other))),
    );
  };
  if (levelsOf === 'task') return places.map((place) => usefulFor([place]));
  const useful = usefulFor(places);
  return places.map(() => useful);
}

/**
 * Returns the size of the largest subset of the given tasks in which none precedes another. Tasks are bits of the sets.
 */
function widestAntichain(places: number, before: Int32Array, after: Int32Array): number {
  if (places === 0) return 0;
  const lowest = places & -places;
  const place = 31 - Math.clz32(lowest);
  const related = before[place]! | after[place]! | lowest;
  const withIt = 1 + widestAntichain(places & ~related, before, after);
  // With no relative left, the place belongs to a largest set.
  if ((places & related) === lowest) return withIt;
  return Math.max(withIt, widestAntichain(places & ~lowest, before, after));
}
