import { keepsMinimumOn } from '../../../../../models/families/reward-rate/minimum-on.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { W_PER_KW } from '../../../../../models/units.js';
import type { RunControl } from '../../../../methods/control.js';
import type { LpEngine } from '../../../../solvers/linear/engine.js';
import type { LagrangianBound } from '../room-program/bound.js';
import { commonSetPointColumn } from '../room-program/cap-rows.js';
import type { CouplingRow } from '../room-program/coupling.js';
import type { CountRange, PoolProof } from '../room-program/proof.js';
import { measure } from '../rounding/node-plan.js';
import { type BestFirstResult, BestFirstSearch, type Branch, type Examined } from '../whole-numbers/best-first.js';
import { bestCut, type Cut, wholeCut } from './branching.js';
import { branchBound } from './node-bound.js';
import type { Pool, PoolConfiguration } from './pool.js';
import { isSame, PoolProgram } from './pool-program.js';

/** Limit on the number of LPs times the number of configurations. Ours: about a minute on one core for large pools. */
const LP_WORK = 2_000_000;
/** Relative gain in reward below which a plan counts as equal up to rounding error. */
const SAME = 1e-10;
/** Excess over a limit, K and W, above which a violation is not just rounding error. */
const CLEAR = 1e-9;
/** Maximum number of LPs of a branch, each with new rows. */
const ROUNDS = 7;
/** Maximum number of times that the engine's branch and bound looks for a first plan, each with new rows. */
const ENGINE_ROUNDS = 3;
/** Maximum number of search-tree nodes in the engine's branch and bound for a first plan. */
const ENGINE_NODES = 500;
/** Limit on the number of nodes of the engine's search tree times the number of configurations. */
const ENGINE_WORK = 500_000;
/** Relative gap between bound and best plan at which the engine's branch and bound ends. */
const ENGINE_GAP = 1e-6;

export interface ClassSearchRequest {
  readonly model: RewardRateModel;
  readonly pool: Pool;
  /** LP rows with which the search begins. They hold for all plans. */
  readonly rows: readonly CouplingRow[];
  /** Bound on all plans that was proven before this search. */
  readonly bound: LagrangianBound;
  /** Reward of the best plan known before, reward/s. */
  readonly incumbentRewardPerS: number;
  readonly engine: LpEngine;
  readonly control: RunControl;
  /** Maximum number of LPs solved in the search. */
  readonly most: number;
}

/** Plan with one configuration per node. */
export interface PoolPlan {
  /** [zone][node]: configuration of each node. */
  readonly nodes: PoolConfiguration[][];
  readonly rewardPerS: number;
}

/** Result of the search, with what the ranges of its leaves are about. */
export interface ClassSearchResult extends BestFirstResult<Ranges, PoolPlan> {
  readonly pool: PoolProof;
}

/**
 * Searches for the best plan of the pool's configurations, and for a bound on such plans, by branch and bound. The
 * branch with the largest bound comes first.
 *
 * LPs give dual values, from which branchBound computes the bound of a branch. Plans are evaluated exactly.
 */
export async function searchClass(input: ClassSearchRequest): Promise<ClassSearchResult> {
  const search = new ClassSearch(input);
  try {
    return await search.run();
  } finally {
    search.program.session.dispose();
  }
}

type Ranges = readonly CountRange[];

class ClassSearch {
  readonly program: PoolProgram;
  readonly #input: ClassSearchRequest;
  readonly #size: number;
  readonly #tree: BestFirstSearch<Ranges, PoolPlan>;

  constructor(input: ClassSearchRequest) {
    const { model, pool } = input;
    this.#input = input;
    this.#size = pool.byZone.reduce((sum, { length }) => sum + length, 0) || 1;
    this.program = new PoolProgram(model, pool, input.engine);
    this.program.addRows(input.rows);
    this.#tree = new BestFirstSearch({
      ...input,
      phase: 'one configuration per node',
      restRewardPerS: input.bound.value - pool.loss,
      same: SAME,
      most: Math.min(input.most, Math.ceil(LP_WORK / this.#size)),
    });
  }

  async run(): Promise<ClassSearchResult> {
    const tree = this.#tree;
    const { bound, pool } = this.#input;
    const result = await tree.run([], async (branch) => this.#examined(branch));
    // What exceeds the best plan by rounding error is its reward.
    const most = result.boundRewardPerS > tree.goal ? Infinity : tree.incumbent;
    return {
      ...result,
      boundRewardPerS: Math.min(result.boundRewardPerS, most),
      pool: { by: bound, loss: pool.loss, splits: this.program.splits },
    };
  }

  /** Solves the LP of a branch, with rows that its answers break, and divides the branch at the last answer. */
  async #examined(branch: Branch<Ranges>): Promise<Examined<Ranges>> {
    const { model, pool } = this.#input;
    const { ranges } = branch;
    const [{ program }, tree] = [this, this.#tree];
    const side = commonSetPointColumn(model);
    program.setRanges(ranges);
    const { value, by, last } = await tree.solved(branch, {
      rounds: ROUNDS,
      solve: () => program.solvePool(),
      boundAt: ({ prices }) => {
        const own = { rows: program.rows, prices, side };
        return { ...branchBound(program, ranges, own), by: own };
      },
      grow: (answer, { powerPrice }, lowest) => {
        const broken = program.brokenRows(answer.setPointC, answer.zoneKW);
        const isPlan = bestCut(pool.byZone, answer, powerPrice) === null;
        const ofPlan = isPlan ? this.#consider(answer.units) : [];
        if (lowest > tree.goal) program.addRows([...broken, ...(ofPlan ?? [])]);
        return broken.length > 0 || (ofPlan ?? []).length > 0;
      },
    });
    if (ranges.length === 0) this.#considerWhole();
    if (last === null) return { value, by, parts: null };
    const { answer, bound } = last;
    const isFixed: Parameters<typeof wholeCut>[1] = (split, least) =>
      ranges.some(({ count, lower }) => isSame(program.splits[count]!, split) && lower >= least);
    const cut = bestCut(pool.byZone, answer, bound.powerPrice) ?? wholeCut(answer, isFixed);
    // The branch is this very plan: it is kept, or breaks a limit.
    if (cut === null) {
      const isSettled =
        this.#consider(answer.units) === null || isClearlyBroken(model, nodesOf(pool.byZone, answer.units));
      return isSettled ? { value: -Infinity, by: null, parts: null } : { value, by, parts: null };
    }
    return { value, by, parts: value > tree.goal && !tree.isStopped ? this.#divided(cut, ranges) : null };
  }

  /** Looks for first plans with the engine's own branch and bound, and adds the rows that they break. */
  #considerWhole(): void {
    const { program } = this;
    const nodeLimit = Math.min(ENGINE_NODES, Math.ceil(ENGINE_WORK / this.#size));
    for (let n = 0; n < ENGINE_ROUNDS; n++) {
      const units = program.wholeUnits(nodeLimit, ENGINE_GAP);
      const broken = units === null ? null : this.#consider(units);
      if (broken === null || broken.length === 0) break;
      program.addRows(broken);
    }
  }

  /** Keeps a plan if it is better than the incumbent. Returns null if it keeps all limits, otherwise rows that it breaks. */
  #consider(units: readonly Float64Array[]): CouplingRow[] | null {
    const { model, pool } = this.#input;
    const nodes = nodesOf(pool.byZone, units);
    if (nodes.some((zone, b) => zone.length !== model.zones[b]!.nodeCount)) return [];
    const { feasible, rewardPerS, warmestC } = measure(model, nodes);
    if (feasible) {
      if (rewardPerS > this.#tree.goal) this.#tree.keep({ nodes, rewardPerS }, rewardPerS);
      return null;
    }
    const zoneKW = Float64Array.from(nodes, (zone) => zone.reduce((sum, { coreW }) => sum + coreW / W_PER_KW, 0));
    return this.program.brokenRows(warmestC, zoneKW);
  }

  /** Returns the ranges of both sides of a cut; null if an answer lies in the cut's range only because LPs widen it. */
  #divided({ split, below }: Cut, ranges: Ranges): Ranges[] | null {
    const count = this.program.count(split);
    const { lower, upper } = ranges.find((one) => one.count === count) ?? { lower: -Infinity, upper: Infinity };
    if (upper <= below || lower > below) return null;
    const others = ranges.filter((one) => one.count !== count);
    return [
      [...others, { count, lower, upper: below }],
      [...others, { count, lower: below + 1, upper }],
    ];
  }
}

/** Returns true if a plan violates a limit by more than rounding error. */
export function isClearlyBroken(model: RewardRateModel, nodes: PoolPlan['nodes']): boolean {
  const { coldestC, warmestC, brokenLimit } = measure(model, nodes);
  return coldestC - warmestC > CLEAR || (brokenLimit?.overW ?? 0) > CLEAR || !keepsMinimumOn(model, nodes);
}

/** Returns the nodes of each zone by the numbers that run each configuration of its pool. */
export function nodesOf(byZone: Pool['byZone'], units: readonly Float64Array[]): PoolPlan['nodes'] {
  return units.map((ofZone, b) =>
    [...ofZone].flatMap((count, s) => new Array<PoolConfiguration>(Math.round(count)).fill(byZone[b]![s]!)),
  );
}
