import { chargedOverlapS, chargedS } from '../../../../../models/families/utility/energy-tariff.js';
import {
  isTooLittle,
  longestTimeS,
  overlapS,
  shortestTimesS,
  type UtilityModel,
} from '../../../../../models/families/utility/model.js';
import { utilityAt } from '../../../../../models/families/utility-function.js';
import { coreLayout } from '../../../../online/core-state.js';
import { type Handlers, simulation } from '../../../../online/simulation.js';
import { CandidateRecord } from '../candidate-record.js';
import { EventRecorder } from '../event-recorder.js';
import type { SimulationRun } from '../outcome.js';
import { nextDay } from '../later-days.js';
import type { Filter, MappingEvent, Policy } from '../policy.js';
import { choosing as choosingOf, type Places, type Preemption } from './choosing.js';
import { dropCalendar } from './drop-calendar.js';
import { EnergyLedger } from './energy-ledger.js';
import { lazyMapping, type Taken } from './mapping.js';
import { pairMapping } from './pair-mapping.js';
import { pieceRecorder } from './piece-recorder.js';
import { victimsByPool } from './victims.js';
import { type Burst, count, firstTask, type RunningClass, type WaitingClass, waitingClass } from './work-class.js';

/**
 * Returns a simulation of single-node tasks that may be preempted and resumed later in the same pool (the paper on
 * preemptible tasks; docs/utility/preemptive.md). At a mapping event, tasks that can earn too little are dropped; then
 * waiting tasks get idle nodes or preempt running tasks. There are no reservations. A node that becomes idle waits for
 * the next event. After the end of the simulated time nothing starts, and running tasks run to completion. The shared
 * event simulator sees a pool as one node, and the pool's nodes as its cores.
 *
 * @throws RangeError for tasks of several nodes, and for unsuitable policies
 */
export function preemptiveRun(
  model: UtilityModel,
  policy: Policy,
  filter: Filter,
  preemption: Preemption = 'none',
): SimulationRun {
  const { tasks, options, functions, pools, days, endS, eventIntervalS, preemptionOverheadS, charging } = model;
  refuse(model, policy, preemption);
  const recorder = new EventRecorder(model, policy, filter, (d) => places.leftJ[d]!);
  const longestS = longestTimeS(options);
  const shortestS = shortestTimesS(options);
  const sim = simulation({
    layout: coreLayout(pools.map(({ nodes }) => nodes)),
    arrivalsS: tasks.arrivalS,
    untilS: endS + longestS + recorder.count * preemptionOverheadS,
  });
  const { cores } = sim;

  let running: RunningClass[] = [];
  /** For each core, the class of the task that it runs; null for idle cores. */
  const runningOn: (RunningClass | null)[] = cores.task.length === 0 ? [] : Array.from(cores.task, () => null);
  const idle = Int32Array.from(pools, ({ nodes }) => nodes);
  const victims = victimsByPool(options.pool, pools.length, preemption === 'pair' ? -1 : 1);
  const places: Places = { idle, victims, leftJ: Float64Array.from(days, ({ budgetJ }) => budgetJ) };
  const choosing = choosingOf({ model, policy, filter, preemption, places });
  const energy = new EnergyLedger(model);
  const pieces = pieceRecorder(model);
  const started = new CandidateRecord(model);
  let [events, taken, runningTasks, waitingTasks, day, committedJ, nextCommittedJ] = [0, 0, 0, 0, 0, 0, 0];
  let event: MappingEvent;
  let keysChanged = false;
  /** Upper bound on the length of any piece of execution (run without interruption), s. */
  let mostPieceS = longestS;
  /**
   * Classes of running tasks started in this mapping event, by the class of waiting tasks they came from, then by pool.
   */
  const begun = new Map<WaitingClass, Map<number, RunningClass>>();
  /** Class of waiting tasks by burst, for the tasks that arrived at the latest moment of arrival (`arrivedS`). */
  const arriving = new Map<number, WaitingClass>();
  let arrivedS = -1;

  const optionsOf = (kind: number): number => options.first[kind + 1]! - options.first[kind]!;
  /**
   * Adds the energy that `nodes` nodes draw on an option (pool and P-state) from now until a moment (s) to the
   * committed energy of each day. A negative number of nodes releases energy.
   */
  const commit = (nodes: number, option: number, untilS: number): void => {
    for (let d = day; d < days.length && days[d]!.startS < untilS; d++) {
      const chargeS = chargedOverlapS(charging, sim.nowS(), untilS, days[d]!.startS, days[d]!.endS);
      const energyJ = nodes * options.powerW[option]! * chargeS;
      places.leftJ[d]! -= energyJ;
      if (d === day) committedJ += energyJ;
      if (d === day + 1) nextCommittedJ += energyJ;
    }
  };
  /**
   * Computes for each day from today on the part of the budget that is neither drawn nor committed to running tasks
   * (`leftJ`). Also sets today's `committedJ`.
   */
  const beginDays = (): void => {
    committedJ = energy.chargedJ[day]!;
    nextCommittedJ = 0;
    for (let d = day; d < days.length; d++) places.leftJ[d] = days[d]!.budgetJ - (d === day ? committedJ : 0);
    for (const r of running) commit(count(r), r.option, r.endS);
  };
  /** Returns true if a task that starts now may run on a day with an energy budget, today included. */
  const hasBudget = (): boolean => {
    const lastS = event.nowS + mostPieceS + preemptionOverheadS;
    return days.some(({ budgetJ, startS, endS }) => budgetJ < Infinity && endS > event.nowS && startS < lastS);
  };
  const preempt = (victim: RunningClass): WaitingClass | null => {
    const task = firstTask(victim);
    const lead = victim.leads[victim.head++]!;
    const leftS = cores.preempt(lead);
    runningOn[lead] = null;
    pieces.end(task, event.nowS, false);
    energy.powerW -= options.powerW[victim.option]!;
    commit(-1, victim.option, victim.endS);
    idle[options.pool[victim.option]!]!++;
    runningTasks--;
    waitingTasks++;
    let to = victim.preempted;
    const isNew = to === null;
    if (to === null) {
      to = waitingClass(victim.burst, victim.option, leftS, 1);
      victim.preempted = to;
      hopes.add(to);
    }
    const wasEmpty = count(to) === 0;
    to.tasks.push(task);
    return isNew || wasEmpty ? to : null;
  };

  const take = (entry: WaitingClass): Taken => {
    const shrunk = entry.victim;
    const preempted = shrunk === null ? null : preempt(shrunk);
    const hasMoved = shrunk !== null && victims.shrunk(shrunk);
    const { choice } = entry;
    const option = choosing.optionOf(entry, choice);
    const timeS = choosing.timeOf(entry, choice);
    const pool = options.pool[option]!;
    const task = entry.tasks[entry.head++]!;
    const powerW = options.powerW[option]!;
    const lead = cores.start({ task, pState: options.pState[option]!, timeS, corePowerW: powerW }, [
      { node: pool, cores: 1 },
    ]);
    const finishS = cores.finishS[lead]!;
    pieces.begin(task, option, event.nowS);
    energy.powerW += powerW;
    const chargeS = charging === undefined ? timeS : chargedS(charging, event.nowS, finishS);
    energy.commit(event.nowS, powerW * chargeS);
    commit(1, option, finishS);
    mostPieceS = Math.max(mostPieceS, timeS);
    idle[pool]!--;
    runningTasks++;
    waitingTasks--;
    taken++;
    let of = begun.get(entry);
    if (of === undefined) begun.set(entry, (of = new Map<number, RunningClass>()));
    let into = of.get(option);
    if (into === undefined) {
      const utility = utilityAt(functions, entry.burst.utility, finishS - entry.burst.arrivalS);
      into = {
        burst: entry.burst,
        option,
        endS: finishS,
        utility,
        tasks: [],
        leads: [],
        head: 0,
        key: NaN,
        preempted: null,
      };
      of.set(option, into);
      running.push(into);
    }
    into.tasks.push(task);
    into.leads.push(lead);
    runningOn[lead] = into;
    if (policy.taken !== undefined) {
      started.set(task, option, event.nowS, timeS, powerW * timeS);
      [started.endS, started.utility] = [finishS, into.utility];
      keysChanged = policy.taken(started, event);
    }
    return { preempted, shrunk, hasMoved, isPoolFull: idle[pool] === 0 };
  };

  const mappingSetup = { model, policy, choosing, places, take, haveKeysChanged: () => keysChanged };
  const mapping = preemption === 'pair' ? pairMapping(mappingSetup) : lazyMapping(mappingSetup);

  /** Returns true if a task of the class can earn only too little, even if it starts at `nowS`. */
  const isHopeless = ({ burst, option, leftS }: WaitingClass, nowS: number): boolean => {
    const leastS = option >= 0 ? leftS + preemptionOverheadS : shortestS[burst.kind]!;
    return isTooLittle(utilityAt(functions, burst.utility, nowS + leastS - burst.arrivalS), model);
  };
  const hopes = dropCalendar(eventIntervalS, isHopeless);
  const drop = (entry: WaitingClass): void => {
    mapping.remove(entry);
    for (; entry.head < entry.tasks.length; entry.head++) {
      recorder.drop(entry.tasks[entry.head]!, sim.nowS());
      waitingTasks--;
    }
  };
  const look = (nowS: number, nextS: number): MappingEvent => {
    const today = days[day]!;
    let [freeNodeS, freeCoreS] = [0, 0];
    for (const { nodes, coresPerNode } of pools) {
      freeNodeS += nodes * (today.endS - nowS);
      freeCoreS += nodes * coresPerNode * (today.endS - nowS);
    }
    for (const r of running) {
      const insideS = count(r) * overlapS(nowS, r.endS, nowS, today.endS);
      freeNodeS -= insideS;
      freeCoreS -= insideS * pools[options.pool[r.option]!]!.coresPerNode;
    }
    const consumedJ = energy.chargedJ[day]!;
    const powerW = energy.powerW;
    return {
      nowS,
      nextS,
      day: today,
      consumedJ,
      committedJ,
      ...nextDay(days, day, nextCommittedJ),
      powerW,
      committedW: energy.committedW(nowS),
      freeNodeS,
      freeCoreS,
    };
  };

  sim.at(0, 'decide');
  const handlers: Handlers = {
    arrival(task, nowS) {
      if (nowS !== arrivedS) arriving.clear();
      arrivedS = nowS;
      const kind = tasks.kind[task]!;
      const utility = tasks.utility[task]!;
      const [mayPreempt, mayBePreempted] = [tasks.mayPreempt[task] === 1, tasks.mayBePreempted[task] === 1];
      const key = ((utility * options.kindCount + kind) * 2 + Number(mayPreempt)) * 2 + Number(mayBePreempted);
      let into = arriving.get(key);
      if (into === undefined) {
        const burst: Burst = { kind, utility, arrivalS: nowS, mayPreempt, mayBePreempted };
        into = waitingClass(burst, -1, 0, optionsOf(kind));
        into.tasks.push(task);
        arriving.set(key, into);
        mapping.add(into);
        hopes.add(into);
      } else into.tasks.push(task);
      waitingTasks++;
    },
    finish(lead, nowS) {
      const of = runningOn[lead]!;
      runningOn[lead] = null;
      const at = of.leads.indexOf(lead, of.head);
      const task = of.tasks[at]!;
      // They all end now: those that have not been told keep their place.
      [of.leads[at], of.tasks[at]] = [of.leads[of.head]!, of.tasks[of.head]!];
      of.head++;
      energy.advance(nowS);
      energy.powerW -= options.powerW[of.option]!;
      pieces.end(task, nowS, true);
      idle[options.pool[of.option]!]!++;
      runningTasks--;
    },
    decide(_, nowS) {
      const nextS = ++events * eventIntervalS;
      if (nextS < endS) {
        sim.at(nextS, 'decide');
        sim.pause();
      }
      while (days[day]!.endS <= nowS) day++;
      energy.advance(nowS);
      running = running.filter((r) => count(r) > 0);
      arriving.clear();
      begun.clear();
      hopes.begin(events - 1, drop);
      beginDays();
      event = look(nowS, nextS);
      policy.begin?.(event);
      filter.begin(event);
      choosing.begin(event, day);
      keysChanged = false;
      if (preemption !== 'none') {
        for (const r of running) {
          r.preempted = null;
          if (r.burst.mayBePreempted) r.key = choosing.keyOfRunning(r);
        }
        victims.begin(running);
      }
      mapping.map(hasBudget());
      for (const [j, { nodes }] of pools.entries()) recorder.busy(j, nodes - idle[j]!);
      const { consumedJ } = event;
      recorder.record({ nowS, waiting: waitingTasks, running: runningTasks, consumedJ, committedJ });
    },
  };
  return {
    advance: () => sim.run(handlers),
    outcome: () => ({
      schedule: pieces.schedule(recorder.droppedS),
      ledger: { energyJ: energy.drawnJ, utilityByDay: pieces.utilityByDay },
      series: recorder.series,
      work: { events, candidates: choosing.looks(), taken },
    }),
  };
}

function refuse({ options }: UtilityModel, policy: Policy, preemption: Preemption): void {
  if (options.nodes.some((nodes) => nodes !== 1)) throw new RangeError('Preemptive tasks of several nodes');
  if (policy.order !== 'best-first' && policy.order !== 'arrival') {
    throw new RangeError(`Preemptive tasks in order "${policy.order}"`);
  }
  if (policy.order === 'arrival' && preemption !== 'none') {
    throw new RangeError(`Preemption (${preemption}) by tasks that take turns`);
  }
}
