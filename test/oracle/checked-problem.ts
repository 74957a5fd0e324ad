import { createScore, type GeneticProblem, type Score } from '../../src/solvers/genetic/problem.js';

/**
 * A problem with every incremental evaluation repeated from scratch on a copy. For tests and for hunting: slow.
 * @throws Error (from the search) when the two differ by more than `relativeTolerance`.
 */
export function checkedProblem<G, C>(problem: GeneticProblem<G, C>, relativeTolerance = 1e-9): GeneticProblem<G, C> {
  if (problem.evaluateChange === undefined) return problem;
  const copy = problem.createGenome();
  const plain = createScore(problem.violationCount);
  return {
    violationCount: problem.violationCount,
    createGenome: () => problem.createGenome(),
    createChange: () => problem.createChange(),
    clearChange: (change) => {
      problem.clearChange(change);
    },
    copyGenome: (target, source) => {
      problem.copyGenome(target, source);
    },
    evaluate: (genome, score) => {
      problem.evaluate(genome, score);
    },
    ...(problem.settle === undefined
      ? {}
      : {
          settle: (genome: G) => {
            problem.settle?.(genome);
          },
        }),
    evaluateChange: (genome, change, score) => {
      problem.evaluateChange?.(genome, change, score);
      problem.copyGenome(copy, genome);
      problem.evaluate(copy, plain);
      const difference = disagreement(score, plain);
      if (!(difference <= relativeTolerance)) {
        throw new Error(
          `An incremental evaluation differs by ${difference} from the plain one: ${describe(score)} instead of ${describe(plain)}.`,
        );
      }
    },
  };
}

/** Greatest relative difference (absolute below 1) of objectives, violations and preferences. */
export function disagreement(a: Score, b: Score): number {
  let greatest = Math.max(relative(a.objective, b.objective), relative(a.preference, b.preference));
  for (let v = 0; v < a.violations.length; v++) {
    greatest = Math.max(greatest, relative(a.violations[v]!, b.violations[v]!));
  }
  return greatest;
}

function relative(a: number, b: number): number {
  return a === b ? 0 : Math.abs(a - b) / Math.max(1, Math.abs(a), Math.abs(b));
}

function describe({ objective, violations }: Score): string {
  return `${objective} with violations [${violations.join(', ')}]`;
}
