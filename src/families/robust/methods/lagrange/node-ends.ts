import type { Packing } from './packing.js';

/**
 * Time, as a fraction of the deadline, by which a node's last core should end after the node's other cores. If cores
 * end at the same time, the variance of the core that varies most determines the energy variance.
 */
const LEAD_SHARE = 6e-5;
/**
 * Fraction of the cores in a node's first grade that are charged for a later end. These are the cores that end latest;
 * at least one is charged. The first grade has the cores that are meant to end together with the last core, which is
 * not counted here.
 */
const PRESSED_SHARE = 0.1;
/**
 * Time, as a fraction of the deadline, by which a core may end before the latest core and still be chosen as the last
 * core.
 */
const NEAR_SHARE = 0.05;

/**
 * Cost of keeping nodes on (Eqs. 9, 10), approximated by a sum over cores that is linear in their finish times. A core
 * that ends after the node's other cores costs overhead. The variance of the finish time has a cost only on the last
 * core of each node, the core that is meant to end last.
 */
export class NodeEnds {
  /** For each core, finish time after which each second costs `lateJPerS`, s. */
  readonly lateFromS: Float64Array;
  /** For each core, cost of each second by which it ends after `lateFromS`, J/s. */
  readonly lateJPerS: Float64Array;
  /** For each core, finish time before which each second costs `earlyJPerS`, s. */
  readonly earlyFromS: Float64Array;
  /** For each core, cost of each second by which it ends before `earlyFromS`, J/s. */
  readonly earlyJPerS: Float64Array;
  /** For each core, cost of the variance of its finish time, J per s^2. */
  readonly varianceJPerS2: Float64Array;
  /** For each node, the core that is meant to end last. */
  readonly lastCore: Int32Array;
  /**
   * For each node, number of cores that should end together, the last core included. It is all cores if they get the
   * same mixture of tasks.
   */
  readonly firstGrade: Int32Array;
  /**
   * For each node, finish time up to which no overhead is charged, s. It is above 0 if the dual value of the node's
   * core time until the deadline exceeds its overhead energy until the deadline.
   */
  readonly freeUntilS: Float64Array;

  constructor(private readonly packing: Packing) {
    const { coreCount, nodes } = packing.model;
    this.lateFromS = new Float64Array(coreCount);
    this.lateJPerS = new Float64Array(coreCount);
    this.earlyFromS = new Float64Array(coreCount);
    this.earlyJPerS = new Float64Array(coreCount);
    this.varianceJPerS2 = new Float64Array(coreCount);
    this.lastCore = new Int32Array(nodes.length);
    this.freeUntilS = new Float64Array(nodes.length);
    this.firstGrade = Int32Array.from(nodes, ({ cores }) => cores);
  }

  /**
   * Chooses each node's last core. It is the core of smallest variance among those that end at nearly the latest time.
   */
  choose(): void {
    const { model, finishS, varianceS2 } = this.packing;
    for (const [n, { firstCore, cores }] of model.nodes.entries()) {
      let latestS = 0;
      for (let core = firstCore; core < firstCore + cores; core++) latestS = Math.max(latestS, finishS[core]!);
      let last = -1;
      for (let core = firstCore; core < firstCore + cores; core++) {
        if (finishS[core]! < latestS - NEAR_SHARE * model.deadlineS) continue;
        if (last < 0 || varianceS2[core]! < varianceS2[last]!) last = core;
      }
      this.lastCore[n] = last;
    }
  }

  /**
   * Updates the costs from the present finish times, in time O(C log C) for C cores.
   *
   * @param strictness fraction that is charged of the cost of a last core that ends at the wrong time; values above 1
   * count as 1
   */
  refresh(varianceJPerJ2: number, strictness: number): void {
    const { model, finishS } = this.packing;
    this.earlyJPerS.fill(0);
    this.varianceJPerS2.fill(0);
    for (const [n, { firstCore, cores, overheadW }] of model.nodes.entries()) {
      const last = this.lastCore[n]!;
      const others = cores - 1;
      // A sum over cores with the share of the overhead in each second of work: what lateness adds to that.
      const moreW = overheadW * (1 - 1 / cores);
      const grade = this.firstGrade[n]!;
      const pressed = Math.max(1, Math.round((grade - 1) * PRESSED_SHARE));
      let fromS = Infinity;
      let latestS = 0;
      if (others > 0) {
        const finishes = new Float64Array(others);
        for (let k = 0, core = firstCore; core < firstCore + cores; core++) {
          if (core !== last) finishes[k++] = finishS[core]!;
        }
        finishes.sort();
        fromS = finishes[Math.max(0, others - 1 - pressed)]!;
        latestS = finishes[others - 1]!;
        if (latestS > 0) latestS += LEAD_SHARE * model.deadlineS;
        // One core that ends last alone: the others are in nobody's way before it.
        if (grade === 1 && cores > 1) fromS = Math.max(latestS, finishS[last]!);
      }
      const freeS = this.freeUntilS[n]!;
      this.lateFromS.fill(Math.max(fromS, freeS), firstCore, firstCore + cores);
      this.lateJPerS.fill(moreW / pressed, firstCore, firstCore + cores);
      this.lateFromS[last] = Math.max(latestS, freeS);
      // A node that is off: its first task alone keeps it on, wherever it goes.
      const idle = latestS === 0 && finishS[last] === 0;
      if (idle) this.lateJPerS.fill(moreW, firstCore, firstCore + cores);
      this.lateJPerS[last] = moreW * (idle ? 1 : Math.min(1, strictness));
      this.earlyFromS[last] = latestS;
      this.earlyJPerS[last] = 2 * overheadW * Math.min(1, strictness);
      this.varianceJPerS2[last] = varianceJPerJ2 * overheadW * overheadW;
    }
  }
}
