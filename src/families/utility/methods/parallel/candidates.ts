import { chargedS, greatestChargedS } from '../../../../../models/families/utility/energy-tariff.js';
import type { UtilityModel } from '../../../../../models/families/utility/model.js';
import { CandidateRecord } from '../candidate-record.js';
import { alikeOptions } from './alike-options.js';
import type { Candidate, Filter, Key, MappingEvent, Policy } from '../policy.js';
import type { PowerLimits } from './power-limits.js';
import type { PoolTimeline } from './pool-timeline.js';

/** Best candidate (pool, P-state and start) of each task, as last searched. */
export interface Candidates {
  /** Key (the policy's priority) of each task's best candidate. */
  readonly key: Float64Array;
  /** Execution time of each task's best candidate, s. */
  readonly timeS: Float64Array;
  /** Start of each task's best candidate, s. */
  readonly startS: Float64Array;
  /** Option (pool and P-state) of each task's best candidate; -1 if no candidate is allowed. */
  readonly option: Int32Array;
  /**
   * For each task, number of changes of the pool's timeline when its best candidate was found. If `changes()` is higher
   * now, the candidate may be out of date.
   */
  readonly changes: Int32Array;
  /**
   * Must be called when a mapping event begins, before all other functions.
   *
   * @param leftJ returns the part of the day's energy budget that is not committed to runs, J
   * @param fitsLater returns true if the budgets of later days cover an option (pool and P-state) that starts at a
   * moment, s
   */
  readonly begin: (event: MappingEvent, leftJ: () => number, fitsLater: (o: number, atS: number) => boolean) => void;
  /** Must be called after nodes of a pool were assigned, also if only until the end of the mapping event. */
  readonly changed: (pool: number) => void;
  /**
   * Returns false only if a task certainly has no allowed candidate (pool, P-state and start). Budget and power limits
   * are checked, timelines are not searched.
   */
  readonly isHopeful: (task: number) => boolean;
  /** Finds a task's best allowed candidate (pool, P-state and start); returns false if none is allowed. */
  readonly find: (task: number) => boolean;
  /**
   * Returns true if the candidate that `find` found last for a task can still be taken. It is then still the best one.
   */
  readonly holds: (task: number) => boolean;
  /**
   * Returns an upper bound on a task's key (priority), ignoring filter, budget and place-holders (nodes reserved until
   * the end of the event). If keys do not rise with time, it also holds at later events.
   */
  readonly bound: (task: number) => number;
  /**
   * Returns true if some allowed candidate of the task starts before the next mapping event. Once false, it stays false
   * for the rest of the event.
   */
  readonly startsSoon: (task: number) => boolean;
  /**
   * Returns the candidate that `find` found last for a task, as policies see it. Every call overwrites the same record.
   */
  readonly candidateOf: (task: number) => Candidate;
  /**
   * Returns true if the first task is served before the other: its key (priority) is larger, or it wins the tie (see
   * `Key` in policy.ts).
   */
  readonly precedes: (task: number, other: number) => boolean;
  /** Returns the only option (pool and P-state) that a random policy considers for a task; -1 if it considers all. */
  readonly drawnOption: (task: number) => number;
  /** Returns the number of candidates (pool, P-state and start) whose utility was computed so far. */
  readonly looks: () => number;
}

export function candidatesOf(
  model: UtilityModel,
  timelines: readonly PoolTimeline[],
  policy: Policy,
  filter: Filter,
  limits: PowerLimits | null,
): Candidates {
  const { tasks, options, charging } = model;
  const count = tasks.count;
  const key = new Float64Array(count);
  const timeS = new Float64Array(count);
  const startS = new Float64Array(count);
  const option = new Int32Array(count).fill(-1);
  const changes = new Int32Array(count);
  let event: MappingEvent;
  let soonS = 0;
  /** Latest start that can be decided in this mapping event, s. */
  let lastStartS = 0;
  let leftOfDayJ: () => number;
  let fitsLaterDays: (o: number, atS: number) => boolean;
  let looks = 0;
  const fastestOnly = policy.pStates === 'fastest';
  const seen = new CandidateRecord(model);
  /**
   * Returns true if the day's remaining energy suffices for an option (pool and P-state) that starts now. The result is
   * also used for later starts, although these would draw less energy today. So a refused option stays refused during
   * the event, and candidates found earlier remain valid bounds.
   */
  const isAffordable = (o: number): boolean => options.powerW[o]! * mostS(o) <= leftOfDayJ();
  /**
   * Returns the longest time for which a run decided in this event can draw from today's energy budget, s. With a
   * tariff, time is weighted by the price relative to the mean price.
   */
  const mostS = (o: number): number => {
    const { nowS, day } = event;
    if (charging === undefined) return Math.min(options.timeS[o]!, day.endS - nowS);
    return greatestChargedS(charging, options.timeS[o]!, nowS, lastStartS, day.endS);
  };
  const look = (task: number, o: number, atS: number): Candidate => {
    const lastsS = options.timeS[o]!;
    // By a tariff, too, it depends on the option and the event alone: keys must not rise with the start.
    const chargeS = charging === undefined ? lastsS : chargedS(charging, event.nowS, event.nowS + lastsS);
    seen.set(task, o, atS, lastsS, options.powerW[o]! * chargeS);
    seen.earn(tasks.utility[task]!, tasks.arrivalS[task]!);
    return seen;
  };
  /**
   * Returns true if the policy considers an option (pool and P-state).
   *
   * @param drawn the only option that a random policy considers; -1 if the policy considers all
   */
  const isLooked = (o: number, drawn: number): boolean =>
    drawn === -1 ? !fastestOnly || options.pState[o] === 0 : o === drawn;
  const drawnOption = (task: number): number => {
    if (policy.draw === undefined) return -1;
    const first = options.first[tasks.kind[task]!]!;
    return first + policy.draw(task, options.first[tasks.kind[task]! + 1]! - first);
  };
  /**
   * For each option (pool and P-state), number of the mapping event in which the filter judged it last; negative if it
   * was refused.
   */
  const judgedIn = new Int32Array(options.timeS.length);
  let eventNumber = 0;
  const passes = (task: number, o: number): boolean => {
    if (Math.abs(judgedIn[o]!) !== eventNumber) {
      judgedIn[o] = filter.allows(look(task, o, event.nowS)) ? eventNumber : -eventNumber;
    }
    return judgedIn[o]! > 0;
  };
  /**
   * Lower bound on the next start of each option (pool and P-state), s: before it, decided tasks leave too few nodes.
   * It never falls, because decided starts are never cancelled.
   */
  const noneBeforeS = new Float64Array(options.timeS.length);
  /**
   * Earliest start of each option (pool and P-state) that decided tasks and place-holders (nodes reserved until the end
   * of the event) leave possible, s.
   */
  const soonestS = new Float64Array(options.timeS.length);
  /** Number of the mapping event in which each entry of `soonestS` was last computed. */
  const foundIn = new Int32Array(options.timeS.length);
  /**
   * For each option, number of changes of the pool's timeline when its `soonestS` was computed. If `changes()` is
   * higher now, it is computed again.
   */
  const foundAfter = new Int32Array(options.timeS.length);
  const holdsNothing = policy.reservations === 'all';
  const earliestBesideS = (o: number): number => {
    if (noneBeforeS[o]! >= event.day.endS) return noneBeforeS[o]!;
    const timeline = timelines[options.pool[o]!]!;
    let fromS = Math.max(event.nowS, noneBeforeS[o]!);
    if (foundIn[o] === eventNumber) {
      if (foundAfter[o] === timeline.changes()) return soonestS[o]!;
      fromS = Math.max(fromS, soonestS[o]!);
    }
    soonestS[o] = timeline.earliestS(options.nodes[o]!, options.timeS[o]!, fromS);
    foundIn[o] = eventNumber;
    foundAfter[o] = timeline.changes();
    if (holdsNothing) noneBeforeS[o] = soonestS[o]!;
    return soonestS[o];
  };
  /** Returns the earliest start of an option (pool and P-state) with enough free nodes and all power limits kept, s. */
  const earliestS = (o: number): number => {
    const fitsS = limits === null ? event.nowS : limits.earliestS(o);
    if (fitsS === Infinity) return fitsS;
    const freeS = earliestBesideS(o);
    if (fitsS <= freeS) return freeS;
    return timelines[options.pool[o]!]!.earliestS(options.nodes[o]!, options.timeS[o]!, fitsS);
  };
  const worthOf: Key = policy.draw === undefined ? policy.key : () => 0;
  const alike = alikeOptions(model, policy.draw !== undefined || policy.tellsPoolsApart === true);
  const setChanges = new Int32Array(alike.setCount);
  const classCount = alike.poolSet.length;
  /** Option with the earliest start in each class of options that differ only in their pool. */
  const soonestOf = new Int32Array(classCount);
  /** Start of each option in `soonestOf`, s. */
  const soonestOfS = new Float64Array(classCount);
  /** Number of the mapping event in which each entry of `soonestOf` was last computed. */
  const classIn = new Int32Array(classCount);
  /**
   * Number of changes of the pools' timelines when each entry of `soonestOf` was computed. After further changes it is
   * computed again.
   */
  const classAfter = new Int32Array(classCount);
  /**
   * Number of changes of the power limits' loads (`PowerLimits.version`) when each entry of `soonestOf` was computed.
   * After further changes it is computed again.
   */
  const classVersion = new Int32Array(classCount);
  /**
   * Returns the earliest start of a class of options that differ only in their pool, s. Stores the first option with
   * that start in `soonestOf`.
   */
  const earliestOfS = (c: number): number => {
    const version = limits?.version() ?? 0;
    const changed = setChanges[alike.poolSet[c]!]!;
    if (classIn[c] === eventNumber && classAfter[c] === changed && classVersion[c] === version) return soonestOfS[c]!;
    classIn[c] = eventNumber;
    classAfter[c] = changed;
    classVersion[c] = version;
    let leastS = Infinity;
    for (let k = alike.first[c]!; k < alike.first[c + 1]! && leastS > event.nowS; k++) {
      const o = alike.option[k]!;
      const atS = earliestS(o);
      if (!(atS < leastS)) continue;
      leastS = atS;
      soonestOf[c] = o;
    }
    soonestOfS[c] = leastS;
    return leastS;
  };
  /**
   * Earliest start of each class of options that tasks with a decided start leave possible, s. Reservations until the
   * end of the event are ignored.
   */
  const fixedS = new Float64Array(classCount);
  /** Number of the mapping event in which each entry of `fixedS` was last computed. */
  const fixedIn = new Int32Array(classCount);
  /**
   * Number of changes of the pools' timelines when each entry of `fixedS` was computed. After further changes it is
   * computed again.
   */
  const fixedAfter = new Int32Array(classCount);
  /** Option (pool and P-state) that starts at `fixedS`, for each class of options. */
  const fixedOption = new Int32Array(classCount);
  const earliestFixedOfS = (c: number): number => {
    const changed = setChanges[alike.poolSet[c]!]!;
    if (fixedIn[c] === eventNumber && fixedAfter[c] === changed) return fixedS[c]!;
    fixedIn[c] = eventNumber;
    fixedAfter[c] = changed;
    let leastS = Infinity;
    for (let k = alike.first[c]!; k < alike.first[c + 1]! && leastS > event.nowS; k++) {
      const o = alike.option[k]!;
      const fromS = Math.max(event.nowS, noneBeforeS[o]!);
      if (fromS === Infinity) continue;
      noneBeforeS[o] = timelines[options.pool[o]!]!.earliestFixedS(options.nodes[o]!, options.timeS[o]!, fromS);
      if (!(noneBeforeS[o] < leastS)) continue;
      leastS = noneBeforeS[o];
      fixedOption[c] = o;
    }
    fixedS[c] = leastS;
    return leastS;
  };

  return {
    key,
    timeS,
    startS,
    option,
    changes,
    begin(now, leftJ, fitsLater) {
      eventNumber++;
      event = now;
      soonS = Math.min(now.nextS, now.day.endS);
      lastStartS = policy.reservations === 'none' ? soonS : now.day.endS;
      leftOfDayJ = leftJ;
      fitsLaterDays = fitsLater;
    },
    changed(pool) {
      for (const set of alike.setsOfPool[pool]!) setChanges[set]!++;
    },
    isHopeful(task) {
      const kind = tasks.kind[task]!;
      for (let o = options.first[kind]!; o < options.first[kind + 1]!; o++) {
        if (noneBeforeS[o]! >= event.day.endS || !isAffordable(o) || !isLooked(o, -1)) continue;
        if (limits === null || limits.earliestS(o) < Infinity) return true;
      }
      return false;
    },
    find(task) {
      const kind = tasks.kind[task]!;
      let best = -1;
      let bestKey = 0;
      let bestTimeS = 0;
      let bestStartS = 0;
      const drawn = drawnOption(task);
      for (let c = alike.ofKind[kind]!; c < alike.ofKind[kind + 1]!; c++) {
        const any = alike.option[alike.first[c]!]!;
        if (!isLooked(any, drawn) || !isAffordable(any) || !passes(task, any)) continue;
        const atS = earliestOfS(c);
        if (!(atS < event.day.endS)) continue;
        const o = soonestOf[c]!;
        if (!fitsLaterDays(o, atS)) continue;
        looks++;
        const lastsS = options.timeS[o]!;
        const worth = worthOf(look(task, o, atS));
        if (worth === -Infinity) continue;
        if (best !== -1 && !goesFirst(worth, lastsS, atS, bestKey, bestTimeS, bestStartS)) {
          const isSame = worth === bestKey && lastsS === bestTimeS && atS === bestStartS;
          if (!isSame || o > best) continue;
        }
        best = o;
        bestKey = worth;
        bestTimeS = lastsS;
        bestStartS = atS;
      }
      option[task] = best;
      if (best === -1) return false;
      key[task] = bestKey;
      timeS[task] = bestTimeS;
      startS[task] = bestStartS;
      changes[task] = timelines[options.pool[best]!]!.changes();
      return true;
    },
    holds(task) {
      const o = option[task]!;
      if (changes[task] !== timelines[options.pool[o]!]!.changes()) return false;
      if (!isAffordable(o) || !fitsLaterDays(o, startS[task]!)) return false;
      return limits === null || limits.earliestS(o) <= startS[task]!;
    },
    bound(task) {
      const kind = tasks.kind[task]!;
      let greatest = -Infinity;
      for (let c = alike.ofKind[kind]!; c < alike.ofKind[kind + 1]!; c++) {
        if (!isLooked(alike.option[alike.first[c]!]!, -1)) continue;
        looks++;
        const atS = earliestFixedOfS(c);
        if (atS < Infinity) greatest = Math.max(greatest, worthOf(look(task, fixedOption[c]!, atS)));
      }
      return greatest;
    },
    startsSoon(task) {
      const kind = tasks.kind[task]!;
      const drawn = drawnOption(task);
      for (let c = alike.ofKind[kind]!; c < alike.ofKind[kind + 1]!; c++) {
        const any = alike.option[alike.first[c]!]!;
        if (!isLooked(any, drawn) || !isAffordable(any)) continue;
        for (let k = alike.first[c]!; k < alike.first[c + 1]!; k++) {
          const o = alike.option[k]!;
          if (options.nodes[o]! > timelines[options.pool[o]!]!.mostFree(soonS) || !passes(task, o)) continue;
          const atS = earliestS(o);
          if (!(atS < soonS) || !fitsLaterDays(o, atS)) continue;
          if (worthOf(look(task, o, atS)) > -Infinity) return true;
        }
      }
      return false;
    },
    candidateOf: (task) => look(task, option[task]!, startS[task]!),
    precedes(task, other) {
      if (goesFirst(key[task]!, timeS[task]!, startS[task]!, key[other]!, timeS[other]!, startS[other]!)) return true;
      if (goesFirst(key[other]!, timeS[other]!, startS[other]!, key[task]!, timeS[task]!, startS[task]!)) return false;
      return option[task] === option[other] ? task < other : option[task]! < option[other]!;
    },
    drawnOption,
    looks: () => looks,
  };
}

function goesFirst(
  key: number,
  timeS: number,
  startS: number,
  other: number,
  otherTimeS: number,
  otherStartS: number,
): boolean {
  if (key !== other) return key > other;
  return timeS === otherTimeS ? startS < otherStartS : timeS < otherTimeS;
}
