import { refuseUnordered } from './arrivals.js';
import { type CoreLayout, type CoreState, coreState } from './core-state.js';
import { type EventKind, eventQueue } from './event-queue.js';
import { type PowerMeter, powerMeter } from './power-meter.js';

/** The caller's handlers, one for each kind of event. An event without a handler must not be scheduled. */
export type Handlers = Readonly<Partial<Record<EventKind, (subject: number, nowS: number) => void>>> & {
  readonly arrival: (task: number, nowS: number) => void;
  /**
   * Called when a run (execution of a task) ends, with its lead (first core). The cores of the run become idle
   * afterwards.
   */
  readonly finish: (lead: number, nowS: number) => void;
  /** Called after the cores of an ended run have become idle, so that waiting tasks can start. */
  readonly released?: (lead: number, nowS: number) => void;
};

export interface SimulationSetup {
  readonly layout: CoreLayout;
  /** Arrival times of tasks 0, 1, ..., ascending, s. */
  readonly arrivalsS: Float64Array;
  /** End of the simulation, s; no event is handled after it. */
  readonly untilS: number;
}

/** Discrete-event simulation. Events are handled in order of time; at equal times in the order of EVENT_ORDER. */
export interface Simulation {
  readonly nowS: () => number;
  readonly cores: CoreState;
  readonly meter: PowerMeter;
  /**
   * Schedules an event of the caller, now or later.
   *
   * @throws RangeError for times that lie in the past or are not finite.
   */
  readonly at: (timeS: number, kind: 'control' | 'decide' | 'resume', subject?: number) => void;
  /**
   * Opens a window of the power meter from now to endS. At endS, it is closed and a "measure" event is handled.
   *
   * @throws RangeError for an end before now or after untilS.
   */
  readonly measureUntil: (endS: number) => void;
  /** Ends the simulation: no further event is handled. */
  readonly stop: () => void;
  /** Makes `run` return as soon as the current event has been handled. */
  readonly pause: () => void;
  /** Handles the remaining events in order. Returns true if paused; call it with the same handlers to continue. */
  readonly run: (handlers: Handlers) => boolean;
}

/**
 * Returns a simulation of the given arrivals, at time 0 and with all cores idle.
 *
 * @throws RangeError for arrival times that do not ascend from 0, and for an end that is not finite.
 */
export function simulation({ layout, arrivalsS, untilS }: SimulationSetup): Simulation {
  if (!(untilS >= 0 && untilS < Infinity)) throw new RangeError(`A simulation until ${untilS} s`);
  refuseUnordered(arrivalsS, Infinity);
  const queue = eventQueue(2 * layout.nodeOfCore.length);
  const meter = powerMeter(layout.firstCore.length - 1);
  let now = 0;
  let stopped = false;
  let paused = false;
  let arrived = 0;
  const nowS = (): number => now;
  const goesOn = (): boolean => !stopped && !paused;
  const finishAt = (timeS: number, lead: number): void => {
    queue.push(timeS, 'finish', lead);
  };
  const cores = coreState({ layout, meter, nowS, finishAt });

  return {
    nowS,
    cores,
    meter,
    at(timeS, kind, subject = 0) {
      if (timeS < now) throw new RangeError(`An event (${kind}) at ${timeS} s; it is ${now} s already`);
      queue.push(timeS, kind, subject);
    },
    measureUntil(endS) {
      if (!(endS <= untilS)) throw new RangeError(`A window until ${endS} s in a simulation until ${untilS} s`);
      meter.open(cores.busyW, cores.running, now, endS);
      queue.push(endS, 'measure', 0);
    },
    stop: () => void (stopped = true),
    pause: () => void (paused = true),
    run(handlers) {
      paused = false;
      while (goesOn()) {
        const queuedS = queue.firstS();
        const arrivalS = arrived < arrivalsS.length ? arrivalsS[arrived]! : Infinity;
        if (!(Math.min(queuedS, arrivalS) <= untilS)) return false;
        if (arrivalS < queuedS || (arrivalS === queuedS && queue.firstKind() !== 'finish')) {
          now = arrivalS;
          handlers.arrival(arrived++, now);
          continue;
        }
        now = queuedS;
        const kind = queue.firstKind();
        const subject = queue.firstSubject();
        queue.drop();
        if (kind === 'finish') {
          // Runs that were slowed down or taken away leave moments behind at which nothing ends.
          if (cores.finishS[subject] !== now) continue;
          handlers.finish(subject, now);
          cores.release(subject);
          handlers.released?.(subject, now);
          continue;
        }
        if (kind === 'measure') meter.close();
        const handler = handlers[kind];
        if (handler === undefined) throw new RangeError(`An event (${kind}) at ${now} s that nobody handles`);
        handler(subject, now);
      }
      return !stopped;
    },
  };
}
