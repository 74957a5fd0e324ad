import { factorise, solveFactored } from './cholesky.js';

/**
 * Linear program that assigns tasks to options (node group and P-state). An entry is an option of a task, with variable
 * x >= 0; entries are ordered by task. The program minimizes the sum of cost times x. The x of each task's entries sum
 * to 1. In each node group, the sum of core share times x is at most the capacity. The dual values of the capacities
 * are the dual values of core time that are best for the bound.
 */
export interface ShareProgram {
  /** For each task, index of its first entry. The last element is the number of entries. */
  readonly first: Int32Array;
  /** For each entry, index of its node group. */
  readonly group: Int32Array;
  /** Cost of each entry, J. */
  readonly cost: Float64Array;
  /** For each entry, fraction of a core's time until the deadline that the task needs with the option. */
  readonly share: Float64Array;
  /** Capacity of each node group, in cores. */
  readonly capacity: Float64Array;
}

/** Maximum number of interior-point iterations. */
const MAX_ITERATIONS = 80;
/** Relative gap between primal and dual objective at which the interior-point method ends. */
const CLOSE_SHARE = 1e-9;
/** Fraction of the distance to the boundary of the feasible region that a step covers. Usual for Mehrotra's method. */
const STEP_SHARE = 0.995;
/** Step length below which the interior-point method ends, if both the primal and the dual step are shorter. */
const MIN_STEP = 1e-9;

/**
 * Returns the optimal dual values of the capacities, computed by Mehrotra's interior-point method. They are at least 0,
 * and dual feasible even if the method ends early. Returns null if a task has no entry. Time per iteration: O(entries x
 * groups per task + groups^3).
 *
 * @param start dual values to start from
 * @param enough value of the dual at which the method may end early
 */
export function capacityPrices(program: ShareProgram, start: Float64Array, enough: number): Float64Array | null {
  const { first, cost } = program;
  for (let task = 0; task + 1 < first.length; task++) if (first[task] === first[task + 1]) return null;
  let size = 0;
  for (const value of cost) size += Math.abs(value);
  const unit = size / cost.length || 1;
  const point = new InteriorPoint(program, start, unit);
  for (let n = 0; n < MAX_ITERATIONS && !point.done(enough / unit); n++) if (!point.advance()) break;
  return point.price.map((value) => value * unit);
}

class InteriorPoint {
  readonly price: Float64Array;
  private readonly tasks: number;
  private readonly groups: number;
  private readonly cost: Float64Array;
  /** Primal variable x of each entry. */
  private readonly amount: Float64Array;
  /** Reduced cost of each entry, J. */
  private readonly reduced: Float64Array;
  /** For each entry, product of the predictor's step of x and its step of the reduced cost; later the step of x. */
  private readonly step: Float64Array;
  private readonly taskPrice: Float64Array;
  private readonly room: Float64Array;
  private readonly weight: Float64Array;
  private readonly taskRest: Float64Array;
  private readonly matrix: Float64Array;
  private readonly priceStep: Float64Array;
  private readonly roomStep: Float64Array;
  private readonly roomCorrection: Float64Array;
  private readonly missing: Float64Array;
  private readonly local: Float64Array;
  private readonly touched: Int32Array;
  private gap = Infinity;
  private misfit = Infinity;

  constructor(
    private readonly program: ShareProgram,
    start: Float64Array,
    unit: number,
  ) {
    const { first, group, share, capacity } = program;
    this.tasks = first.length - 1;
    this.groups = capacity.length;
    const entries = group.length;
    this.cost = program.cost.map((value) => value / unit);
    this.amount = new Float64Array(entries);
    this.reduced = new Float64Array(entries);
    this.step = new Float64Array(entries);
    this.taskPrice = new Float64Array(this.tasks);
    this.weight = new Float64Array(this.tasks);
    this.taskRest = new Float64Array(this.tasks);
    this.matrix = new Float64Array(this.groups * this.groups);
    this.priceStep = new Float64Array(this.groups);
    this.roomStep = new Float64Array(this.groups);
    this.roomCorrection = new Float64Array(this.groups);
    this.missing = new Float64Array(this.groups);
    this.local = new Float64Array(this.groups);
    this.touched = new Int32Array(this.groups);
    const total = capacity.reduce((sum, cores) => sum + cores, 0);
    const least = (1e-3 * this.tasks) / total;
    this.price = start.map((value) => Math.max(value / unit, least));
    const load = new Float64Array(this.groups);
    for (let task = 0; task < this.tasks; task++) {
      let lowest = Infinity;
      for (let k = first[task]!; k < first[task + 1]!; k++) {
        lowest = Math.min(lowest, this.cost[k]! + this.price[group[k]!]! * share[k]!);
      }
      this.taskPrice[task] = lowest - 0.05;
      let inverse = 0;
      for (let k = first[task]!; k < first[task + 1]!; k++) {
        this.reduced[k] = this.cost[k]! + this.price[group[k]!]! * share[k]! - this.taskPrice[task]!;
        inverse += 1 / this.reduced[k]!;
      }
      for (let k = first[task]!; k < first[task + 1]!; k++) {
        // All products of a task alike: as central as may be.
        this.amount[k] = 1 / (this.reduced[k]! * inverse);
        load[group[k]!]! += share[k]! * this.amount[k]!;
      }
    }
    this.room = capacity.map((cores, g) => Math.max(cores - load[g]!, 0.1 * cores));
    this.measure();
  }

  done(enough: number): boolean {
    const { capacity } = this.program;
    let value = 0;
    for (const price of this.taskPrice) value += price;
    for (let g = 0; g < this.groups; g++) value -= this.price[g]! * capacity[g]!;
    if (value > enough) return true;
    return this.misfit <= 1e-9 && this.gap <= CLOSE_SHARE * Math.abs(value);
  }

  /** Makes one iteration. Returns false if the steps have become too short to make progress. */
  advance(): boolean {
    this.assemble();
    if (!factorise(this.matrix, this.groups)) return false;
    const count = this.amount.length + this.groups;
    const mean = this.gap / count;
    this.step.fill(0);
    this.roomCorrection.fill(0);
    const predicted = this.direction(0);
    const after =
      (this.gap +
        predicted.primal * predicted.reducedTimesStep +
        predicted.dual * predicted.amountTimesStep +
        predicted.primal * predicted.dual * predicted.both) /
      count;
    // `step` holds the products of the predictor's steps by now.
    this.correct();
    const centring = Math.min(1, Math.max(0, after / mean) ** 3);
    const { primal, dual } = this.direction(centring * mean);
    this.move(STEP_SHARE * primal, STEP_SHARE * dual);
    this.measure();
    return Math.max(primal, dual) > MIN_STEP && Number.isFinite(this.gap);
  }

  /**
   * Computes the matrix of the linear system for the steps of the capacities' dual values. The matrix is the sum over
   * tasks of
   *
   * diag(q) - h h' / w
   *
   * with slack / dual value of each capacity added on the diagonal. Let ratio = x / reduced cost of an entry. For each
   * task and group, q sums ratio x share^2 over the task's entries in the group, and h sums ratio x share. For each
   * task, w sums ratio over all its entries.
   */
  private assemble(): void {
    const { matrix, groups, local, touched, amount, reduced } = this;
    const { first, group, share } = this.program;
    matrix.fill(0);
    for (let task = 0; task < this.tasks; task++) {
      let count = 0;
      let weight = 0;
      for (let k = first[task]!; k < first[task + 1]!; k++) {
        const g = group[k]!;
        const ratio = amount[k]! / reduced[k]!;
        const part = ratio * share[k]!;
        weight += ratio;
        matrix[g * groups + g]! += part * share[k]!;
        // Entries of a group stand together within a task or not: either way each group is noted once.
        if (local[g] === 0) touched[count++] = g;
        local[g]! += part || Number.MIN_VALUE;
      }
      this.weight[task] = weight;
      for (let i = 0; i < count; i++) {
        const a = touched[i]!;
        const scaled = local[a]! / weight;
        for (let j = 0; j < count; j++) {
          const b = touched[j]!;
          if (b <= a) matrix[a * groups + b]! -= scaled * local[b]!;
        }
      }
      for (let i = 0; i < count; i++) local[touched[i]!] = 0;
    }
    for (let g = 0; g < groups; g++) matrix[g * groups + g]! += this.room[g]! / this.price[g]!;
  }

  /**
   * Computes the Newton direction that aims at `centre`, with the corrections in `step` and `roomCorrection`. It leaves
   * the steps of x in `step` and those of dual values in `priceStep`. Returns feasible step lengths, and sums from
   * which the gap after the step is computed.
   */
  private direction(centre: number): Direction {
    const { first, group, share } = this.program;
    const { amount, reduced, step, priceStep, roomStep, price, room } = this;
    for (let g = 0; g < this.groups; g++) {
      priceStep[g] = (centre - this.roomCorrection[g]!) / price[g]! - room[g]! - this.missing[g]!;
    }
    for (let task = 0; task < this.tasks; task++) {
      let rest = 1;
      for (let k = first[task]!; k < first[task + 1]!; k++) {
        // What x would do were the prices to stay.
        const free = (centre - step[k]!) / reduced[k]! - amount[k]!;
        step[k] = free;
        rest -= amount[k]! + free;
      }
      rest /= this.weight[task]!;
      this.taskRest[task] = rest;
      for (let k = first[task]!; k < first[task + 1]!; k++) {
        priceStep[group[k]!]! += share[k]! * (step[k]! + (amount[k]! / reduced[k]!) * rest);
      }
    }
    solveFactored(this.matrix, this.groups, priceStep);
    const found: Direction = { primal: 1, dual: 1, reducedTimesStep: 0, amountTimesStep: 0, both: 0 };
    for (let task = 0; task < this.tasks; task++) {
      let turn = 0;
      for (let k = first[task]!; k < first[task + 1]!; k++) {
        turn += (amount[k]! / reduced[k]!) * share[k]! * priceStep[group[k]!]!;
      }
      const taskStep = this.taskRest[task]! + turn / this.weight[task]!;
      this.taskRest[task] = taskStep;
      for (let k = first[task]!; k < first[task + 1]!; k++) {
        const reducedStep = share[k]! * priceStep[group[k]!]! - taskStep;
        const amountStep = step[k]! - (amount[k]! / reduced[k]!) * reducedStep;
        step[k] = amountStep;
        note(found, amount[k]!, amountStep, reduced[k]!, reducedStep);
      }
    }
    for (let g = 0; g < this.groups; g++) {
      roomStep[g] = (centre - this.roomCorrection[g]! - room[g]! * priceStep[g]!) / price[g]! - room[g]!;
      note(found, room[g]!, roomStep[g]!, price[g]!, priceStep[g]!);
    }
    return found;
  }

  private correct(): void {
    const { first, group, share } = this.program;
    const { step, priceStep } = this;
    for (let task = 0; task < this.tasks; task++) {
      for (let k = first[task]!; k < first[task + 1]!; k++) {
        step[k]! *= share[k]! * priceStep[group[k]!]! - this.taskRest[task]!;
      }
    }
    for (let g = 0; g < this.groups; g++) this.roomCorrection[g] = this.roomStep[g]! * priceStep[g]!;
  }

  private move(primal: number, dual: number): void {
    const { first, group, share } = this.program;
    const { amount, reduced, step, priceStep } = this;
    for (let task = 0; task < this.tasks; task++) {
      const taskStep = this.taskRest[task]!;
      this.taskPrice[task]! += dual * taskStep;
      for (let k = first[task]!; k < first[task + 1]!; k++) {
        amount[k]! += primal * step[k]!;
        reduced[k]! += dual * (share[k]! * priceStep[group[k]!]! - taskStep);
      }
    }
    for (let g = 0; g < this.groups; g++) {
      this.room[g]! += primal * this.roomStep[g]!;
      this.price[g]! += dual * priceStep[g]!;
    }
  }

  /** Computes the duality gap and the violation of the primal constraints. */
  private measure(): void {
    const { first, group, share, capacity } = this.program;
    const { amount, reduced, missing } = this;
    let gap = 0;
    let misfit = 0;
    // Capacity that neither shares nor room account for.
    missing.set(capacity);
    for (let task = 0; task < this.tasks; task++) {
      let rest = 1;
      for (let k = first[task]!; k < first[task + 1]!; k++) {
        gap += amount[k]! * reduced[k]!;
        rest -= amount[k]!;
        missing[group[k]!]! -= share[k]! * amount[k]!;
      }
      misfit = Math.max(misfit, Math.abs(rest));
    }
    for (let g = 0; g < this.groups; g++) {
      gap += this.room[g]! * this.price[g]!;
      missing[g]! -= this.room[g]!;
      misfit = Math.max(misfit, Math.abs(missing[g]!) / capacity[g]!);
    }
    this.gap = gap;
    this.misfit = misfit;
  }
}

interface Direction {
  /** Largest primal step length, at most 1, that keeps x and slacks at 0 or above. */
  primal: number;
  /** Largest dual step length, at most 1, that keeps reduced costs and dual values at 0 or above. */
  dual: number;
  reducedTimesStep: number;
  amountTimesStep: number;
  both: number;
}

function note(found: Direction, amount: number, amountStep: number, reduced: number, reducedStep: number): void {
  if (amount + found.primal * amountStep < 0) found.primal = -amount / amountStep;
  if (reduced + found.dual * reducedStep < 0) found.dual = -reduced / reducedStep;
  found.reducedTimesStep += reduced * amountStep;
  found.amountTimesStep += amount * reducedStep;
  found.both += amountStep * reducedStep;
}
