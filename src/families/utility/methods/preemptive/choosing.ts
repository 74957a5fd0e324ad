import { chargedOverlapS, chargedS } from '../../../../../models/families/utility/energy-tariff.js';
import { isTooLittle, type UtilityModel } from '../../../../../models/families/utility/model.js';
import { CandidateRecord } from '../candidate-record.js';
import type { Filter, MappingEvent, Policy } from '../policy.js';
import type { Victims } from './victims.js';
import { type Burst, firstTask, type RunningClass, type WaitingClass } from './work-class.js';

/**
 * When a waiting task preempts a running one (the paper on preemptible tasks, section III.E). `none`: never. `greedy`:
 * if its key (priority) is larger. `difference`: like `greedy`, but the pair with the largest difference of keys comes
 * first. `pair`: if the sum of keys is larger with the waiting task first than with the running one first.
 */
export type Preemption = 'none' | 'greedy' | 'difference' | 'pair';

/** What waiting tasks can use now: idle nodes, the nodes of running tasks, and energy. */
export interface Places {
  /** Number of idle nodes by pool. */
  readonly idle: Int32Array;
  readonly victims: Victims;
  /**
   * Part of each day's energy budget that is neither drawn nor committed to running tasks, J; Infinity without a
   * budget. Entries of past days are not updated.
   */
  readonly leftJ: Float64Array;
}

/**
 * Chooses the best place for a class of equal waiting tasks: an idle node, or the node of a running task (its victim).
 */
export interface Choosing {
  readonly begin: (event: MappingEvent, today: number) => void;
  /** Returns the key (priority) of each task of a class of running tasks, for its remaining work. */
  readonly keyOfRunning: (running: RunningClass) => number;
  /**
   * Computes the keys (priorities) of a class of waiting tasks that start now, one for each option (pool and P-state).
   * Also sets the upper bound on its keys.
   */
  readonly look: (waiting: WaitingClass) => void;
  /**
   * Chooses for a class of waiting tasks the best option (pool and P-state) and, if needed, the running task to
   * preempt. Updates `value`, `choice` and `victim` of the class.
   */
  readonly choose: (waiting: WaitingClass) => void;
  /**
   * For the preemption `pair`: finds the running task with which a class of waiting tasks forms the best pair. `choose`
   * then decides between that pair and an idle node.
   */
  readonly findPartner: (waiting: WaitingClass) => void;
  /**
   * Returns the execution time of a waiting task on one of its options (pool and P-state), including preemption
   * overhead, s.
   *
   * @param choice index of the option among those of the task's class
   */
  readonly timeOf: (waiting: WaitingClass, choice: number) => number;
  readonly optionOf: (waiting: WaitingClass, choice: number) => number;
  /** Returns the number of candidates whose utility was computed so far. */
  readonly looks: () => number;
}

export interface ChoosingSetup {
  readonly model: UtilityModel;
  readonly policy: Policy;
  readonly filter: Filter;
  readonly preemption: Preemption;
  readonly places: Places;
}

export function choosing({ model, policy, filter, preemption, places }: ChoosingSetup): Choosing {
  const { options, days, preemptionOverheadS, charging } = model;
  const { idle, victims } = places;
  const candidate = new CandidateRecord(model);
  let event: MappingEvent;
  let today = 0;
  let looks = 0;

  const keyAt = (burst: Burst, task: number, option: number, startS: number, timeS: number): number => {
    // As if it started now: keys must not rise with the start.
    const chargeS = charging === undefined ? timeS : chargedS(charging, event.nowS, event.nowS + timeS);
    candidate.set(task, option, startS, timeS, options.powerW[option]! * chargeS);
    candidate.earn(burst.utility, burst.arrivalS);
    looks++;
    return policy.key(candidate);
  };
  const optionOf = ({ burst, option }: WaitingClass, choice: number): number =>
    option >= 0 ? option : options.first[burst.kind]! + choice;
  const timeOf = (waiting: WaitingClass, choice: number): number =>
    waiting.option >= 0 ? waiting.leftS + preemptionOverheadS : options.timeS[optionOf(waiting, choice)]!;
  const inDayJ = (option: number, endS: number, d: number): number =>
    options.powerW[option]! * chargedOverlapS(charging, event.nowS, endS, days[d]!.startS, days[d]!.endS);
  /**
   * Returns true if every day's remaining energy covers a run of an option (pool and P-state) until `endS`. Energy that
   * the preempted task `over` would still have drawn is available, too.
   */
  const fits = (option: number, endS: number, over: RunningClass | null): boolean => {
    for (let d = today; d < days.length && days[d]!.startS < endS; d++) {
      const leftJ = places.leftJ[d]!;
      if (leftJ === Infinity) continue;
      const freedJ = over === null ? 0 : inDayJ(over.option, over.endS, d);
      if (inDayJ(option, endS, d) - freedJ > leftJ) return false;
    }
    return true;
  };

  /**
   * Returns the first running task in a pool with a key (priority) below `key` that frees enough energy for a run of
   * the option until endS; null if there is none.
   */
  const victimIn = (pool: number, key: number, option: number, endS: number): RunningClass | null => {
    for (const victim of victims.of(pool)) {
      if (!(victim.key < key)) return null;
      if (fits(option, endS, victim)) return victim;
    }
    return null;
  };

  const nodesFor = (waiting: WaitingClass, i: number): number => {
    if (Number.isNaN(waiting.keys[i]!)) return 0;
    const option = optionOf(waiting, i);
    return fits(option, event.nowS + timeOf(waiting, i), null) ? idle[options.pool[option]!]! : 0;
  };
  /**
   * Draws a random idle node among all on which a task may start. Nodes are counted option (pool and P-state) by
   * option.
   */
  const draw = (waiting: WaitingClass): void => {
    let nodes = 0;
    for (let i = 0; i < waiting.keys.length; i++) nodes += nodesFor(waiting, i);
    waiting.choice = -1;
    waiting.victim = null;
    waiting.value = 0;
    if (nodes === 0) return;
    let at = policy.draw!(firstTask(waiting), nodes);
    for (let i = 0; at >= 0; i++) {
      waiting.choice = i;
      at -= nodesFor(waiting, i);
    }
  };

  const choosePlace = (waiting: WaitingClass): void => {
    let [value, choice, bestS, victimKey] = [-Infinity, -1, Infinity, -Infinity];
    let victim: RunningClass | null = null;
    const mayPreempt = waiting.burst.mayPreempt && (preemption === 'greedy' || preemption === 'difference');
    const consider = (i: number, timeS: number, worth: number, over: RunningClass | null): void => {
      // An idle node comes before every victim, whatever its key.
      const overKey = over === null ? -Infinity : over.key;
      if (worth < value) return;
      if (worth === value && choice >= 0) {
        if ((over === null) !== (victim === null)) {
          if (over !== null) return;
        } else if (overKey !== victimKey) {
          if (overKey > victimKey) return;
        } else if (timeS >= bestS) return;
      }
      [value, choice, bestS, victimKey, victim] = [worth, i, timeS, overKey, over];
    };
    for (let i = 0; i < waiting.keys.length; i++) {
      const key = waiting.keys[i]!;
      if (Number.isNaN(key)) continue;
      const option = optionOf(waiting, i);
      const pool = options.pool[option]!;
      const timeS = timeOf(waiting, i);
      const endS = event.nowS + timeS;
      if (idle[pool]! > 0 && fits(option, endS, null)) consider(i, timeS, key, null);
      if (!mayPreempt) continue;
      const over = victimIn(pool, key, option, endS);
      if (over !== null)
        consider(i, timeS, preemption === 'greedy' || over.key === -Infinity ? key : key - over.key, over);
    }
    waiting.choice = choice;
    waiting.victim = victim;
    waiting.value = choice >= 0 && policy.order === 'arrival' ? 0 : value;
  };

  const pair = (waiting: WaitingClass, i: number, victim: RunningClass): void => {
    const option = optionOf(waiting, i);
    const timeS = timeOf(waiting, i);
    const endS = event.nowS + timeS;
    const task = firstTask(waiting);
    const leftS = victim.endS - event.nowS + preemptionOverheadS;
    const first = fits(option, endS, victim)
      ? waiting.keys[i]! + keyAt(victim.burst, firstTask(victim), victim.option, endS, leftS)
      : -Infinity;
    const second = victim.key + keyAt(waiting.burst, task, option, victim.endS, timeS);
    const isPartnerFirst = !(first > second);
    const net = isPartnerFirst ? second : first;
    const { partner } = waiting;
    if (partner !== null) {
      if (net < waiting.partnerNet) return;
      if (net === waiting.partnerNet) {
        if (victim.key < waiting.partnerKey) return;
        if (victim.key === waiting.partnerKey) {
          const chosen = optionOf(waiting, waiting.partnerChoice);
          if (option > chosen || (option === chosen && firstTask(victim) >= firstTask(partner))) return;
        }
      }
    }
    waiting.partner = victim;
    waiting.partnerChoice = i;
    waiting.isPartnerFirst = isPartnerFirst;
    waiting.partnerNet = net;
    waiting.partnerKey = victim.key;
  };

  return {
    optionOf,
    timeOf,
    looks: () => looks,
    begin(now, day) {
      event = now;
      today = day;
    },
    keyOfRunning: (running) =>
      keyAt(running.burst, firstTask(running), running.option, event.nowS, running.endS - event.nowS),
    look(waiting) {
      const task = firstTask(waiting);
      let bound = -Infinity;
      for (let i = 0; i < waiting.keys.length; i++) {
        waiting.keys[i] = NaN;
        const option = optionOf(waiting, i);
        if (policy.pStates === 'fastest' && options.pState[option]! > 0) continue;
        const key = keyAt(waiting.burst, task, option, event.nowS, timeOf(waiting, i));
        if (isTooLittle(candidate.utility, model)) continue;
        bound = Math.max(bound, key);
        if (key === -Infinity) continue;
        if (filter.allows(candidate)) waiting.keys[i] = key;
      }
      waiting.bound = bound;
      waiting.isLookedAt = true;
    },
    choose(waiting) {
      if (policy.draw !== undefined) {
        draw(waiting);
        return;
      }
      choosePlace(waiting);
      const { partner } = waiting;
      if (preemption !== 'pair' || partner === null) return;
      const onIdle = waiting.choice < 0 ? -Infinity : waiting.keys[waiting.choice]! + partner.key;
      if (!(waiting.partnerNet > onIdle)) return;
      waiting.choice = waiting.partnerChoice;
      waiting.victim = partner;
      waiting.value = waiting.keys[waiting.choice]!;
      if (!waiting.isPartnerFirst) return;
      const option = optionOf(waiting, waiting.choice);
      const timeS = timeOf(waiting, waiting.choice);
      waiting.value = keyAt(waiting.burst, firstTask(waiting), option, partner.endS, timeS);
    },
    findPartner(waiting) {
      waiting.partner = null;
      waiting.partnerNet = -Infinity;
      if (!waiting.burst.mayPreempt) return;
      for (let i = 0; i < waiting.keys.length; i++) {
        const key = waiting.keys[i]!;
        if (Number.isNaN(key)) continue;
        // Both orders delay one of the two: no sum is above that of the keys now.
        for (const victim of victims.of(options.pool[optionOf(waiting, i)]!)) {
          const most = key + victim.key;
          if (most < waiting.partnerNet) break;
          if (most === waiting.partnerNet && victim.key <= waiting.partnerKey && i > waiting.partnerChoice) break;
          pair(waiting, i, victim);
        }
      }
    },
  };
}
