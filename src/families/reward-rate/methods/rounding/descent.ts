import { type Configuration, configurationKey } from '../../../../../models/facility/configuration.js';
import type { RewardRateProblem } from '../../../../../models/problems/reward-rate/problem.js';
import type { LagrangianBound } from '../bound/bound.js';
import type { CouplingRow } from '../master/coupling.js';
import type { NearConfigurations } from './near-configurations.js';
import { measure, type NodeConfigurations } from './node-plan.js';

/** Least gain of a change, as a share of the bound (ours): a hundredth of the gap aimed at; smaller ones take longer than they earn. */
const MIN_GAIN = 1e-6;
/** Greatest number of changes (ours): a plan near the bound needs a few dozen. */
const MAX_CHANGES = 300;
/** Number of changes, those that cost least, with each of which a second one is tried where no single one helps (ours). */
const FIRST_OF_TWO = 24;
/** Price of passing the limits, in prices of keeping them (ours): twice is enough, as one is gained by passing them. */
const EXCESS_PRICE = 2;

/** Change of a node: what it adds to rates, sparse, and to priced power. */
interface Change {
  readonly zone: number;
  readonly from: Configuration;
  readonly to: Configuration;
  readonly tasks: Int32Array;
  readonly addedPerS: Float64Array;
  /** Addition to the power of the zone at its price, reward/s. */
  readonly worth: number;
}

interface Place {
  readonly ratePerS: Float64Array;
  /** Distance from the limits at its price, reward/s; negative where they are passed. */
  readonly slack: number;
}

export interface DescentInput {
  readonly problem: RewardRateProblem;
  readonly nodes: NodeConfigurations;
  readonly near: NearConfigurations;
  readonly bound: LagrangianBound;
  /** Rows of the bound's prices. */
  readonly rows: readonly CouplingRow[];
  /** Greatest loss by a change, reward/s. */
  readonly mostLoss: number;
  /** Reward at which the search ends, reward/s. */
  readonly goalRewardPerS: number;
}

/**
 * Best plan within the limits on a path of changes of single nodes, each the one that helps most of all nodes', or of two where no single one helps:
 * by reward, and where the limits are passed by their excess at its price. Null where the path meets no plan within the limits. For a set-point
 * common to all CRACs.
 */
export function descended(
  input: DescentInput,
): { readonly nodes: Configuration[][]; readonly rewardPerS: number } | null {
  const { problem, bound } = input;
  const nodes = input.nodes.map((zone) => [...zone]);
  const perC = priceOfSetPoint(input);
  const leastGain = MIN_GAIN * bound.value;
  let best: { readonly nodes: Configuration[][]; readonly rewardPerS: number } | null = null;
  for (let n = 0; n < MAX_CHANGES; n++) {
    const { feasible, rewardPerS, taskRatePerS, coldestC, warmestC, brokenLimit } = measure(problem, nodes);
    if (brokenLimit !== null) break;
    if (feasible && (best === null || rewardPerS > best.rewardPerS))
      best = { nodes: nodes.map((zone) => [...zone]), rewardPerS };
    if (best !== null && best.rewardPerS >= input.goalRewardPerS) break;
    const changes = changesOf(input, nodes);
    const at = { ratePerS: taskRatePerS, slack: perC * (warmestC - coldestC) };
    const better = bestSingle(problem, changes, at, leastGain) ?? bestTwo(problem, changes, at, leastGain);
    if (better === null) break;
    for (const { zone, from, to } of better) nodes[zone]![nodes[zone]!.indexOf(from)] = to;
  }
  return best;
}

/** Price of a kelvin of set-point, reward/s: that of all rows that ask for a colder one. */
function priceOfSetPoint({ bound, rows }: DescentInput): number {
  return rows.reduce((sum, { side }, r) => {
    const perC = side.reduce((total, { value }) => total + value, 0);
    return sum + Math.max(0, perC) * (bound.prices.coupling[r] ?? 0);
  }, 0);
}

/**
 * Changes of nodes that do not lose too much. Of zones whose nodes run the same the two stand for all where power is cheapest and dearest: a change
 * is the same in all but its power's price.
 */
function changesOf({ problem, near, bound, mostLoss }: DescentInput, nodes: NodeConfigurations): Change[] {
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
  return [...ends.values()].flatMap((pair) =>
    [...new Set(pair)].flatMap(({ from, zone }) => {
      const lossBefore = near.lossOf(zone, from);
      const changes = near.around(zone, from).filter((to) => near.lossOf(zone, to) - lossBefore <= mostLoss);
      return changes.map((to): Change => {
        const tasks = [...problem.rewardPerTask.keys()].filter((i) => to.ratePerS[i] !== from.ratePerS[i]);
        return {
          ...{ zone, from, to },
          tasks: Int32Array.from(tasks),
          addedPerS: Float64Array.from(tasks, (i) => to.ratePerS[i]! - from.ratePerS[i]!),
          worth: (zonePowerPrice[zone]! * (to.coreW - from.coreW)) / 1000,
        };
      });
    }),
  );
}

function penalty(slack: number): number {
  return EXCESS_PRICE * Math.max(0, -slack);
}

function gainOf({ rewardPerTask, arrivalRatePerS }: RewardRateProblem, change: Change, at: Place): number {
  const { tasks, addedPerS, worth } = change;
  let gain = penalty(at.slack) - penalty(at.slack - worth);
  for (let e = 0; e < tasks.length; e++) {
    const i = tasks[e]!;
    const rate = at.ratePerS[i]!;
    const arrivals = arrivalRatePerS[i]!;
    gain += rewardPerTask[i]! * (Math.min(rate + addedPerS[e]!, arrivals) - Math.min(rate, arrivals));
  }
  return gain;
}

function bestSingle(
  problem: RewardRateProblem,
  changes: readonly Change[],
  at: Place,
  leastGain: number,
): readonly Change[] | null {
  let best: Change | null = null;
  let most = leastGain;
  for (const change of changes) {
    const gain = gainOf(problem, change, at);
    if (gain > most) [best, most] = [change, gain];
  }
  return best === null ? null : [best];
}

/** Best two changes of which the first is among those that cost least alone, of limits and arrivals taken for as dear below as above. */
function bestTwo(
  problem: RewardRateProblem,
  changes: readonly Change[],
  at: Place,
  leastGain: number,
): readonly Change[] | null {
  const gains = changes.map((change) => ({ change, gain: gainOf(problem, change, at) - Math.max(0, -change.worth) }));
  gains.sort((a, b) => b.gain - a.gain);
  let best: readonly Change[] | null = null;
  let most = leastGain;
  for (const { change: first } of gains.slice(0, FIRST_OF_TWO)) {
    const ratePerS = at.ratePerS.slice();
    for (let e = 0; e < first.tasks.length; e++) ratePerS[first.tasks[e]!]! += first.addedPerS[e]!;
    const gainOfFirst = gainOf(problem, first, at);
    const after = { ratePerS, slack: at.slack - first.worth };
    for (const second of changes) {
      if (second.zone === first.zone && second.from === first.from) continue;
      const gain = gainOfFirst + gainOf(problem, second, after);
      if (gain > most) [best, most] = [[first, second], gain];
    }
  }
  return best;
}
