import { type Archive, TOLERANCE } from './archive.js';
import type { CompiledGraph, Goal } from './compiled.js';
import type { TimePrices } from './time-prices.js';

/**
 * Number of time cells (intervals of the response time) in which the product of time and energy is bounded. Each cell
 * is a few per cent long.
 */
const PRODUCT_CELLS = 64;

/**
 * Lower bound on the energy of all completions of a node of the search tree, as a function of response time T
 * (docs/jobs/profiles.md): the maximum over several vectors of dual values. Each vector gives the bound
 *
 * (cost of assigned tasks + least cost of the others - total dual value x T) + static power x T
 *
 * The cost of a task is its energy plus its time and transfers at their dual values. The class also decides whether a
 * completion could be undominated.
 */
export class EnergyBound {
  /** Cost of the first p assigned tasks with each vector of dual values, J, at p x (number of vectors) + vector. */
  private readonly placedJ: Float64Array;
  /**
   * Lower bounds on the cost of tasks not assigned yet, J, by bit set of allowed levels. The entry p x (number of
   * vectors) + vector is for the tasks from place p of the search order on, with one vector of dual values.
   */
  private readonly restJ = new Map<number, Float64Array>();
  private readonly allRestJ: Float64Array;
  private readonly staticW: number;
  /** Left end of each time cell, s. The last cell is unbounded. */
  private leftS: Float64Array = new Float64Array(0);
  /**
   * For each time cell, the least energy of known designs at least as fast as its left end, J; Infinity if there is
   * none. It is used only with the goal 'front'.
   */
  private knownJ: Float64Array = new Float64Array(0);
  /** For each time cell, the index of the vector of dual values with the best bound at the root. */
  private favourite: Uint8Array = new Uint8Array(0);
  private bestProductSJ = Infinity;

  constructor(
    private readonly compiled: CompiledGraph,
    cores: number,
    private readonly prices: TimePrices,
    private readonly deadlinesS: readonly number[],
    private readonly archive: Archive,
    private readonly goal: Goal,
  ) {
    this.staticW = cores * compiled.power.staticPowerW;
    this.placedJ = new Float64Array((compiled.tasks + 1) * prices.count);
    this.allRestJ = this.restOf(null);
    this.renew();
  }

  /**
   * Extends `placedJ` by the cost of the task at `place` at a level. `coreOf` gives the cores of the tasks assigned
   * before.
   */
  put(place: number, level: number, coreOf: Uint8Array): void {
    const { tasks, levels, execS, energyJ, firstEdge, edgeFrom, transferS } = this.compiled;
    const { count, task, edge } = this.prices;
    const edges = edgeFrom.length;
    const [timeS, dynamicJ] = [execS[place * levels + level]!, energyJ[place * levels + level]!];
    const { placedJ } = this;
    for (let vector = 0, at = place * count; vector < count; vector++, at++) {
      placedJ[at + count] = placedJ[at]! + dynamicJ + task[vector * tasks + place]! * timeS;
    }
    for (let index = firstEdge[place]!; index < firstEdge[place + 1]!; index++) {
      if (transferS[index] === 0 || coreOf[edgeFrom[index]!] === coreOf[place]) continue;
      for (let vector = 0, at = (place + 1) * count; vector < count; vector++, at++) {
        placedJ[at]! += edge[vector * edges + index]! * transferS[index]!;
      }
    }
  }

  /**
   * Returns the index of a time cell (interval of the response time) in which a tree node may have an undominated
   * completion; -1 if there is none, so that the node can be pruned.
   *
   * @param placed number of assigned tasks
   * @param leastS lower bound on the response time, s
   * @param open levels of the cores that unassigned tasks may use; null for all levels
   * @param hint cell to examine first
   */
  keeps(placed: number, leastS: number, open: Uint8Array | null, hint: number): number {
    const rest = open === null ? this.allRestJ : this.restOf(open);
    const { leftS } = this;
    const cells = leftS.length;
    // The cell that kept the parent most likely keeps the child.
    if (hint < cells && (hint === cells - 1 || leftS[hint + 1]! > leastS) && !this.cuts(hint, placed, leastS, rest))
      return hint;
    for (let cell = cells - 1; cell >= 0; cell--) {
      if (!this.cuts(cell, placed, leastS, rest)) return cell;
      if (leftS[cell]! <= leastS) break;
    }
    return -1;
  }

  /** Returns a lower bound on time x energy of all completions of a tree node, s J. Arguments as for `keeps`. */
  productSJ(placed: number, leastS: number, open: Uint8Array | null): number {
    const rest = open === null ? this.allRestJ : this.restOf(open);
    const { leftS, prices } = this;
    const { count } = prices;
    let least = Infinity;
    for (let cell = leftS.length - 1; cell >= 0; cell--) {
      let best = 0;
      for (let vector = 0; vector < count; vector++) {
        const valueJ = this.placedJ[placed * count + vector]! + rest[placed * count + vector]!;
        best = Math.max(best, this.productOnCell(cell, vector, valueJ, leastS));
      }
      least = Math.min(least, best);
      if (leftS[cell]! <= leastS) break;
    }
    return least;
  }

  /** Returns the energy of a design with this dynamic energy and response time (s), J. */
  energyJ(dynamicJ: number, timeS: number): number {
    return dynamicJ + this.staticW * timeS;
  }

  /**
   * Returns the response time from which a complete design with this dynamic energy is of no use, s. With the goal
   * 'front' the design is dominated from then on. With the goal 'product' its time x energy is no better than the best
   * known.
   */
  newsBeforeS(dynamicJ: number): number {
    if (this.goal === 'front') return this.archive.newsBeforeS(dynamicJ, this.staticW);
    const product = this.bestProductSJ / (1 + TOLERANCE);
    // T (dynamicJ + staticW T) = product; this form of the root does not cancel.
    if (product === Infinity) return Infinity;
    const root = dynamicJ + Math.sqrt(dynamicJ * dynamicJ + 4 * this.staticW * product);
    return root > 0 ? (2 * product) / root : Infinity;
  }

  /** Updates the time cells and the known energies after a point was added to the archive. */
  renew(): void {
    const { points } = this.archive;
    this.bestProductSJ = Math.min(Infinity, ...points.map(({ timeS, energyJ }) => timeS * energyJ));
    if (this.goal === 'product' && this.leftS.length > 0) return;
    const firstS = this.deadlinesS[0] ?? 0;
    const lastS = this.deadlinesS.at(-1) ?? 0;
    const grid =
      this.goal === 'front' || firstS === 0
        ? this.deadlinesS
        : Array.from(
            { length: PRODUCT_CELLS },
            (_, index) => firstS * (lastS / firstS) ** (index / (PRODUCT_CELLS - 1)),
          );
    const times = this.goal === 'front' ? points.map(({ timeS }) => timeS) : [];
    this.leftS = Float64Array.from(new Set([0, ...grid, ...times])).sort();
    this.knownJ = this.leftS.map((left) => points.findLast(({ timeS }) => timeS <= left)?.energyJ ?? Infinity);
    const { count, total } = this.prices;
    this.favourite = Uint8Array.from(this.leftS, (left, cell) => {
      const middleS = cell === this.leftS.length - 1 ? left : (left + this.leftS[cell + 1]!) / 2;
      let best = 0;
      for (let vector = 1; vector < count; vector++) {
        const gain =
          this.allRestJ[vector]! - total[vector]! * middleS - (this.allRestJ[best]! - total[best]! * middleS);
        if (gain > 0) best = vector;
      }
      return best;
    });
  }

  /** Returns true if every completion with a response time in the cell and at least `leastS` is dominated. */
  private cuts(cell: number, placed: number, leastS: number, rest: Float64Array): boolean {
    const { count } = this.prices;
    if (this.goal === 'front' && this.knownJ[cell] === Infinity) return false;
    const at = placed * count;
    const favourite = this.favourite[cell]!;
    // The favourite first, then its neighbours on both sides by distance, then no price at all.
    for (let step = 0; step <= 2 * NEIGHBOURS; step++) {
      const vector = favourite + (step & 1 ? (step + 1) >> 1 : -(step >> 1));
      if (vector < 1 || vector >= count) continue;
      if (this.cutsWith(cell, vector, this.placedJ[at + vector]! + rest[at + vector]!, leastS)) return true;
    }
    return this.cutsWith(cell, 0, this.placedJ[at]! + rest[at]!, leastS);
  }

  private cutsWith(cell: number, vector: number, valueJ: number, leastS: number): boolean {
    if (this.goal === 'product')
      return this.productOnCell(cell, vector, valueJ, leastS) * (1 + TOLERANCE) >= this.bestProductSJ;
    const slopeW = this.prices.total[vector]! - this.staticW;
    const fromS = Math.max(this.leftS[cell]!, leastS);
    const toS = slopeW > 0 ? (cell + 1 < this.leftS.length ? this.leftS[cell + 1]! : Infinity) : fromS;
    return (valueJ - slopeW * toS) * (1 + TOLERANCE) >= this.knownJ[cell]!;
  }

  /**
   * Returns a lower bound on time x energy in a cell, s J, at least 0: the minimum, over the cell's times T from
   * `leastS` on, of T x the energy bound by one vector of dual values:
   *
   * T (value - slope x T)
   */
  private productOnCell(cell: number, vector: number, valueJ: number, leastS: number): number {
    const slopeW = this.prices.total[vector]! - this.staticW;
    const fromS = Math.max(this.leftS[cell]!, leastS);
    const left = fromS * (valueJ - slopeW * fromS);
    // With a falling bound the product is concave in T: least at an end. With a rising one it rises.
    if (slopeW <= 0) return Math.max(0, left);
    const toS = cell + 1 < this.leftS.length ? this.leftS[cell + 1]! : Infinity;
    return Math.max(0, Math.min(left, toS === Infinity ? 0 : toS * (valueJ - slopeW * toS)));
  }

  private restOf(open: Uint8Array | null): Float64Array {
    let key = 0;
    if (open !== null) for (const level of open) key |= 1 << level;
    const known = this.restJ.get(key);
    if (known !== undefined) return known;
    const { tasks, levels, choices, execS, energyJ } = this.compiled;
    const { count, task } = this.prices;
    const rest = new Float64Array((tasks + 1) * count);
    for (let place = tasks - 1; place >= 0; place--) {
      for (let vector = 0; vector < count; vector++) {
        let least = Infinity;
        for (const level of choices[place]!) {
          if (key !== 0 && !((key >> level) & 1)) continue;
          const at = place * levels + level;
          least = Math.min(least, energyJ[at]! + task[vector * tasks + place]! * execS[at]!);
        }
        rest[place * count + vector] = rest[(place + 1) * count + vector]! + least;
      }
    }
    this.restJ.set(key, rest);
    return rest;
  }
}

/** Number of vectors of dual values, on each side of a time cell's best vector, that are tried to prune the cell. */
const NEIGHBOURS = 2;
