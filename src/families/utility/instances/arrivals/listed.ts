import type { UtilityTaskRow } from '../../../../../models/families/utility/instance.js';
import { jsonPath } from '../../../../instances/fault.js';
import type { TaskList } from './task-list.js';

interface Named {
  readonly name: string;
}

/**
 * Collects tasks, from a table or a file, into a task list. The tasks must already be validated: in order of arrival,
 * with known names.
 */
export class TaskGatherer {
  readonly #typeIndex: ReadonlyMap<string, number>;
  readonly #classIndex: ReadonlyMap<string, number>;
  readonly #names: string[] = [];
  readonly #arrivalS: number[] = [];
  readonly #type: number[] = [];
  readonly #cores: number[] = [];
  readonly #utilityClass: number[] = [];
  readonly #startingUtility: number[] = [];
  readonly #urgency: number[] = [];
  readonly #mayPreempt: number[] = [];
  readonly #mayBePreempted: number[] = [];
  readonly #runS: number[] = [];

  constructor(types: readonly Named[], classes: readonly Named[]) {
    this.#typeIndex = new Map(types.map(({ name }, index) => [name, index]));
    this.#classIndex = new Map(classes.map(({ name }, index) => [name, index]));
  }

  add(row: UtilityTaskRow): void {
    this.#names.push(row.name);
    this.#arrivalS.push(row.arrivalS);
    this.#type.push(this.#typeIndex.get(row.taskType)!);
    this.#cores.push(row.cores ?? 0);
    this.#utilityClass.push(row.utilityClass === undefined ? -1 : this.#classIndex.get(row.utilityClass)!);
    this.#startingUtility.push(row.startingUtility ?? NaN);
    this.#urgency.push(row.urgency ?? NaN);
    this.#mayPreempt.push(flag(row.mayPreempt));
    this.#mayBePreempted.push(flag(row.mayBePreempted));
    this.#runS.push(row.runS ?? NaN);
  }

  gathered(place: TaskList['place']): TaskList {
    const names = this.#names;
    return {
      count: names.length,
      name: (task) => names[task]!,
      place,
      arrivalS: Float64Array.from(this.#arrivalS),
      type: Int32Array.from(this.#type),
      cores: Int32Array.from(this.#cores),
      utilityClass: Int32Array.from(this.#utilityClass),
      startingUtility: Float64Array.from(this.#startingUtility),
      urgency: Float64Array.from(this.#urgency),
      mayPreempt: Int8Array.from(this.#mayPreempt),
      mayBePreempted: Int8Array.from(this.#mayBePreempted),
      runS: this.#runS.every(Number.isNaN) ? null : Float64Array.from(this.#runS),
      burst: null,
      workByHour: null,
    };
  }
}

/** Returns the tasks listed in an instance, which must be valid. */
export function listedTasks(
  rows: readonly UtilityTaskRow[],
  types: readonly Named[],
  classes: readonly Named[],
): TaskList {
  const tasks = new TaskGatherer(types, classes);
  for (const row of rows) tasks.add(row);
  return tasks.gathered((task, field) => jsonPath(['arrivals', 'tasks', task, field]));
}

function flag(given: boolean | undefined): number {
  return given === undefined ? -1 : given ? 1 : 0;
}
