/**
 * Binary heap of task indices; the task that precedes all others is on top. Only the rank of the task on top may
 * change.
 */
export class TaskHeap {
  private readonly tasks: Int32Array;
  size = 0;

  /**
   * @param capacity maximum number of tasks
   * @param precedes returns true if the first task must be above the other; a strict order
   */
  constructor(
    capacity: number,
    private readonly precedes: (task: number, other: number) => boolean,
  ) {
    this.tasks = new Int32Array(capacity);
  }

  /** Returns the task on top; -1 if there is none. */
  top(): number {
    return this.size === 0 ? -1 : this.tasks[0]!;
  }

  push(task: number): void {
    const { tasks } = this;
    let at = this.size++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.precedes(task, tasks[parent]!)) break;
      tasks[at] = tasks[parent]!;
      at = parent;
    }
    tasks[at] = task;
  }

  /** Removes the task on top, which must exist. */
  pop(): void {
    const last = this.tasks[--this.size]!;
    if (this.size > 0) this.sink(0, last);
  }

  /** Restores the heap order after the rank of the task on top has fallen. */
  lowered(): void {
    this.sink(0, this.tasks[0]!);
  }

  /** Appends a task without restoring the heap order. `order` must be called before any other method. */
  append(task: number): void {
    this.tasks[this.size++] = task;
  }

  /** Restores the heap order of all tasks in O(size). */
  order(): void {
    for (let at = (this.size >> 1) - 1; at >= 0; at--) this.sink(at, this.tasks[at]!);
  }

  private sink(from: number, task: number): void {
    const { tasks, size } = this;
    let at = from;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && this.precedes(tasks[child + 1]!, tasks[child]!)) child++;
      if (!this.precedes(tasks[child]!, task)) break;
      tasks[at] = tasks[child]!;
      at = child;
    }
    tasks[at] = task;
  }
}
