import { W_PER_KW } from '../../../../../models/units.js';
import { type Configuration, configurationKey } from '../../../../../models/facility/configuration.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { LagrangianBound } from '../room-program/bound.js';
import type { CouplingRow } from '../room-program/coupling.js';
import { type Earnings, earningsOf, improve, take, withEarned } from './improve.js';
import type { NearConfigurations } from './near-configurations.js';
import { measure, type NodeConfigurations } from './node-plan.js';

/** Least gain of a change, as a fraction of the bound. Ours: a hundredth of the target gap; less takes too long. */
const MIN_GAIN = 1e-6;
/** Maximum number of plans in one descent; a plan near the bound needs a few dozen. */
const MAX_PLANS = 300;
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

/** Possible change of a single node. */
interface Change {
  readonly zone: number;
  readonly from: Configuration;
  readonly to: Configuration;
}

/** A plan during the descent: what it leaves free, and the changes that may follow. */
interface Step {
  readonly changes: readonly Change[];
  readonly earnings: Earnings;
  /** [change]: change of the zone's power times the zone's price of power, reward/s. */
  readonly paid: Float64Array;
  /** [task type]: reward of the arrivals not yet served, reward/s; negative if more is run than arrives. */
  readonly room: Float64Array;
  /** Sum over the limits of slack times dual value, reward/s; negative if limits are exceeded. */
  readonly slack: number;
  /** Least gain of changes that are made, reward/s. */
  readonly leastGain: number;
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
  let best: WholePlan | null = null;
  let plans = 0;
  /** Keeps the plan if it is the best, and returns the next step; null if there is none. */
  const look = (): Step | null => {
    const { feasible, rewardPerS, taskRatePerS, coldestC, warmestC, brokenLimit } = measure(model, nodes);
    if (brokenLimit !== null) return null;
    if (feasible && rewardPerS > (best?.rewardPerS ?? -Infinity))
      best = { nodes: nodes.map((zone) => [...zone]), rewardPerS };
    if (++plans === MAX_PLANS || (best !== null && best.rewardPerS >= input.goalRewardPerS)) return null;
    const room = taskRatePerS.map((rate, i) => model.rewardPerTask[i]! * (model.arrivalRatePerS[i]! - rate));
    // What leads back within the limits is worth any effort: without it the path ends without a plan.
    const leastGain = feasible ? MIN_GAIN * bound.value : 0;
    return { ...changesOf(input, nodes), room, slack: perC * (warmestC - coldestC), leastGain };
  };
  let next = look();
  const changed = (found: readonly Change[]): boolean => {
    for (const { zone, from, to } of found) nodes[zone]![nodes[zone]!.indexOf(from)] = to;
    if (found.length > 0) next = look();
    return found.length > 0;
  };
  improve([() => changed(bestSingle(next!)), () => changed(bestTwo(next!))], () => next !== null);
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
function changesOf(
  { model, near, bound, mostLoss }: DescentRequest,
  nodes: NodeConfigurations,
): Pick<Step, 'changes' | 'earnings' | 'paid'> {
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
  const changes: Change[] = [];
  for (const { from, zone } of [...ends.values()].flatMap((pair) => [...new Set(pair)])) {
    const lossBefore = near.lossOf(zone, from);
    for (const to of near.around(zone, from))
      if (near.lossOf(zone, to) - lossBefore <= mostLoss) changes.push({ zone, from, to });
  }
  return {
    changes,
    earnings: earningsOf(model, changes.length, (c, i) => changes[c]!.to.ratePerS[i]! - changes[c]!.from.ratePerS[i]!),
    paid: Float64Array.from(
      changes,
      ({ zone, from, to }) => (zonePowerPrice[zone]! * (to.coreW - from.coreW)) / W_PER_KW,
    ),
  };
}

function penalty(slack: number): number {
  return EXCESS_PRICE * Math.max(0, -slack);
}

/** Returns the gain of change c, reward/s: the reward that arrivals allow minus the added penalty for excess. */
function gainOf({ earnings, paid, room, slack }: Omit<Step, 'changes' | 'leastGain'>, c: number): number {
  return withEarned(penalty(slack) - penalty(slack - paid[c]!), earnings, c, room);
}

/** Returns the change with the highest gain; none if that is too small. */
function bestSingle(step: Step): readonly Change[] {
  let best: readonly Change[] = [];
  let most = step.leastGain;
  for (const [c, change] of step.changes.entries()) {
    const gain = gainOf(step, c);
    if (gain > most) [best, most] = [[change], gain];
  }
  return best;
}

/**
 * Returns the best pair of changes; none if their gain is too small. Only the most promising changes are tried as the
 * first of a pair.
 */
function bestTwo(step: Step): readonly Change[] {
  const { changes, earnings, paid, leastGain } = step;
  const gains = Float64Array.from(changes, (_, c) => gainOf(step, c) - Math.max(0, -paid[c]!));
  const order = [...changes.keys()].sort((a, b) => gains[b]! - gains[a]!);
  let best: readonly Change[] = [];
  let most = leastGain;
  let tried = 0;
  for (const firsts of FIRST_OF_TWO) {
    for (; tried < Math.min(firsts, order.length); tried++) {
      const first = order[tried]!;
      const room = step.room.slice();
      take(room, earnings, first);
      const gainOfFirst = gainOf(step, first);
      const { zone, from } = changes[first]!;
      const after = { earnings, paid, room, slack: step.slack - paid[first]! };
      for (let second = 0; second < changes.length; second++) {
        const gain = gainOfFirst + gainOf(after, second);
        if (gain <= most || (changes[second]!.zone === zone && changes[second]!.from === from)) continue;
        [best, most] = [[changes[first]!, changes[second]!], gain];
      }
    }
    if (most > leastGain) break;
  }
  return best;
}
