import type { Schedule } from '../../../../models/problems/robust/schedule.js';
import type { RandomStream } from '../../../random/stream.js';
import { addTask, type CoreChange, levelS, nodeOf, runsOn, taskEnergyJ } from './core-level.js';

/** Partner cores of like nodes looked at for swaps. */
const PARTNERS = 8;

/** One way to relieve a core: energy it costs (J, with the overhead share) and seconds of the level it takes off. */
interface Relief {
  priceJPerS: number;
  task: number;
  core: number;
  pState: number;
  /** A task that comes in return, or -1. */
  partner: number;
  partnerPState: number;
}

/**
 * Brings every core to quantile z, the worst first, each time by the change that costs least energy per second gained: swaps with
 * cores of like nodes, faster P-states, tasks sent to cores with room. False where some core cannot be helped.
 */
export class Lift {
  private readonly relief: Relief = {
    priceJPerS: Infinity,
    task: -1,
    core: -1,
    pState: 0,
    partner: -1,
    partnerPState: 0,
  };
  private readonly here: CoreChange = { meanS: 0, varianceS2: 0 };
  private readonly there: CoreChange = { meanS: 0, varianceS2: 0 };

  constructor(
    private readonly schedule: Schedule,
    /** By node: nodes alike, itself included. */
    private readonly alike: readonly (readonly number[])[],
    private readonly random: RandomStream,
  ) {}

  to(z: number, mostChanges: number): boolean {
    const { schedule } = this;
    for (let change = 0; change < mostChanges; change++) {
      const core = schedule.leastRobustCore;
      if (schedule.z[core]! >= z) return true;
      if (!this.relieve(core, z)) return false;
    }
    return schedule.makespanZ >= z;
  }

  private relieve(core: number, z: number): boolean {
    const { schedule, relief } = this;
    const { deadlineS } = schedule.problem;
    const overS = levelS(schedule, core, z) - deadlineS;
    relief.priceJPerS = Infinity;
    for (let task = schedule.firstTask(core); task >= 0; task = schedule.taskAfter(task)) {
      this.tryFaster(core, task, z, overS);
      this.trySending(core, task, z, overS);
    }
    this.trySwaps(core, z, overS);
    if (relief.priceJPerS === Infinity) return false;
    if (relief.partner >= 0) schedule.swap(relief.task, relief.pState, relief.partner, relief.partnerPState);
    else schedule.move(relief.task, relief.core, relief.pState);
    return true;
  }

  private tryFaster(core: number, task: number, z: number, overS: number): void {
    const { schedule, here } = this;
    const { problem } = schedule;
    const node = nodeOf(problem, core);
    const now = schedule.pState[task]!;
    const energyJ = taskEnergyJ(problem, node, task, now);
    for (let pState = now - 1; pState >= 0; pState--) {
      clear(here);
      addTask(problem, node, task, now, -1, here);
      addTask(problem, node, task, pState, 1, here);
      const gainedS = overS + problem.deadlineS - levelS(schedule, core, z, here);
      this.offer(gainedS, overS, taskEnergyJ(problem, node, task, pState) - energyJ, task, core, pState, -1, 0);
    }
  }

  private trySending(core: number, task: number, z: number, overS: number): void {
    const { schedule, here, there } = this;
    const { problem } = schedule;
    const node = nodeOf(problem, core);
    const now = schedule.pState[task]!;
    clear(here);
    addTask(problem, node, task, now, -1, here);
    const gainedS = overS + problem.deadlineS - levelS(schedule, core, z, here);
    if (!(gainedS > 0)) return;
    const energyJ = taskEnergyJ(problem, node, task, now);
    for (let n = 0; n < problem.nodes.length; n++) {
      const other = problem.nodes[n]!;
      if (!runsOn(problem, other, task)) continue;
      const target = schedule.mostRobustCoreOf(n);
      if (target === core) continue;
      for (let pState = other.pStateCount - 1; pState >= 0; pState--) {
        clear(there);
        addTask(problem, other, task, pState, 1, there);
        if (levelS(schedule, target, z, there) > problem.deadlineS) continue;
        this.offer(gainedS, overS, taskEnergyJ(problem, other, task, pState) - energyJ, task, target, pState, -1, 0);
      }
    }
  }

  /** With like cores energy stays the same: the best fit wins. */
  private trySwaps(core: number, z: number, overS: number): void {
    const { schedule, here, there, random } = this;
    const { problem } = schedule;
    const node = nodeOf(problem, core);
    const nodes = this.alike[problem.nodeOfCore[core]!]!;
    for (let k = 0; k < PARTNERS; k++) {
      const n = nodes[random.integer(0, nodes.length - 1)]!;
      const { firstCore, cores } = problem.nodes[n]!;
      const partner = k === 0 ? schedule.mostRobustCoreOf(n) : firstCore + random.integer(0, cores - 1);
      if (partner === core || schedule.z[partner]! <= z) continue;
      for (let a = schedule.firstTask(core); a >= 0; a = schedule.taskAfter(a)) {
        const pStateA = schedule.pState[a]!;
        for (let b = schedule.firstTask(partner); b >= 0; b = schedule.taskAfter(b)) {
          const pStateB = schedule.pState[b]!;
          clear(here);
          addTask(problem, node, a, pStateA, -1, here);
          addTask(problem, node, b, pStateB, 1, here);
          const gainedS = overS + problem.deadlineS - levelS(schedule, core, z, here);
          if (!(gainedS > 0)) continue;
          there.meanS = -here.meanS;
          there.varianceS2 = -here.varianceS2;
          if (levelS(schedule, partner, z, there) > problem.deadlineS) continue;
          this.offer(gainedS, overS, 0, a, partner, pStateA, b, pStateB);
        }
      }
    }
  }

  /** Only what is needed counts as gained; among free ones the one that gains most. */
  private offer(
    gainedS: number,
    overS: number,
    energyJ: number,
    task: number,
    core: number,
    pState: number,
    partner: number,
    partnerPState: number,
  ): void {
    if (!(gainedS > 0)) return;
    const useful = Math.min(gainedS, overS);
    // A touch of preference for what settles the matter at once.
    const priceJPerS = energyJ / useful + (gainedS < overS ? FREE_J_PER_S * (1 - gainedS / overS) : 0);
    const { relief } = this;
    if (!(priceJPerS < relief.priceJPerS)) return;
    relief.priceJPerS = priceJPerS;
    relief.task = task;
    relief.core = core;
    relief.pState = pState;
    relief.partner = partner;
    relief.partnerPState = partnerPState;
  }
}

/** J per s: about a twentieth of what time costs on a busy facility. */
const FREE_J_PER_S = 0.5;

export function clear(change: CoreChange): void {
  change.meanS = 0;
  change.varianceS2 = 0;
}
