import type { WaitingClass } from './work-class.js';
import { count } from './work-class.js';

/** Maximum number of mapping events until a class of waiting tasks is tested again. */
const LOOK_AHEAD = 12;

/**
 * Decides at which mapping events a class of waiting tasks is tested for being hopeless: able to earn only too little
 * utility. That utility never rises, so a test at every event is not needed.
 */
export interface DropCalendar {
  /** Adds a class of equal waiting tasks, which is tested at the next mapping event. */
  readonly add: (entry: WaitingClass) => void;
  /**
   * Tests the classes of waiting tasks that are due at a mapping event and calls `drop` with the hopeless ones.
   *
   * @param event number of the event, from 0, ascending
   */
  readonly begin: (event: number, drop: (entry: WaitingClass) => void) => void;
}

/**
 * Returns an empty calendar for classes of waiting tasks.
 *
 * @param isHopeless returns true if a task of the class earns too little when it starts at a moment (s) or later
 */
export function dropCalendar(
  eventIntervalS: number,
  isHopeless: (entry: WaitingClass, atS: number) => boolean,
): DropCalendar {
  const turns: (WaitingClass[] | undefined)[] = [];
  let added: WaitingClass[] = [];
  const isHopelessAt = (entry: WaitingClass, event: number): boolean => isHopeless(entry, event * eventIntervalS);
  /**
   * Returns the number of the mapping event at which a class of waiting tasks is tested next: the first after `event`
   * at which it is hopeless (can earn too little), but at most `LOOK_AHEAD` events later.
   */
  const nextTurn = (entry: WaitingClass, event: number): number => {
    let [hopeful, hopeless] = [event, event + LOOK_AHEAD];
    if (!isHopelessAt(entry, hopeless)) return hopeless;
    while (hopeless - hopeful > 1) {
      const between = (hopeful + hopeless) >> 1;
      if (isHopelessAt(entry, between)) hopeless = between;
      else hopeful = between;
    }
    return hopeless;
  };
  return {
    add: (entry) => void added.push(entry),
    begin(event, drop) {
      const due = turns[event];
      const judged = due === undefined ? added : due.concat(added);
      turns[event] = undefined;
      added = [];
      for (const entry of judged) {
        if (count(entry) === 0) continue;
        if (isHopelessAt(entry, event)) {
          drop(entry);
          continue;
        }
        const turn = nextTurn(entry, event);
        (turns[turn] ??= []).push(entry);
      }
    },
  };
}
