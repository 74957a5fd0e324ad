import { describe, expect, it } from 'vitest';
import { evaluateMapping } from '../../../../../../models/families/robust/evaluate.js';
import { normalCdf } from '../../../../../../models/families/robust/normal.js';
import type { RobustModel } from '../../../../../../models/families/robust/model.js';
import {
  type Chromosome,
  createChromosome,
  mappingOf,
} from '../../../../../../src/families/robust/methods/genetic/chromosome.js';
import { chromosomeProblem } from '../../../../../../src/families/robust/methods/genetic/ga.js';
import { geneTables } from '../../../../../../src/families/robust/methods/genetic/gene-tables.js';
import { keepingFounders } from '../../../../../../src/families/robust/methods/genetic/founders.js';
import { Nursery } from '../../../../../../src/families/robust/methods/genetic/nursery.js';
import { exactTies, scoring } from '../../../../../../src/families/robust/methods/genetic/score.js';
import {
  crossPStates,
  crossTasks,
  mutatePStates,
  mutateTasks,
  randomiseGenes,
} from '../../../../../../src/families/robust/methods/genetic/variation.js';
import {
  CONSTRAINT_HANDLING,
  type ConstraintHandling,
  type Improvements,
  PRINTED,
} from '../../../../../../src/families/robust/methods/outcome.js';
import { IMPROVED } from '../../../../../support/robust-improvements.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { checkedProblem } from '../../../../../oracle/checked-problem.js';
import {
  dynamicPenalty,
  limiting,
  type PenaltyHandler,
  staticPenalty,
  superiorityOfFeasible,
} from '../../../../../../src/solvers/genetic/penalty.js';
import { createScore, type GeneticProblem, type Score } from '../../../../../../src/solvers/genetic/problem.js';
import { geneticSearch, type GeneticSearch } from '../../../../../../src/solvers/genetic/search.js';
import { linearBias } from '../../../../../../src/solvers/genetic/selection.js';
import { randomRobustModel, type RandomRobustOptions } from '../../../../../support/robust.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

const GOALS = ['mo-ec', 'eo-mc'] as const;

function penaltyOf(handling: ConstraintHandling): PenaltyHandler {
  const handlers = {
    dynamic: dynamicPenalty,
    static: () => staticPenalty(2),
    superiority: superiorityOfFeasible,
    limit: limiting,
  };
  return handlers[handling]();
}

/** A search on the problem in which every evaluation is repeated by the plain twin of the model. */
function plainlyChecked(nursery: Nursery, scoreOf: ReturnType<typeof scoring>): GeneticProblem<Chromosome, undefined> {
  const own = chromosomeProblem(nursery, scoreOf);
  const plain = (chromosome: Chromosome, score: Score): void => {
    scoreOf(evaluateMapping(nursery.tables.model, mappingOf(chromosome)), score);
  };
  const checked = checkedProblem({ ...own, evaluate: plain }, 1e-9);
  // Founders need their sums.
  return {
    ...checked,
    evaluate: (chromosome, score) => {
      own.evaluate(chromosome, score);
    },
  };
}

function search(
  model: RobustModel,
  goal: (typeof GOALS)[number],
  handling: ConstraintHandling,
  improvements: Improvements,
  seed: number,
): GeneticSearch<Chromosome> {
  const tables = geneTables(model);
  const nursery = new Nursery(tables);
  return geneticSearch<Chromosome, undefined>({
    problem: plainlyChecked(nursery, scoring(model, goal, improvements, handling)),
    founders: { seeds: [], randomise: handling === 'limit' ? keepingFounders(model, goal) : randomiseGenes(tables) },
    variations: [
      { cross: crossTasks(nursery), mutate: mutateTasks(nursery, 0.3, 0.1) },
      { cross: crossPStates(nursery), mutate: mutatePStates(nursery, 0.3, 0.1) },
    ],
    populationSize: 20,
    selection: linearBias(1.5),
    penalty: penaltyOf(handling),
    survival: 'steadyState',
    duplicates: 'keep',
    random: randomStream(seed, 'search'),
  });
}

describe('evaluating chromosomes by what changed', () => {
  const options: RandomRobustOptions = { tasks: 20, nodes: 3, mostPlans: Infinity, incompatible: 0.2 };

  it.each(GOALS.flatMap((goal) => CONSTRAINT_HANDLING.map((handling) => [goal, handling] as const)))(
    '%s, %s: over thousands of generations is what the plain evaluation says',
    (goal, handling) => {
      let gained = 0;
      for (let seed = 1; seed <= fuzzCount(12, 12); seed++) {
        const { model } = randomRobustModel(seed, options);
        const found = search(model, goal, handling, seed % 2 === 0 ? PRINTED : IMPROVED, seed);
        let first: number | null = null;
        for (let n = 0; n < 400; n++) {
          found.advance();
          if (!found.founding) first ??= found.incumbent?.score.objective ?? null;
        }
        const { incumbent } = found;
        if (incumbent === null) continue;
        const { makespanZ, energyZ } = evaluateMapping(model, mappingOf(incumbent.genome));
        const [kept, limit] = goal === 'mo-ec' ? [energyZ, model.energyZ] : [makespanZ, model.makespanZ];
        expect(kept).toBeGreaterThanOrEqual(limit - 1e-9);
        if (first !== null && incumbent.score.objective > first) gained++;
      }
      expect(gained).toBeGreaterThan(3);
    },
  );

  it('notices a gene that is changed without its sums', () => {
    const { model } = randomRobustModel(3, options);
    const tables = geneTables(model);
    const checked = plainlyChecked(new Nursery(tables), scoring(model, 'mo-ec', IMPROVED, 'dynamic'));
    const chromosome = createChromosome(model);
    randomiseGenes(tables)(chromosome, randomStream(1, 'genes'));
    const score = createScore(1);
    checked.evaluate(chromosome, score);
    const node = model.nodes[model.nodeOfCore[chromosome.core[0]!]!]!;
    expect(node.pStateCount).toBeGreaterThan(1);
    chromosome.pState[0] = chromosome.pState[0] === 0 ? 1 : 0;
    expect(() => {
      checked.evaluateChange!(chromosome, undefined, score);
    }).toThrow(/differs/);
  });
});

describe('scores', () => {
  const { model } = randomRobustModel(2, { energyRobustness: 0.9, makespanRobustness: 0.8 });
  const scoreOf = (
    goal: (typeof GOALS)[number],
    improvements: Improvements,
    makespanZ: number,
    energyZ: number,
    handling: ConstraintHandling = 'static',
  ): Score => {
    const score = createScore(1);
    const measures = { makespanZ, energyZ, leastCore: 0, energyMeanJ: 1, energyVarianceJ2: 1 };
    scoring(model, goal, improvements, handling)(measures, score);
    return score;
  };

  it('printed: Psi less c (eta - phi), phi less c (Gamma - Psi)', () => {
    const mo = scoreOf('mo-ec', PRINTED, 0.5, 1);
    expect(mo.objective).toBeCloseTo(normalCdf(0.5), 14);
    expect(mo.violations[0]).toBeCloseTo(0.9 - normalCdf(1), 14);
    const eo = scoreOf('eo-mc', PRINTED, 0.5, 1);
    expect(eo.objective).toBeCloseTo(normalCdf(1), 14);
    expect(eo.violations[0]).toBeCloseTo(0.8 - normalCdf(0.5), 14);
    expect([
      ...scoreOf('mo-ec', PRINTED, 0.5, 1.3).violations,
      ...scoreOf('eo-mc', PRINTED, 0.85, 1).violations,
    ]).toEqual([0, 0]);
  });

  it('quantiles: tell apart what probabilities round to 0 or 1, and infinite ones have a rank', () => {
    const objective = (improvements: Improvements, z: number): number => scoreOf('mo-ec', improvements, z, 9).objective;
    expect(objective(PRINTED, 9)).toBe(objective(PRINTED, 10));
    expect(objective(IMPROVED, 9)).toBeLessThan(objective(IMPROVED, 10));
    expect(objective(IMPROVED, Infinity)).toBeLessThan(Infinity);
    expect(objective(IMPROVED, Infinity)).toBeGreaterThan(objective(IMPROVED, 1e6));
    expect(scoreOf('eo-mc', IMPROVED, -Infinity, 0).violations[0]).toBeLessThan(Infinity);
  });

  it('a limit missed by less than probabilities can say is still missed', () => {
    const close = { ...model, energyZ: 9 };
    const score = createScore(1);
    const measures = { makespanZ: 1, energyZ: 8.9, leastCore: 0, energyMeanJ: 1, energyVarianceJ2: 1 };
    expect(normalCdf(8.9)).toBe(normalCdf(9));
    scoring(close, 'mo-ec', PRINTED, 'static')(measures, score);
    expect(score.violations[0]).toBeGreaterThan(0);
    scoring(close, 'mo-ec', PRINTED, 'static')({ ...measures, energyZ: 9 }, score);
    expect(score.violations[0]).toBe(0);
  });

  it('ties: among equals in the objective, what keeps the limit by more', () => {
    const { compare } = staticPenalty(2);
    for (const goal of GOALS) {
      const one: [number, number] = goal === 'mo-ec' ? [1, 2] : [2, 1];
      const two: [number, number] = goal === 'mo-ec' ? [1, 3] : [3, 1];
      expect(compare(scoreOf(goal, PRINTED, ...one), scoreOf(goal, PRINTED, ...two))).toBe(0);
      const ties = { ...PRINTED, ties: true };
      expect(compare(scoreOf(goal, ties, ...one), scoreOf(goal, ties, ...two))).toBeGreaterThan(0);
    }
  });

  /** ln Phi(z) for z <= -39 by the asymptotic series of the normal tail, whose next term is below 1e-9. */
  const lnTail = (z: number): number => {
    const s = 1 / (z * z);
    return -(z * z) / 2 - Math.log(-z * Math.sqrt(2 * Math.PI)) + Math.log(1 - s + 3 * s * s - 15 * s ** 3);
  };

  it('probabilities too small for doubles are ranked as exact ones: by the penalised objective Psi + c phi - c eta', () => {
    const random = randomStream(7, 'tails');
    const z = (): number => -40 - 300 * random.uniform();
    const { compare } = staticPenalty(2, exactTies);
    let apart = 0;
    for (let n = 0; n < 2000; n++) {
      const goal = GOALS[n % 2]!;
      const [a, b] = [0, 1].map((): [number, number] => [z(), z()]) as [[number, number], [number, number]];
      // ln(Psi + 2 phi), or ln(phi + 2 Psi): the greater term rules, by hundreds.
      const ln = ([makespanZ, energyZ]: [number, number]): number => {
        const terms = [lnTail(makespanZ), lnTail(energyZ)];
        return Math.max(...terms) + (Math.max(...terms) === terms[goal === 'mo-ec' ? 1 : 0]! ? Math.LN2 : 0);
      };
      if (Math.abs(ln(a) - ln(b)) < 1) continue;
      apart++;
      const found = compare(scoreOf(goal, PRINTED, ...a), scoreOf(goal, PRINTED, ...b));
      expect([goal, a, b, Math.sign(found)]).toEqual([goal, a, b, ln(a) > ln(b) ? -1 : 1]);
    }
    expect(apart).toBeGreaterThan(1900);
  });

  it('within the limit the quantile of the objective decides where its probability rounds to 0 or 1', () => {
    for (const handling of CONSTRAINT_HANDLING) {
      const { compare } = penaltyOf(handling);
      for (const [less, more] of [
        [-60, -50],
        [9, 10],
      ] as const) {
        for (const goal of GOALS) {
          const at = (z: number): Score =>
            goal === 'mo-ec' ? scoreOf(goal, PRINTED, z, 3, handling) : scoreOf(goal, PRINTED, 3, z, handling);
          expect(compare(at(more), at(less))).toBeLessThan(0);
        }
      }
    }
  });

  it('superiority: beyond the limit the smaller exact distance comes first, whatever the objective', () => {
    const { compare } = superiorityOfFeasible();
    const near = scoreOf('mo-ec', PRINTED, -60, -50, 'superiority');
    const far = scoreOf('mo-ec', PRINTED, 3, -51, 'superiority');
    expect(compare(near, far)).toBeLessThan(0);
  });
});
