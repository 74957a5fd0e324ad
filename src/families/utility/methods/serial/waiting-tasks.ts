import { isTooLittle, shortestTimesS, type UtilityModel } from '../../../../../models/families/utility/model.js';
import { type UtilityFunctions, utilityAt } from '../../../../../models/families/utility-function.js';
import type { EventRecorder } from '../event-recorder.js';
import type { BestCandidate, CandidateLimits } from './best-candidate.js';
import type { Machines } from './machines.js';

/** State of a task that waits. Before its arrival a task has the state 0. */
const WAITING = 1;
/** State of a task that is postponed until the next midnight. */
const POSTPONED = 2;
/** State of a task whose start is final. */
const FIXED = 3;
/** State of a task that was dropped. */
const DROPPED = 4;

/** Tasks that wait for a machine, and tasks postponed until the next midnight. */
export class WaitingTasks {
  /**
   * Waiting tasks in order of arrival, in the first `count` entries. Tasks that get a final start stay until the
   * mapping event ends.
   */
  readonly list: Int32Array;
  count = 0;
  postponedCount = 0;
  /** Number of waiting tasks of each kind of work (task type and cores). */
  readonly ofKind: Int32Array;
  /**
   * For each kind of work (task type and cores), moment at which a task would be completed if it were placed next, s.
   * Valid only for kinds with a waiting task.
   */
  readonly earliestS: Float64Array;

  private readonly state: Uint8Array;
  private readonly postponed: Int32Array;
  private readonly shortestS: Float64Array;
  /** For each utility function, a time after arrival up to which no task needs to be dropped, s. */
  private readonly safeS: Float64Array;
  private dayEndS = 0;

  constructor(
    private readonly model: UtilityModel,
    private readonly machines: Machines,
    private readonly best: BestCandidate,
    /** 1 for each option (pool and P-state) that the policy considers, otherwise 0. */
    private readonly usable: Uint8Array,
    private readonly recorder: EventRecorder,
  ) {
    const { tasks, options, functions } = model;
    this.list = new Int32Array(tasks.count);
    this.postponed = new Int32Array(tasks.count);
    this.state = new Uint8Array(tasks.count);
    this.ofKind = new Int32Array(options.kindCount);
    this.earliestS = new Float64Array(options.kindCount);
    this.shortestS = shortestTimesS(options);
    this.safeS = Float64Array.from({ length: functions.count }, (_, f) => safeAgeS(functions, f, model));
  }

  arrive(task: number): void {
    this.state[task] = WAITING;
    this.list[this.count++] = task;
  }

  waits(task: number): boolean {
    return this.state[task] === WAITING;
  }

  fix(task: number): void {
    this.state[task] = FIXED;
  }

  /**
   * Begins a mapping event of a day that ends at `dayEndS`.
   * - Tasks postponed until this day wait again.
   * - A task is dropped if it would earn less than the threshold even if it were placed next.
   * - A task that cannot start today within the budget is postponed until midnight, or dropped if it would then earn
   * less than the threshold.
   */
  beginEvent(nowS: number, dayEndS: number, limits: CandidateLimits): void {
    if (dayEndS !== this.dayEndS) this.resume();
    this.dayEndS = dayEndS;
    this.findEarliest();
    this.dropHopeless(nowS);
    this.postponeClosed(nowS, limits);
  }

  /** Removes the tasks whose start became final in this mapping event. */
  endEvent(): void {
    let kept = 0;
    for (let k = 0; k < this.count; k++) {
      const task = this.list[k]!;
      if (this.state[task] === WAITING) this.list[kept++] = task;
    }
    this.count = kept;
  }

  private resume(): void {
    if (this.postponedCount === 0) return;
    for (let k = 0; k < this.postponedCount; k++) this.arrive(this.postponed[k]!);
    this.postponedCount = 0;
    this.list.subarray(0, this.count).sort();
  }

  private findEarliest(): void {
    const { tasks, options } = this.model;
    this.ofKind.fill(0);
    for (let k = 0; k < this.count; k++) this.ofKind[tasks.kind[this.list[k]!]!]!++;
    const { baseS } = this.machines;
    for (let kind = 0; kind < options.kindCount; kind++) {
      if (this.ofKind[kind] === 0) continue;
      let earliestS = Infinity;
      for (let o = options.first[kind]!; o < options.first[kind + 1]!; o++) {
        earliestS = Math.min(earliestS, baseS[options.pool[o]!]! + options.timeS[o]!);
      }
      this.earliestS[kind] = earliestS;
    }
  }

  private dropHopeless(nowS: number): void {
    const { tasks } = this.model;
    let kept = 0;
    for (let k = 0; k < this.count; k++) {
      const task = this.list[k]!;
      const kind = tasks.kind[task]!;
      const ageS = this.earliestS[kind]! - tasks.arrivalS[task]!;
      if (ageS > this.safeS[tasks.utility[task]!]! && this.isHopeless(task, ageS)) {
        this.drop(task, nowS);
        this.ofKind[kind]!--;
      } else this.list[kept++] = task;
    }
    this.count = kept;
  }

  private postponeClosed(nowS: number, limits: CandidateLimits): void {
    const { tasks, options } = this.model;
    let closed: Set<number> | null = null;
    for (let kind = 0; kind < options.kindCount; kind++) {
      if (this.ofKind[kind]! > 0 && !this.mayRun(kind, limits)) (closed ??= new Set()).add(kind);
    }
    if (closed === null) return;
    let kept = 0;
    for (let k = 0; k < this.count; k++) {
      const task = this.list[k]!;
      const kind = tasks.kind[task]!;
      if (!closed.has(kind)) {
        this.list[kept++] = task;
        continue;
      }
      this.ofKind[kind]!--;
      if (this.isHopeless(task, this.dayEndS + this.shortestS[kind]! - tasks.arrivalS[task]!)) this.drop(task, nowS);
      else {
        this.state[task] = POSTPONED;
        this.postponed[this.postponedCount++] = task;
      }
    }
    this.count = kept;
  }

  /**
   * Returns true if some option (pool and P-state) of a kind of work may start today within the budgets; the filter is
   * ignored.
   */
  private mayRun(kind: number, limits: CandidateLimits): boolean {
    const { options } = this.model;
    for (let o = options.first[kind]!; o < options.first[kind + 1]!; o++) {
      if (this.usable[o] === 1 && this.best.mayFitDays(limits, o, this.machines.baseS[options.pool[o]!]!)) return true;
    }
    return false;
  }

  private isHopeless(task: number, ageS: number): boolean {
    return isTooLittle(utilityAt(this.model.functions, this.model.tasks.utility[task]!, ageS), this.model);
  }

  private drop(task: number, nowS: number): void {
    this.state[task] = DROPPED;
    this.recorder.drop(task, nowS);
  }
}

/**
 * Returns a time after arrival up to which a task with utility function `f` certainly earns enough not to be dropped,
 * s. It may be slightly too small, but never too large.
 */
function safeAgeS(
  { firstPiece, startS, value, floor, ratePerS, slopePerS }: UtilityFunctions,
  f: number,
  model: UtilityModel,
): number {
  const threshold = model.droppingThreshold;
  for (let piece = firstPiece[f]!; piece < firstPiece[f + 1]!; piece++) {
    const above = value[piece]! - threshold;
    if (isTooLittle(value[piece]!, model)) return early(startS[piece]!);
    let lastsS = Infinity;
    if (ratePerS[piece]! > 0 && floor[piece]! < threshold) {
      lastsS = Math.log1p(above / (threshold - floor[piece]!)) / ratePerS[piece]!;
    } else if (slopePerS[piece]! > 0) lastsS = above / slopePerS[piece]!;
    const endS = piece + 1 < firstPiece[f + 1]! ? startS[piece + 1]! : Infinity;
    if (startS[piece]! + lastsS < endS) return early(startS[piece]! + lastsS);
  }
  return Infinity;
}

function early(ageS: number): number {
  return ageS * (1 - 1e-9) - 1e-6;
}
