import { type Configuration, configurationKey } from '../../../../../models/facility/configuration.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { LagrangianBound } from '../bound/bound.js';
import type { CouplingRow } from '../master/coupling.js';
import type { NearConfigurations } from './near-configurations.js';
import { measure, type NodeConfigurations } from './node-plan.js';

/**
 * Minimum gain of a change, as a share of the bound. Our choice: a hundredth of the target gap; smaller ones are not
 * worth their time.
 */
const MIN_GAIN = 1e-6;
/** Maximum number of changes: a plan near the bound needs a few dozen. */
const MAX_CHANGES = 300;
/**
 * When no single change helps, each of this many cheapest changes is tried with a second one. The larger number takes
 * as long as an LP and is used only if the smaller finds nothing.
 */
const FIRST_OF_TWO = [24, 480] as const;
/**
 * Price of exceeding limits, as a multiple of the price of keeping them. Our choice: one part is gained by exceeding,
 * so twice deters.
 */
const EXCESS_PRICE = 2;

/**
 * Possible changes of nodes with their effect on rates and priced power; entries of change c are start[c] to start[c +
 * 1].
 */
interface Changes {
  readonly of: readonly { readonly zone: number; readonly from: Configuration; readonly to: Configuration }[];
  readonly start: Int32Array;
  readonly task: Int32Array;
  /** Changes of the rates of task types times reward, reward/s. */
  readonly added: Float64Array;
  /** Change of the zone's power times its price, reward/s. */
  readonly worth: Float64Array;
}

/** State of a plan: what task types may still earn, and the distance from the limits at its price. */
interface Place {
  /** Reward of unserved arrivals by task type, reward/s; negative if more is run than arrives. */
  readonly room: Float64Array;
  /** Distance from the limits, reward/s; negative if they are exceeded. */
  readonly slack: number;
}

/** Plan of whole nodes and its reward. */
export interface WholePlan {
  readonly nodes: Configuration[][];
  readonly rewardPerS: number;
}

export interface DescentRequest {
  readonly model: RewardRateModel;
  readonly nodes: NodeConfigurations;
  readonly near: NearConfigurations;
  readonly bound: LagrangianBound;
  /** Rows to which the bound's prices belong. */
  readonly rows: readonly CouplingRow[];
  /** Maximum loss by a change, reward/s. */
  readonly mostLoss: number;
  /** Reward at which the search ends, reward/s. */
  readonly goalRewardPerS: number;
}

/**
 * Improves a plan step by step and returns the best one within the limits on the way; null if there was none. Each step
 * changes the node (or, if no single one helps, the two nodes) with the largest gain: reward less the excess over
 * limits at its price. All CRACs share one set-point.
 */
export function descended(input: DescentRequest): WholePlan | null {
  const { model, bound } = input;
  const nodes = input.nodes.map((zone) => [...zone]);
  const perC = priceOfSetPoint(input);
  const leastGain = MIN_GAIN * bound.value;
  let best: WholePlan | null = null;
  for (let n = 0; n < MAX_CHANGES; n++) {
    const { feasible, rewardPerS, taskRatePerS, coldestC, warmestC, brokenLimit } = measure(model, nodes);
    if (brokenLimit !== null) break;
    if (feasible && (best === null || rewardPerS > best.rewardPerS))
      best = { nodes: nodes.map((zone) => [...zone]), rewardPerS };
    if (best !== null && best.rewardPerS >= input.goalRewardPerS) break;
    const changes = changesOf(input, nodes);
    const room = taskRatePerS.map((rate, i) => model.rewardPerTask[i]! * (model.arrivalRatePerS[i]! - rate));
    const at = { room, slack: perC * (warmestC - coldestC) };
    // What leads back within the limits is worth any effort: without it the path ends without a plan.
    const enough = feasible ? leastGain : 0;
    const better = bestSingle(changes, at, enough) ?? bestTwo(changes, at, enough);
    if (better === null) break;
    for (const c of better) {
      const { zone, from, to } = changes.of[c]!;
      nodes[zone]![nodes[zone]!.indexOf(from)] = to;
    }
  }
  return best;
}

/** Returns the price of a kelvin of set-point, reward/s: the sum over all rows that need it colder. */
function priceOfSetPoint({ bound, rows }: DescentRequest): number {
  return rows.reduce((sum, { side }, r) => {
    const perC = side.reduce((total, { value }) => total + value, 0);
    return sum + Math.max(0, perC) * (bound.prices.coupling[r] ?? 0);
  }, 0);
}

/**
 * Returns node changes that lose at most `mostLoss`. If nodes of several zones run the same configuration, only the
 * zones with the cheapest and the most expensive power are considered, because such changes differ only in the price of
 * power.
 */
function changesOf({ model, near, bound, mostLoss }: DescentRequest, nodes: NodeConfigurations): Changes {
  const { zonePowerPrice } = bound;
  const ends = new Map<string, { from: Configuration; zone: number }[]>();
  for (const [zone, zoneNodes] of nodes.entries()) {
    for (const from of new Set(zoneNodes)) {
      const key = `${from.type}#${configurationKey(from)}`;
      const [cheapest, dearest] = ends.get(key) ?? [];
      const here = { from, zone };
      ends.set(key, [
        cheapest !== undefined && zonePowerPrice[cheapest.zone]! <= zonePowerPrice[zone]! ? cheapest : here,
        dearest !== undefined && zonePowerPrice[dearest.zone]! >= zonePowerPrice[zone]! ? dearest : here,
      ]);
    }
  }
  const of: { zone: number; from: Configuration; to: Configuration }[] = [];
  const start: number[] = [0];
  const task: number[] = [];
  const added: number[] = [];
  const worth: number[] = [];
  for (const { from, zone } of [...ends.values()].flatMap((pair) => [...new Set(pair)])) {
    const lossBefore = near.lossOf(zone, from);
    for (const to of near.around(zone, from)) {
      if (near.lossOf(zone, to) - lossBefore > mostLoss) continue;
      for (let i = 0; i < to.ratePerS.length; i++) {
        const morePerS = to.ratePerS[i]! - from.ratePerS[i]!;
        if (morePerS === 0) continue;
        task.push(i);
        added.push(model.rewardPerTask[i]! * morePerS);
      }
      of.push({ zone, from, to });
      start.push(task.length);
      worth.push((zonePowerPrice[zone]! * (to.coreW - from.coreW)) / 1000);
    }
  }
  return {
    of,
    start: Int32Array.from(start),
    task: Int32Array.from(task),
    added: Float64Array.from(added),
    worth: Float64Array.from(worth),
  };
}

function penalty(slack: number): number {
  return EXCESS_PRICE * Math.max(0, -slack);
}

/**
 * Returns the gain of a change, reward/s: what it earns within the arrivals, less its excess over limits at their
 * price.
 */
function gainOf({ start, task, added, worth }: Changes, c: number, { room, slack }: Place): number {
  let gain = penalty(slack) - penalty(slack - worth[c]!);
  for (let e = start[c]!; e < start[c + 1]!; e++) {
    const left = room[task[e]!]!;
    gain += Math.min(added[e]!, left) - Math.min(0, left);
  }
  return gain;
}

function bestSingle(changes: Changes, at: Place, leastGain: number): readonly number[] | null {
  let best: readonly number[] | null = null;
  let most = leastGain;
  for (let c = 0; c < changes.of.length; c++) {
    const gain = gainOf(changes, c, at);
    if (gain > most) [best, most] = [[c], gain];
  }
  return best;
}

/**
 * Returns the best pair of changes whose first is among the cheapest; null if none gains `leastGain`. Room below and
 * excess above limits have the same price here.
 */
function bestTwo(changes: Changes, at: Place, leastGain: number): readonly number[] | null {
  const { of, start, task, added, worth } = changes;
  const gains = Float64Array.from(of, (_, c) => gainOf(changes, c, at) - Math.max(0, -worth[c]!));
  const order = [...of.keys()].sort((a, b) => gains[b]! - gains[a]!);
  let best: readonly number[] | null = null;
  let most = leastGain;
  let tried = 0;
  for (const firsts of FIRST_OF_TWO) {
    for (; tried < Math.min(firsts, order.length); tried++) {
      const first = order[tried]!;
      const room = at.room.slice();
      for (let e = start[first]!; e < start[first + 1]!; e++) room[task[e]!]! -= added[e]!;
      const gainOfFirst = gainOf(changes, first, at);
      const after = { room, slack: at.slack - worth[first]! };
      for (let second = 0; second < of.length; second++) {
        const gain = gainOfFirst + gainOf(changes, second, after);
        if (gain <= most || (of[second]!.zone === of[first]!.zone && of[second]!.from === of[first]!.from)) continue;
        [best, most] = [[first, second], gain];
      }
    }
    if (most > leastGain) break;
  }
  return best;
}
