import { chargedOverlapS } from '../../../../../models/families/utility/energy-tariff.js';
import { nodeSecondsOf, overlapS, type UtilityModel } from '../../../../../models/families/utility/model.js';
import { EnergyMeter } from '../energy-meter.js';
import type { EventRecorder } from '../event-recorder.js';
import { fitsLaterDays } from '../later-days.js';
import type { MappingEvent } from '../policy.js';

/** Fixed tasks, which are running or certain to start, and their energy by day. N tasks. */
export interface FixedWork {
  /** Energy by day of all tasks fixed so far, J. */
  readonly energyJ: Float64Array;
  /** Energy by day as it counts towards budgets: weighted by the tariff if there is one, J. */
  readonly chargedJ: Float64Array;
  /** Length N: option of each fixed task, -1 for others. */
  readonly option: Int32Array;
  /** Length N: start of each fixed task, s. */
  readonly startS: Float64Array;
  readonly fix: (task: number, option: number, startS: number, nowS: number) => void;
  /** Must be called when a task has completed. */
  readonly end: (task: number) => void;
  /** Returns the state that a policy sees at a mapping event. */
  readonly event: (nowS: number, nextS: number, day: number) => MappingEvent;
  /** Returns the number of tasks that run at a moment, and that are fixed to start later; records busy nodes. */
  readonly census: (nowS: number, recorder: EventRecorder) => { readonly running: number; readonly fixed: number };
  /** Returns the energy of a day that fixed tasks leave of its budget, J; Infinity without a budget. */
  readonly leftJ: (day: number) => number;
  /** Returns true if the budgets of later days cover an option that starts at a moment of this day. */
  readonly fitsLater: (day: number, option: number, startS: number) => boolean;
}

export function fixedWork(model: UtilityModel): FixedWork {
  const { tasks, options, pools, days, charging, powerRows } = model;
  const meter = new EnergyMeter(model);
  const { chargedJ } = meter;
  const option = new Int32Array(tasks.count).fill(-1);
  const startS = new Float64Array(tasks.count);
  /** Fixed tasks that have not ended. */
  const alive = new Set<number>();
  /** Tasks that ended since the last event. */
  const ended: number[] = [];
  let lastS = 0;
  /** Returns the power of each pool right after the last event, W. */
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
