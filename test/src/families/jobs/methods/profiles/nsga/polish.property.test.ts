import { describe, expect, it } from 'vitest';
import {
  type Design,
  designFaults,
  execute,
  type LevelsOf,
} from '../../../../../../../models/families/jobs/design-point.js';
import { ParetoArchive } from '../../../../../../../src/families/jobs/methods/profiles/nsga/archive.js';
import { Decoder } from '../../../../../../../src/families/jobs/methods/profiles/nsga/decoder.js';
import type { DesignGenes } from '../../../../../../../src/families/jobs/methods/profiles/nsga/genes.js';
import { type Polish, Polisher } from '../../../../../../../src/families/jobs/methods/profiles/nsga/polish.js';
import { createRepair } from '../../../../../../../src/families/jobs/methods/profiles/nsga/repair.js';
import { randomiseGenes } from '../../../../../../../src/families/jobs/methods/profiles/nsga/variation.js';
import { randomStream } from '../../../../../../../src/random/stream.js';
import { fastestLevels, randomTaskGraph } from '../../../../../../support/task-graphs.js';

const [TASKS, CORES, LEVELS] = [7, 3, 3];
const POWER = fastestLevels(LEVELS);
const all = (count: number): number[] => Array.from({ length: count }, (_, n) => n);
const replaced = <N extends Uint8Array | Uint16Array>(values: N, at: number, value: number): N =>
  values.map((one, n) => (n === at ? value : one)) as N;

function otherLevels({ coreOf, levelOf, ...rest }: Design, levelsOf: LevelsOf): Design[] {
  return all(levelsOf === 'core' ? CORES : TASKS).flatMap((owner) =>
    all(LEVELS).map((level) => ({
      ...rest,
      coreOf,
      levelOf: levelOf.map((now, task) => ((levelsOf === 'core' ? coreOf[task] : task) === owner ? level : now)),
    })),
  );
}

/** A task on any core, at any place of the order; where levels belong to cores it takes its core's. */
function otherPlaces(design: Design, levelsOf: LevelsOf): Design[] {
  const levelOn = all(CORES).map((core) => design.levelOf[design.coreOf.indexOf(core)]!);
  return all(TASKS).flatMap((task) =>
    all(TASKS).flatMap((to) =>
      all(CORES).map((core) => {
        const order = [...design.order].filter((other) => other !== task);
        order.splice(to, 0, task);
        return {
          cores: CORES,
          coreOf: replaced(design.coreOf, task, core),
          levelOf: levelsOf === 'core' ? replaced(design.levelOf, task, levelOn[core]!) : design.levelOf,
          order: Uint16Array.from(order),
        };
      }),
    ),
  );
}

function exchanges(design: Design, levelsOf: LevelsOf): Design[] {
  const { coreOf, levelOf } = design;
  return all(TASKS).flatMap((one) =>
    all(TASKS).map((other) => ({
      ...design,
      coreOf: replaced(replaced(coreOf, one, coreOf[other]!), other, coreOf[one]!),
      levelOf: levelsOf === 'core' ? replaced(replaced(levelOf, one, levelOf[other]!), other, levelOf[one]!) : levelOf,
    })),
  );
}

const keyOf = ({ coreOf, levelOf, order }: Omit<Design, 'cores'>): string => {
  const numbers = [...new Set(coreOf)];
  return `${[...coreOf].map((core) => numbers.indexOf(core)).join('')} ${levelOf.join('')} ${order.join('')}`;
};

/** A decoder that remembers the designs it has seen. */
class Recorder extends Decoder {
  readonly seen = new Set<string>();

  override decode(genes: DesignGenes): void {
    super.decode(genes);
    const { coreOf, levelOf } = genes;
    const levels = Uint8Array.from(coreOf, (core, task) => levelOf[levelOf.length === CORES ? core : task]!);
    this.seen.add(keyOf({ coreOf, levelOf: levels, order: this.order }));
  }
}

function polished(seed: number, polish: Polish, levelsOf: LevelsOf) {
  const random = randomStream(seed, 'polish');
  const graph = randomTaskGraph(random, { tasks: TASKS, levels: LEVELS, edgeShare: 0.3 });
  const ranges = { tasks: TASKS, cores: CORES, levels: LEVELS, bottomLevel: new Float64Array(TASKS).fill(1) };
  const decoder = new Recorder(graph, POWER, CORES, levelsOf);
  const archive = new ParetoArchive(TASKS, CORES, levelsOf);
  const genes = archive.createGenes();
  randomiseGenes(ranges)(genes, random);
  createRepair(ranges)(genes, random);
  decoder.decode(genes);
  archive.add(genes, decoder.timeS, decoder.energyJ);
  const start = decoder.designOf(genes);
  const polisher = new Polisher(archive, decoder, ranges, polish, () => false);
  polisher.advance();
  const afterOne = new Set(decoder.seen);
  let rounds = polish === 'none' ? 0 : 1;
  while (polisher.advance()) rounds++;
  const designs = archive.designs.map((one) => decoder.designOf(one.genes));
  return { graph, start, afterOne, designs, rounds, evaluations: polisher.evaluations };
}

describe('local search from designs found', () => {
  for (const levelsOf of ['core', 'task'] as const) {
    it(`ends where no neighbour is faster or cheaper, levels by ${levelsOf}`, () => {
      for (const [seed, polish] of [
        [1, 'levels'],
        [2, 'all'],
        [3, 'all'],
      ] as const) {
        const { graph, designs, rounds } = polished(seed, polish, levelsOf);
        expect(rounds).toBeGreaterThan(3);
        const front = designs.map((design) => execute(graph, POWER, design));
        const neighbours = designs.flatMap((design) => [
          ...otherLevels(design, levelsOf),
          ...(polish === 'all' ? [...otherPlaces(design, levelsOf), ...exchanges(design, levelsOf)] : []),
        ]);
        for (const neighbour of neighbours) {
          if (designFaults(graph, neighbour).length > 0) continue;
          const { timeS, energyJ } = execute(graph, POWER, neighbour);
          const beaten = front.some((one) => one.timeS <= timeS * (1 + 1e-9) && one.energyJ <= energyJ * (1 + 1e-9));
          expect(beaten).toBe(true);
        }
      }
    });
  }

  it('tries every neighbour of a design', () => {
    for (const levelsOf of ['core', 'task'] as const) {
      const { graph, start, afterOne } = polished(5, 'all', levelsOf);
      for (const neighboursOf of [otherLevels, otherPlaces, exchanges]) {
        const sound = neighboursOf(start, levelsOf).filter((one) => designFaults(graph, one).length === 0);
        expect(sound.length).toBeGreaterThan(8);
        for (const one of sound) expect(afterOne).toContain(keyOf(one));
      }
    }
  });

  it('tries nothing where it is turned off', () => {
    expect(polished(1, 'none', 'core')).toMatchObject({ rounds: 0, evaluations: 0 });
  });

  it('tries as many neighbours as there are', () => {
    const { rounds, evaluations } = polished(4, 'levels', 'core');
    expect(evaluations).toBe(rounds * CORES * (LEVELS - 1));
  });
});
