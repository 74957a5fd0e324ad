import {
  isTooLittle,
  longestTimeS,
  overlapS,
  type Pool,
  shortestTimesS,
  type UtilityModel,
} from '../../../../../models/families/utility/model.js';
import { utilityAt } from '../../../../../models/families/utility-function.js';
import { coreLayout } from '../../../../online/core-state.js';
import { type Handlers, simulation } from '../../../../online/simulation.js';
import { EventRecorder } from '../event-recorder.js';
import type { SimulationRun } from '../outcome.js';
import type { Filter, MappingEvent, Policy } from '../policy.js';
import { scheduleOf } from '../schedule-of.js';
import { candidatesOf } from './candidates.js';
import { earlyTimeline } from './early-timeline.js';
import { fixedWork } from './fixed-work.js';
import { lateTimeline } from './late-timeline.js';
import { bestFirst, inTurn } from './mapping.js';
import { groupsOfPools, openTasks } from './open-tasks.js';
import type { PoolTimeline } from './pool-timeline.js';
import { powerLimits } from './power-limits.js';

/**
 * Returns a simulation of tasks that take several nodes of one pool. At every mapping event, tasks that can earn too
 * little are dropped; then the policy decides. A start before the next event is final. For a later start, nodes are
 * reserved permanently or until the next event, as the policy says. After the end of the simulated time nothing starts,
 * and running tasks run to completion. The shared event simulator sees a pool as one node, and the pool's nodes as its
 * cores.
 *
 * @param binding when a task gets specific nodes: `late` at its start, `early` when its start is decided
 */
export function parallelRun(
  model: UtilityModel,
  policy: Policy,
  filter: Filter,
  binding: 'late' | 'early' = 'late',
): SimulationRun {
  const { tasks, options, functions, pools, days, endS, eventIntervalS } = model;
  const timelines = pools.map(({ nodes }) => (binding === 'late' ? lateTimeline(nodes) : earlyTimeline(nodes)));
  for (const [j, pool] of pools.entries()) holdBack(timelines[j]!, pool);
  const fixed = fixedWork(model);
  const limits = powerLimits(model);
  if (limits !== null && policy.reservations !== 'none') throw new RangeError('reservations beside power rows');
  const candidates = candidatesOf(model, timelines, policy, filter, limits);
  const groups = groupsOfPools(model);
  const groupOf = (task: number): number => groups[options.pool[options.first[tasks.kind[task]!]!]!]!;
  const leastTimeS = shortestTimesS(options);
  const waiting = new Int32Array(tasks.count);
  let waitingCount = 0;
  const utilityByDay = new Float64Array(days.length);
  const recorder = new EventRecorder(model, policy, filter, fixed.leftJ, {
    drawn: candidates.drawnOption,
    ...(limits === null ? {} : { fitsPower: (o) => limits.earliestS(o) < Infinity }),
  });
  let events = 0;
  let taken = 0;
  let day = 0;

  const sim = simulation({
    layout: coreLayout(pools.map(({ nodes }) => nodes)),
    arrivalsS: tasks.arrivalS,
    untilS: endS + longestTimeS(options),
  });

  /** Moment until which the single reservation in each scope (whole system or group of pools) holds, s. */
  const reservedUntilS = new Float64Array(pools.length).fill(-1);
  const scopeOf = (task: number): number => (policy.reservationScope === 'group' ? groupOf(task) : 0);
  const mayReserve = (task: number): boolean =>
    policy.reservations !== 'one' || reservedUntilS[scopeOf(task)]! <= sim.nowS();
  const take = (task: number, event: MappingEvent): boolean => {
    const o = candidates.option[task]!;
    const startS = candidates.startS[task]!;
    const timeline = timelines[options.pool[o]!]!;
    const stopS = startS + options.timeS[o]!;
    const isSoon = startS < event.nextS;
    if (!isSoon && policy.reservations === 'one') {
      if (!mayReserve(task)) return false;
      reservedUntilS[scopeOf(task)] = policy.reservationEnds === 'event' ? event.nextS : startS;
    }
    const stays =
      isSoon || policy.reservations === 'all' || (policy.reservations === 'one' && policy.reservationEnds !== 'event');
    taken++;
    candidates.changed(options.pool[o]!);
    if (!stays) {
      timeline.hold(startS, stopS, options.nodes[o]!);
      return true;
    }
    timeline.fix(startS, stopS, options.nodes[o]!);
    fixed.fix(task, o, startS, event.nowS);
    limits?.fix(o, startS);
    sim.at(startS, 'control', task);
    return true;
  };

  // What a policy is told of place-holders may change what it does later: then no group of pools ends before the others.
  const isTold = policy.taken !== undefined;
  const openGroupOf = isTold ? (): number => 0 : groupOf;
  const open =
    policy.reservations === 'none' ? openTasks(tasks.count, isTold ? 1 : pools.length, openGroupOf, candidates) : null;
  const mappingSetup = { taskCount: tasks.count, policy, candidates, groupOf: openGroupOf, open, take, mayReserve };
  const map = policy.order === 'best-first' ? bestFirst(mappingSetup) : inTurn(mappingSetup);

  /** Removes those waiting tasks for which `stays` returns false. */
  const keep = (stays: (task: number) => boolean): void => {
    let kept = 0;
    for (let k = 0; k < waitingCount; k++) if (stays(waiting[k]!)) waiting[kept++] = waiting[k]!;
    waitingCount = kept;
  };
  const isWorthKeeping = (task: number, nowS: number): boolean => {
    const bestAgeS = nowS + leastTimeS[tasks.kind[task]!]! - tasks.arrivalS[task]!;
    if (!isTooLittle(utilityAt(functions, tasks.utility[task]!, bestAgeS), model)) return true;
    recorder.drop(task, nowS);
    return false;
  };
  const decide = (nowS: number): void => {
    const nextS = ++events * eventIntervalS;
    if (nextS < endS) {
      sim.at(nextS, 'decide');
      sim.pause();
    }
    while (days[day]!.endS <= nowS) day++;
    keep((task) => isWorthKeeping(task, nowS));
    const event = fixed.event(nowS, nextS, day);
    for (const timeline of timelines) timeline.begin(nowS);
    limits?.begin(nowS, nextS);
    const today = day;
    candidates.begin(
      event,
      () => fixed.leftJ(today),
      (o, atS) => fixed.fitsLater(today, o, atS),
    );
    policy.begin?.(event);
    filter.begin(event);
    map(waiting, waitingCount, event);
    keep((task) => fixed.option[task] === -1);
    recorder.record({
      nowS,
      waiting: waitingCount,
      ...fixed.census(nowS, recorder),
      consumedJ: event.consumedJ,
      committedJ: fixed.chargedJ[day]!,
    });
  };

  sim.at(0, 'decide');
  const handlers: Handlers = {
    arrival: (task) => void (waiting[waitingCount++] = task),
    control(task) {
      const o = fixed.option[task]!;
      const nodes = options.nodes[o]!;
      const start = {
        task,
        pState: options.pState[o]!,
        timeS: options.timeS[o]!,
        corePowerW: options.powerW[o]! / nodes,
      };
      sim.cores.start(start, [{ node: options.pool[o]!, cores: nodes }]);
    },
    finish(lead, nowS) {
      const task = sim.cores.task[lead]!;
      fixed.end(task);
      const timeS = options.timeS[fixed.option[task]!]!;
      const startS = fixed.startS[task]!;
      const earned = utilityAt(functions, tasks.utility[task]!, nowS - tasks.arrivalS[task]!);
      for (let d = 0; d < days.length; d++) {
        utilityByDay[d]! += (earned * overlapS(startS, nowS, days[d]!.startS, days[d]!.endS)) / timeS;
      }
    },
    decide: (_, nowS) => {
      decide(nowS);
    },
  };
  return {
    advance: () => sim.run(handlers),
    outcome: () => ({
      schedule: scheduleOf(model, fixed.option, fixed.startS, recorder.droppedS),
      ledger: { energyJ: fixed.energyJ, utilityByDay },
      series: recorder.series,
      work: { events, candidates: candidates.looks(), taken },
    }),
  };
}

/** Marks nodes as occupied in a pool's timeline while the instance does not allow them to run tasks. */
function holdBack(timeline: PoolTimeline, { nodes, allowed = [] }: Pool): void {
  for (const [k, step] of allowed.entries()) {
    if (step.nodes < nodes) timeline.fix(step.fromS, allowed[k + 1]?.fromS ?? Infinity, nodes - step.nodes);
  }
}
