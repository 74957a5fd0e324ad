import { describe, expect, it } from 'vitest';
import { evaluateMapping } from '../../../../../../models/families/robust/evaluate.js';
import type { RobustMeasures } from '../../../../../../models/families/robust/loads.js';
import {
  type Chromosome,
  createChromosome,
  mappingOf,
  measureInto,
  sumUp,
} from '../../../../../../src/families/robust/methods/genetic/chromosome.js';
import {
  createChanges,
  noteChange,
  setGenes,
} from '../../../../../../src/families/robust/methods/genetic/gene-changes.js';
import { geneTables } from '../../../../../../src/families/robust/methods/genetic/gene-tables.js';
import { chromosomeSearch } from '../../../../../../src/families/robust/methods/genetic/local-search.js';
import { scoring } from '../../../../../../src/families/robust/methods/genetic/score.js';
import { randomiseGenes } from '../../../../../../src/families/robust/methods/genetic/variation.js';
import { PRINTED } from '../../../../../../src/families/robust/methods/outcome.js';
import { IMPROVED } from '../../../../../support/robust-improvements.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { disagreement } from '../../../../../oracle/checked-problem.js';
import { staticPenalty } from '../../../../../../src/solvers/genetic/penalty.js';
import { createScore, type Score } from '../../../../../../src/solvers/genetic/problem.js';
import { randomRobustModel } from '../../../../../support/robust.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

const SIZE = { nodes: 3, cores: 3, mostPlans: Infinity, zeroVariance: false } as const;
const GOALS = ['mo-ec', 'eo-mc'] as const;

describe('short-hops on chromosomes', () => {
  it('leave genes and sums that agree, never a worse chromosome, whether it is like the one before or not', () => {
    let improved = 0;
    for (let seed = 1; seed <= fuzzCount(40, 20); seed++) {
      const { model } = randomRobustModel(seed, { ...SIZE, tasks: 60, pStates: 3 });
      const tables = geneTables(model);
      const improvements = seed % 2 === 0 ? PRINTED : IMPROVED;
      for (const goal of GOALS) {
        const random = randomStream(seed, 'genes');
        const hops = chromosomeSearch(model, goal, 'static', improvements, randomStream(seed, 'hops'));
        const scoreOf = scoring(model, goal, improvements, 'static');
        const measured = (chromosome: Chromosome): Score => {
          const score = createScore(1);
          measureInto(chromosome.measures, chromosome);
          expectSame(chromosome.measures, evaluateMapping(model, mappingOf(chromosome)));
          scoreOf(chromosome.measures, score);
          return score;
        };
        const chromosome = createChromosome(model);
        for (let round = 0; round < 4; round++) {
          if (round % 2 === 0) {
            randomiseGenes(tables)(chromosome, random);
            sumUp(chromosome);
          } else {
            // Few tasks moved by hand: the work space follows by these.
            const changes = createChanges(model.taskCount);
            for (const task of [0, 5, 59]) {
              noteChange(changes, task, chromosome.core[task]!, chromosome.pState[task] === 0 ? 1 : 0);
            }
            setGenes(tables, chromosome, changes);
          }
          const before = measured(chromosome);
          const genes = mappingOf(chromosome);
          hops(chromosome, 0, 2);
          expect(mappingOf(chromosome)).toEqual(genes);
          expect(disagreement(measured(chromosome), before)).toBeLessThan(1e-9);
          chromosome.content = 7;
          hops(chromosome, 10, 2);
          expect(chromosome.content).toBe(0);
          const after = measured(chromosome);
          expect(staticPenalty(2).compare(after, before)).toBeLessThanOrEqual(1e-9);
          if (staticPenalty(2).compare(after, before) < 0) improved++;
        }
      }
    }
    expect(improved).toBeGreaterThan(100);
  });

  it('weigh violations with the c of the generation', () => {
    let different = 0;
    for (let seed = 1; seed <= fuzzCount(10); seed++) {
      const { model } = randomRobustModel(seed, { ...SIZE, tasks: 40, budgetFactor: 1.1 });
      const tables = geneTables(model);
      const [free, dear] = [0, 1000].map((weight) => {
        const chromosome = createChromosome(model);
        randomiseGenes(tables)(chromosome, randomStream(seed, 'genes'));
        sumUp(chromosome);
        const improvements = { ...PRINTED, zSpace: true };
        chromosomeSearch(model, 'mo-ec', 'dynamic', improvements, randomStream(seed, 'hops'))(chromosome, 30, weight);
        measureInto(chromosome.measures, chromosome);
        return chromosome.measures;
      }) as [RobustMeasures, RobustMeasures];
      if (free.makespanZ > dear.makespanZ && free.energyZ < dear.energyZ) different++;
    }
    expect(different).toBeGreaterThan(3);
  });
});

function expectSame(a: RobustMeasures, b: RobustMeasures): void {
  for (const name of ['makespanZ', 'energyZ', 'energyMeanJ', 'energyVarianceJ2'] as const) {
    const same = a[name] === b[name] || Math.abs(a[name] - b[name]) <= 1e-9 * Math.max(1, Math.abs(b[name]));
    expect([name, a[name], b[name], same]).toEqual([name, a[name], b[name], true]);
  }
}
