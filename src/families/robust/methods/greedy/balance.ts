import type { RobustGoal } from '../../../../../models/families/robust/plan.js';
import type { RobustNode, RobustModel } from '../../../../../models/families/robust/model.js';
import type { Schedule } from '../../../../../models/families/robust/schedule.js';
import type { RandomStream } from '../../../../random/stream.js';
import type { PStatePolicy } from './min-min.js';

/**
 * Smallest difference of quantiles that counts as better. It is relative for quantiles above 1. It keeps moves that
 * undo each other from both being accepted.
 */
const TOLERANCE = 1e-11;

/** Returns true if the quantile `z` exceeds the quantile `than` by more than rounding errors. */
function isBetter(z: number, than: number): boolean {
  return z > than && (Math.abs(than) === Infinity || z - than > TOLERANCE * Math.max(1, Math.abs(than)));
}

/** Returns the P-state policy of the Min-Min mapping with which Min-Min Balance starts (thesis 2.5.4). */
export function balancedFrom(goal: RobustGoal): PStatePolicy {
  return goal === 'mo-ec' ? 'pmax' : 'pmin';
}

/**
 * Carries out the two steps of Min-Min Balance (thesis 2.5.4), one accepted change at a time. Where the thesis chooses
 * an "arbitrary" task, tasks are tried in random order. A step ends when no task gives an acceptable change
 * (docs/decisions/robust-min-min.md).
 */
export class Balancing {
  /** Number of tasks moved to another core in step 1. */
  transfers = 0;
  /** Number of changes of a P-state in step 2. */
  pStateChanges = 0;
  private transferring = true;
  private readonly model: RobustModel;
  /** Array that holds the tasks of one core while they are tried; it is reused. */
  private readonly tasks: Int32Array;

  constructor(
    private readonly schedule: Schedule,
    private readonly goal: RobustGoal,
    private readonly random: RandomStream,
  ) {
    this.model = schedule.model;
    this.tasks = new Int32Array(this.model.taskCount);
  }

  /** Makes at most `most` further changes. Returns true if both steps are finished. */
  advance(most: number): boolean {
    for (let kept = 0; kept < most; kept++) {
      if (this.transferring) {
        if (this.transfer()) {
          this.transfers++;
          continue;
        }
        this.transferring = false;
      }
      if (!this.changePState()) return true;
      this.pStateChanges++;
    }
    return false;
  }

  /**
   * Step 1: moves a task from the core least likely to be in time to the core most likely to be in time. Returns false
   * if no task is moved.
   */
  private transfer(): boolean {
    const { schedule, goal } = this;
    const from = schedule.leastRobustCore;
    const to = schedule.mostRobustCore;
    if (from === to) return false;
    const node = this.nodeOf(to);
    return this.anyTask(from, (task) => {
      if (this.model.meanS[task * this.model.columnCount + node.column] === Infinity) return false;
      const pState =
        goal === 'mo-ec' ? this.fastestWithinBudget(task, to, node) : this.mostEnergyRobust(task, to, node);
      if (pState < 0) return false;
      schedule.move(task, to, pState);
      return true;
    });
  }

  /**
   * For MO-EC (limited energy), returns the fastest P-state in which the task could move to `core` without breaking the
   * energy limit eta. Returns -1 if there is none, or if the move would not increase makespan-robustness.
   */
  private fastestWithinBudget(task: number, core: number, { pStateCount }: RobustNode): number {
    const { schedule, model } = this;
    const { probed } = schedule;
    for (let pState = 0; pState < pStateCount; pState++) {
      schedule.probeMove(task, core, pState);
      if (probed.energyZ >= model.energyZ) return isBetter(probed.makespanZ, schedule.makespanZ) ? pState : -1;
    }
    return -1;
  }

  /**
   * For EO-MC (limited makespan), considers the P-states in which the task could move to `core` without breaking the
   * makespan limit Gamma. Returns the one with the largest energy-robustness, or -1 if energy-robustness would not
   * increase.
   */
  private mostEnergyRobust(task: number, core: number, { pStateCount }: RobustNode): number {
    const { schedule, model } = this;
    let best = -1;
    let bestZ = -Infinity;
    for (let pState = 0; pState < pStateCount; pState++) {
      if (!schedule.probeMove(task, core, pState, model.makespanZ)) continue;
      if (schedule.probed.energyZ > bestZ) {
        bestZ = schedule.probed.energyZ;
        best = pState;
      }
    }
    return isBetter(bestZ, schedule.energyZ) ? best : -1;
  }

  /**
   * Step 2: changes the P-state of one task. For MO-EC, a task on the core least likely to finish in time becomes one
   * P-state faster. For EO-MC, a task on the core most likely to finish in time becomes one P-state slower. Returns
   * false if no change is accepted.
   */
  private changePState(): boolean {
    const { schedule, model, goal } = this;
    const { probed } = schedule;
    const core = goal === 'mo-ec' ? schedule.leastRobustCore : schedule.mostRobustCore;
    const { pStateCount } = this.nodeOf(core);
    return this.anyTask(core, (task) => {
      const pState = schedule.pState[task]! + (goal === 'mo-ec' ? -1 : 1);
      if (pState < 0 || pState >= pStateCount) return false;
      // As printed, the limit alone decides here: the change need not better the objective.
      if (!schedule.probeMove(task, core, pState, goal === 'mo-ec' ? -Infinity : model.makespanZ)) return false;
      if (goal === 'mo-ec' && !(probed.energyZ >= model.energyZ)) return false;
      schedule.move(task, core, pState);
      return true;
    });
  }

  /**
   * Tries the tasks of a core in random order until `accept` returns true for one. Returns false if it does so for
   * none.
   */
  private anyTask(core: number, accept: (task: number) => boolean): boolean {
    const { schedule, tasks, random } = this;
    let count = 0;
    for (let task = schedule.firstTask(core); task >= 0; task = schedule.taskAfter(task)) tasks[count++] = task;
    for (; count > 0; count--) {
      const drawn = random.integer(0, count - 1);
      const task = tasks[drawn]!;
      if (accept(task)) return true;
      tasks[drawn] = tasks[count - 1]!;
    }
    return false;
  }

  private nodeOf(core: number): RobustNode {
    return this.model.nodes[this.model.nodeOfCore[core]!]!;
  }
}

/** Carries out both steps of Min-Min Balance on a complete schedule until neither finds an acceptable change. */
export function balance(schedule: Schedule, goal: RobustGoal, random: RandomStream): void {
  const balancing = new Balancing(schedule, goal, random);
  while (!balancing.advance(Number.MAX_SAFE_INTEGER));
}
