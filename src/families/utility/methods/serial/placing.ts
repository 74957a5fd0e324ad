import type { UtilityModel } from '../../../../../models/families/utility/model.js';
import type { Filter, MappingEvent } from '../policy.js';
import type { BestCandidate, CandidateLimits } from './best-candidate.js';
import type { EnergyBook } from './energy-book.js';
import type { Machines } from './machines.js';
import type { WaitingTasks } from './waiting-tasks.js';

/** Places tasks at each mapping event and records the tasks whose start is final. */
export class Placing {
  readonly limits: CandidateLimits & { readonly allowed: Uint8Array };
  /** Option of each task whose start is final; -1 for other tasks. */
  readonly option: Int32Array;
  /** Machine of each task whose start is final; -1 for other tasks. */
  readonly machine: Int32Array;
  /**
   * Number of candidates (pool, P-state and start) that tasks took, including placements that end with a mapping event.
   */
  taken = 0;

  /** For each pool, number of tasks that can run there and are not yet placed in this mapping event. */
  private readonly able: Int32Array;

  constructor(
    private readonly model: UtilityModel,
    private readonly parts: {
      readonly machines: Machines;
      readonly best: BestCandidate;
      readonly waiting: WaitingTasks;
      readonly energy: EnergyBook;
      /** 1 for each option (pool and P-state) that the policy considers, otherwise 0. */
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

  /**
   * Begins a mapping event: finds the options (pool and P-state) that the filter accepts, and how many tasks each pool
   * can run.
   */
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
   * Returns true if some start can still be final: on a pool with a machine that is open and a task that can run there.
   * Other placements would be discarded at the next mapping event.
   */
  goesOn(): boolean {
    const { open } = this.parts.machines;
    for (let j = 0; j < open.length; j++) {
      if (open[j]! > 0 && this.able[j]! > 0) return true;
    }
    return false;
  }

  /**
   * Places a task behind all others on a machine. The start is final if the machine's `isOpen` is 1; otherwise the
   * placement ends with the mapping event.
   */
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

  /** Adds `more` to the counts in `able` of the pools that can run this kind of work. */
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
