import { TOLERANCE } from './archive.js';
import type { CompiledGraph } from './compiled.js';

/**
 * Finds the best order of at most 30 tasks whose cores and levels are fixed. It is a branch and bound over pairs of
 * tasks on one core whose order is open (disjunctive graph). If only one order of a pair can be short enough, that
 * order is fixed at once (immediate selection from heads and tails).
 */
export class Sequencing {
  /** Order of the tasks in the best schedule that `solve` found, as places of the search order. */
  readonly order: Uint8Array;
  /** Number of nodes of the search trees visited by all calls of `solve`. */
  nodes = 0;
  private readonly tasks: number;
  private readonly headS: Float64Array;
  private readonly tailS: Float64Array;
  private readonly sorted: Uint8Array;
  private limitS = Infinity;
  private floorS = 0;
  private found = false;
  private coreOf: Uint8Array = new Uint8Array(0);
  private timeS: Float64Array = new Float64Array(0);
  /**
   * Pairs of tasks on one core that the task graph leaves unordered, as places of the search order; two entries per
   * pair.
   */
  private readonly pairs: number[] = [];

  constructor(
    private readonly compiled: CompiledGraph,
    private readonly stops: () => boolean,
  ) {
    const { tasks } = compiled;
    this.tasks = tasks;
    this.order = new Uint8Array(tasks);
    this.sorted = new Uint8Array(tasks);
    this.headS = new Float64Array(tasks);
    this.tailS = new Float64Array(tasks);
  }

  /**
   * Returns true if some order has a response time below `limitS`. `order` then holds the order with the least response
   * time, within the tolerance. If the search was stopped, it holds the best order found.
   *
   * @param limitS response time to improve on, s
   * @param floorS lower bound on the response time of any order, s
   */
  solve(coreOf: Uint8Array, timeS: Float64Array, levelOf: Uint8Array, limitS: number, floorS: number): boolean {
    const { tasks, after, twin } = this.compiled;
    [this.coreOf, this.timeS, this.limitS, this.found] = [coreOf, timeS, limitS, false];
    this.floorS = floorS * (1 + TOLERANCE);
    this.pairs.length = 0;
    const reach = Int32Array.from(after);
    for (let second = 1; second < tasks; second++) {
      for (let first = second - 1, alike = twin[second] === 1; first >= 0; alike &&= twin[first] === 1, first--) {
        if (coreOf[first] !== coreOf[second] || (reach[first]! >> second) & 1) continue;
        // Interchangeable tasks of one level on one core: in the order of their numbers.
        if (alike && levelOf[first] === levelOf[second]) fix(reach, first, second);
        else this.pairs.push(first, second);
      }
    }
    this.visit(reach);
    return this.found;
  }

  private visit(reach: Int32Array): void {
    if ((this.found && this.limitS <= this.floorS) || this.stops()) return;
    this.nodes++;
    const { pairs, timeS, headS, tailS } = this;
    let branchFirst = -1;
    let branchSecond = -1;
    for (let changed = true; changed;) {
      changed = false;
      if (!this.measure(reach)) return;
      let worst = -1;
      branchFirst = -1;
      for (let at = 0; at < pairs.length; at += 2) {
        const [first, second] = [pairs[at]!, pairs[at + 1]!];
        if ((reach[first]! >> second) & 1 || (reach[second]! >> first) & 1) continue;
        const bothS = timeS[first]! + timeS[second]!;
        const forwardS = headS[first]! + bothS + tailS[second]!;
        const backwardS = headS[second]! + bothS + tailS[first]!;
        if (forwardS >= this.limitS && backwardS >= this.limitS) return;
        if (forwardS >= this.limitS) {
          fix(reach, second, first);
          changed = true;
        } else if (backwardS >= this.limitS) {
          fix(reach, first, second);
          changed = true;
        } else if (Math.max(forwardS, backwardS) > worst) {
          worst = Math.max(forwardS, backwardS);
          [branchFirst, branchSecond] = forwardS <= backwardS ? [first, second] : [second, first];
        }
      }
    }
    if (branchFirst < 0) {
      this.keep();
      return;
    }
    for (const [from, to] of [
      [branchFirst, branchSecond],
      [branchSecond, branchFirst],
    ] as const) {
      const child = Int32Array.from(reach);
      fix(child, from, to);
      this.visit(child);
    }
  }

  /**
   * Computes the head (earliest start) and tail (least time from its end to the end of the job) of each task under the
   * arcs fixed so far. Returns false if the longest path reaches the limit.
   */
  private measure(reach: Int32Array): boolean {
    const { tasks, headS, tailS, timeS, coreOf, sorted } = this;
    const { firstEdge, edgeFrom, transferS } = this.compiled;
    this.sort(reach);
    headS.fill(0);
    tailS.fill(0);
    for (let at = 0; at < tasks; at++) {
      const place = sorted[at]!;
      let head = headS[place]!;
      for (let edge = firstEdge[place]!; edge < firstEdge[place + 1]!; edge++) {
        const from = edgeFrom[edge]!;
        const readyS = headS[from]! + timeS[from]! + (coreOf[from] === coreOf[place] ? 0 : transferS[edge]!);
        if (readyS > head) head = readyS;
      }
      headS[place] = head;
      const endS = head + timeS[place]!;
      if (endS >= this.limitS) return false;
      for (let later = at + 1; later < tasks; later++) {
        const next = sorted[later]!;
        if (coreOf[next] === coreOf[place] && (reach[place]! >> next) & 1 && headS[next]! < endS) headS[next] = endS;
      }
    }
    for (let at = tasks - 1; at >= 0; at--) {
      const place = sorted[at]!;
      const spanS = tailS[place]! + timeS[place]!;
      if (headS[place]! + spanS >= this.limitS) return false;
      for (let edge = firstEdge[place]!; edge < firstEdge[place + 1]!; edge++) {
        const from = edgeFrom[edge]!;
        const withTransferS = spanS + (coreOf[from] === coreOf[place] ? 0 : transferS[edge]!);
        if (withTransferS > tailS[from]!) tailS[from] = withTransferS;
      }
      for (let earlier = 0; earlier < at; earlier++) {
        const before = sorted[earlier]!;
        if (coreOf[before] === coreOf[place] && (reach[before]! >> place) & 1 && spanS > tailS[before]!)
          tailS[before] = spanS;
      }
    }
    return true;
  }

  /** Sorts the tasks by the number of tasks that must run after each, most first, which is a topological order. */
  private sort(reach: Int32Array): void {
    const { tasks, sorted } = this;
    for (let place = 0; place < tasks; place++) {
      const rank = bits(reach[place]!);
      let at = place;
      for (; at > 0 && bits(reach[sorted[at - 1]!]!) < rank; at--) sorted[at] = sorted[at - 1]!;
      sorted[at] = place;
    }
  }

  private keep(): void {
    let responseS = 0;
    for (let place = 0; place < this.tasks; place++) {
      responseS = Math.max(responseS, this.headS[place]! + this.timeS[place]!);
    }
    if (responseS >= this.limitS) return;
    this.limitS = responseS;
    this.found = true;
    this.order.set(this.sorted);
  }
}

/** Fixes the arc "`from` before `to`" and all arcs that follow from it. */
function fix(reach: Int32Array, from: number, to: number): void {
  const gained = reach[to]! | (1 << to);
  for (let place = 0; place < reach.length; place++) {
    if (place === from || (reach[place]! >> from) & 1) reach[place]! |= gained;
  }
}

function bits(set: number): number {
  let count = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1) count++;
  return count;
}
