import type { WaitingClass } from './work-class.js';
import { count } from './work-class.js';

/** Maximum number of events after which a class that has hope is judged again. */
const LOOK_AHEAD = 12;

/** Schedules the mapping events at which waiting classes are judged: not every event, as hope only falls. */
export interface DropCalendar {
  /** Adds a class that is judged at the next event. */
  readonly add: (entry: WaitingClass) => void;
  /**
   * Judges the classes whose turn it is at an event; calls `drop` with those without hope.
   * @param event number of the event, from 0, ascending
   */
  readonly begin: (event: number, drop: (entry: WaitingClass) => void) => void;
}

/**
 * Returns a new empty calendar.
 * @param isHopeless returns true if the most that a task of the class can earn is too little if it starts at a moment,
 * s, or later
 */
export function dropCalendar(
  eventIntervalS: number,
  isHopeless: (entry: WaitingClass, atS: number) => boolean,
): DropCalendar {
  const turns: (WaitingClass[] | undefined)[] = [];
  let added: WaitingClass[] = [];
  const isHopelessAt = (entry: WaitingClass, event: number): boolean => isHopeless(entry, event * eventIntervalS);
  /**
   * Returns the first of the next events at which the class has no hope, or the last of them if it has hope until then.
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
