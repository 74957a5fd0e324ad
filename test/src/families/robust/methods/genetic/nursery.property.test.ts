import { describe, expect, it } from 'vitest';
import type { RobustModel } from '../../../../../../models/families/robust/model.js';
import {
  type Chromosome,
  createChromosome,
  listDifferences,
  mappingOf,
} from '../../../../../../src/families/robust/methods/genetic/chromosome.js';
import { createChanges, noteChange } from '../../../../../../src/families/robust/methods/genetic/gene-changes.js';
import { chromosomeProblem } from '../../../../../../src/families/robust/methods/genetic/ga.js';
import { geneTables } from '../../../../../../src/families/robust/methods/genetic/gene-tables.js';
import { Nursery } from '../../../../../../src/families/robust/methods/genetic/nursery.js';
import { scoring } from '../../../../../../src/families/robust/methods/genetic/score.js';
import {
  crossPStates,
  crossTasks,
  mutatePStates,
  mutateTasks,
  randomiseGenes,
} from '../../../../../../src/families/robust/methods/genetic/variation.js';
import { PRINTED } from '../../../../../../src/families/robust/methods/outcome.js';
import { IMPROVED } from '../../../../../support/robust-improvements.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { disagreement } from '../../../../../oracle/checked-problem.js';
import { dynamicPenalty } from '../../../../../../src/solvers/genetic/penalty.js';
import { createScore } from '../../../../../../src/solvers/genetic/problem.js';
import { geneticSearch } from '../../../../../../src/solvers/genetic/search.js';
import { linearBias } from '../../../../../../src/solvers/genetic/selection.js';
import { randomRobustModel, tinyRobust } from '../../../../../support/robust.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

const sumsOf = ({ loads: { finish, variance, energy }, z, measures }: Chromosome): string =>
  JSON.stringify([finish, variance, energy, z, measures]);

const genesOf = (chromosome: Chromosome): string => {
  const { core, pState } = mappingOf(chromosome);
  return `${core.join()} ${pState.join()}`;
};

function searchOn(model: RobustModel, seed: number, putOff: boolean) {
  const nursery = new Nursery(geneTables(model), putOff);
  return geneticSearch<Chromosome, undefined>({
    problem: chromosomeProblem(nursery, scoring(model, 'mo-ec', seed % 2 === 0 ? PRINTED : IMPROVED, 'dynamic')),
    founders: { seeds: [], randomise: randomiseGenes(nursery.tables) },
    variations: [
      { cross: crossTasks(nursery), mutate: mutateTasks(nursery, 0.2, 0.05) },
      { cross: crossPStates(nursery), mutate: mutatePStates(nursery, 0.2, 0.05) },
    ],
    populationSize: 15,
    selection: linearBias(1.5),
    penalty: dynamicPenalty(),
    survival: 'steadyState',
    duplicates: 'keep',
    random: randomStream(seed, 'search'),
  });
}

describe('children that are put off', () => {
  it('are to the bit those that are copied out at once: genes, sums and ranks, all along', () => {
    let pending = 0;
    for (let seed = 1; seed <= fuzzCount(10); seed++) {
      const { model } = randomRobustModel(seed, { nodes: 3, cores: 8, tasks: 25, mostPlans: Infinity });
      const [late, early] = [searchOn(model, seed, true), searchOn(model, seed, false)];
      for (let n = 0; n < 200; n++) {
        late.advance();
        early.advance();
        const state = ({ ranked }: typeof late): unknown[] =>
          ranked.map(({ genome, score }) => [genesOf(genome), sumsOf(genome), score]);
        pending += late.ranked.filter(({ genome }) => genome.pending !== null).length;
        if (n % 20 === 0 || n === 199) expect(state(late)).toEqual(state(early));
      }
      // Chromosomes with one number are one.
      const byNumber = new Map<number, string>();
      for (const { genome } of late.ranked) {
        const known = byNumber.get(genome.content) ?? genesOf(genome);
        expect([seed, genesOf(genome)]).toEqual([seed, known]);
        byNumber.set(genome.content, known);
      }
    }
    expect(pending).toBe(0);
  });

  it('are measured without a trace in their mother, and written out as they were measured', () => {
    let putOff = 0;
    for (let seed = 1; seed <= fuzzCount(60, 30); seed++) {
      const { model } = randomRobustModel(seed, {
        nodes: 3,
        cores: 8,
        tasks: 30,
        mostPlans: Infinity,
        incompatible: 0,
      });
      const nursery = new Nursery(geneTables(model));
      const own = chromosomeProblem(nursery, scoring(model, 'eo-mc', IMPROVED, 'dynamic'));
      const random = randomStream(seed, 'genes');
      const [mother, child, plain] = [0, 1, 2].map(() => createChromosome(model)) as [
        Chromosome,
        Chromosome,
        Chromosome,
      ];
      const [score, expected] = [createScore(1), createScore(1)];
      randomiseGenes(nursery.tables)(mother, random);
      own.evaluate(mother, score);
      const before = sumsOf(mother) + genesOf(mother);
      const changes = nursery.takeChanges();
      const wanted = mappingOf(mother);
      for (const task of [3, 7, 20]) {
        const core = mother.core[random.integer(0, 29)]!;
        // Several tasks to one core: its sums are saved once and put back once.
        noteChange(changes, task, core, 0);
        wanted.core[task] = core;
        wanted.pState[task] = 0;
      }
      nursery.conceive(child, mother, changes);
      if (child.pending !== null) putOff++;
      own.evaluateChange!(child, undefined, score);
      expect(sumsOf(mother) + genesOf(mother)).toBe(before);
      nursery.settle(child);
      expect(child.pending).toBeNull();
      expect(mappingOf(child)).toEqual(wanted);
      plain.core.set(wanted.core);
      plain.pState.set(wanted.pState);
      own.evaluate(plain, expected);
      expect(disagreement(score, expected)).toBeLessThan(1e-12);
      const [measured, settled] = [{ ...child.measures }, createScore(1)];
      own.evaluateChange!(child, undefined, settled);
      expect([settled, child.measures]).toEqual([score, measured]);
    }
    expect(putOff).toBeGreaterThan(20);
  });
});

describe('listing differences', () => {
  it('finds those of any range, whatever its ends', () => {
    const wide = {
      name: 'F',
      cores: 70_000,
      idlePowerW: 70_001,
      overheadPowerW: 1,
      pStates: [{ frequencyGHz: 1, dynamicPowerW: 1 }],
    };
    const slow = { ...wide, name: 'S', cores: 1, idlePowerW: 2 };
    const random = randomStream(1, 'lists');
    for (const many of [false, true]) {
      for (let count = 1; count <= 23; count++) {
        const tasks = Array.from({ length: count }, (_, t) => ({
          name: `t${t}`,
          taskType: 'compute',
          meanS: { F: 1, S: 1 },
          varianceS2: { F: 0, S: 0 },
        }));
        const { model } = tinyRobust(many ? { tasks, facility: { nodeTypes: [wide, slow] } } : { tasks });
        const [a, b] = [createChromosome(model), createChromosome(model)];
        expect(a.core.BYTES_PER_ELEMENT).toBe(many ? 4 : 2);
        for (let draw = 0; draw < 40; draw++) {
          for (const chromosome of [a, b]) chromosome.core.fill(many ? 69_000 : 2);
          for (let n = random.integer(0, 4); n > 0; n--) {
            if (random.uniform() < 0.5) b.core[random.integer(0, count - 1)] = many ? 69_000 - 65_536 : 1;
            else b.pState[random.integer(0, count - 1)]! ^= 1;
          }
          const first = random.integer(0, count - 1);
          const last = random.integer(first, count - 1);
          const found = createChanges(count).task;
          const length = listDifferences(a, b, first, last, found);
          const expected = Array.from({ length: count }, (_, t) => t).filter(
            (t) => t >= first && t <= last && (a.core[t] !== b.core[t] || a.pState[t] !== b.pState[t]),
          );
          expect([...found.subarray(0, length)]).toEqual(expected);
        }
      }
    }
  });
});
