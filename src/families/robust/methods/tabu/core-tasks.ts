import type { RobustModel } from '../../../../../models/families/robust/model.js';
import type { Schedule } from '../../../../../models/families/robust/schedule.js';
import type { RandomStream } from '../../../../random/stream.js';
import type { NodePreference } from './preference.js';

/**
 * Largest number of tasks of a core that are sorted by insertion. Measured: insertion sort is fastest up to this
 * number.
 */
const SHORT = 40;

/** The tasks of one core (set T_ij) in the order in which an operator tries them. One object serves a whole search. */
export class CoreTasks {
  count = 0;
  readonly tasks: Int32Array;
  private readonly keys: Float64Array;

  constructor(private readonly model: RobustModel) {
    this.tasks = new Int32Array(model.taskCount);
    this.keys = new Float64Array(model.taskCount);
  }

  gather(schedule: Schedule, core: number): void {
    let count = 0;
    for (let task = schedule.firstTask(core); task >= 0; task = schedule.taskAfter(task)) this.tasks[count++] = task;
    this.count = count;
  }

  /**
   * Lists the tasks of a core by descending urgency, which says how badly the core's node suits a task. On a tie, tasks
   * keep their order.
   */
  gatherByUrgency(schedule: Schedule, core: number, preference: NodePreference): void {
    this.gather(schedule, core);
    const { tasks, keys, count } = this;
    const node = this.model.nodeOfCore[core]!;
    if (count > SHORT) {
      this.sortMany((task) => preference.urgency(task, node, schedule.pState[task]!));
      return;
    }
    for (let n = 0; n < count; n++) {
      const task = tasks[n]!;
      const key = preference.urgency(task, node, schedule.pState[task]!);
      let place = n;
      for (; place > 0 && keys[place - 1]! < key; place--) {
        keys[place] = keys[place - 1]!;
        tasks[place] = tasks[place - 1]!;
      }
      keys[place] = key;
      tasks[place] = task;
    }
  }

  /**
   * Returns the task at index `place` of a random order of the listed tasks. It must be called with 0, 1, 2, ... in
   * turn.
   */
  draw(place: number, random: RandomStream): number {
    const { tasks, count } = this;
    const other = place + 1 < count ? random.integer(place, count - 1) : place;
    const task = tasks[other]!;
    tasks[other] = tasks[place]!;
    tasks[place] = task;
    return task;
  }

  private sortMany(urgency: (task: number) => number): void {
    const { tasks, keys, count } = this;
    const unsorted = tasks.slice(0, count);
    for (let n = 0; n < count; n++) keys[n] = urgency(tasks[n]!);
    const order = Int32Array.from({ length: count }, (_, n) => n).sort((a, b) => keys[b]! - keys[a]! || a - b);
    for (let n = 0; n < count; n++) tasks[n] = unsorted[order[n]!]!;
  }
}
