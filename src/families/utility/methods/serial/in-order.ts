import type { UtilityModel } from '../../../../../models/families/utility/model.js';
import type { Policy } from '../policy.js';
import type { BestCandidate } from './best-candidate.js';
import type { Machines } from './machines.js';
import type { Placing } from './placing.js';

/**
 * Places tasks on machines in order of arrival: each on its best candidate (pool, P-state and start) or on a random
 * candidate. A task without an allowed candidate waits for the next mapping event.
 */
export class InOrder {
  /**
   * Number of candidates (machine and P-state) among which a random one is drawn, by kind of work (task type and
   * cores).
   */
  private readonly candidates: Int32Array;

  constructor(
    private readonly model: UtilityModel,
    private readonly policy: Policy,
    private readonly machines: Machines,
    private readonly best: BestCandidate,
    private readonly usable: Uint8Array,
  ) {
    const { options, pools } = model;
    this.candidates = new Int32Array(options.kindCount);
    for (let kind = 0; kind < options.kindCount; kind++) {
      for (let o = options.first[kind]!; o < options.first[kind + 1]!; o++) {
        if (usable[o] === 1) this.candidates[kind]! += pools[options.pool[o]!]!.nodes;
      }
    }
  }

  map(placing: Placing, waiting: Int32Array, count: number): void {
    const ready = { startS: this.machines.topS, machine: this.machines.top };
    for (let k = 0; k < count && placing.goesOn(); k++) {
      const task = waiting[k]!;
      if (this.policy.draw !== undefined) {
        const [o, machine] = this.drawn(task);
        const startS = this.machines.readyS[machine]!;
        if (this.best.keeps(placing.limits, o, startS)) placing.take(task, o, machine, startS);
        continue;
      }
      const { best } = this;
      if (!best.find(task, ready, placing.limits, -1)) continue;
      placing.take(task, best.option, best.machine, best.startS);
    }
  }

  /** Returns the option (pool and P-state) and the machine that a random policy draws for a task in this mapping event. */
  drawn(task: number): [option: number, machine: number] {
    const { options, tasks } = this.model;
    const kind = tasks.kind[task]!;
    let left = this.policy.draw!(task, this.candidates[kind]!);
    for (let o = options.first[kind]!; ; o++) {
      if (this.usable[o] === 0) continue;
      const from = this.machines.first[options.pool[o]!]!;
      const nodes = this.machines.first[options.pool[o]! + 1]! - from;
      if (left < nodes) return [o, from + left];
      left -= nodes;
    }
  }
}
