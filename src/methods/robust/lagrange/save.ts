import type { Schedule } from '../../../../models/problems/robust/schedule.js';
import type { RandomStream } from '../../../random/stream.js';
import { addTask, type CoreChange, levelS, nodeOf, runsOn } from './core-level.js';
import { clear } from './lift.js';

/** Cores tried per task and group of like nodes. */
const CORES_TRIED = 2;
const NODES_TRIED = 4;
/** Nothing below this is a gain. */
const LEAST_GAIN_Z = 1e-12;

/**
 * Raises the energy quantile while every core keeps its own at `z` or above: slower P-states, tasks sent or swapped to where they take
 * less. Only changes that raise it are kept, so it can be stopped anywhere.
 */
export class Save {
  private readonly here: CoreChange = { meanS: 0, varianceS2: 0 };
  private readonly there: CoreChange = { meanS: 0, varianceS2: 0 };
  /** By task: nodes by least energy of the task, cheapest first; filled when first asked for. */
  private readonly cheapest = new Map<number, Int32Array>();

  constructor(
    private readonly schedule: Schedule,
    private readonly random: RandomStream,
  ) {}

  /** One look at every task of the list. Returns the number of changes kept. */
  round(tasks: Int32Array, z: number): number {
    let kept = 0;
    for (const task of tasks) if (this.slower(task, z) || this.send(task, z) || this.exchange(task, z)) kept++;
    return kept;
  }

  private slower(task: number, z: number): boolean {
    const { schedule, here } = this;
    const { problem } = schedule;
    const core = schedule.core[task]!;
    const node = nodeOf(problem, core);
    const now = schedule.pState[task]!;
    let best = -1;
    let bestZ = schedule.energyZ + LEAST_GAIN_Z;
    for (let pState = 0; pState < node.pStateCount; pState++) {
      if (pState === now) continue;
      clear(here);
      addTask(problem, node, task, now, -1, here);
      addTask(problem, node, task, pState, 1, here);
      if (levelS(schedule, core, z, here) > problem.deadlineS) continue;
      schedule.probeMove(task, core, pState);
      if (schedule.probed.energyZ > bestZ) {
        bestZ = schedule.probed.energyZ;
        best = pState;
      }
    }
    if (best >= 0) schedule.move(task, core, best);
    return best >= 0;
  }

  private send(task: number, z: number): boolean {
    const { schedule, there } = this;
    const { problem } = schedule;
    const before = schedule.energyZ + LEAST_GAIN_Z;
    for (const n of this.nodesFor(task)) {
      const node = problem.nodes[n]!;
      const core = schedule.mostRobustCoreOf(n);
      if (core === schedule.core[task]) continue;
      for (let pState = node.pStateCount - 1; pState >= 0; pState--) {
        clear(there);
        addTask(problem, node, task, pState, 1, there);
        if (levelS(schedule, core, z, there) > problem.deadlineS) continue;
        schedule.probeMove(task, core, pState);
        if (schedule.probed.energyZ > before) {
          schedule.move(task, core, pState);
          return true;
        }
      }
    }
    return false;
  }

  private exchange(a: number, z: number): boolean {
    const { schedule, here, there, random } = this;
    const { problem } = schedule;
    const home = schedule.core[a]!;
    const node = nodeOf(problem, home);
    const now = schedule.pState[a]!;
    const before = schedule.energyZ + LEAST_GAIN_Z;
    for (const n of this.nodesFor(a)) {
      const other = problem.nodes[n]!;
      for (let k = 0; k < CORES_TRIED; k++) {
        const core = other.firstCore + random.integer(0, other.cores - 1);
        if (core === home) continue;
        for (let b = schedule.firstTask(core); b >= 0; b = schedule.taskAfter(b)) {
          if (!runsOn(problem, node, b)) continue;
          const bNow = schedule.pState[b]!;
          const pA = Math.min(other.pStateCount - 1, bNow);
          const pB = Math.min(node.pStateCount - 1, now);
          clear(here);
          addTask(problem, node, a, now, -1, here);
          addTask(problem, node, b, pB, 1, here);
          if (levelS(schedule, home, z, here) > problem.deadlineS) continue;
          clear(there);
          addTask(problem, other, b, bNow, -1, there);
          addTask(problem, other, a, pA, 1, there);
          if (levelS(schedule, core, z, there) > problem.deadlineS) continue;
          schedule.probeSwap(a, pA, b, pB);
          if (schedule.probed.energyZ > before) {
            schedule.swap(a, pA, b, pB);
            return true;
          }
        }
      }
    }
    return false;
  }

  private nodesFor(task: number): Int32Array {
    const known = this.cheapest.get(task);
    if (known !== undefined) return known;
    const { problem } = this.schedule;
    const costs = problem.nodes.map((node) => {
      const place = task * problem.columnCount + node.column;
      const type = problem.taskType[task]!;
      let least = Infinity;
      for (let pState = 0; pState < node.pStateCount; pState++) {
        const meanS = problem.meanS[place]! * node.timeScale[type * node.pStateCount + pState]!;
        least = Math.min(
          least,
          meanS < Infinity ? (node.powerW[pState]! + node.overheadW / node.cores) * meanS : Infinity,
        );
      }
      return least;
    });
    const order = Int32Array.from(
      [...costs.keys()]
        .filter((n) => costs[n]! < Infinity)
        .sort((x, y) => costs[x]! - costs[y]! || x - y)
        .slice(0, NODES_TRIED),
    );
    this.cheapest.set(task, order);
    return order;
  }
}
