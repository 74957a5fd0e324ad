import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { designFaults, execute, type LevelsOf } from '../../../../../../../models/families/jobs/design-point.js';
import { Decoder } from '../../../../../../../src/families/jobs/methods/profiles/nsga/decoder.js';
import {
  createGenes,
  type DesignGenes,
  encode,
} from '../../../../../../../src/families/jobs/methods/profiles/nsga/genes.js';
import { createRepair } from '../../../../../../../src/families/jobs/methods/profiles/nsga/repair.js';
import {
  designVariation,
  randomiseGenes,
} from '../../../../../../../src/families/jobs/methods/profiles/nsga/variation.js';
import { randomStream } from '../../../../../../../src/random/stream.js';
import { fastestLevels, randomTaskGraph } from '../../../../../../support/task-graphs.js';
import { fuzzCount } from '../../../../../../support/fuzz.js';

const cases = fc
  .record({
    tasks: fc.integer({ min: 1, max: 40 }),
    levels: fc.integer({ min: 1, max: 6 }),
    edgeShare: fc.constantFrom(0, 0.1, 0.4, 1),
    cores: fc.integer({ min: 1, max: 40 }),
    levelsOf: fc.constantFrom<LevelsOf>('core', 'task'),
    seed: fc.integer({ min: 0, max: 1e9 }),
  })
  .map(({ seed, levelsOf, ...sizes }) => {
    const random = randomStream(seed, 'decoder');
    const cores = Math.min(sizes.cores, sizes.tasks);
    const graph = randomTaskGraph(random, sizes);
    const power = fastestLevels(sizes.levels);
    const ranges = {
      tasks: sizes.tasks,
      cores,
      levels: sizes.levels,
      bottomLevel: Float64Array.from({ length: sizes.tasks }, () => random.uniform(1, 2)),
    };
    const genes = createGenes(sizes.tasks, cores, levelsOf);
    randomiseGenes(ranges)(genes, random);
    return { graph, power, levelsOf, ranges, genes, random, decoder: new Decoder(graph, power, cores, levelsOf) };
  });

const used = ({ coreOf }: DesignGenes): number => new Set(coreOf).size;

describe('decoding', () => {
  it('costs what the plain execution of its design costs, and the design is sound', () => {
    fc.assert(
      fc.property(cases, ({ graph, power, ranges, genes, random, decoder }) => {
        createRepair(ranges)(genes, random);
        decoder.decode(genes);
        const { timeS, energyJ, coresUsed } = decoder;
        const design = decoder.designOf(genes);
        expect(designFaults(graph, design)).toEqual([]);
        expect([coresUsed, design.cores]).toEqual([ranges.cores, ranges.cores]);
        const plain = execute(graph, power, design);
        expect(Math.abs(timeS - plain.timeS)).toBeLessThanOrEqual(1e-11 * plain.timeS * ranges.tasks);
        expect(Math.abs(energyJ - plain.energyJ)).toBeLessThanOrEqual(1e-11 * plain.energyJ * ranges.tasks);
      }),
      { seed: 47, numRuns: fuzzCount(300) },
    );
  });

  it('schedules the ready task of greatest priority next', () => {
    fc.assert(
      fc.property(cases, ({ graph: { tasks, firstEdge, edgeFrom }, genes, decoder }) => {
        decoder.decode(genes);
        const done = new Set<number>();
        for (const task of decoder.order) {
          const ready = Array.from({ length: tasks }, (_, other) => other).filter(
            (other) =>
              !done.has(other) &&
              edgeFrom.subarray(firstEdge[other], firstEdge[other + 1]).every((from) => done.has(from)),
          );
          expect(genes.priority[task]).toBe(Math.max(...ready.map((other) => genes.priority[other]!)));
          expect(ready).toContain(task);
          done.add(task);
        }
        expect(done.size).toBe(tasks);
      }),
      { seed: 64, numRuns: fuzzCount(100) },
    );
  });

  it('of two tasks with equal priority the lower goes first', () => {
    const graph = randomTaskGraph(randomStream(1, 'ties'), { tasks: 6, levels: 1, edgeShare: 0 });
    const decoder = new Decoder(graph, fastestLevels(1), 1, 'core');
    decoder.decode(createGenes(6, 1, 'core'));
    expect([...decoder.order]).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('a design encoded and decoded is the same schedule', () => {
    fc.assert(
      fc.property(cases, ({ graph, power, levelsOf, ranges, genes, random, decoder }) => {
        createRepair(ranges)(genes, random);
        const design = decoder.designOf(genes);
        const copy = createGenes(graph.tasks, ranges.cores, levelsOf);
        encode(copy, design, levelsOf);
        expect(decoder.designOf(copy)).toEqual(design);
        expect(execute(graph, power, decoder.designOf(copy))).toEqual(execute(graph, power, design));
      }),
      { seed: 91, numRuns: fuzzCount(100) },
    );
  });

  it('counts the cores that have a task', () => {
    fc.assert(
      fc.property(cases, ({ genes, decoder }) => {
        decoder.decode(genes);
        expect(decoder.coresUsed).toBe(used(genes));
      }),
      { seed: 104, numRuns: fuzzCount(100) },
    );
  });
});

describe('repair', () => {
  it('fills every core and moves no more tasks than cores were empty', () => {
    fc.assert(
      fc.property(cases, ({ ranges, genes, random }) => {
        const before = genes.coreOf.slice();
        const empty = ranges.cores - used(genes);
        createRepair(ranges)(genes, random);
        expect(used(genes)).toBe(ranges.cores);
        expect(genes.coreOf.filter((core, task) => core !== before[task]).length).toBe(empty);
      }),
      { seed: 115, numRuns: fuzzCount(100) },
    );
  });
});

describe('variation', () => {
  it('keeps genes in their ranges, and priorities between half of the bottom level and one and a half', () => {
    fc.assert(
      fc.property(cases, ({ graph, levelsOf, ranges, genes, random }) => {
        const { cross, mutate } = designVariation(ranges);
        const other = createGenes(graph.tasks, ranges.cores, levelsOf);
        randomiseGenes(ranges)(other, random);
        const children = [
          createGenes(graph.tasks, ranges.cores, levelsOf),
          createGenes(graph.tasks, ranges.cores, levelsOf),
        ] as const;
        cross([genes, other], children, [undefined, undefined], random);
        for (const child of children) {
          // Core and priority of a task come from one parent.
          for (let task = 0; task < graph.tasks; task++) {
            const parent = [genes, other].find(({ priority }) => priority[task] === child.priority[task]);
            expect(child.coreOf[task]).toBe(parent?.coreOf[task]);
          }
          mutate?.(child, undefined, random);
          expect(Math.max(...child.coreOf)).toBeLessThan(ranges.cores);
          expect(Math.max(...child.levelOf)).toBeLessThan(ranges.levels);
          for (const [task, priority] of child.priority.entries()) {
            const share = priority / ranges.bottomLevel[task]!;
            expect(share).toBeGreaterThanOrEqual(0.5);
            expect(share).toBeLessThanOrEqual(1.5);
          }
        }
      }),
      { seed: 129, numRuns: fuzzCount(100) },
    );
  });

  it('mutation changes one core, one priority and one level on average, and reaches every value', () => {
    const ranges = { tasks: 8, cores: 3, levels: 4, bottomLevel: new Float64Array(8).fill(1) };
    const random = randomStream(1, 'mutation');
    const genes = createGenes(8, 3, 'core');
    randomiseGenes(ranges)(genes, random);
    let [cores, priorities, levels] = [0, 0, 0];
    const seen = new Set<string>();
    const runs = 4000;
    for (let run = 0; run < runs; run++) {
      const before = { coreOf: genes.coreOf.slice(), levelOf: genes.levelOf.slice(), priority: genes.priority.slice() };
      designVariation(ranges).mutate?.(genes, undefined, random);
      genes.coreOf.forEach((core, task) => (cores += core === before.coreOf[task] ? 0 : 1));
      genes.priority.forEach((priority, task) => (priorities += priority === before.priority[task] ? 0 : 1));
      genes.levelOf.forEach((level, core) => (levels += level === before.levelOf[core] ? 0 : 1));
      genes.coreOf.forEach((core, task) => seen.add(`core ${core} of ${task}`));
      genes.levelOf.forEach((level, core) => seen.add(`level ${level} of ${core}`));
    }
    expect(cores / runs).toBeGreaterThan(0.9);
    expect(cores / runs).toBeLessThan(1.1);
    expect(priorities / runs).toBeGreaterThan(0.9);
    expect(priorities / runs).toBeLessThan(1.1);
    // Half of them draw any level, the same one, too: 1 - 1/8.
    expect(levels / runs).toBeGreaterThan(0.8);
    expect(levels / runs).toBeLessThan(0.95);
    expect(seen.size).toBe(8 * 3 + 3 * 4);
  });
});
