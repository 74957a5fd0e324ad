import { describe, expect, it } from 'vitest';
import { evaluateMapping } from '../../../../../../models/families/robust/evaluate.js';
import type { RobustModel } from '../../../../../../models/families/robust/model.js';
import {
  type Chromosome,
  createChromosome,
  mappingOf,
  measureInto,
  sumUp,
} from '../../../../../../src/families/robust/methods/genetic/chromosome.js';
import {
  drawCore,
  geneTables,
  homelessTask,
} from '../../../../../../src/families/robust/methods/genetic/gene-tables.js';
import {
  crossPStates,
  crossTasks,
  mutatePStates,
  mutateTasks,
  randomiseGenes,
} from '../../../../../../src/families/robust/methods/genetic/variation.js';
import { Nursery } from '../../../../../../src/families/robust/methods/genetic/nursery.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { orderedCut } from '../../../../../../src/solvers/genetic/operators.js';
import { randomRobustModel, tinyRobust } from '../../../../../support/robust.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

const nodeOf = (model: RobustModel, core: number) => model.nodes[model.nodeOfCore[core]!]!;
const speedOf = (model: RobustModel, core: number, pState: number): number => nodeOf(model, core).frequencyGHz[pState]!;

/** The P-state of a core closest to a frequency, the faster of two as close, looked up the long way. */
function closest(model: RobustModel, core: number, frequencyGHz: number): number {
  const away = nodeOf(model, core).frequencyGHz.map((other) => Math.abs(other - frequencyGHz));
  return away.indexOf(Math.min(...away));
}

function expectRunnable(model: RobustModel, { core, pState }: Chromosome): void {
  for (let task = 0; task < model.taskCount; task++) {
    const { column, pStateCount } = nodeOf(model, core[task]!);
    expect(Number.isFinite(model.meanS[task * model.columnCount + column]!)).toBe(true);
    expect(pState[task]!).toBeLessThan(pStateCount);
  }
}

/** The sums a chromosome carries are those of its genes. */
function expectSummed(model: RobustModel, chromosome: Chromosome): void {
  expect(chromosome.pending).toBeNull();
  measureInto(chromosome.measures, chromosome);
  const plain = evaluateMapping(model, mappingOf(chromosome));
  for (const name of ['makespanZ', 'energyZ', 'energyMeanJ', 'energyVarianceJ2'] as const) {
    const [carried, expected] = [chromosome.measures[name], plain[name]];
    const same = carried === expected || Math.abs(carried - expected) <= 1e-9 * Math.max(1, Math.abs(expected));
    expect([name, carried, expected, same]).toEqual([name, carried, expected, true]);
  }
}

function setting(seed: number) {
  const { model } = randomRobustModel(seed, { tasks: 12, mostPlans: Infinity, incompatible: 0.3 });
  const tables = geneTables(model);
  const random = randomStream(seed, 'founders');
  const founder = (): Chromosome => {
    const chromosome = createChromosome(model);
    randomiseGenes(tables)(chromosome, random);
    sumUp(chromosome);
    return chromosome;
  };
  const parents = [founder(), founder()] as const;
  const children = [createChromosome(model), createChromosome(model)] as const;
  return {
    model,
    tables,
    nursery: new Nursery(tables, seed % 2 === 0),
    parents,
    children,
    before: parents.map(mappingOf),
  };
}

const UNCHANGED = [undefined, undefined] as const;

describe('crossover', () => {
  it('of tasks: outside the cut a gene is its mother’s, inside it has the other core at its own frequency', () => {
    let moved = 0;
    for (let seed = 1; seed <= fuzzCount(150, 75); seed++) {
      const { model, nursery, parents, children, before } = setting(seed);
      crossTasks(nursery)(parents, children, UNCHANGED, randomStream(seed, 'cut'));
      for (const child of children) nursery.settle(child);
      const { from, to } = orderedCut(model.taskCount, randomStream(seed, 'cut'));
      for (const c of [0, 1] as const) {
        const [mother, other] = [before[c]!, before[1 - c]!];
        for (let task = 0; task < model.taskCount; task++) {
          const inside = task >= from && task <= to;
          const core = inside ? other.core[task]! : mother.core[task]!;
          const speed = speedOf(model, mother.core[task]!, mother.pState[task]!);
          const sameNode = nodeOf(model, core) === nodeOf(model, mother.core[task]!);
          const pState = sameNode ? mother.pState[task]! : closest(model, core, speed);
          expect([seed, task, children[c].core[task], children[c].pState[task]]).toEqual([seed, task, core, pState]);
          if (!sameNode) moved++;
        }
        expectRunnable(model, children[c]);
        expectSummed(model, children[c]);
        expect(mappingOf(parents[c])).toEqual(before[c]);
        expectSummed(model, parents[c]);
      }
    }
    expect(moved).toBeGreaterThan(200);
  });

  it('of P-states: no task moves, inside the cut each runs as close to the other parent’s frequency as its node can', () => {
    let changed = 0;
    for (let seed = 1; seed <= fuzzCount(150, 75); seed++) {
      const { model, nursery, parents, children, before } = setting(seed);
      crossPStates(nursery)(parents, children, UNCHANGED, randomStream(seed, 'cut'));
      for (const child of children) nursery.settle(child);
      const { from, to } = orderedCut(model.taskCount, randomStream(seed, 'cut'));
      for (const c of [0, 1] as const) {
        const [mother, other] = [before[c]!, before[1 - c]!];
        expect(mappingOf(children[c]).core).toEqual(mother.core);
        for (let task = 0; task < model.taskCount; task++) {
          const speed = speedOf(model, other.core[task]!, other.pState[task]!);
          const inside = task >= from && task <= to;
          const pState = inside ? closest(model, mother.core[task]!, speed) : mother.pState[task]!;
          expect([seed, task, children[c].pState[task]]).toEqual([seed, task, pState]);
          if (pState !== mother.pState[task]!) changed++;
        }
        expectSummed(model, children[c]);
        expect(mappingOf(parents[c])).toEqual(before[c]);
      }
    }
    expect(changed).toBeGreaterThan(200);
  });

  it('between a fast and a slow node goes by frequency, not by number: 3, 2, 1.5 GHz beside 2, 1 GHz', () => {
    const { model } = tinyRobust();
    const { closest: table, width, ladderCount } = geneTables(model);
    const onto = (ladder: number, other: number): number[] =>
      Array.from({ length: width }, (_, p) => table[(ladder * width + p) * ladderCount + other]!);
    // 1.5 GHz is as close to 2 as to 1: the faster.
    expect(onto(0, 1)).toEqual([0, 0, 0]);
    expect(onto(1, 0).slice(0, 2)).toEqual([1, 2]);
    expect(onto(0, 0)).toEqual([0, 1, 2]);
  });
});

describe('mutation', () => {
  it('of tasks: cores that can run the task, all as likely, at the frequency it had', () => {
    for (let seed = 1; seed <= fuzzCount(60); seed++) {
      const { model, nursery, parents, before } = setting(seed);
      mutateTasks(nursery, 1, 1)(parents[0], undefined, randomStream(seed, 'mutate'));
      const { core, pState } = parents[0];
      for (let task = 0; task < model.taskCount; task++) {
        const speed = speedOf(model, before[0]!.core[task]!, before[0]!.pState[task]!);
        expect(speedOf(model, core[task]!, pState[task]!)).toBe(
          speedOf(model, core[task]!, closest(model, core[task]!, speed)),
        );
      }
      expectRunnable(model, parents[0]);
      expectSummed(model, parents[0]);
    }
  });

  it('draws every core that can run a task as often, however few can', () => {
    const { model } = randomRobustModel(4, { nodes: 3, cores: 3, tasks: 6, incompatible: 0.6, mostPlans: Infinity });
    const tables = geneTables(model);
    const random = randomStream(1, 'draw');
    for (let task = 0; task < model.taskCount; task++) {
      const able = Array.from({ length: model.coreCount }, (_, core) => core).filter((core) =>
        Number.isFinite(model.meanS[task * model.columnCount + nodeOf(model, core).column]!),
      );
      const seen = new Map(able.map((core) => [core, 0]));
      for (let n = 0; n < 3000; n++) {
        const core = drawCore(tables, task, random);
        seen.set(core, seen.get(core)! + 1);
      }
      expect([...seen.keys()]).toEqual(able);
      for (const count of seen.values()) expect(Math.abs(count * able.length - 3000)).toBeLessThan(300 * able.length);
    }
    // One core in 600 can run it: found by listing them.
    const rare = tinyRobust({
      facility: {
        nodeTypes: [
          {
            name: 'F',
            cores: 599,
            idlePowerW: 600,
            overheadPowerW: 1,
            pStates: [{ frequencyGHz: 1, dynamicPowerW: 1 }],
          },
          { name: 'S', cores: 1, idlePowerW: 2, overheadPowerW: 1, pStates: [{ frequencyGHz: 1, dynamicPowerW: 1 }] },
        ],
      },
      tasks: [
        { name: 'a', taskType: 'compute', meanS: { S: 1 }, varianceS2: { S: 0 } },
        { name: 'b', taskType: 'compute', meanS: { F: 1 }, varianceS2: { F: 0 } },
      ],
    });
    for (let n = 0; n < 50; n++) expect(drawCore(geneTables(rare.model), 0, random)).toBe(599);
  });

  it('of P-states: cores stay, P-states are any of the node’s, all as likely', () => {
    const { model, nursery, parents, before } = setting(3);
    const seen = new Map<string, number>();
    const random = randomStream(3, 'mutate');
    const mutate = mutatePStates(nursery, 1, 1);
    for (let n = 0; n < 2000; n++) {
      mutate(parents[0], undefined, random);
      const key = String(parents[0].pState[0]);
      seen.set(key, (seen.get(key) ?? 0) + 1);
    }
    expect(mappingOf(parents[0]).core).toEqual(before[0]!.core);
    expectSummed(model, parents[0]);
    const states = nodeOf(model, parents[0].core[0]!).pStateCount;
    expect(seen.size).toBe(states);
    for (const count of seen.values()) expect(Math.abs(count / 2000 - 1 / states)).toBeLessThan(0.05);
  });

  it('one chromosome in ten, in it one gene in so many; the others stay as they are', () => {
    const { model } = randomRobustModel(8, { nodes: 3, cores: 3, pStates: 4, tasks: 100, mostPlans: Infinity });
    const tables = geneTables(model);
    const random = randomStream(8, 'rates');
    const chromosome = createChromosome(model);
    randomiseGenes(tables)(chromosome, random);
    sumUp(chromosome);
    const mutate = mutateTasks(new Nursery(tables), 0.1, 0.05);
    let [mutants, genes] = [0, 0];
    for (let n = 0; n < 4000; n++) {
      const { core } = mappingOf(chromosome);
      mutate(chromosome, undefined, random);
      const changed = core.filter((before, task) => before !== chromosome.core[task]).length;
      if (changed > 0) mutants++;
      genes += changed;
    }
    // A gene may draw the core it was on: one in nine. A mutant without any hit: 0.95^100.
    expect(Math.abs(mutants / 4000 - 0.1)).toBeLessThan(0.015);
    expect(Math.abs(genes / 4000 - 0.1 * 100 * 0.05 * (8 / 9))).toBeLessThan(0.07);
  });
});

describe('founders at random', () => {
  it('put no task where it cannot run, and a task that can run nowhere is noticed', () => {
    for (let seed = 1; seed <= fuzzCount(60); seed++) {
      const { model, parents } = setting(seed);
      for (const parent of parents) expectRunnable(model, parent);
    }
    const { model } = tinyRobust();
    expect(homelessTask(geneTables(model))).toBe(-1);
    const meanS = model.meanS.slice();
    meanS.fill(Infinity, 2 * model.columnCount, 3 * model.columnCount);
    expect(homelessTask(geneTables({ ...model, meanS }))).toBe(2);
  });
});
