import { firstWhere } from '../../../models/bisection.js';
import { createScore, type Individual, isFeasible, type Score } from './problem.js';
import type { PenaltyHandler } from './penalty.js';
import type { GeneticSetup } from './setup.js';

/** The individuals of a population, sorted best first, and a pool of unused individuals for reuse. */
export interface Population<G> {
  readonly ranked: Individual<G>[];
  /** Returns an individual that may be overwritten, from the pool or new. */
  take(): Individual<G>;
  release(individual: Individual<G>): void;
  /**
   * Inserts an individual by rank, after individuals of equal rank. Returns false if it is refused and returned to the
   * pool: by the penalty rule, or as a duplicate of its predecessor in rank.
   */
  insert(individual: Individual<G>): boolean;
  /** Removes the worst individuals until `size` are left. */
  trim(size: number): void;
  sort(): void;
  feasibleShare(): number;
}

export function createPopulation<G, C>({
  problem,
  penalty,
  duplicates,
}: Pick<GeneticSetup<G, C>, 'problem' | 'penalty' | 'duplicates'>): Population<G> {
  const ranked: Individual<G>[] = [];
  const spare: Individual<G>[] = [];
  let merits = new Float64Array(0);
  return {
    ranked,
    take: () =>
      spare.pop() ?? {
        genome: problem.createGenome(),
        score: createScore(problem.violationCount, problem.objectiveCount),
      },
    release: (individual) => {
      spare.push(individual);
    },
    insert: (individual) => {
      if (!penalty.admits(individual.score)) {
        spare.push(individual);
        return false;
      }
      const at = firstWhere(ranked.length, (n) => penalty.compare(ranked[n]!.score, individual.score) > 0);
      const before = ranked[at - 1];
      if (duplicates === 'drop' && before !== undefined && sameScore(before.score, individual.score)) {
        spare.push(individual);
        return false;
      }
      ranked.splice(at, 0, individual);
      return true;
    },
    trim: (size) => {
      while (ranked.length > size) spare.push(ranked.pop()!);
    },
    sort: () => {
      const { merit } = penalty;
      if (merit === undefined) ranked.sort((a, b) => penalty.compare(a.score, b.score));
      else {
        if (merits.length < ranked.length) merits = new Float64Array(ranked.length);
        sortByMerit(ranked, merit, penalty.compare, merits);
      }
    },
    feasibleShare: () => {
      let feasible = 0;
      for (const { score } of ranked) if (isFeasible(score)) feasible++;
      return ranked.length === 0 ? 0 : feasible / ranked.length;
    },
  };
}

/** Sorts individuals by merit, in the order of `compare`. Each merit is computed only once. */
function sortByMerit<G>(
  ranked: Individual<G>[],
  merit: (score: Score) => number,
  compare: PenaltyHandler['compare'],
  merits: Float64Array,
): void {
  for (let n = 0; n < ranked.length; n++) merits[n] = merit(ranked[n]!.score);
  const rises = (a: number, b: number): number =>
    merits[a] === merits[b] ? compare(ranked[a]!.score, ranked[b]!.score) : merits[b]! - merits[a]!;
  let sorted = true;
  for (let n = 1; n < ranked.length && sorted; n++) sorted = rises(n - 1, n) <= 0;
  if (sorted) return;
  const order = Array.from(ranked.keys()).sort(rises);
  const before = ranked.slice();
  for (const [n, from] of order.entries()) ranked[n] = before[from]!;
}

/** Returns true if two scores are exactly equal. Then the individuals count as duplicates; genomes are not compared. */
function sameScore(a: Score, b: Score): boolean {
  if (a.objective !== b.objective || a.preference !== b.preference || a.detail !== b.detail) return false;
  for (let m = 0; m < a.further.length; m++) if (a.further[m] !== b.further[m]) return false;
  for (let v = 0; v < a.violations.length; v++) if (a.violations[v] !== b.violations[v]) return false;
  return true;
}
