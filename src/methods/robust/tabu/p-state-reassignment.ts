import type { RobustProblem } from '../../../../models/problems/robust/problem.js';
import type { Schedule } from '../../../../models/problems/robust/schedule.js';
import type { Operator, OperatorParts } from './short-hops.js';

/**
 * P-state reassignment. Where time is what is short (MO-EC within its limit, EO-MC beyond it), an arbitrary task of the least robust
 * core goes one P-state faster; where energy is (MO-EC beyond, EO-MC within), one of the most robust core goes to the P-state of the
 * greatest energy-robustness. The first that improves is changed.
 */
export function createPStateReassignment({ handler, random, moved, tasks }: OperatorParts): Operator {
  const { problem } = handler;
  const maximisesMakespan = handler.goal === 'mo-ec';
  return (schedule) => {
    const faster = handler.keeps(schedule.makespanZ, schedule.energyZ) === maximisesMakespan;
    const core = faster ? schedule.leastRobustCore : mostRobustWithTasks(schedule);
    tasks.gather(schedule, core);
    handler.hold(schedule.makespanZ, schedule.energyZ);
    for (let n = 0; n < tasks.count; n++) {
      const task = tasks.draw(n, random);
      const now = schedule.pState[task]!;
      const pState = faster ? now - 1 : mostFrugalPState(problem, schedule, task);
      if (pState < 0 || pState === now) continue;
      schedule.probeMove(task, core, pState);
      if (!handler.improves(schedule.probed.makespanZ, schedule.probed.energyZ)) continue;
      schedule.move(task, core, pState);
      moved(task);
      return true;
    }
    return false;
  };
}

/** The P-state of a task that gives the whole schedule the greatest energy-robustness, its own among equals. */
function mostFrugalPState(problem: RobustProblem, schedule: Schedule, task: number): number {
  const core = schedule.core[task]!;
  const { pStateCount } = problem.nodes[problem.nodeOfCore[core]!]!;
  let best = schedule.pState[task]!;
  let bestZ = schedule.energyZ;
  for (let pState = 0; pState < pStateCount; pState++) {
    if (pState === schedule.pState[task]) continue;
    schedule.probeMove(task, core, pState);
    if (schedule.probed.energyZ > bestZ) {
      bestZ = schedule.probed.energyZ;
      best = pState;
    }
  }
  return best;
}

/** A core without tasks ends at once, but has no P-state to change. */
function mostRobustWithTasks(schedule: Schedule): number {
  const most = schedule.mostRobustCore;
  if (schedule.tasksOnCore[most]! > 0) return most;
  const { z, tasksOnCore, loads } = schedule;
  let best = -1;
  for (let core = 0; core < z.length; core++) {
    if (tasksOnCore[core] === 0) continue;
    if (
      best < 0 ||
      z[core]! > z[best]! ||
      (z[core] === z[best] && loads.finish.value[core]! < loads.finish.value[best]!)
    ) {
      best = core;
    }
  }
  return best;
}
