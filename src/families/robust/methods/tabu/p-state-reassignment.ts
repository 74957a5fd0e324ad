import { zValue } from '../../../../../models/families/robust/loads.js';
import type { Schedule } from '../../../../../models/families/robust/schedule.js';
import { CoreChoices } from './choices.js';
import type { Operator, OperatorParts } from './operator.js';

/**
 * Returns the operator that changes P-states. It tries the tasks of a core in random order and makes the first change
 * that improves the schedule.
 *
 * In two cases, a task on the core least likely to finish in time becomes one P-state faster: in MO-EC while the energy
 * limit is kept, and in EO-MC while the makespan limit is missed. Otherwise, a task on the core most likely to finish
 * in time gets the P-state with the largest energy-robustness.
 */
export function createPStateReassignment({ handler, random, moved, tasks }: OperatorParts): Operator {
  const { model } = handler;
  const maximisesMakespan = handler.goal === 'mo-ec';
  const choices = new CoreChoices(model, null);
  return (schedule) => {
    const faster = handler.keeps(schedule.makespanZ, schedule.energyZ) === maximisesMakespan;
    const core = faster ? schedule.leastRobustCore : mostRobustWithTasks(schedule);
    tasks.gather(schedule, core);
    handler.hold(schedule.makespanZ, schedule.energyZ);
    for (let n = 0; n < tasks.count; n++) {
      const task = tasks.draw(n, random);
      const now = schedule.pState[task]!;
      const pState = faster ? now - 1 : mostFrugalPState(schedule, task, choices);
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

/**
 * Returns the P-state of a task with which the schedule has the largest energy-robustness. On a tie, it is the present
 * P-state.
 */
function mostFrugalPState(schedule: Schedule, task: number, choices: CoreChoices): number {
  const { model, energyMeanJ, energyVarianceJ2 } = schedule;
  const core = schedule.core[task]!;
  choices.fill(schedule, core, task, task, Infinity);
  choices.addOverhead(schedule, schedule.lastCoreOfWithout(model.nodeOfCore[core]!, core, core));
  let best = schedule.pState[task]!;
  let bestZ = schedule.energyZ;
  for (let n = 0; n < choices.count; n++) {
    const varianceJ2 = energyVarianceJ2 + choices.energyVarianceJ2[n]!;
    const z = zValue(model.energyBudgetJ, energyMeanJ + choices.energyJ[n]!, varianceJ2);
    if (z > bestZ) {
      bestZ = z;
      best = choices.pState[n]!;
    }
  }
  return best;
}

/** Returns the core most likely to finish in time among those that have tasks. */
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
