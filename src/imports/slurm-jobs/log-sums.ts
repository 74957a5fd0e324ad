import type { LocalDays } from './log-clock.js';
import type { LogWindow } from './log-window.js';

/** Number of overhangs from which those that no longer hang over are left out. */
const MIN_PRUNED = 4096;

/** Sums over runs. */
export interface RunSums {
  readonly runs: number;
  /** Number of cores, summed over runs: a run is as many tasks. */
  readonly tasks: number;
  readonly timeS: number;
  readonly coreS: number;
}

/** A run that used cores. */
export interface UsedCores {
  readonly startS: number;
  readonly endS: number;
  readonly cores: number;
}

/**
 * Sums over the runs of a log by day, from which those of any window that begins with a day follow exactly, whatever the
 * order of the runs.
 */
export class LogSums {
  readonly #bySubmit = new Map<number, RunSums>();
  readonly #busyCoreS = new Map<number, number>();
  /** Runs that ended after the last submission so far: what a window by submits cuts off. */
  #overhangs: UsedCores[] = [];
  readonly #running: UsedCores[] = [];
  #pruneAt = MIN_PRUNED;
  #lastSubmitS = -Infinity;

  constructor(private readonly days: LocalDays) {}

  /** Tells when a job was submitted, whether or not it ran. */
  submitted(submitS: number): void {
    this.#lastSubmitS = Math.max(this.#lastSubmitS, submitS);
  }

  /** Adds a run that ended, by the time of its submission. */
  add(submitS: number, tasks: number, timeS: number): void {
    const day = this.days.dayOf(submitS);
    const { runs, ...sums } = this.#bySubmit.get(day) ?? { runs: 0, tasks: 0, timeS: 0, coreS: 0 };
    this.#bySubmit.set(day, {
      runs: runs + 1,
      tasks: sums.tasks + tasks,
      timeS: sums.timeS + timeS,
      coreS: sums.coreS + tasks * timeS,
    });
  }

  /** Adds cores that a run used until it ended. */
  addBusy(used: UsedCores): void {
    this.#addToDays(used);
    if (used.endS <= this.#lastSubmitS) return;
    this.#overhangs.push(used);
    if (this.#overhangs.length < this.#pruneAt) return;
    this.#overhangs = this.#overhangs.filter((one) => one.endS > this.#lastSubmitS);
    this.#pruneAt = Math.max(MIN_PRUNED, 2 * this.#overhangs.length);
  }

  /** Adds cores that a run has used so far. */
  addRunning(used: UsedCores): void {
    this.#addToDays(used);
    this.#running.push(used);
  }

  #addToDays({ startS, endS, cores }: UsedCores): void {
    for (let day = this.days.dayOf(startS), at = startS; at < endS; day += 1) {
      const to = Math.min(endS, this.days.startS(day + 1));
      this.#busyCoreS.set(day, (this.#busyCoreS.get(day) ?? 0) + cores * (to - at));
      at = to;
    }
  }

  /** Returns the sums over the runs that belong to a window. */
  runsIn({ by, fromS }: LogWindow): RunSums {
    const first = by === 'ends' ? -Infinity : this.days.dayOf(fromS);
    const sums = { runs: 0, tasks: 0, timeS: 0, coreS: 0 };
    for (const [day, { runs, tasks, timeS, coreS }] of this.#bySubmit) {
      if (day < first) continue;
      sums.runs += runs;
      sums.tasks += tasks;
      sums.timeS += timeS;
      sums.coreS += coreS;
    }
    return sums;
  }

  /** Returns the mean number of cores that were used in a window; 0 if it has no length. */
  busyCores({ fromS, toS }: LogWindow): number {
    if (!(toS > fromS)) return 0;
    const first = this.days.dayOf(fromS);
    let coreS = 0;
    for (const [day, dayCoreS] of this.#busyCoreS) if (day >= first) coreS += dayCoreS;
    for (const { startS, endS, cores } of [...this.#overhangs, ...this.#running]) {
      coreS -= cores * Math.max(0, endS - Math.max(startS, toS, fromS));
    }
    return coreS / (toS - fromS);
  }
}
