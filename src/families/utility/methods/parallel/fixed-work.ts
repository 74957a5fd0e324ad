import { chargedOverlapS } from '../../../../../models/families/utility/energy-tariff.js';
import { nodeSecondsOf, overlapS, type UtilityModel } from '../../../../../models/families/utility/model.js';
import { EnergyMeter } from '../energy-meter.js';
import type { EventRecorder } from '../event-recorder.js';
import { fitsLaterDays, nextDay } from '../later-days.js';
import type { MappingEvent } from '../policy.js';

/** "Fixed" tasks, which run or whose start is decided, and their energy by day. */
export interface FixedWork {
  /** Total energy by day of all tasks that have run or whose start is decided, J. */
  readonly energyJ: Float64Array;
  /**
   * `energyJ` as it counts towards budgets, J. With a tariff, a joule is weighted by its price relative to the mean
   * price.
   */
  readonly chargedJ: Float64Array;
  /** Option (pool and P-state) of each task that runs or whose start is decided; -1 for other tasks. */
  readonly option: Int32Array;
  /** Start of each task that runs or whose start is decided, s. */
  readonly startS: Float64Array;
  readonly fix: (task: number, option: number, startS: number, nowS: number) => void;
  /** Must be called when a task has completed. */
  readonly end: (task: number) => void;
  /**
   * Returns the state that a policy sees at a mapping event.
   *
   * @param nowS moment of the event, s
   * @param nextS moment of the next event, s
   * @param day index of the day
   */
  readonly event: (nowS: number, nextS: number, day: number) => MappingEvent;
  /**
   * Returns the number of tasks that run at a moment (`running`), and of those with a decided later start (`fixed`).
   * Adds the busy nodes of each pool to the recorder.
   */
  readonly census: (nowS: number, recorder: EventRecorder) => { readonly running: number; readonly fixed: number };
  /** Returns the part of a day's budget that running and decided tasks leave, J; Infinity without a budget. */
  readonly leftJ: (day: number) => number;
  /**
   * Returns true if the budgets of the days after `day` cover what a run on an option (pool and P-state) draws in them.
   */
  readonly fitsLater: (day: number, option: number, startS: number) => boolean;
}

export function fixedWork(model: UtilityModel): FixedWork {
  const { tasks, options, pools, days, charging, powerRows } = model;
  const meter = new EnergyMeter(model);
  const { chargedJ } = meter;
  const option = new Int32Array(tasks.count).fill(-1);
  const startS = new Float64Array(tasks.count);
  /** Tasks that run or whose start is decided. */
  const alive = new Set<number>();
  /** Tasks completed since the last mapping event. */
  const ended: number[] = [];
  let lastS = 0;
  /** Returns the power of each pool just after the last mapping event, W. */
  const readPools = (nowS: number): Float64Array => {
    const poolW = new Float64Array(pools.length);
    const add = (task: number): void => {
      const o = option[task]!;
      if (startS[task]! <= lastS) poolW[options.pool[o]!]! += options.powerW[o]!;
    };
    alive.forEach(add);
    ended.forEach(add);
    ended.length = 0;
    lastS = nowS;
    return poolW;
  };
  return {
    energyJ: meter.drawnJ,
    chargedJ,
    option,
    startS,
    fix(task, o, atS, nowS) {
      option[task] = o;
      startS[task] = atS;
      alive.add(task);
      const powerW = options.powerW[o]!;
      const endS = atS + options.timeS[o]!;
      meter.draw(powerW, atS, endS);
      const wholeS = charging === undefined ? options.timeS[o]! : chargedOverlapS(charging, atS, endS, atS, endS);
      meter.commit(nowS, powerW * wholeS);
    },
    end(task) {
      alive.delete(task);
      if (powerRows !== undefined) ended.push(task);
    },
    event(nowS, nextS, d) {
      const day = days[d]!;
      let [aheadJ, powerW, nodeS, coreS] = [0, 0, 0, 0];
      for (let j = 0; j < pools.length; j++) {
        const lastsS = nodeSecondsOf(pools[j]!, nowS, day.endS);
        nodeS += lastsS;
        coreS += lastsS * pools[j]!.coresPerNode;
      }
      for (const task of alive) {
        const o = option[task]!;
        const endsS = startS[task]! + options.timeS[o]!;
        const insideS = overlapS(startS[task]!, endsS, nowS, day.endS);
        const nodes = options.nodes[o]!;
        aheadJ += options.powerW[o]! * chargedOverlapS(charging, startS[task]!, endsS, nowS, day.endS);
        if (startS[task]! <= nowS) powerW += options.powerW[o]!;
        nodeS -= insideS * nodes;
        coreS -= insideS * nodes * pools[options.pool[o]!]!.coresPerNode;
      }
      return {
        nowS,
        nextS,
        day,
        powerW,
        ...(powerRows === undefined ? {} : { poolW: readPools(nowS) }),
        consumedJ: Math.max(0, chargedJ[d]! - aheadJ),
        committedJ: chargedJ[d]!,
        ...nextDay(days, d, chargedJ[d + 1]),
        committedW: meter.committedW(nowS),
        freeNodeS: nodeS,
        freeCoreS: coreS,
      };
    },
    census(nowS, recorder) {
      let running = 0;
      for (const task of alive) {
        if (startS[task]! > nowS) continue;
        running++;
        recorder.busy(options.pool[option[task]!]!, options.nodes[option[task]!]!);
      }
      return { running, fixed: alive.size - running };
    },
    leftJ: (d) => days[d]!.budgetJ - chargedJ[d]!,
    fitsLater: (d, o, atS) => fitsLaterDays(model, d, chargedJ, options.powerW[o]!, atS, atS + options.timeS[o]!),
  };
}
