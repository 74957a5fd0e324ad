import type { WaitingClass } from './work-class.js';
import { count } from './work-class.js';

/** Maximum number of events between two judgements of a class. */
const LOOK_AHEAD = 12;

/** Schedules when waiting classes are tested for being hopeless. Hope only falls, so not every event is needed. */
export interface DropCalendar {
  /** Adds a class, to be judged at the next event. */
  readonly add: (entry: WaitingClass) => void;
  /**
   * Judges the classes due at an event and calls `drop` with the hopeless ones. @param event number of the event, from
   * 0, ascending
   */
  readonly begin: (event: number, drop: (entry: WaitingClass) => void) => void;
}

/**
 * Returns an empty calendar. @param isHopeless returns true if a task of the class can earn too little when started at
 * or after a moment, s
 */
export function dropCalendar(
  eventIntervalS: number,
  isHopeless: (entry: WaitingClass, atS: number) => boolean,
): DropCalendar {
  const turns: (WaitingClass[] | undefined)[] = [];
  let added: WaitingClass[] = [];
  const isHopelessAt = (entry: WaitingClass, event: number): boolean => isHopeless(entry, event * eventIntervalS);
  /** Returns the first of the next events at which the class is hopeless, otherwise the last one looked at. */
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
