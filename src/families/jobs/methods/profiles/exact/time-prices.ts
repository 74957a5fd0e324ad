import type { CompiledGraph } from './compiled.js';

/**
 * Lower bounds on dynamic energy by Lagrangian duality, with one vector of dual values for each of several deadlines
 * (docs/jobs/profiles.md). For each vector and every design with response time T, dynamic energy is at least
 *
 * sum over tasks of (energy + `task` x time) + sum over edges between cores of (`edge` x transfer time) - `total` x T
 */
export interface TimePrices {
  readonly count: number;
  /** Dual values of tasks, W, at deadline x (number of tasks) + place in the search order. */
  readonly task: Float64Array;
  /** Dual values of edges, W, at deadline x (number of edges) + edge. */
  readonly edge: Float64Array;
  /** For each deadline, sum of the dual values of all paths and of the load (total work over cores), W. */
  readonly total: Float64Array;
}

/** Number of subgradient steps for each deadline. Measured: more steps raise no bound by a thousandth. */
const STEPS = 120;
/** Number of steps without a better bound after which the step length is halved. */
const PATIENCE = 8;

/**
 * Returns a first vector of zeros, then for each deadline (s) a vector of dual values that gives a large lower bound.
 * Every nonnegative vector gives a valid bound; the search only finds good ones.
 */
export function timePrices(compiled: CompiledGraph, cores: number, deadlinesS: readonly number[]): TimePrices {
  const { tasks, edgeFrom } = compiled;
  const edges = edgeFrom.length;
  const count = deadlinesS.length + 1;
  const found = {
    count,
    task: new Float64Array(count * tasks),
    edge: new Float64Array(count * edges),
    total: new Float64Array(count),
  };
  const ascent = new Ascent(compiled, cores);
  // From the loosest deadline on: prices rise as time gets short, and no ascent begins with prices of a deadline that cannot be met.
  for (let index = deadlinesS.length - 1; index >= 0; index--) {
    const best = ascent.climb(deadlinesS[index]!);
    found.task.set(best.task, (index + 1) * tasks);
    found.edge.set(best.edge, (index + 1) * edges);
    found.total[index + 1] = best.total;
  }
  return found;
}

interface Path {
  readonly places: readonly number[];
  readonly edges: readonly number[];
}

/**
 * Subgradient ascent for dual values of paths through the task graph and of the load (total work over cores). A path
 * gets a dual value once it is the longest. The ascent for each deadline starts from the dual values of the deadline
 * before.
 */
class Ascent {
  private readonly paths: Path[] = [];
  private readonly known = new Map<string, number>();
  private prices: number[] = [];
  private loadPrice = 0;
  private readonly share: Float64Array;
  private readonly lengthS: Float64Array;
  private readonly via: Int32Array;
  private readonly timeS: Float64Array;

  constructor(
    private readonly compiled: CompiledGraph,
    cores: number,
  ) {
    const { tasks, width } = compiled;
    this.share = Float64Array.from(width, (most) => 1 / Math.min(most, cores));
    this.lengthS = new Float64Array(tasks);
    this.via = new Int32Array(tasks);
    this.timeS = new Float64Array(tasks);
  }

  climb(deadlineS: number): { task: Float64Array; edge: Float64Array; total: number } {
    let best = this.pricesByTask();
    let bestJ = -Infinity;
    let scale = 1;
    let idle = 0;
    for (let step = 0; step < STEPS; step++) {
      const now = this.pricesByTask();
      const { boundJ, spanJ } = this.choose(now.task, now.total * deadlineS);
      if (boundJ > bestJ) [best, bestJ, idle] = [now, boundJ, 0];
      else if (++idle >= PATIENCE) [scale, idle] = [scale / 2, 0];
      this.knowLongestPath();
      const over = this.paths.map(({ places }) => places.reduce((sum, place) => sum + this.timeS[place]!, -deadlineS));
      const loadOver = this.timeS.reduce((sum, timeS, place) => sum + timeS * this.share[place]!, -deadlineS);
      const moving = (excess: number, price: number): boolean => excess > 0 || price > 0;
      let norm = moving(loadOver, this.loadPrice) ? loadOver ** 2 : 0;
      over.forEach((excess, path) => (norm += moving(excess, this.prices[path]!) ? excess ** 2 : 0));
      if (norm === 0) break;
      // The bound is at most the energy of the fastest levels: the distance still to go, taken as a tenth of what lies between.
      const length = (scale * 0.1 * spanJ) / norm;
      this.prices = this.prices.map((price, path) => Math.max(0, price + length * over[path]!));
      this.loadPrice = Math.max(0, this.loadPrice + length * loadOver);
    }
    return best;
  }

  private pricesByTask(): { task: Float64Array; edge: Float64Array; total: number } {
    const task = this.share.map((share) => share * this.loadPrice);
    const edge = new Float64Array(this.compiled.edgeFrom.length);
    let total = this.loadPrice;
    this.paths.forEach(({ places, edges }, path) => {
      const price = this.prices[path]!;
      total += price;
      for (const place of places) task[place]! += price;
      for (const index of edges) edge[index]! += price;
    });
    return { task, edge, total };
  }

  /**
   * Chooses for each task the level of least cost (energy plus time at the dual value), and stores its execution time.
   * Returns the lower bound on energy, J (`boundJ`). Also returns the difference between the largest and the smallest
   * energy of a task over its levels, summed over tasks, J (`spanJ`).
   *
   * @param dueJ total dual value x deadline, J
   */
  private choose(price: Float64Array, dueJ: number): { boundJ: number; spanJ: number } {
    const { tasks, levels, choices, execS, energyJ } = this.compiled;
    let boundJ = -dueJ;
    let spanJ = 0;
    for (let place = 0; place < tasks; place++) {
      let [leastJ, highJ, lowJ] = [Infinity, 0, Infinity];
      for (const level of choices[place]!) {
        const at = place * levels + level;
        const costJ = energyJ[at]! + price[place]! * execS[at]!;
        if (costJ < leastJ) [leastJ, this.timeS[place]] = [costJ, execS[at]!];
        [highJ, lowJ] = [Math.max(highJ, energyJ[at]!), Math.min(lowJ, energyJ[at]!)];
      }
      boundJ += leastJ;
      spanJ += highJ - lowJ;
    }
    return { boundJ, spanJ };
  }

  /** Gives a dual value to the longest path at the chosen execution times, if that path has none yet. */
  private knowLongestPath(): void {
    const { tasks, firstEdge, edgeFrom } = this.compiled;
    const { lengthS, via, timeS } = this;
    let last = 0;
    for (let place = 0; place < tasks; place++) {
      [lengthS[place], via[place]] = [timeS[place]!, -1];
      for (let edge = firstEdge[place]!; edge < firstEdge[place + 1]!; edge++) {
        const lengthened = lengthS[edgeFrom[edge]!]! + timeS[place]!;
        if (via[place]! < 0 || lengthened > lengthS[place]!) [lengthS[place], via[place]] = [lengthened, edge];
      }
      if (lengthS[place]! > lengthS[last]!) last = place;
    }
    const [places, edges] = [[last], [] as number[]];
    for (let edge = via[last]!; edge >= 0; edge = via[edgeFrom[edge]!]!) {
      edges.push(edge);
      places.push(edgeFrom[edge]!);
    }
    const key = places.join();
    if (this.known.has(key)) return;
    this.known.set(key, this.paths.length);
    this.paths.push({ places, edges });
    this.prices.push(0);
  }
}
