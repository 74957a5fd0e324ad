import type { RandomStream } from '../../../../random/stream.js';
import type { Pair } from '../../../../solvers/genetic/problem.js';
import { copyDistribution, type Distribution, markDifferences, type StaleCentres } from './distribution.js';
import type { GreedyTables } from './greedy-tables.js';

type Cross = (
  parents: Pair<Distribution>,
  children: Pair<Distribution>,
  stale: Pair<StaleCentres>,
  random: RandomStream,
) => void;
type Mutate = (child: Distribution, stale: StaleCentres, random: RandomStream) => void;

/**
 * Returns a crossover that exchanges task types between the children, each with its whole row of shares, so that rows
 * keep their sum.
 */
export function crossTasks(): Cross {
  return (parents, children, stale, random) => {
    const [mother, father] = parents;
    copyDistribution(children[0], mother);
    copyDistribution(children[1], father);
    const centres = stale[0].length;
    for (let at = 0; at < mother.shares.length; at += centres) {
      if (random.uniform() < 0.5) continue;
      children[0].shares.set(father.shares.subarray(at, at + centres), at);
      children[1].shares.set(mother.shares.subarray(at, at + centres), at);
    }
    markDifferences(stale[0], children[0].shares, mother.shares);
    markDifferences(stale[1], children[1].shares, father.shares);
  };
}

/**
 * Returns a crossover whose children lie between their parents, or somewhat beyond one: a mother + (1 - a) father and
 * (1 - a) mother + a father.
 */
export function blend(beyond: number): Cross {
  return (parents, children, stale, random) => {
    const [mother, father] = parents;
    const a = random.uniform(-beyond, 1 + beyond);
    for (const [c, own] of [
      [0, a],
      [1, 1 - a],
    ] as const) {
      copyDistribution(children[c], parents[c]);
      const { shares } = children[c];
      for (let n = 0; n < shares.length; n++) {
        // Below 0 is cut off; the rows are scaled to 1 before they are evaluated.
        shares[n] = Math.max(0, father.shares[n]! + own * (mother.shares[n]! - father.shares[n]!));
      }
      markDifferences(stale[c], shares, parents[c].shares);
    }
  };
}

/**
 * Returns a crossover whose children are copies of the parents, so that only mutation acts; the greedy heuristic then
 * recomputes just two centres.
 */
export function copies(): Cross {
  return (parents, children) => {
    copyDistribution(children[0], parents[0]);
    copyDistribution(children[1], parents[1]);
  };
}

export interface MutationOptions {
  /** Probability that a child is mutated, and of one more move after each. */
  readonly perChromosome: number;
  readonly oneMore: number;
  /** Probability that a move takes a centre's share of all task types. */
  readonly allTasks: number;
  /** Probability that a move takes the whole share. */
  readonly wholeShare: number;
}

/**
 * Returns a mutation that moves a part of what one centre serves, of one task type or of all, to another centre. Only
 * these two become stale.
 */
export function moveShares({ capacityPerS, model }: GreedyTables, options: MutationOptions): Mutate {
  const centres = model.centres.length;
  const tasks = model.taskNames.length;
  return ({ shares }, stale, random) => {
    if (centres < 2 || random.uniform() >= options.perChromosome) return;
    do {
      const from = random.integer(0, centres - 1);
      const other = random.integer(0, centres - 2);
      const to = other >= from ? other + 1 : other;
      const only = random.uniform() < options.allTasks ? -1 : random.integer(0, tasks - 1);
      // Small parts often: the last improvements are small.
      const part = random.uniform() < options.wholeShare ? 1 : random.uniform() ** 3;
      for (let i = 0; i < tasks; i++) {
        if ((only >= 0 && i !== only) || !(capacityPerS[i * centres + to]! > 0)) continue;
        const moved = part * shares[i * centres + from]!;
        if (moved === 0) continue;
        shares[i * centres + from] = part === 1 ? 0 : shares[i * centres + from]! - moved;
        shares[i * centres + to]! += moved;
        stale[from] = 1;
        stale[to] = 1;
      }
    } while (random.uniform() < options.oneMore);
  };
}
