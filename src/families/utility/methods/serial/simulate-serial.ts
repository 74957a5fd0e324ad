import { nextStepS, stepAt } from '../../../../../models/families/utility/energy-tariff.js';
import { longestTimeS, overlapS, type UtilityModel } from '../../../../../models/families/utility/model.js';
import { utilityAt } from '../../../../../models/families/utility-function.js';
import { coreLayout } from '../../../../online/core-state.js';
import { type Handlers, simulation } from '../../../../online/simulation.js';
import { EventRecorder } from '../event-recorder.js';
import type { SimulationRun } from '../outcome.js';
import type { Filter, MappingEvent, Policy } from '../policy.js';
import { scheduleOf } from '../schedule-of.js';
import { BestCandidate } from './best-candidate.js';
import { nextDay } from '../later-days.js';
import { EnergyBook } from './energy-book.js';
import { InOrder } from './in-order.js';
import { LazyGreedy } from './lazy-greedy.js';
import { Machines } from './machines.js';
import { Placing } from './placing.js';
import { WaitingTasks } from './waiting-tasks.js';

/**
 * Returns a simulation of serial tasks on machines with queues (the paper on serial tasks; docs/utility/serial.md). At
 * a mapping event, tasks that can earn too little are dropped, and tasks that cannot start today are postponed to
 * midnight. The policy places the others on machines; placements that are not final end with the event. Between events
 * machines run the tasks in their queues. The shared event simulator sees a machine as a node with one core.
 *
 * @throws RangeError for a model of another environment and for unsuitable policies
 */
export function serialRun(model: UtilityModel, policy: Policy, filter: Filter): SimulationRun {
  const { days, options, functions, tasks, pools, endS, eventIntervalS, charging } = model;
  if (model.environment !== 'serial') throw new RangeError(`${model.environment} tasks in the engine of serial ones`);
  if (policy.order !== 'best-first' && policy.order !== 'arrival') {
    throw new RangeError(`Serial tasks in order "${policy.order}"`);
  }
  if (policy.taken !== undefined) throw new RangeError('A policy of serial tasks whose keys change within an event');
  const recorder = new EventRecorder(model, policy, filter, (d) => days[d]!.budgetJ - energy.committedJ[d]!, {
    drawn: (task) => inOrder!.drawn(task)[0],
  });
  const { count: eventCount } = recorder;
  const usable = Uint8Array.from(options.pState, (pState) => (policy.pStates === 'all' || pState === 0 ? 1 : 0));
  const startS = new Float64Array(tasks.count);
  const machines = new Machines(pools, startS);
  const best = new BestCandidate(model, policy);
  const waiting = new WaitingTasks(model, machines, best, usable, recorder);
  const energy = new EnergyBook(model, eventCount);
  const placing = new Placing(model, { machines, best, waiting, energy, usable }, startS);
  const greedy =
    policy.order === 'best-first' ? new LazyGreedy(model, policy, machines, best, usable, waiting.earliestS) : null;
  const inOrder = greedy === null ? new InOrder(model, policy, machines, best, usable) : null;
  const energyJ = new Float64Array(days.length);
  const chargedJ = charging === undefined ? energyJ : new Float64Array(days.length);
  const utilityByDay = new Float64Array(days.length);

  const layout = coreLayout(new Int32Array(machines.count).fill(1));
  const longestS = longestTimeS(options);
  const simulated = simulation({ layout, arrivalsS: tasks.arrivalS, untilS: endS + longestS });
  const { cores, meter } = simulated;
  let event = 0;
  let running = 0;

  const startNext = (machine: number): void => {
    const task = machines.dequeue(machine);
    if (task === -1) return;
    const o = placing.option[task]!;
    const work = { task, pState: options.pState[o]!, timeS: options.timeS[o]!, corePowerW: options.powerW[o]! };
    cores.start(work, [{ node: machine, cores: 1 }]);
    running++;
  };
  const dayAt = (atS: number): number => {
    let d = days.length - 1;
    while (days[d]!.startS > atS) d--;
    return d;
  };
  /** Returns the moment of the next mapping event, or the end of the simulated time, s. */
  const eventAfterS = (): number => (event + 1 < eventCount ? (event + 1) * eventIntervalS : endS);
  /** Starts an interval of the energy meter, up to the next mapping event, midnight or change of the energy price. */
  const measure = (nowS: number): void => {
    if (nowS >= endS) return;
    const nextEventS = event * eventIntervalS > nowS ? event * eventIntervalS : eventAfterS();
    const pricedUntilS = charging === undefined ? Infinity : nextStepS(charging, nowS);
    simulated.measureUntil(Math.min(nextEventS, days[dayAt(nowS)]!.endS, pricedUntilS));
  };
  const mappingEvent = (nowS: number, nextS: number, d: number): MappingEvent => {
    const day = days[d]!;
    let freeNodeS = 0;
    let freeCoreS = 0;
    let powerW = 0;
    for (let m = 0; m < machines.count; m++) {
      const freeS = Math.max(0, day.endS - machines.readyS[m]!);
      freeNodeS += freeS;
      freeCoreS += freeS * pools[machines.pool[m]!]!.coresPerNode;
      powerW += cores.busyW[m]!;
    }
    const [consumedJ, committedJ, committedW] = [chargedJ[d]!, energy.committedJ[d]!, energy.rateW()];
    const next = nextDay(days, d, energy.committedJ[d + 1]);
    return { nowS, nextS, day, consumedJ, committedJ, ...next, powerW, committedW, freeNodeS, freeCoreS };
  };

  simulated.at(0, 'decide');
  measure(0);
  const handlers: Handlers = {
    arrival(task) {
      waiting.arrive(task);
    },
    finish(machine, nowS) {
      const task = cores.task[machine]!;
      const utility = utilityAt(functions, tasks.utility[task]!, nowS - tasks.arrivalS[task]!);
      for (let d = 0; d < days.length; d++) {
        const share = overlapS(startS[task]!, nowS, days[d]!.startS, days[d]!.endS) / (nowS - startS[task]!);
        utilityByDay[d]! += utility * share;
      }
      running--;
    },
    released: startNext,
    measure(_, nowS) {
      const { startS: fromS, nodeJ } = meter.window;
      const joules = nodeJ.reduce((sum, ofNode) => sum + ofNode, 0);
      energyJ[dayAt(fromS)]! += joules;
      if (charging !== undefined) chargedJ[dayAt(fromS)]! += joules * charging.weight[stepAt(charging, fromS)]!;
      measure(nowS);
    },
    decide(_, nowS) {
      const d = dayAt(nowS);
      const day = days[d]!;
      const nextS = eventAfterS();
      machines.beginEvent(nowS, nextS, day.endS);
      // A machine takes its last fixed task behind one that starts by the next event.
      best.beginEvent(nowS, nextS + longestS, day.endS);
      energy.beginEvent(nowS);
      placing.limits.dayEndS = day.endS;
      placing.limits.day = d;
      placing.limits.budgetJ = day.budgetJ;
      waiting.beginEvent(nowS, day.endS, placing.limits);
      const seen = mappingEvent(nowS, nextS, d);
      policy.begin?.(seen);
      placing.begin(seen, filter);
      greedy?.addAll(waiting.list, waiting.count);
      (greedy ?? inOrder)!.map(placing, waiting.list, waiting.count);
      waiting.endEvent();
      for (let m = 0; m < machines.count; m++) {
        if (cores.running[m] === 0) startNext(m);
      }
      for (let m = 0; m < machines.count; m++) recorder.busy(machines.pool[m]!, cores.running[m]!);
      recorder.record({
        nowS,
        waiting: waiting.count,
        postponed: waiting.postponedCount,
        fixed: machines.queued,
        running,
        consumedJ: chargedJ[d]!,
        committedJ: energy.committedJ[d]!,
      });
      event++;
      if (event === eventCount) return;
      simulated.at(nextS, 'decide');
      simulated.pause();
    },
  };

  const node = (task: number): number => {
    const machine = placing.machine[task]!;
    return machine - machines.first[machines.pool[machine]!]!;
  };
  return {
    advance: () => simulated.run(handlers),
    outcome: () => ({
      schedule: scheduleOf(model, placing.option, startS, recorder.droppedS, node),
      ledger: { energyJ, utilityByDay },
      series: recorder.series,
      work: { events: event, candidates: best.evaluated, taken: placing.taken },
    }),
  };
}
