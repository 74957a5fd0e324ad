import type { RunControl } from '../../../../methods/control.js';
import type { LagrangianBound, PricedRows } from '../room-program/bound.js';

/** Upper bound on the reward of every plan in a branch. */
export interface Proven {
  /** The bound, reward/s. */
  readonly value: number;
  /** Rows and prices that prove it, perhaps those of a branch that contains this one. */
  readonly by: PricedRows;
}

/** Part of a search: the plans whose numbers of nodes lie in the given ranges. */
export interface Branch<Ranges> extends Proven {
  readonly ranges: Ranges;
}

/** Branch that was not divided. `by` is null if it holds one plan that breaks a limit or is no better than the best. */
export interface Leaf<Ranges> {
  readonly ranges: Ranges;
  readonly by: PricedRows | null;
}

/** What the examination of a branch gives: its bound, and ranges that together contain all its plans that matter. */
export interface Examined<Ranges> extends Pick<Proven, 'value'>, Pick<Leaf<Ranges>, 'by'> {
  /** Null if the branch is not divided: its bound then counts to the end. */
  readonly parts: readonly Ranges[] | null;
}

/** LP of a branch, with the rows and columns that it lacks. */
export interface BranchLp<Answer, Bound extends Proven> {
  readonly solve: () => Answer | null;
  readonly boundAt: (answer: Answer) => Bound;
  /**
   * Adds rows that an answer breaks, and columns; returns false if there are none. `value` is the lowest bound so far,
   * reward/s.
   */
  readonly grow: (answer: Answer, bound: Bound, value: number) => boolean;
  /** Maximum number of LPs of a branch. */
  readonly rounds: number;
}

/** What the LPs of a branch give. */
export interface SolvedBranch<Answer, Bound> extends Proven {
  /** Last answer with its bound; null if the bound closes the branch, or if the LP has no answer. */
  readonly last: { readonly answer: Answer; readonly bound: Bound } | null;
}

export interface BestFirstRequest {
  readonly control: RunControl;
  readonly phase: string;
  /** Bound on all plans that was proven before the search. */
  readonly bound: LagrangianBound;
  /** Reward of the best plan known before the search, reward/s. */
  readonly incumbentRewardPerS: number;
  /** Upper bound on the reward of plans that the search does not cover, reward/s; absent if it covers all. */
  readonly restRewardPerS?: number;
  /** A branch is closed if its bound exceeds the best plan's reward by at most this fraction. */
  readonly same: number;
  /** Number of LPs after which no further branch is begun. */
  readonly most: number;
}

export interface BestFirstResult<Ranges, Plan> {
  /** Upper bound on the reward of all plans, reward/s. */
  readonly boundRewardPerS: number;
  /** Plan better than the one known before the search; null if none was found. */
  readonly better: Plan | null;
  /** Number of LPs solved. */
  readonly programs: number;
  readonly stoppedEarly: boolean;
  /** Branches that together contain all plans better than the best one known. */
  readonly leaves: readonly Leaf<Ranges>[];
  /** Reward of the best plan known after the search, reward/s. */
  readonly knownRewardPerS: number;
}

/**
 * Branch and bound over whole numbers of nodes: the branch with the largest bound is examined next. It holds the best
 * plan found so far, the number of LPs solved and what is proven about all plans.
 */
export class BestFirstSearch<Ranges, Plan> {
  #better: Plan | null = null;
  #incumbent: number;
  #programs = 0;
  #stoppedEarly = false;
  /** Largest bound of branches that were not divided and of plans that the search does not cover, reward/s. */
  #left: number;
  /** Binary heap of the branches to be examined, the one with the largest bound first. */
  readonly #open: Branch<Ranges>[] = [];
  readonly #closed: Leaf<Ranges>[] = [];
  readonly #request: BestFirstRequest;

  constructor(request: BestFirstRequest) {
    this.#request = request;
    this.#incumbent = request.incumbentRewardPerS;
    this.#left = request.restRewardPerS ?? -Infinity;
  }

  /** Reward of the best plan known, reward/s. */
  get incumbent(): number {
    return this.#incumbent;
  }

  /** Reward up to which a bound shows that no plan is better than the best one known, reward/s. */
  get goal(): number {
    return this.#incumbent + this.#request.same * Math.abs(this.#incumbent);
  }

  /** True once the user or a limit of the run has ended the search. */
  get isStopped(): boolean {
    return this.#stoppedEarly;
  }

  get isOver(): boolean {
    return this.#stoppedEarly || this.#programs >= this.#request.most;
  }

  keep(plan: Plan, rewardPerS: number): void {
    [this.#better, this.#incumbent] = [plan, rewardPerS];
  }

  /** Solves the LP of a branch until it lacks nothing, its bound closes it, or the search is stopped. */
  async solved<Answer, Bound extends Proven>(
    inherited: Proven,
    { solve, boundAt, grow, rounds }: BranchLp<Answer, Bound>,
  ): Promise<SolvedBranch<Answer, Bound>> {
    let { value, by } = inherited;
    for (let round = 1; ; round++) {
      const answer = solve();
      await this.countProgram(value);
      if (answer === null) return { value, by, last: null };
      const bound = boundAt(answer);
      if (bound.value < value) ({ value, by } = bound);
      const isGrown = value > this.goal && grow(answer, bound, value);
      if (value <= this.goal) return { value, by, last: null };
      if (!isGrown || round === rounds || this.#stoppedEarly) return { value, by, last: { answer, bound } };
    }
  }

  /** Counts an LP and reports progress. `value` is the bound of the branch under examination, reward/s. */
  async countProgram(value: number): Promise<void> {
    this.#programs++;
    const { control, phase } = this.#request;
    const stop = await control.step({ phase, bound: this.#boundWith(value), incumbent: this.#incumbent });
    if (stop) this.#stoppedEarly = true;
  }

  async run(
    ranges: Ranges,
    examine: (branch: Branch<Ranges>) => Promise<Examined<Ranges>>,
  ): Promise<BestFirstResult<Ranges, Plan>> {
    const { bound } = this.#request;
    this.#push({ ranges, value: bound.value, by: bound });
    while (!this.isOver && (this.#open[0]?.value ?? -Infinity) > Math.max(this.goal, this.#left)) {
      const branch = this.#pop();
      const { value, by, parts } = await examine(branch);
      if (parts === null || by === null || value <= this.goal) {
        this.#left = Math.max(this.#left, value);
        this.#closed.push({ ranges: branch.ranges, by });
      } else for (const part of parts) this.#push({ ranges: part, value, by });
    }
    return {
      boundRewardPerS: this.#boundWith(-Infinity),
      better: this.#better,
      programs: this.#programs,
      stoppedEarly: this.#stoppedEarly,
      leaves: [...this.#closed, ...this.#open],
      knownRewardPerS: this.#incumbent,
    };
  }

  #boundWith(value: number): number {
    const greatest = Math.max(this.#incumbent, this.#left, value, this.#open[0]?.value ?? -Infinity);
    return Math.min(this.#request.bound.value, greatest);
  }

  #push(branch: Branch<Ranges>): void {
    const open = this.#open;
    let n = open.length;
    for (; n > 0; n = (n - 1) >> 1) {
      const parent = open[(n - 1) >> 1]!;
      if (parent.value >= branch.value) break;
      open[n] = parent;
    }
    open[n] = branch;
  }

  #pop(): Branch<Ranges> {
    const open = this.#open;
    const top = open[0]!;
    const last = open.pop()!;
    let n = 0;
    for (let child = 1; child < open.length; child = 2 * n + 1) {
      if (child + 1 < open.length && open[child + 1]!.value > open[child]!.value) child++;
      if (open[child]!.value <= last.value) break;
      open[n] = open[child]!;
      n = child;
    }
    if (open.length > 0) open[n] = last;
    return top;
  }
}
