import { chargedS, greatestChargedS } from '../../../../../models/families/utility/energy-tariff.js';
import type { UtilityModel } from '../../../../../models/families/utility/model.js';
import { CandidateRecord } from '../candidate-record.js';
import { alikeOptions } from './alike-options.js';
import type { Candidate, Filter, Key, MappingEvent, Policy } from '../policy.js';
import type { PowerLimits } from './power-limits.js';
import type { PoolTimeline } from './pool-timeline.js';

/** Best candidate of each task, from the last search. N tasks. */
export interface Candidates {
  /**
   * Length N: key of each task's candidate. The next arrays hold its execution time (s), start (s), option (-1 if none
   * is allowed), and the number of changes of its pool's timeline when it was found.
   */
  readonly key: Float64Array;
  readonly timeS: Float64Array;
  readonly startS: Float64Array;
  readonly option: Int32Array;
  readonly changes: Int32Array;
  /**
   * Begins an event. @param leftJ returns the uncommitted energy of its day, J @param fitsLater returns true if later
   * days have enough energy left for an option started at a moment, s
   */
  readonly begin: (event: MappingEvent, leftJ: () => number, fitsLater: (o: number, atS: number) => boolean) => void;
  /** Must be called after nodes of a pool were fixed or held. */
  readonly changed: (pool: number) => void;
  /** Returns false if certainly no candidate is allowed; does not look at timelines. */
  readonly isHopeful: (task: number) => boolean;
  /** Finds a task's best allowed candidate; returns false if none is allowed. */
  readonly find: (task: number) => boolean;
  /** Returns true if the candidate found last can still be taken; it is then still the best. */
  readonly holds: (task: number) => boolean;
  /**
   * Returns an upper bound on the key of a task: its best candidate given only fixed work, without filter and budget.
   * Stays valid if keys never rise.
   */
  readonly bound: (task: number) => number;
  /**
   * Returns true if some allowed candidate starts before the next event. Once false, it stays false for the rest of the
   * event.
   */
  readonly startsSoon: (task: number) => boolean;
  /** Returns the candidate found last as policies see it. The record is reused. */
  readonly candidateOf: (task: number) => Candidate;
  /** Returns true if the first task is taken before the other (policy.ts: Key). */
  readonly precedes: (task: number, other: number) => boolean;
  /** Returns the number of candidates examined so far. */
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
  /** Latest moment at which something fixed in this event starts, s. */
  let lastStartS = 0;
  let leftOfDayJ: () => number;
  let fitsLaterDays: (o: number, atS: number) => boolean;
  let looks = 0;
  const fastestOnly = policy.pStates === 'fastest';
  const seen = new CandidateRecord(model);
  /**
   * Returns true if the day's remaining energy suffices for an option that starts now. A later start would use less of
   * it, but an option refused once must stay refused during the event, so that older candidates remain valid bounds.
   */
  const isAffordable = (o: number): boolean => options.powerW[o]! * mostS(o) <= leftOfDayJ();
  /** Returns the longest time, s, for which an option fixed in this event may be charged to this day. */
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
  /** Returns true if the policy considers an option. @param drawn the only option considered; -1 for all */
  const isLooked = (o: number, drawn: number): boolean =>
    drawn === -1 ? !fastestOnly || options.pState[o] === 0 : o === drawn;
  const drawnOption = (task: number): number => {
    if (policy.draw === undefined) return -1;
    const first = options.first[tasks.kind[task]!]!;
    return first + policy.draw(task, options.first[tasks.kind[task]! + 1]! - first);
  };
  /** Number of the event in which the filter last judged an option; negative if it was refused. */
  const judgedIn = new Int32Array(options.timeS.length);
  let eventNumber = 0;
  const passes = (task: number, o: number): boolean => {
    if (Math.abs(judgedIn[o]!) !== eventNumber) {
      judgedIn[o] = filter.allows(look(task, o, event.nowS)) ? eventNumber : -eventNumber;
    }
    return judgedIn[o]! > 0;
  };
  /**
   * Length O: moment before which fixed work leaves no nodes for an option, s. It only rises, because fixed work is
   * never taken back.
   */
  const noneBeforeS = new Float64Array(options.timeS.length);
  /**
   * Length O: earliest start of an option given fixed and held work, s. The next arrays hold the event and the number
   * of changes for which it is valid.
   */
  const soonestS = new Float64Array(options.timeS.length);
  const foundIn = new Int32Array(options.timeS.length);
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
  /** Returns the earliest start of an option at which nodes are free and all power rows hold from then on. */
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
  /**
   * Length A: option of a class with the earliest start. The next arrays hold that start (s) and the event, pool
   * changes and version of limits for which it is valid.
   */
  const soonestOf = new Int32Array(classCount);
  const soonestOfS = new Float64Array(classCount);
  const classIn = new Int32Array(classCount);
  const classAfter = new Int32Array(classCount);
  const classVersion = new Int32Array(classCount);
  /** Returns the earliest start of a class and stores its option in `soonestOf`, the first on ties. */
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
   * Length A: earliest start of a class given only fixed work, s. The next arrays hold its option and the event and
   * pool changes for which it is valid.
   */
  const fixedS = new Float64Array(classCount);
  const fixedIn = new Int32Array(classCount);
  const fixedAfter = new Int32Array(classCount);
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
        if (policy.refusesWorthless && !(worth > 0)) continue;
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
      // Less than any key, yet a number with which one can reckon on.
      let greatest = -Number.MAX_VALUE;
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
      const judgesWorth = policy.refusesWorthless;
      const drawn = drawnOption(task);
      for (let c = alike.ofKind[kind]!; c < alike.ofKind[kind + 1]!; c++) {
        const any = alike.option[alike.first[c]!]!;
        if (!isLooked(any, drawn) || !isAffordable(any)) continue;
        for (let k = alike.first[c]!; k < alike.first[c + 1]!; k++) {
          const o = alike.option[k]!;
          if (options.nodes[o]! > timelines[options.pool[o]!]!.mostFree(soonS) || !passes(task, o)) continue;
          const atS = earliestS(o);
          if (!(atS < soonS) || !fitsLaterDays(o, atS)) continue;
          if (!judgesWorth || worthOf(look(task, o, atS)) > 0) return true;
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
