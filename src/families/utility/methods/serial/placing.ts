import type { UtilityModel } from '../../../../../models/families/utility/model.js';
import type { Filter, MappingEvent } from '../policy.js';
import type { BestCandidate, CandidateLimits } from './best-candidate.js';
import type { EnergyBook } from './energy-book.js';
import type { Machines } from './machines.js';
import type { WaitingTasks } from './waiting-tasks.js';

/** Decides event after event and records the fixed tasks. J pools, N tasks. */
export class Placing {
  readonly limits: CandidateLimits & { readonly allowed: Uint8Array };
  /** Length N: option of fixed tasks. */
  readonly option: Int32Array;
  /** Length N: machine of fixed tasks; -1 for others. */
  readonly machine: Int32Array;
  /** Number of candidates taken, including those for one event only. */
  taken = 0;

  /** Length J: number of tasks not yet placed in this event that a pool can run. */
  private readonly able: Int32Array;

  constructor(
    private readonly model: UtilityModel,
    private readonly parts: {
      readonly machines: Machines;
      readonly best: BestCandidate;
      readonly waiting: WaitingTasks;
      readonly energy: EnergyBook;
      /** Length O: 1 if the policy considers the option. */
      readonly usable: Uint8Array;
    },
    private readonly startS: Float64Array,
  ) {
    const { options, tasks, pools } = model;
    const { committedJ } = parts.energy;
    this.limits = { allowed: new Uint8Array(options.timeS.length), dayEndS: 0, day: 0, budgetJ: 0, committedJ };
    this.option = new Int32Array(tasks.count).fill(-1);
    this.machine = new Int32Array(tasks.count).fill(-1);
    this.able = new Int32Array(pools.length);
  }

  /** Begins an event: finds the options that pass the filter and the number of tasks that each pool can run. */
  begin(event: MappingEvent, filter: Filter): void {
    const { best, usable, waiting } = this.parts;
    const { options } = this.model;
    this.able.fill(0);
    filter.begin(event);
    for (let o = 0; o < usable.length; o++) {
      this.limits.allowed[o] = usable[o] === 1 && filter.allows(best.ofOption(o)) ? 1 : 0;
    }
    for (let kind = 0; kind < options.kindCount; kind++) this.count(kind, waiting.ofKind[kind]!);
  }

  waits(task: number): boolean {
    return this.parts.waiting.waits(task);
  }

  /**
   * Returns true if some task may still be fixed: a pool has an open machine and a task that can run there. Anything
   * placed otherwise would be discarded.
   */
  goesOn(): boolean {
    const { open } = this.parts.machines;
    for (let j = 0; j < open.length; j++) {
      if (open[j]! > 0 && this.able[j]! > 0) return true;
    }
    return false;
  }

  /** Places a task behind all others on its machine; for good if the machine is open. */
  take(task: number, option: number, machine: number, startS: number): void {
    const { machines, waiting, energy } = this.parts;
    const { options, tasks } = this.model;
    const endS = startS + options.timeS[option]!;
    this.taken++;
    this.count(tasks.kind[task]!, -1);
    if (machines.place(machine, startS, endS)) {
      waiting.fix(task);
      this.option[task] = option;
      this.machine[task] = machine;
      this.startS[task] = startS;
      machines.enqueue(machine, task);
      energy.commit(startS, endS, options.powerW[option]!);
    }
  }

  /** Adds `more` tasks of a kind to the count of each pool that can run it. */
  private count(kind: number, more: number): void {
    if (more === 0) return;
    const { first, pool } = this.model.options;
    let last = -1;
    for (let o = first[kind]!; o < first[kind + 1]!; o++) {
      if (this.limits.allowed[o] === 0 || pool[o] === last) continue;
      last = pool[o]!;
      this.able[last]! += more;
    }
  }
}
