import { W_PER_KW } from '../../../../../models/units.js';
import { type Configuration, configurationKey } from '../../../../../models/facility/configuration.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { LagrangianBound } from '../room-program/bound.js';
import type { CouplingRow } from '../room-program/coupling.js';
import type { NearConfigurations } from './near-configurations.js';
import { measure, type NodeConfigurations } from './node-plan.js';

/** Least gain of a change, as a fraction of the bound. Ours: a hundredth of the target gap; less takes too long. */
const MIN_GAIN = 1e-6;
/** Maximum number of steps in one descent; a plan near the bound needs a few dozen. */
const MAX_CHANGES = 300;
/**
 * Pairs of changes are tried if no single change gains. Only this many changes, those with the highest gains, are tried
 * as the first of a pair. The second number is used only if the first finds nothing, because it takes as long as an LP.
 */
const FIRST_OF_TWO = [24, 480] as const;
/**
 * Penalty per unit of excess over a limit, as a multiple of the limit's dual value. Ours: a unit of excess gains about
 * one dual value, so a penalty of two outweighs the gain.
 */
const EXCESS_PRICE = 2;

/**
 * Possible changes of single nodes with their effects on rates and power. The effects of change c on rates are the
 * entries start[c] to start[c + 1] - 1 of `task` and `added`.
 */
interface Changes {
  readonly of: readonly { readonly zone: number; readonly from: Configuration; readonly to: Configuration }[];
  readonly start: Int32Array;
  readonly task: Int32Array;
  /** [entry]: change of the rate of task type `task[entry]`, times the reward of a task, reward/s. */
  readonly added: Float64Array;
  /** [change]: change of the zone's power times the zone's price of power, reward/s. */
  readonly worth: Float64Array;
}

/** What a plan leaves free during the descent: reward still to be earned by task type, and slack of the limits. */
interface Place {
  /** [task type]: reward of the arrivals not yet served, reward/s; negative if more is run than arrives. */
  readonly room: Float64Array;
  /** Sum over the limits of slack times dual value, reward/s; negative if limits are exceeded. */
  readonly slack: number;
}

/** Plan with one configuration per node, and its reward. */
export interface WholePlan {
  readonly nodes: Configuration[][];
  readonly rewardPerS: number;
}

export interface DescentRequest {
  readonly model: RewardRateModel;
  readonly nodes: NodeConfigurations;
  readonly near: NearConfigurations;
  readonly bound: LagrangianBound;
  /** LP rows to which the bound's dual values belong. */
  readonly rows: readonly CouplingRow[];
  /**
   * Largest permitted loss of a node's change, reward/s. The loss is how much worse the new configuration is than the
   * zone's best one, at the bound's dual values.
   */
  readonly mostLoss: number;
  /** The search ends once the plan earns this reward, reward/s. */
  readonly goalRewardPerS: number;
}

/**
 * Improves a plan step by step at a common set-point. Returns the best feasible plan met on the way; null if there was
 * none.
 *
 * Each step changes the node (or, if no single one helps, the two nodes) with the largest gain: reward minus a penalty
 * for the excess over limits.
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

/** Returns the dual value of the common set-point: the sum over all rows that limit it from above, reward/s per K. */
function priceOfSetPoint({ bound, rows }: DescentRequest): number {
  return rows.reduce((sum, { side }, r) => {
    const perC = side.reduce((total, { value }) => total + value, 0);
    return sum + Math.max(0, perC) * (bound.prices.coupling[r] ?? 0);
  }, 0);
}

/**
 * Returns the changes of single nodes whose loss is at most `mostLoss`. Zones with the same configuration differ only
 * in the price of power, so only those with the lowest and the highest price are considered.
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
      worth.push((zonePowerPrice[zone]! * (to.coreW - from.coreW)) / W_PER_KW);
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

/** Returns the gain of change c, reward/s: the reward that arrivals allow minus the added penalty for excess. */
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
 * Returns the best pair of changes; null if none gains more than `leastGain`. Only the most promising changes are tried
 * as the first of a pair.
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
