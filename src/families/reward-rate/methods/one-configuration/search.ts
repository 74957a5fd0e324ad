import { W_PER_KW } from '../../../../../models/units.js';
import { keepsMinimumOn } from '../../../../../models/families/reward-rate/minimum-on.js';
import { failedRoomsOf } from '../../../../../models/families/reward-rate/in-failed-room.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { zoneState } from '../../../../../models/families/reward-rate/set-points.js';
import type { RunControl } from '../../../../methods/control.js';
import type { LpEngine } from '../../../../solvers/linear/engine.js';
import { zonePowerPrices } from '../room-program/bound.js';
import { type CouplingRow, idlePowerW, powerCapRow, redLineRow, setPointWindow } from '../room-program/coupling.js';
import { brokenFailureRedLines, commonFailureRedLineRow } from '../room-program/failure-rows.js';
import { measure, zonePowersW } from '../rounding/node-plan.js';
import { bestCut, type Cut, wholeCut } from './branching.js';
import { branchBound } from './node-bound.js';
import type { Pool, PoolConfiguration } from './pool.js';
import { openPoolProgram, type PoolAnswer, type PoolProgram, type Split, type SplitRange } from './pool-program.js';

/** Limit on the number of LPs times the number of configurations. Ours: about a minute on one core for large pools. */
const LP_WORK = 2_000_000;
/** Relative gain in reward below which a plan counts as equal up to rounding error. */
const SAME = 1e-10;
/** Violation at which a red-line row still counts as satisfied and is not added, K. */
const ROW_TOLERANCE_C = 1e-7;
/** Excess over a limit, K and W, above which a violation is not just rounding error. */
const CLEAR = 1e-9;
/** Maximum number of red-line rows added to one LP. */
const ROWS_PER_ROUND = 10;
/** Maximum number of times that a branch's LP is solved again with new rows. */
const ROUNDS = 6;
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
  /** Upper bound on the reward of all plans that was proven before this search, reward/s. */
  readonly boundRewardPerS: number;
  /** Reward of the best plan known before, reward/s. */
  readonly incumbentRewardPerS: number;
  readonly engine: LpEngine;
  readonly control: RunControl;
  /** Maximum number of LPs solved in the search. */
  readonly most: number;
}

export interface ClassSearchResult {
  /** [zone][node]: a plan better than the incumbent; null if none was found. */
  readonly nodes: PoolConfiguration[][] | null;
  readonly rewardPerS: number;
  /** Upper bound on the reward of every plan with one configuration per node, reward/s. */
  readonly boundRewardPerS: number;
  readonly programs: number;
  readonly stoppedEarly: boolean;
}

interface Branch {
  readonly ranges: readonly SplitRange[];
  /** Upper bound on the reward of every plan in the branch, reward/s. */
  readonly value: number;
}

/**
 * Searches for the best plan of the pool's configurations, and for a bound on such plans, by branch and bound. The
 * branch with the largest bound comes first.
 *
 * LPs give dual values, from which branchBound computes the bound of a branch. Plans are evaluated exactly.
 */
export async function searchClass(input: ClassSearchRequest): Promise<ClassSearchResult> {
  const { model, pool, engine } = input;
  const program = openPoolProgram(model, pool.byZone, engine);
  try {
    return await run(input, program);
  } finally {
    program.dispose();
  }
}

async function run(input: ClassSearchRequest, program: PoolProgram): Promise<ClassSearchResult> {
  const { model, pool, control } = input;
  const rows: CouplingRow[] = [...input.rows];
  program.addRows(rows);
  const size = Math.max(
    1,
    pool.byZone.reduce((sum, ofZone) => sum + ofZone.length, 0),
  );
  const splits: Split[] = [];
  const splitOf = new Map<string, number>();
  const mostUnits = pool.byZone.map((ofZone, b) => new Float64Array(ofZone.length).fill(model.zones[b]!.nodeCount));
  let best: PoolConfiguration[][] | null = null;
  let incumbent = input.incumbentRewardPerS;
  /** Upper bound on the reward of plans in unsolved branches or outside the pool, reward/s. */
  let left = pool.restRewardPerS;
  let programs = 0;
  let stoppedEarly = false;
  const open: Branch[] = [{ ranges: [], value: input.boundRewardPerS }];
  let active: readonly SplitRange[] = [];
  const goal = (): number => incumbent + SAME * Math.abs(incumbent);

  const activate = (ranges: readonly SplitRange[]): void => {
    for (const { split } of active) program.setSplit({ split, lower: -Infinity, upper: Infinity });
    for (const range of ranges) program.setSplit(range);
    active = ranges;
  };
  const nodesOf = (units: readonly Float64Array[]): PoolConfiguration[][] =>
    units.map((ofZone, b) =>
      [...ofZone].flatMap((count, s) => new Array<PoolConfiguration>(Math.round(count)).fill(pool.byZone[b]![s]!)),
    );
  /** Returns true if a plan violates a limit by more than rounding error. */
  const isClear = (units: readonly Float64Array[]): boolean => {
    const nodes = nodesOf(units);
    const { coldestC, warmestC, brokenLimit } = measure(model, nodes);
    return coldestC - warmestC > CLEAR || (brokenLimit?.overW ?? 0) > CLEAR || !keepsMinimumOn(model, nodes);
  };
  const consider = (units: readonly Float64Array[]): 'kept' | 'broken' | CouplingRow[] => {
    const nodes = nodesOf(units);
    if (nodes.some((zone, b) => zone.length !== model.zones[b]!.nodeCount)) return 'broken';
    const { feasible, rewardPerS, nodePowerW, riseC, warmestC } = measure(model, nodes);
    if (feasible) {
      if (rewardPerS > goal()) [best, incumbent] = [nodes, rewardPerS];
      return 'kept';
    }
    return brokenRows(warmestC, riseC, nodePowerW, zonePowersW(model, nodes));
  };
  const rowed = new Map<number, number>();
  const brokenRows = (
    setPointC: number,
    riseC: Float64Array,
    nodePowerW: number,
    powersW: Float64Array,
  ): CouplingRow[] => {
    const mostRows = model.thermal.uncertain === undefined ? 1 : 20;
    const hot = [...riseC.keys()]
      .filter((b) => (rowed.get(b) ?? 0) < mostRows && setPointC + riseC[b]! > model.redLineC + ROW_TOLERANCE_C)
      .sort((a, b) => riseC[b]! - riseC[a]!)
      .slice(0, ROWS_PER_ROUND);
    for (const b of hot) rowed.set(b, (rowed.get(b) ?? 0) + 1);
    const more = hot.map((b) => redLineRow(model, b, powersW));
    if (failedRoomsOf(model).length > 0) {
      const known = new Set(rows.flatMap(({ constraint, where }) => (constraint === 'failureRedLine' ? [where] : [])));
      const point = { state: zoneState(model, powersW, riseC), setPointsC: model.cracs.map(() => setPointC) };
      more.push(...brokenFailureRedLines(model, point, known, commonFailureRedLineRow));
    }
    if (setPointC < setPointWindow(model, nodePowerW, 0).coldestC - ROW_TOLERANCE_C) {
      const cap = powerCapRow(model, nodePowerW);
      if (cap !== null) more.push(cap);
    }
    return more;
  };
  for (const { zone } of rows) if (zone >= 0) rowed.set(zone, 1);
  const add = (more: readonly CouplingRow[]): void => {
    program.addRows(more);
    rows.push(...more);
  };
  const solved = (ranges: readonly SplitRange[]): { readonly answer: PoolAnswer; readonly value: number } | null => {
    const answer = program.solve();
    programs++;
    if (answer === null) return null;
    const { value, loss } = branchBound(
      model,
      pool.byZone,
      mostUnits,
      rows,
      answer.prices,
      splits,
      ranges,
      answer.splitPrice,
    );
    if (ranges.length === 0) tighten(value, loss);
    return { answer, value };
  };
  /** Lowers each configuration's maximum number of nodes to what a plan better than the incumbent can have. */
  const tighten = (value: number, loss: readonly Float64Array[]): void => {
    const spare = value - incumbent;
    for (const [b, ofZone] of loss.entries()) {
      for (const [s, each] of ofZone.entries()) {
        if (each * mostUnits[b]![s]! <= spare) continue;
        const most = Math.max(0, Math.floor((spare / each) * (1 + 1e-9)));
        if (most >= mostUnits[b]![s]!) continue;
        mostUnits[b]![s] = most;
        program.setMost(b, s, most);
      }
    }
  };
  const branch = ({ split, below }: Cut, ranges: readonly SplitRange[], value: number): void => {
    const key = keyOf(split);
    let number = splitOf.get(key);
    if (number === undefined) {
      number = program.addSplit(split);
      splitOf.set(key, number);
      splits.push(split);
    }
    const before = ranges.find((range) => range.split === number) ?? { lower: -Infinity, upper: Infinity };
    // An answer that only its widening lets pass the range is not cut off by it.
    if (before.upper <= below || before.lower > below) {
      left = Math.max(left, value);
      return;
    }
    const others = ranges.filter((range) => range.split !== number);
    push({ ranges: [...others, { split: number, lower: before.lower, upper: below }], value });
    push({ ranges: [...others, { split: number, lower: below + 1, upper: before.upper }], value });
  };
  const push = (one: Branch): void => {
    let n = open.length;
    open.push(one);
    while (n > 0) {
      const parent = (n - 1) >> 1;
      if (open[parent]!.value >= one.value) break;
      open[n] = open[parent]!;
      n = parent;
    }
    open[n] = one;
  };
  const pop = (): Branch => {
    const top = open[0]!;
    const one = open.pop()!;
    if (open.length === 0) return top;
    let n = 0;
    for (;;) {
      let child = 2 * n + 1;
      if (child >= open.length) break;
      if (child + 1 < open.length && open[child + 1]!.value > open[child]!.value) child++;
      if (open[child]!.value <= one.value) break;
      open[n] = open[child]!;
      n = child;
    }
    open[n] = one;
    return top;
  };

  while (open.length > 0 && open[0]!.value > Math.max(goal(), left)) {
    if (programs >= Math.min(input.most, Math.ceil(LP_WORK / size)) || stoppedEarly) break;
    const { ranges, value: inherited } = pop();
    activate(ranges);
    let value = inherited;
    let cut: Cut | null = null;
    let unsolved = false;
    for (let round = 0; ; round++) {
      const found = solved(ranges);
      const bound = Math.max(incumbent, left, Math.min(inherited, value), open[0]?.value ?? -Infinity);
      if (await control.step({ phase: 'one configuration per node', bound, incumbent })) stoppedEarly = true;
      if (found === null) {
        unsolved = !mostUnits.some((ofZone, b) => sumOf(ofZone) < model.zones[b]!.nodeCount);
        if (!unsolved) value = -Infinity;
        break;
      }
      value = Math.min(value, found.value);
      if (value <= goal()) break;
      const { answer } = found;
      const powersW = Float64Array.from(model.zones, ({ idleW }, b) => idleW + answer.zoneKW[b]! * W_PER_KW);
      const nodePowerW = idlePowerW(model) + answer.zoneKW.reduce((sum, kW) => sum + kW, 0) * W_PER_KW;
      const more = brokenRows(answer.setPointC, model.thermal.inletRiseC(powersW), nodePowerW, powersW);
      const powerPrice = zonePowerPrices(model, rows, answer.prices);
      cut = bestCut(pool.byZone, answer, powerPrice);
      if (cut === null) {
        const considered = consider(answer.units);
        if (considered === 'kept' && value <= goal()) break;
        if (typeof considered !== 'string') more.push(...considered);
        if (more.length === 0) {
          cut = wholeCut(answer, (split, least) => {
            const number = splitOf.get(keyOf(split));
            return ranges.some((range) => range.split === number && range.lower >= least);
          });
          // The branch is this very plan: it is kept, or breaks a limit.
          if (cut === null && (considered === 'kept' || isClear(answer.units))) value = -Infinity;
        }
      }
      add(more);
      if (more.length === 0 || round >= ROUNDS || stoppedEarly) break;
    }
    if (ranges.length === 0) {
      for (let n = 0; n < 3; n++) {
        const units = program.wholeNodes(Math.min(ENGINE_NODES, Math.ceil(ENGINE_WORK / size)), ENGINE_GAP);
        const considered = units === null ? 'broken' : consider(units);
        if (typeof considered === 'string') break;
        add(considered);
      }
    }
    if (value <= goal()) continue;
    if (unsolved || stoppedEarly || cut === null) {
      left = Math.max(left, value);
      continue;
    }
    branch(cut, ranges, value);
  }
  const boundRewardPerS = Math.min(
    input.boundRewardPerS,
    Math.max(incumbent, left, open[0] !== undefined && open[0].value > goal() ? open[0].value : incumbent),
  );
  return { nodes: best, rewardPerS: incumbent, boundRewardPerS, programs, stoppedEarly };
}

function sumOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function keyOf({ zone, within }: Split): string {
  return `${zone}/${within.map(Number).join('')}`;
}
