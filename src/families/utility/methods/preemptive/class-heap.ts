import { precedes, type WaitingClass } from './work-class.js';

/**
 * Binary heap of classes of waiting tasks; the class to be served first is on top. A class may be in one heap at a
 * time, because it stores its position there.
 */
export class ClassHeap {
  /** Classes in heap order. Callers must not change it. */
  readonly classes: WaitingClass[] = [];

  get size(): number {
    return this.classes.length;
  }

  /** Returns the class on top; null if the heap is empty. */
  top(): WaitingClass | null {
    return this.classes.length > 0 ? this.classes[0]! : null;
  }

  clear(): void {
    for (const entry of this.classes) entry.place = -1;
    this.classes.length = 0;
  }

  push(entry: WaitingClass): void {
    this.classes.push(entry);
    this.rise(entry, this.classes.length - 1);
  }

  /** Appends a class without restoring the heap order. `order` must be called before any other method. */
  append(entry: WaitingClass): void {
    entry.place = this.classes.push(entry) - 1;
  }

  /** Restores the heap order of all classes. */
  order(): void {
    for (let at = (this.classes.length >> 1) - 1; at >= 0; at--) this.sink(this.classes[at]!, at);
  }

  remove(entry: WaitingClass): void {
    const at = entry.place;
    entry.place = -1;
    const last = this.classes.pop()!;
    if (last === entry) return;
    last.place = at;
    this.classes[at] = last;
    this.moved(last);
  }

  /** Restores the heap order after the rank of one class has changed. */
  moved(entry: WaitingClass): void {
    const at = entry.place;
    this.rise(entry, at);
    if (entry.place === at) this.sink(entry, at);
  }

  private rise(entry: WaitingClass, from: number): void {
    const { classes } = this;
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = classes[parent]!;
      if (!precedes(entry, above)) break;
      classes[at] = above;
      above.place = at;
      at = parent;
    }
    classes[at] = entry;
    entry.place = at;
  }

  private sink(entry: WaitingClass, from: number): void {
    const { classes } = this;
    const size = classes.length;
    let at = from;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && precedes(classes[child + 1]!, classes[child]!)) child++;
      const below = classes[child]!;
      if (!precedes(below, entry)) break;
      classes[at] = below;
      below.place = at;
      at = child;
    }
    classes[at] = entry;
    entry.place = at;
  }
}
