import type { Variation } from '../../../../solvers/genetic/problem.js';
import { copyDistribution, type Distribution, markDifferences, type StaleCentres } from './distribution.js';
import type { GreedyTables } from './greedy-tables.js';

type Cross = Variation<Distribution, StaleCentres>['cross'];

/**
 * Returns a crossover that exchanges all shares of some task types between two children. The shares of each task type
 * therefore still sum to 1.
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
 * Returns a crossover that blends two parents to two children:
 *
 * a mother + (1 - a) father and (1 - a) mother + a father
 *
 * If the random number a is outside 0 to 1, a child lies beyond a parent.
 *
 * @param beyond largest amount by which a may be below 0 or above 1
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

/** Returns a crossover whose children are copies, so that after mutation only two centres are recomputed. */
export function copies(): Cross {
  return (parents, children) => {
    copyDistribution(children[0], parents[0]);
    copyDistribution(children[1], parents[1]);
  };
}

export interface MutationOptions {
  /** Probability that a child is mutated. */
  readonly perChromosome: number;
  /** Probability that a mutation is followed by another one on the same child. */
  readonly oneMore: number;
  /**
   * Probability that a mutation moves shares of all task types to another centre. Otherwise the mutation moves shares
   * of one task type.
   */
  readonly allTasks: number;
  /** Probability that a mutation moves all of a centre's share to another centre, instead of a random part of it. */
  readonly wholeShare: number;
}

/** Returns a mutation that moves a part of one centre's shares, of one task type or of all, to another centre. */
export function moveShares(
  { capacityPerS, model }: GreedyTables,
  options: MutationOptions,
): NonNullable<Variation<Distribution, StaleCentres>['mutate']> {
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
