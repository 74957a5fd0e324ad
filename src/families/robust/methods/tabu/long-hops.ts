import { meanTimeS, type RobustModel } from '../../../../../models/families/robust/model.js';
import type { Schedule } from '../../../../../models/families/robust/schedule.js';
import type { RandomStream } from '../../../../random/stream.js';
import type { ConstraintHandler } from '../handling.js';

/** Chooses random tasks for a long hop; the thesis calls them "arbitrary". One object serves a whole search. */
export class ArbitraryTasks {
  private readonly order: Int32Array;
  private readonly marks: Uint8Array;

  constructor(taskCount: number) {
    this.order = Int32Array.from({ length: taskCount }, (_, task) => task);
    this.marks = new Uint8Array(taskCount);
  }

  /** Marks `count` random tasks and no others. The returned marks, indexed by task, are valid until the next call. */
  draw(count: number, random: RandomStream): Uint8Array {
    const { order, marks } = this;
    marks.fill(0);
    for (let n = 0; n < count; n++) {
      const other = random.integer(n, order.length - 1);
      const task = order[other]!;
      order[other] = order[n]!;
      order[n] = task;
      marks[task] = 1;
    }
    return marks;
  }
}

/**
 * Maximum number of tries, as a multiple of the wanted number of exchanges. It is above 1, because the limit forbids
 * some exchanges.
 */
const TRIES = 16;

/**
 * Makes the long hop of the improvement `keepFeasible`: pairs of random tasks exchange core and P-state, about
 * `taskCount` tasks in all. The schedule must keep the limit, and keeps it after every change.
 *
 * If the limit forbids an exchange, a task gets another P-state instead, which makes later exchanges possible. For
 * MO-EC (limited energy), a random task gets its P-state of least energy. For EO-MC (limited makespan), a task of the
 * core that would then be least likely to finish in time gets its fastest P-state.
 */
export function exchangeTasks(
  schedule: Schedule,
  handler: ConstraintHandler,
  taskCount: number,
  random: RandomStream,
  moved: (task: number) => void,
): void {
  const { model } = handler;
  const last = model.taskCount - 1;
  const keeps = (): boolean => handler.keeps(schedule.probed.makespanZ, schedule.probed.energyZ);
  let left = Math.ceil(taskCount / 2);
  for (let tries = left * TRIES; left > 0 && tries > 0; tries--) {
    const a = random.integer(0, last);
    const b = random.integer(0, last);
    const coreA = schedule.core[a]!;
    const coreB = schedule.core[b]!;
    if (coreA === coreB || !canRun(model, a, coreB) || !canRun(model, b, coreA)) continue;
    const pStateA = schedule.pState[b]!;
    const pStateB = schedule.pState[a]!;
    schedule.probeSwap(a, pStateA, b, pStateB);
    if (keeps()) {
      schedule.swap(a, pStateA, b, pStateB);
      moved(a);
      moved(b);
      left--;
      continue;
    }
    const payer = handler.goal === 'mo-ec' ? random.integer(0, last) : slowedTask(schedule, schedule.probed.leastCore);
    if (payer < 0) continue;
    const core = schedule.core[payer]!;
    const pState = handler.goal === 'mo-ec' ? mostFrugal(model, payer, core) : 0;
    if (pState === schedule.pState[payer]) continue;
    schedule.probeMove(payer, core, pState);
    if (!keeps()) continue;
    schedule.move(payer, core, pState);
    moved(payer);
  }
}

/** Returns a task of the core that is not in its fastest P-state; -1 if there is none. */
function slowedTask(schedule: Schedule, core: number): number {
  let task = schedule.firstTask(core);
  while (task >= 0 && schedule.pState[task] === 0) task = schedule.taskAfter(task);
  return task;
}

function canRun({ nodes, nodeOfCore, columnCount, meanS }: RobustModel, task: number, core: number): boolean {
  return meanS[task * columnCount + nodes[nodeOfCore[core]!]!.column] !== Infinity;
}

/** Returns the P-state in which a task has the least expected energy on a core. */
function mostFrugal(model: RobustModel, task: number, core: number): number {
  const node = model.nodes[model.nodeOfCore[core]!]!;
  let best = 0;
  let leastJ = Infinity;
  for (let pState = 0; pState < node.pStateCount; pState++) {
    const energyJ = node.powerW[pState]! * meanTimeS(model, node, task, pState);
    if (energyJ < leastJ) {
      leastJ = energyJ;
      best = pState;
    }
  }
  return best;
}
