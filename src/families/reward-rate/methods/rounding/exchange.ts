import { W_PER_KW } from '../../../../../models/units.js';
import { type Configuration, configurationKey } from '../../../../../models/facility/configuration.js';
import { minimumsOf } from '../../../../../models/families/reward-rate/minimum-on.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { LagrangianBound } from '../room-program/bound.js';
import { SIDE_MARGIN } from './choice-program.js';
import { earningsOf, improve, take, withEarned } from './improve.js';
import { lossesOf } from './near-configurations.js';
import type { NodeConfigurations } from './node-plan.js';
import type { PlanLimits } from './plan-limits.js';

/** Node whose configuration is still to be chosen, with the configurations to choose from. */
export interface OpenNode {
  readonly zone: number;
  readonly node: number;
  readonly configurations: readonly Configuration[];
}

/** Configuration that an open node may take, with its effect on rates and rows. */
interface Choice {
  readonly configuration: Configuration;
  /** How much worse the configuration is than its zone's best, at the bound's dual values, reward/s; at least 0. */
  readonly loss: number;
  /** What the configuration adds to the rate of each task type, tasks/s, then to the left side of each row. */
  readonly adds: Float64Array;
}

/** Least gain of an exchange, as a fraction of the bound. Ours: a smaller gain is rounding error. */
const MIN_GAIN = 1e-9;
/** No further exchange is started once this many combinations of choices were evaluated. */
const MAX_COMBINATIONS = 1_000_000;
/** Maximum number of open nodes that change in one exchange. */
const MAX_EXCHANGED = 3;

export interface ExchangeRequest {
  readonly model: RewardRateModel;
  /** [zone][node]: the plan so far. The configurations of open nodes are only a start. */
  readonly nodes: NodeConfigurations;
  readonly open: readonly OpenNode[];
  readonly limits: Pick<PlanLimits, 'rows' | 'side'>;
  readonly bound: LagrangianBound;
  /** The search ends once the plan earns this reward, reward/s. */
  readonly goalRewardPerS: number;
}

/**
 * Returns true if `completeByExchange` can handle the limits: at most one side column (a common set-point), no row that
 * defines it, and no minimum of running nodes.
 */
export function canExchange(model: RewardRateModel, { rows, side }: ExchangeRequest['limits']): boolean {
  return side.length <= 1 && minimumsOf(model).length === 0 && rows.every(({ defines }) => defines === undefined);
}

/**
 * Completes a plan by exchanges: two or three open nodes (whose configurations are to be chosen) get new configurations
 * together. Each pair, then each triple, gets the configurations that earn most within the rows. This ends when nothing
 * improves, the goal is reached or enough combinations were tried.
 *
 * Returns one configuration per open node; null if not even idling keeps the rows. The start is what the nodes run or,
 * if this violates a row, feasible configurations of least loss. Combinations are pruned, because bound - reward is at
 * least the sum of all losses (docs/reward-rate/config-lp.md).
 */
export function completeByExchange(input: ExchangeRequest): readonly Configuration[] | null {
  const { model, bound, goalRewardPerS } = input;
  const { rewardPerTask, arrivalRatePerS } = model;
  const tasks = rewardPerTask.length;
  const choices = choicesOf(input);
  const use = new RowUse(input);
  const current = startFromPlan(input, choices, use) ?? startFromLosses(choices, use);
  if (current === null) return null;
  const earnings = choices.map((ofNode) => earningsOf(model, ofNode.length, (c, i) => ofNode[c]!.adds[i]!));
  /** [number of choices made so far in a combination][task type]: reward of the arrivals not yet served, reward/s. */
  const rooms = Array.from({ length: MAX_EXCHANGED }, () => new Float64Array(tasks));
  const served = (i: number): number => Math.min(use.sum[i]!, arrivalRatePerS[i]!);
  let rewardPerS = 0;
  for (let i = 0; i < tasks; i++) rewardPerS += rewardPerTask[i]! * served(i);
  let losses = current.reduce((sum, { loss }) => sum + loss, 0);
  let combinations = 0;

  /** Replaces the choices of these open nodes by the feasible ones that earn most; returns false if none earns more. */
  const exchange = (nodes: readonly number[]): boolean => {
    const before = nodes.map((n) => current[n]!);
    for (const choice of before) use.add(choice, -1);
    const lossBefore = before.reduce((sum, { loss }) => sum + loss, 0);
    // No plan with these choices of the other nodes earns more.
    const most = bound.value - (losses - lossBefore);
    const chosen: Choice[] = [];
    let best: readonly Choice[] = [];
    let bestPerS = rewardPerS + MIN_GAIN * bound.value;
    let othersPerS = 0;
    for (let i = 0; i < tasks; i++) {
      othersPerS += rewardPerTask[i]! * served(i);
      rooms[0]![i] = rewardPerTask[i]! * (arrivalRatePerS[i]! - served(i));
    }
    const descend = (depth: number, loss: number, soFarPerS: number): void => {
      const options = choices[nodes[depth]!]!;
      const earned = earnings[nodes[depth]!]!;
      const room = rooms[depth]!;
      const isLast = depth === nodes.length - 1;
      for (let c = 0; c < options.length; c++) {
        const lossToo = loss + options[c]!.loss;
        if (lossToo >= most - bestPerS) return;
        const earnedPerS = withEarned(soFarPerS, earned, c, room);
        if (!isLast) {
          const left = rooms[depth + 1]!;
          left.set(room);
          take(left, earned, c);
          chosen[depth] = options[c]!;
          descend(depth + 1, lossToo, earnedPerS);
          continue;
        }
        combinations++;
        if (earnedPerS <= bestPerS) continue;
        chosen[depth] = options[c]!;
        if (use.fits(chosen)) [best, bestPerS] = [[...chosen], earnedPerS];
      }
    };
    descend(0, 0, othersPerS);
    const after = best.length > 0 ? best : before;
    for (const [k, choice] of after.entries()) {
      use.add(choice, 1);
      current[nodes[k]!] = choice;
    }
    if (after === before) return false;
    rewardPerS = bestPerS;
    losses += after.reduce((sum, { loss }) => sum + loss, 0) - lossBefore;
    return true;
  };

  const goesOn = (): boolean => rewardPerS < goalRewardPerS && combinations < MAX_COMBINATIONS;
  const count = current.length;
  const pairs = (): boolean => {
    let improved = false;
    for (let n = 0; n < count; n++)
      for (let m = n + 1; m < count && goesOn(); m++) if (exchange([n, m])) improved = true;
    return improved;
  };
  const triple = (): boolean => {
    for (let n = 0; n < count; n++)
      for (let m = n + 1; m < count; m++)
        for (let l = m + 1; l < count && goesOn(); l++) if (exchange([n, m, l])) return true;
    return false;
  };
  improve([() => count === 1 && exchange([0]), pairs, triple], goesOn);
  return current.map(({ configuration }) => configuration);
}

/** Returns what a node adds to the rate of each task type, tasks/s, then to the left side of each row. */
function addsOf(
  { limits: { rows } }: ExchangeRequest,
  zone: number,
  { ratePerS, coreW }: Pick<Configuration, 'ratePerS' | 'coreW'>,
): Float64Array {
  const adds = new Float64Array(ratePerS.length + rows.length);
  adds.set(ratePerS);
  for (const [r, { zoneCoefficient }] of rows.entries())
    adds[ratePerS.length + r] = (zoneCoefficient[zone]! * coreW) / W_PER_KW;
  return adds;
}

/** Returns the configurations that each open node may take, by ascending loss. */
function choicesOf(input: ExchangeRequest): Choice[][] {
  const lossOf = lossesOf(input.model, input.bound);
  return input.open.map(({ zone, configurations }) =>
    configurations
      .map((configuration) => ({
        configuration,
        loss: Math.max(0, lossOf(zone, configuration)),
        adds: addsOf(input, zone, configuration),
      }))
      .sort((a, b) => a.loss - b.loss),
  );
}

function startFromPlan({ nodes, open }: ExchangeRequest, choices: Choice[][], use: RowUse): Choice[] | null {
  const known = open.flatMap(({ zone, node }, n) => {
    const key = configurationKey(nodes[zone]![node]!);
    return choices[n]!.find(({ configuration }) => configurationKey(configuration) === key) ?? [];
  });
  if (known.length < open.length) return null;
  for (const choice of known) use.add(choice, 1);
  if (use.fits([])) return known;
  for (const choice of known) use.add(choice, -1);
  return null;
}

function startFromLosses(choices: Choice[][], use: RowUse): Choice[] | null {
  const current: Choice[] = [];
  for (const ofNode of choices) {
    const first =
      ofNode.find((choice) => use.fits([choice])) ?? ofNode.find(({ configuration }) => configuration.coreW === 0);
    if (first === undefined) return null;
    use.add(first, 1);
    current.push(first);
  }
  return use.fits([]) ? current : null;
}

/** Rates and left sides of rows of the nodes whose configurations are chosen, and whether more choices keep the rows. */
class RowUse {
  /** Rate of each task type, then left side of each row, as `Choice.adds`. */
  readonly sum: Float64Array;
  readonly #tasks: number;
  /** [row]: coefficient of the common set-point in the row. */
  readonly #perSetPoint: Float64Array;
  readonly #limit: Float64Array;
  /** Ends of the set-point's range, C; both 0 if the rows have no set-point. */
  readonly #range: readonly [coldestC: number, warmestC: number];
  readonly #allRows: readonly number[];
  /**
   * The two rows that no set-point satisfied together in the last test that failed. It is the same row twice if no
   * set-point satisfied that row alone. These rows are tested first.
   */
  #failed: readonly [number, number] = [0, 0];

  /** Begins with the nodes that are not open. */
  constructor(input: ExchangeRequest) {
    const { model, nodes, open, limits } = input;
    const { rows, side } = limits;
    this.#tasks = model.taskNames.length;
    this.sum = new Float64Array(this.#tasks + rows.length);
    this.#perSetPoint = Float64Array.from(rows, (row) => row.side.reduce((sum, { value }) => sum + value, 0));
    this.#limit = Float64Array.from(rows, ({ rhs, side: terms }) => rhs - (terms.length === 0 ? 0 : SIDE_MARGIN));
    this.#range = [side[0]?.lower ?? 0, side[0]?.upper ?? 0];
    this.#allRows = [...rows.keys()];
    const opened = nodes.map(() => new Set<number>());
    for (const { zone, node } of open) opened[zone]!.add(node);
    for (const [b, zone] of nodes.entries()) {
      const kept = zone.filter((_, n) => !opened[b]!.has(n));
      const coreW = kept.reduce((sum, configuration) => sum + configuration.coreW, 0);
      const ratePerS = new Float64Array(this.#tasks);
      for (const one of kept) for (let i = 0; i < ratePerS.length; i++) ratePerS[i]! += one.ratePerS[i]!;
      this.add({ adds: addsOf(input, b, { ratePerS, coreW }) }, 1);
    }
  }

  add({ adds }: Pick<Choice, 'adds'>, sign: 1 | -1): void {
    for (let k = 0; k < adds.length; k++) this.sum[k]! += sign * adds[k]!;
  }

  /** Returns true if some set-point satisfies all rows once these further choices are added. */
  fits(more: readonly Choice[]): boolean {
    return this.#keeps(this.#failed, more) && this.#keeps(this.#allRows, more);
  }

  #keeps(rows: readonly number[], more: readonly Choice[]): boolean {
    let [coldest, warmest] = this.#range;
    let lowestRow = 0;
    let highestRow = 0;
    for (const r of rows) {
      const at = this.#tasks + r;
      let left = this.#limit[r]! - this.sum[at]!;
      for (const { adds } of more) left -= adds[at]!;
      const perSetPoint = this.#perSetPoint[r]!;
      if (perSetPoint > 0 && left < warmest * perSetPoint) {
        warmest = left / perSetPoint;
        highestRow = r;
      } else if (perSetPoint < 0 && left < coldest * perSetPoint) {
        coldest = left / perSetPoint;
        lowestRow = r;
      }
      if (coldest <= warmest && (perSetPoint !== 0 || left >= 0)) continue;
      this.#failed = perSetPoint === 0 ? [r, r] : [lowestRow, highestRow];
      return false;
    }
    return true;
  }
}
