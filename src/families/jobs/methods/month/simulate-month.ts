import type { Month } from '../../../../../models/families/jobs/month.js';
import type { MonthSchedule, PointTables } from '../../../../../models/families/jobs/month-schedule.js';
import { eventQueue } from '../../../../online/event-queue.js';
import { type JobMove, moveFinder } from './adaptation.js';
import { type JobStart, nextPricedStart, nextStart, type PresentPrices } from './allocation.js';
import { clearingPrices } from './clearing-prices.js';
import { monthRecorder } from './month-recorder.js';
import { insert, monthState, remove, shareLeft, surelyWorthUntilS, valueAt } from './month-state.js';
import { compilePoints } from './points.js';
import type { MonthPolicy } from './policy.js';

/**
 * Returns the schedule of a month under a policy (Algorithm 1 of the paper; docs/jobs/run-time.md). At each event, jobs
 * end and arrive, running jobs are moved at checkpoints, and waiting jobs without value are dropped. Then waiting jobs
 * start by the bids of nodes. Jobs running at the end of the month are completed.
 *
 * @param tables design points, [job type][node type], ascending in cores; at most one per number of cores unless the
 * cores rule is 'best' or the order is 'net'
 * @throws RangeError for invalid points, a checkpoint interval not longer than a check, and missing or invalid prices
 */
export function simulateMonth(month: Month, tables: PointTables, policy: MonthPolicy): MonthSchedule {
  const run = monthRun(month, tables, policy);
  run.advance(Infinity);
  return run.schedule();
}

/** Simulation of a month that can be interrupted. */
export interface MonthRun {
  /** Processes the events of the next `moments` distinct times. Returns true while events remain. */
  readonly advance: (moments: number) => boolean;
  /** Returns the schedule of the whole month once no events remain. */
  readonly schedule: () => MonthSchedule;
}

/** Starts the simulation of a month; arguments as for `simulateMonth`. */
export function monthRun(month: Month, tables: PointTables, policy: MonthPolicy): MonthRun {
  const { adaptation, prices: terms } = policy;
  const { checkS } = month.overheads;
  const isNet = policy.order === 'net';
  if (adaptation !== null && !(adaptation.intervalS > checkS && adaptation.intervalS < Infinity))
    throw new RangeError(`Checkpoints every ${adaptation.intervalS} s, each of which takes ${checkS} s`);
  if (isNet !== (terms !== null)) throw new RangeError(`Order ${policy.order} ${isNet ? 'without' : 'with'} prices`);
  const points = compilePoints(month, tables, !(isNet || policy.cores === 'best'));
  const jobs = month.typeOf.length;
  const state = monthState(month, points);
  const { waiting, running, free, node, point, startS, resumeS, endS, stallS, leftAtStart } = state;
  const record = monthRecorder(state, tables);
  const prices = terms === null ? null : clearingPrices(state, terms, adaptation?.intervalS ?? Infinity);
  const findMove = adaptation === null ? null : moveFinder(state, adaptation);
  const movedS = new Float64Array(jobs).fill(-1);
  const surelyS = Float64Array.from({ length: jobs }, (_, job) => surelyWorthUntilS(month.values, job));
  const queue = eventQueue(2 * jobs);
  for (let job = 0; job < jobs; job++) queue.push(month.arrivalS[job]!, 'arrival', job);
  let arrived = 0;

  const begin = (job: number, p: number, on: number, share: number, heldUpS: number, nowS: number): void => {
    free[on]! -= points.cores[p]!;
    node[job] = on;
    point[job] = p;
    startS[job] = nowS;
    stallS[job] = heldUpS;
    leftAtStart[job] = share;
    resumeS[job] = nowS + heldUpS;
    endS[job] = resumeS[job] + month.paceOf[job]! * share * points.timeS[p]!;
    queue.push(endS[job], 'finish', job);
  };
  const leave = (job: number, share: number, nowS: number): void => {
    record.piece(job, share, nowS);
    free[node[job]!]! += points.cores[point[job]!]!;
  };
  /** Ends a job. Returns false, without effect, if the job does not end now. */
  const finish = (job: number, nowS: number): boolean => {
    if (node[job] === -1) return false;
    // Checks put ends off: the queue hears of it when the old end has come.
    if (endS[job]! > nowS) {
      queue.push(endS[job]!, 'finish', job);
      return false;
    }
    leave(job, leftAtStart[job]!, nowS);
    node[job] = -1;
    remove(running, job);
    record.ended(job, nowS);
    return true;
  };
  const start = ({ job, point: p, node: on }: JobStart, nowS: number): void => {
    remove(waiting, job);
    insert(running, job);
    begin(job, p, on, 1, 0, nowS);
  };
  const move = ({ job, point: p, node: on, overheadS }: JobMove, nowS: number): void => {
    const left = shareLeft(state, job, nowS);
    const heldUpS = Math.max(0, resumeS[job]! - nowS) + overheadS;
    leave(job, leftAtStart[job]! - left, nowS);
    begin(job, p, on, left, heldUpS, nowS);
    movedS[job] = nowS;
  };
  const check = (nowS: number): void => {
    for (let r = 0; r < running.count; r++) {
      const job = running.jobs[r]!;
      resumeS[job] = Math.max(nowS, resumeS[job]!) + checkS;
      endS[job]! += checkS;
      stallS[job]! += checkS;
    }
  };
  const adapt = (nowS: number): void => {
    if (adaptation === null || findMove === null) return;
    const mayMove = (job: number): boolean => (adaptation.times === 'once' ? movedS[job] === -1 : movedS[job] !== nowS);
    const present = prices === null || running.count === 0 ? null : prices.at(nowS);
    for (;;) {
      const best = findMove(present, mayMove, nowS);
      if (best === null) return;
      move(best, nowS);
    }
  };
  /** Returns why a waiting job cannot earn anything any more; null if it can. */
  const lost = (job: number, nowS: number): 'worthless' | 'hopeless' | null => {
    const aheadS = policy.valueAt === 'completion' ? points.leastS[month.typeOf[job]!]! : 0;
    if (nowS + aheadS - month.arrivalS[job]! < surelyS[job]!) return null;
    if (!(valueAt(month, job, nowS) > 0)) return 'worthless';
    return valueAt(month, job, nowS + aheadS) > 0 ? null : 'hopeless';
  };
  const drop = (nowS: number): void => {
    let kept = 0;
    for (let w = 0; w < waiting.count; w++) {
      const job = waiting.jobs[w]!;
      const reason = lost(job, nowS);
      if (reason === null) waiting.jobs[kept++] = job;
      else record.dropped(job, reason, nowS);
    }
    waiting.count = kept;
  };
  const allocate = (nowS: number): void => {
    let present: PresentPrices | null = null;
    while (waiting.count > 0 && free.some((cores) => cores > 0)) {
      if (prices !== null) present ??= prices.at(nowS);
      const next = present === null ? nextStart(state, policy, nowS) : nextPricedStart(state, present, nowS);
      if (next === null) return;
      start(next, nowS);
    }
  };

  /** Number of the last checkpoint put into the event queue, and whether it is still to come (`isSet`). */
  let [checkpoint, isSet] = [0, false];
  /** Puts the next checkpoint into the queue if a job is running or will arrive. */
  const setCheckpoint = (nowS: number): void => {
    if (adaptation === null || isSet || !(arrived < jobs || running.count > 0)) return;
    do checkpoint++;
    while (checkpoint * adaptation.intervalS <= nowS);
    queue.push(checkpoint * adaptation.intervalS, 'control', 0);
    isSet = true;
  };

  setCheckpoint(0);
  let nowS = 0;
  /** Time at which waiting jobs are examined next even if nothing else happens, s. */
  let wakeS = 0;
  const advance = (moments: number): boolean => {
    for (let done = 0; done < moments && queue.firstS() < Infinity; done++) {
      nowS = queue.firstS();
      let isNews = false;
      while (queue.firstS() === nowS) {
        const kind = queue.firstKind();
        const subject = queue.firstSubject();
        queue.drop();
        isNews = kind === 'finish' ? finish(subject, nowS) || isNews : true;
        if (kind === 'arrival') {
          insert(waiting, subject);
          arrived++;
        }
        if (kind === 'control') {
          isSet = false;
          check(nowS);
          adapt(nowS);
        }
      }
      if (!isNews) continue;
      drop(nowS);
      allocate(nowS);
      setCheckpoint(nowS);
      // Prices change while nothing else happens: jobs that do not pay now are asked again.
      if (prices === null || waiting.count === 0 || nowS < wakeS) continue;
      if (running.count === 0 && arrived === jobs) continue;
      wakeS = nowS + prices.intervalS(nowS);
      queue.push(wakeS, 'decide', 0);
    }
    return queue.firstS() < Infinity;
  };
  return {
    advance,
    schedule() {
      for (let w = 0; w < waiting.count; w++) record.dropped(waiting.jobs[w]!, 'unprofitable', nowS);
      waiting.count = 0;
      return record.schedule();
    },
  };
}
